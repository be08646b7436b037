package tools

// Mode says how much runs without asking. It only ever acts at the gate: the tools that a model is
// told about do not change with it.
type Mode string

// The modes, in the order in which a key cycles through the first three.
const (
	ModeAsk   Mode = "ask"   // every call that changes something asks
	ModeEdits Mode = "edits" // edits of files inside the workspace run, commands ask
	ModePlan  Mode = "plan"  // only calls that read run, all others are refused
	ModeYolo  Mode = "yolo"  // everything runs that no guard forbids
)

// Valid tells whether m is one of the modes.
func (m Mode) Valid() bool {
	switch m {
	case ModeAsk, ModeEdits, ModePlan, ModeYolo:
		return true
	}
	return false
}
