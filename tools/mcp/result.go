package mcp

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"beestown/tools"
)

// Output is the Data of a result: the specification's McpToolResult, and what a server gives beyond.
type Output struct {
	Content string `json:"content"`
	IsError bool   `json:"isError"`
	// Structured is the result for programs, when the server gives one.
	Structured any `json:"structuredContent,omitempty"`
}

// result turns a server's answer into what the model, the logs and the user get.
func (c *call) result(answer *mcp.CallToolResult) tools.Result {
	r := tools.Result{View: tools.View{Subject: c.subject()}}
	var parts []string
	for _, content := range answer.Content {
		text, picture := contentOf(content)
		if picture != nil {
			r.Images = append(r.Images, *picture)
		}
		parts = append(parts, text)
	}
	r.Text = strings.Join(parts, "\n")
	structured := answer.StructuredContent
	if answer.RawStructuredContent != nil {
		structured = answer.RawStructuredContent // keeps large numbers exact
	}
	if r.Text == "" && structured != nil {
		r.Text = encode(structured, "")
	}
	r.Data = Output{Content: r.Text, IsError: answer.IsError, Structured: structured}
	switch {
	case answer.IsError:
		message := r.Text
		if message == "" {
			message = "mcp server '" + c.tool.server.Name + "': the tool failed and does not say why"
		}
		r.Err = &tools.Error{Code: tools.CodeMCP, Message: message}
		r.View.Summary = "failed"
	case len(r.Images) == 1 && len(parts) == 1:
		r.View.Body = tools.Image{MIME: r.Images[0].MIME, Bytes: len(r.Images[0].Data)}
		return r
	}
	r.View.Body = tools.Text{Text: r.Text}
	return r
}

// contentOf returns the text of a part of an answer, and its picture if it is one.
func contentOf(content mcp.Content) (string, *tools.Picture) {
	switch content := content.(type) {
	case mcp.TextContent:
		return content.Text, nil
	case mcp.ImageContent:
		return blob("image", content.MIMEType, content.Data)
	case mcp.AudioContent:
		return blob("audio", content.MIMEType, content.Data)
	case mcp.ResourceLink:
		return fmt.Sprintf("[resource %s: %s]", content.Name, content.URI), nil
	case mcp.EmbeddedResource:
		switch resource := content.Resource.(type) {
		case mcp.TextResourceContents:
			return fmt.Sprintf("[resource %s]\n%s", resource.URI, resource.Text), nil
		case mcp.BlobResourceContents:
			return blob("resource "+resource.URI, resource.MIMEType, resource.Blob)
		}
	}
	return "[content of a kind that is not supported]", nil
}

// visible are the pictures that models can see; a request with any other is refused as a whole.
var visible = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true}

// blob names binary content, and returns it where the model can see it.
func blob(what, mime, encoded string) (string, *tools.Picture) {
	data, err := base64.StdEncoding.DecodeString(encoded)
	switch {
	case err != nil:
		return fmt.Sprintf("[%s %s: not valid base64]", what, mime), nil
	case visible[mime]:
		return fmt.Sprintf("[%s %s, %d bytes]", what, mime, len(data)), &tools.Picture{MIME: mime, Data: data}
	default:
		return fmt.Sprintf("[%s %s, %d bytes: cannot be shown to the model]", what, mime, len(data)), nil
	}
}

// progressLine says how far a call is: "3/10 copying files".
func progressLine(n mcp.JSONRPCNotification) string {
	fields := n.Params.AdditionalFields
	var words []string
	if done, ok := fields["progress"].(float64); ok {
		word := fmt.Sprint(done)
		if total, ok := fields["total"].(float64); ok {
			word += "/" + fmt.Sprint(total)
		}
		words = append(words, word)
	}
	if message, ok := fields["message"].(string); ok && message != "" {
		words = append(words, message)
	}
	if len(words) == 0 {
		return ""
	}
	return strings.Join(words, " ") + "\n"
}
