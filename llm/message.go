package llm

import "encoding/json"

// Role says who speaks in a Message.
type Role string

// The roles of a conversation. The system prompt is not a message: it is Request.System.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
)

// Image is a picture attached to a message.
type Image struct {
	MIME string // "image/png", "image/jpeg", "image/gif" or "image/webp"
	Data []byte // the encoded file, not base64
}

// ToolCall is one call that the model asks for.
type ToolCall struct {
	ID   string // the model's id, unique within the conversation; the adapter invents one when it is missing
	Name string
	// Args is what the model sent, usually a JSON object; it may be malformed, so nobody may
	// embed it in JSON without checking. Empty means no arguments.
	Args string
}

// Message is one entry of a conversation. It is immutable once it has been part of a Request:
// adapters recognise a message by its address and encode it once.
type Message struct {
	Role Role
	Text string
	// Images go with a user or tool message.
	Images []Image
	// Reasoning is the model's visible thinking (assistant only). ReasoningField is the name of
	// the wire field it came in ("reasoning_content", "reasoning"), so that it can be sent back
	// to endpoints that want it; empty when there was none.
	Reasoning, ReasoningField string
	// Calls are the tool calls of an assistant message, in the model's order.
	Calls []ToolCall
	// CallID is the ToolCall.ID that a tool message answers.
	CallID string
}

// ToolDef advertises one tool to the model.
type ToolDef struct {
	Name, Description string
	// Parameters is the JSON Schema of the arguments, an object schema, already encoded so that
	// its bytes never change between requests.
	Parameters json.RawMessage
}
