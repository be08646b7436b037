package audit

import "time"

// Kind says which end of a call a record is about.
type Kind string

// The kinds of records.
const (
	Requested Kind = "TOOL_CALL_REQUESTED"
	Completed Kind = "TOOL_CALL_COMPLETED"
	Failed    Kind = "TOOL_CALL_FAILED" // also denied and cancelled calls; Code tells which
)

// Record is one line of the log. Seq, Time, Session, Lost, Repaired and Prev are set by the log.
type Record struct {
	Seq     int       `json:"seq"`
	Time    time.Time `json:"time"`
	Session string    `json:"session"`
	Agent   string    `json:"agent,omitempty"`
	Role    string    `json:"role,omitempty"`
	Kind    Kind      `json:"kind"`
	ID      string    `json:"id"`
	Tool    string    `json:"tool"`            // canonical, or as asked when there is no such tool
	Asked   string    `json:"asked,omitempty"` // the name that the model wrote, when another
	// Params is the arguments as the model wrote them, redacted and cut.
	Params string `json:"params,omitempty"`

	Decision string `json:"decision,omitempty"` // allow, ask or deny
	Reason   string `json:"reason,omitempty"`
	By       string `json:"by,omitempty"`
	Rule     string `json:"rule,omitempty"`
	Approver string `json:"approver,omitempty"` // who answered, when somebody was asked

	Status     string `json:"status,omitempty"` // ok, error, denied, cancelled
	Code       string `json:"code,omitempty"`
	Error      string `json:"error,omitempty"`
	Result     string `json:"result,omitempty"`      // what the model read, redacted and cut
	ResultHash string `json:"result_hash,omitempty"` // SHA-256 of all that the model read
	DurationMS int64  `json:"duration_ms,omitempty"`

	Lost     int    `json:"lost,omitempty"`     // records before this one that could not be written
	Repaired int    `json:"repaired,omitempty"` // bytes of a line cut off by a crash, removed before this one
	Prev     string `json:"prev"`               // SHA-256 of the line before, "" in the first
}
