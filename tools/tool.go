package tools

import (
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
)

// A Tool is an operation that a model may ask for. Its methods may be called concurrently.
type Tool interface {
	Spec() Spec
	// Schema describes the arguments: an object schema. The caller does not change it.
	Schema() *jsonschema.Schema
	// Prepare checks args, a JSON object, and works out what the call would do, without doing it.
	// Its error is an *Error when the model can do something about it.
	Prepare(ctx context.Context, args json.RawMessage) (Call, error)
}

// A Call is a prepared call: what Preview shows is what Run does, or Run fails with CodeStale.
// Run is called at most once.
type Call interface {
	Preview() View
	// Run does it. An *Error, as error or as Result.Err, is a result that the model reads; the
	// context's error means that the call was cancelled; any other error is a defect.
	Run(ctx context.Context) (Result, error)
}

// Accessor is a Call that knows what it would touch; without it the Spec's Effect stands for the call.
type Accessor interface{ Accesses() []Access }

// Amender is a Call whose proposal the user may change before approving. Draft is the text to
// edit (the proposed file, the command), with a file name that tells an editor its language; Amend
// returns a new Call for the edited text, previewed again, whose result tells the model exactly what
// was carried out instead of its own proposal.
type Amender interface {
	Draft() (name string, content []byte)
	Amend(ctx context.Context, edited []byte) (Call, error)
}

// Forwarder is a Tool that stands for another one: resolve replaces a call of it by the call that
// it names.
type Forwarder interface {
	Forward(args json.RawMessage) (name string, inner json.RawMessage, err error)
}

// Unhurried is a Call that may wait for a person or for another agent: no timeout applies and it
// holds no concurrency slot.
type Unhurried interface{ Unhurried() }

// Timed is a Call that limits its own time; the general tool timeout does not apply.
type Timed interface{ Timed() }

// Insister is a Call that may ask for a confirmation even where a rule allows it; it can never do
// without one that policy wants.
type Insister interface{ NeedsConfirmation() bool }

// Access is one thing that a call would touch. What is true of it is stated here by the tool that
// resolved it; policy only judges.
type Access struct {
	Effect Effect
	// Path is absolute with links resolved, Display as the user knows it (relative to the workspace
	// when inside). Both are empty when no file is concerned.
	Path, Display string
	Outside       bool   // the path is not in the workspace or its extra roots
	Denied        bool   // the path is under a configured denied path
	Guard         string // why this path is special ("secret file", "git directory"), empty if it is not
	Host          string // the host that is talked to
	Command       string // the shell command line that would run
}

// Result is what a call produced.
type Result struct {
	Text string // what the model reads
	Data any    // for logs and JSON output; encodes with the specification's output keys
	View View   // what the user sees
	Err  *Error // the call failed; Text, when empty, is Err.Message
	// Images go to the model with the text.
	Images []Picture
	// Note is one line for the user and the model about how the call was understood, such as
	// repaired arguments; it is put before Text.
	Note string
}

// Picture is an image for the model.
type Picture struct {
	MIME string
	Data []byte
}

// ModelText is the whole text that the model reads for this result.
func (r Result) ModelText() string {
	text := r.Text
	if text == "" && r.Err != nil {
		text = r.Err.Message
	}
	if r.Note != "" {
		text = r.Note + "\n" + text
	}
	return text
}
