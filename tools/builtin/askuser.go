package builtin

import (
	"context"
	"fmt"
	"strings"

	"beestown/tools"
)

type askArgs struct {
	Question string   `json:"question"`
	Options  []string `json:"options,omitempty" jsonschema:"each 'label' or 'label - what it means'"`
	Multiple bool     `json:"multiple,omitempty" jsonschema:"several may be picked"`
	Header   string   `json:"header,omitempty" jsonschema:"the topic in a few words" told:"no"`
}

// AskData is the Data of an ask_user.
type AskData struct {
	Question string   `json:"question"`
	Answer   string   `json:"answer"`
	Answers  []string `json:"answers,omitempty"` // when several were picked
	Declined bool     `json:"declined,omitempty"`
}

// AskUser makes the tool that puts a question to the user.
func AskUser() tools.Tool {
	return tools.DefinePlanned(tools.Spec{
		Name: "ask_user", Category: tools.CategoryCommunication, Group: tools.GroupInteraction, Effect: tools.Interacts,
		Description: "Ask the user one question, with options when there are clear ones. Only for decisions that code and task do not settle. Returns the choice or own words; refused when nobody is there.",
		Adapt:       optionTexts,
		Aliases:     []tools.Alias{{Name: "AskUser"}},
	}, func(_ context.Context, in askArgs) (tools.Call, error) {
		if strings.TrimSpace(in.Question) == "" {
			return nil, tools.Errorf(tools.CodeValidation, "Failed to get user input: the question is empty")
		}
		return &askCall{in}, nil
	})
}

// optionTexts accepts the other common form of an option: an object with label and description.
func optionTexts(args map[string]any) error {
	list, _ := args["options"].([]any)
	for i, o := range list {
		m, ok := o.(map[string]any)
		if !ok {
			continue
		}
		label, ok := m["label"].(string)
		if !ok {
			return fmt.Errorf("parameter 'options[%d]' has no label", i)
		}
		list[i] = label
		if d, _ := m["description"].(string); d != "" {
			list[i] = label + " - " + d
		}
	}
	return nil
}

type askCall struct{ in askArgs }

// Unhurried tells that the call waits for a person.
func (c *askCall) Unhurried() {}

func (c *askCall) Preview() tools.View { return tools.View{Subject: c.in.Question} }

func (c *askCall) Run(ctx context.Context) (tools.Result, error) {
	port, ok := tools.PortOf(ctx)
	if !ok {
		return tools.Result{}, tools.Errorf(tools.CodeNoUser, "Failed to get user input: nobody can be asked")
	}
	q := tools.Question{Header: c.in.Header, Text: c.in.Question, Multiple: c.in.Multiple}
	for _, o := range c.in.Options {
		label, description, _ := strings.Cut(o, " - ")
		q.Options = append(q.Options, tools.Option{Label: label, Description: description})
	}
	replies, err := port.Ask(ctx, []tools.Question{q})
	if err != nil {
		return tools.Result{}, err
	}
	if len(replies) != 1 || replies[0].Declined {
		const declined = "the user declined to answer; decide yourself, or stop and say what you need"
		return tools.Result{
			Text: declined, Data: AskData{Question: c.in.Question, Declined: true},
			View: tools.View{Subject: c.in.Question, Summary: "declined"},
		}, nil
	}
	answer := strings.Join(replies[0].Answers, ", ")
	data := AskData{Question: c.in.Question, Answer: answer}
	if c.in.Multiple {
		data.Answers = replies[0].Answers
	}
	return tools.Result{Text: answer, Data: data, View: tools.View{Subject: c.in.Question, Summary: answer}}, nil
}
