// Package llm holds the conversation types and the Model interface that the agent talks to.
//
// It knows no provider: llm/openai adapts an OpenAI-compatible endpoint, llm/scripted plays a
// script. The vocabulary: a Request is everything that the model sees; a Stream answers it with
// Deltas; the last Delta carries the whole Message.
package llm
