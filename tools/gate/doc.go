// Package gate is everything that stands around a tool call, as middleware in one order:
//
//	audit     writes down what was asked and how it ended, whatever happens inside
//	recover   turns a panic into a result
//	resolve   finds the tool for a name, an alias or a forwarded call, and reads the arguments
//	visible   may this agent use the tool at all
//	rate      not too often; calls are counted where they run
//	prepare   the tool works out what the call would do
//	decide    policy: allow, ask or deny
//	confirm   asks the user
//	limit     how many at a time, and how long
//	truncate  cuts what the model reads
//
// A call that is refused anywhere has a Result that tells the model why and what to do; an error
// means that the call was cancelled or that the program has a defect.
package gate
