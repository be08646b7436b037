package llmtest

import "time"

// Turn is the answer to one chat request.
type Turn struct {
	// Reasoning is streamed before Text, in the field ReasoningField ("reasoning_content" when empty).
	Reasoning, ReasoningField string
	Text                      string
	Calls                     []Call
	Finish                    string        // "" means "stop", or "tool_calls" when there are calls
	Usage                     Usage         // zero means 10 and 5
	Chunk                     int           // bytes of text, reasoning or arguments in one event; 0 means 16
	Delay                     time.Duration // wait before each event
	// Repeat answers so many requests with this turn; 0 means one, Forever all that follow.
	Repeat int
	// Want lists strings that the request must contain, as JSON bytes of its body or as decoded
	// text of a message. If one is missing the answer is
	// status 418 with a message that names it.
	Want  []string
	Fault Faults
}

// Forever is the Repeat of a turn that never ends.
const Forever = -1

// Call is a tool call in an answer or in a recorded request.
type Call struct {
	ID   string // "" means a numbered one in answers
	Name string
	Args string // sent as it stands, malformed or not
}

// Usage is what an answer reports as its token counts.
type Usage struct{ Input, Cached, Output, Reasoning int }

// Faults are the ways in which an answer can go wrong.
type Faults struct {
	// Status, when not 0, makes the answer a plain HTTP one with Header and Body; Content-Type is
	// guessed from the body unless Header names it.
	Status int
	Header map[string]string
	Body   string

	CutAfter int  // drop the connection after so many bytes of the stream
	Flush    int  // write the stream in pieces of so many bytes; 0 flushes after each event
	Hang     bool // fall silent instead of finishing, until the client goes
	NoFinish bool // end the stream cleanly without finish_reason and [DONE]
	NoDone   bool // end the stream without [DONE]
	JSON     bool // the whole answer as one JSON document

	Error string // JSON value of an {"error": ...} event sent instead of the finish
	Raw   string // sent as it stands, with an empty line after it, before the finish

	Comments    bool // a comment line before each event
	SharedIndex bool // all calls have index 0
	RepeatName  bool // every fragment of a call repeats its name and id
	UsageEach   bool // every event carries the usage
	NoIDs       bool // calls have no ids
}

// Say returns a turn that answers with text.
func Say(text string) Turn { return Turn{Text: text} }

// CallTools returns a turn that asks for tool calls.
func CallTools(calls ...Call) Turn { return Turn{Calls: calls} }

// Tool returns a call with a numbered id.
func Tool(name, args string) Call { return Call{Name: name, Args: args} }

// Fail returns a turn that answers with a status and a body.
func Fail(status int, body string) Turn {
	return Turn{Fault: Faults{Status: status, Body: body}}
}
