// Package agent is the core: a Session that holds a conversation with a model, and the loop
//
//	turn:  plan -> act -> reflect -> complete | continue (act again) | replan (plan again)
//
// A Session is driven by Prompt, Interrupt and the Reply methods, and tells everything that happens
// as Events. It knows no screen, no provider and no config file. Read loop.go next.
//
// The words: a turn is one user prompt until the agent stops; a step is one model answer and the
// calls that it asked for; a phase is plan, act or reflect; a verdict is complete, continue or replan.
package agent
