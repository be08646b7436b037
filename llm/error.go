package llm

// ErrorKind sorts the ways in which a request can fail for good.
type ErrorKind string

// The kinds of Error.
const (
	ErrAuth       ErrorKind = "auth"       // 401 or 403: the key is missing or refused
	ErrModel      ErrorKind = "model"      // the endpoint does not know the model (404, or 400 that says so)
	ErrEndpoint   ErrorKind = "endpoint"   // not an OpenAI-compatible endpoint: HTML, wrong path
	ErrConnection ErrorKind = "connection" // refused, no such host, TLS
	ErrContext    ErrorKind = "context"    // the conversation is longer than the model's window
	ErrRequest    ErrorKind = "request"    // another 4xx: the endpoint rejects the request
	ErrServer     ErrorKind = "server"     // 5xx, 429 or a broken stream, after all retries
	ErrProtocol   ErrorKind = "protocol"   // the answer breaks a limit or the format
)

// Error is a request that failed for good. Error() is one clear sentence: what failed, where, in
// the server's own words; Hint is the next step for the user.
type Error struct {
	Kind     ErrorKind
	Status   int    // HTTP status, 0 when there was none
	Message  string // one sentence, lower case, no full stop
	Hint     string // what to do next; may be empty
	Attempts int    // how many requests were sent
	Err      error  // the cause, may be nil
}

// Error returns the sentence without the hint.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
