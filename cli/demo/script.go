package demo

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"beestown/llm"
	"beestown/llm/scripted"
)

// ModelName is what the screen calls the scripted model.
const ModelName = "DEMO (scripted, no model)"

// NewModel returns the model of the tour. With a person at the terminal it also asks a question and
// streams at reading speed; later prompts get an answer that says how to go on with a real model.
func NewModel(interactive bool) llm.Model {
	t := tour{interactive: interactive}
	if interactive {
		t.pause = 25 * time.Millisecond
	}
	steps := []scripted.Step{t.look(), t.runTests()}
	if interactive {
		steps = append(steps, t.unlessRefused(t.ask()))
	}
	steps = append(steps, t.unlessRefused(t.edit()), t.verify(), t.tick(), t.done())
	for range 50 {
		steps = append(steps, t.say("This is the tour: I am a script and only know this one repair. "+
			"To work on your own code, set a key (`export OPENAI_API_KEY=...`) or start a local server such as Ollama, and run `beestown` in your repository."))
	}
	return scripted.New(ModelName, steps...)
}

type tour struct {
	interactive bool
	pause       time.Duration
}

func (t tour) say(text string, calls ...llm.ToolCall) scripted.Step {
	return scripted.Step{Text: text, Pause: t.pause, Calls: calls}
}

func (t tour) look() scripted.Step {
	return t.say("I'll write down the steps and look at the code and its tests.",
		call("TodoWrite", map[string]any{"todos": todos("in_progress", "pending", "pending")}),
		call("Read", map[string]any{"file_path": "slug.sh"}),
		call("Read", map[string]any{"file_path": "test.sh"}))
}

func (t tour) runTests() scripted.Step {
	return t.say("Now the tests, to see which one fails.", call("Bash", map[string]any{"command": TestCommand}))
}

func (t tour) ask() scripted.Step {
	return t.say("Everything that is no letter or digit becomes a dash, so a title that ends in `!` ends in a dash. There are two ways to treat it.",
		call("ask_user", map[string]any{
			"header":   "Dashes at the ends",
			"question": "What should happen to dashes at the beginning and end of a slug?",
			"options":  []string{"Remove them - what the tests expect", "Keep them - then the tests have to change"},
		}))
}

// edit repairs the function in the one way that the script knows, and says so when the user chose
// the other one.
func (t tour) edit() scripted.Step {
	return scripted.Step{Func: func(req llm.Request) scripted.Step {
		text := "The dash at the end is what the tests complain about. I'll cut dashes off both ends."
		if ranWith(req, "Keep them") {
			text = "You would keep them, and a real model would now change the tests. This script only knows the other repair, so it proposes that: say no with a reason if you like."
		}
		return t.say(text, call("Edit", map[string]any{
			"file_path":  "slug.sh",
			"old_string": "\t\ttr -cs 'a-z0-9' '-'\n",
			"new_string": "\t\ttr -cs 'a-z0-9' '-' |\n\t\tsed 's/^-//; s/-$//'\n",
		}))
	}}
}

func (t tour) verify() scripted.Step {
	return t.unlessRefused(t.say("And the tests again.",
		call("TodoWrite", map[string]any{"todos": todos("completed", "completed", "in_progress")}),
		call("Bash", map[string]any{"command": TestCommand})))
}

func (t tour) tick() scripted.Step {
	return t.unlessRefused(t.say("", call("TodoWrite", map[string]any{"todos": todos("completed", "completed", "completed")})))
}

func (t tour) done() scripted.Step {
	return t.unlessRefused(scripted.Step{Func: func(req llm.Request) scripted.Step {
		if !ranWith(req, "ok    'Ready") {
			return t.say("The tests do not pass yet. This is as far as the script goes: `sh test.sh` shows what is left.")
		}
		return t.say("Fixed. `slug` turned the punctuation at the end of a title into a dash; " +
			"`slug.sh` now cuts dashes off both ends with `sed`. All four tests pass.\n\n" +
			"What you just saw ran for real, on a temporary copy: the tools, the diff, the approvals and the tests. Only the model was a script.",
		)
	}})
}

// unlessRefused plays step, or, when the user refused a call, takes note of their words and leaves it
// at that: the rest of the script needs what was refused.
func (t tour) unlessRefused(step scripted.Step) scripted.Step {
	return scripted.Step{Func: func(req llm.Request) scripted.Step {
		last := req.Messages[len(req.Messages)-1]
		switch {
		case last.Role == llm.RoleTool && strings.Contains(last.Text, "refused"):
			return t.say("Understood, I leave it at that. A real model would now act on what you said:\n\n> " +
				strings.ReplaceAll(strings.TrimSpace(last.Text), "\n", "\n> "))
		case ranWith(req, "refused"):
			return t.say("The list stays as it is: the rest of the tour needs the change that you refused. `beestown demo` starts it again.")
		}
		return step
	}}
}

// ranWith tells whether a tool result contains a text.
func ranWith(req llm.Request, text string) bool {
	return slices.ContainsFunc(req.Messages, func(m *llm.Message) bool {
		return m.Role == llm.RoleTool && strings.Contains(m.Text, text)
	})
}

func call(name string, args map[string]any) llm.ToolCall {
	data, err := json.Marshal(args)
	if err != nil {
		panic(err) // the arguments are literals of this file
	}
	return llm.ToolCall{Name: name, Args: string(data)}
}

func todos(states ...string) []map[string]any {
	titles := []string{"Find the failing test", "Fix slug.sh", "Run the tests again"}
	list := make([]map[string]any, len(states))
	for i, s := range states {
		list[i] = map[string]any{"title": titles[i], "status": s}
	}
	return list
}
