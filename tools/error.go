package tools

import (
	"context"
	"errors"
	"fmt"
)

// Code names a way in which a call fails; the set is that of the specification (contract.md, 10).
type Code string

// The error codes.
const (
	CodeUnknownTool    Code = "unknown_tool"
	CodeNotAvailable   Code = "tool_not_available"
	CodeValidation     Code = "validation_failed"
	CodePermission     Code = "permission_denied"
	CodePath           Code = "path_denied"
	CodeRateLimited    Code = "rate_limited"
	CodeCancelled      Code = "execution_cancelled"
	CodeTimeout        Code = "timeout"
	CodeCommandBlocked Code = "command_blocked"
	CodeFileTooLarge   Code = "file_too_large"
	CodeNotFound       Code = "not_found"
	CodeAlreadyExists  Code = "already_registered"
	CodeStale          Code = "stale_file"
	CodeAmbiguous      Code = "ambiguous_match"
	CodeNoMatch        Code = "no_match"
	CodeMCP            Code = "mcp_error"
	CodeMCPUnavailable Code = "mcp_unavailable"
	CodeNoUser         Code = "no_user"
	CodeFailed         Code = "failed" // the operation itself failed: a file system error, a command that could not start
	CodeInternal       Code = "internal"
)

// Error is a failure that the model reads: what was wrong, where, and what to do instead.
type Error struct {
	Code    Code
	Message string
	Err     error // the cause, may be nil
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errorf makes an *Error; %w in format sets the cause.
func Errorf(code Code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Code: code, Message: err.Error(), Err: errors.Unwrap(err)}
}

// Failed turns any error of a call into the result that the model reads. Errors of ctx become
// CodeCancelled, anything that is no *Error becomes CodeInternal.
func Failed(err error) Result {
	var e *Error
	switch {
	case errors.As(err, &e):
	case errors.Is(err, context.Canceled):
		e = &Error{Code: CodeCancelled, Message: "cancelled by the user", Err: err}
	case errors.Is(err, context.DeadlineExceeded):
		e = &Error{Code: CodeTimeout, Message: "timed out", Err: err}
	default:
		e = &Error{Code: CodeInternal, Message: err.Error(), Err: err}
	}
	return Result{Err: e}
}
