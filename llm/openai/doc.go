// Package openai adapts an OpenAI-compatible Chat Completions endpoint to llm.Model.
//
// The transport is openai-go's; everything that decides is ours, because the SDK's own parts lose
// data on compatible servers (parallel calls that share an index, names sent twice, usage in every
// chunk, a stream that ends without an end). What happens to a request, in the order of the files:
//
//	encode.go      the request body: every message encoded once, every request a strict extension
//	transport.go   one HTTP request, and the response's bytes under a limit and a watchdog
//	pace.go        a stream that is faster than anybody reads
//	attempt.go     one answer: events in, deltas out
//	chunk.go       the wire form of an event
//	template.go    a short cut for events that differ in their text only
//	accumulate.go  events added up to a message
//	failure.go     what went wrong, sorted and said in one sentence
//	retry.go       whether and when to try again
package openai
