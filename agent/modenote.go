package agent

import "beestown/tools"

// modeNote tells the model that the mode changed.
func modeNote(m tools.Mode) string {
	switch m {
	case tools.ModePlan:
		return "Plan mode is on: only calls that read are allowed. Look around, then call propose_plan (through call_tool if it is not in your list) with the plan."
	case tools.ModeEdits:
		return "Mode edits: edits of files in the workspace run without asking."
	case tools.ModeYolo:
		return "Mode yolo: calls run without asking."
	default:
		return "Mode ask: calls that change something are shown to the user first."
	}
}
