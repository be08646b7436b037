// Package llmtest is an OpenAI-compatible server on loopback that plays a script and injects
// faults. Tests, testscript scenarios and benchmarks talk to it as they would to a real endpoint.
//
// A script is a list of Turns; each chat request is answered by the next one. Turns are Go values
// or are parsed from text, one turn after the other, separated by lines of three dashes:
//
//	# lines that start with a hash are comments
//	reasoning I should look first.
//	text Let me read it.
//	call Read {"file_path":"a.txt"}
//	call Grep {"pattern":"x"}
//	---
//	want the content of a.txt
//	text Done.
//	text A second text line follows after a newline.
//	---
//	status 429
//	header Retry-After: 1
//	body {"error":{"message":"slow down"}}
//	---
//	text This is never heard to the end.
//	cut 200
//
// The directives, one to a line:
//
//	text S            visible text; several are joined with newlines
//	reasoning S       thinking, streamed before the text (field F: "reasoning-field F")
//	call NAME ARGS    a tool call; ARGS is sent as it stands, malformed or not
//	finish REASON     finish_reason; default stop, or tool_calls when there are calls
//	usage IN OUT      token counts; default 10 and 5
//	chunk N           bytes of text in one event; default 16
//	delay D           wait between events ("20ms")
//	repeat N          answer N requests with this turn; 0 means all that follow
//	want S            the request must contain S, or the answer is status 418 and says what is missing
//	status N, header K: V, body S    a plain HTTP answer instead of a stream
//	cut N             drop the connection after N bytes of the stream
//	flush N           write the stream in pieces of N bytes, whatever the event boundaries are
//	hang              fall silent instead of finishing, until the client goes
//	nofinish          end the stream without finish_reason and [DONE]
//	nodone            end the stream without [DONE]
//	error JSON        an event {"error":JSON} instead of the finish
//	raw S             a line sent as it stands before the finish
//	json              the whole answer as one JSON document, no stream
//	comments, sharedindex, repeatname, usageeach, noids    see Faults
//
// Besides /v1/chat/completions the server answers /v1/models.
package llmtest
