package cli_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// serveMCP is a stdio MCP server with one tool, echo. Its argument makes it misbehave: "broken" ends
// at once with words on stderr, "silent" never answers.
func serveMCP() {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "broken":
			fmt.Fprintln(os.Stderr, "no database at port 5432")
			os.Exit(3)
		case "silent":
			time.Sleep(time.Hour)
		}
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct{ Arguments struct{ Text string } }
		}
		if json.Unmarshal(in.Bytes(), &m) != nil {
			continue
		}
		switch m.Method {
		case "initialize":
			reply(m.ID, `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"test","version":"1"}}`)
		case "tools/list":
			reply(m.ID, `{"tools":[{"name":"echo","description":"says it again","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}]}`)
		case "tools/call":
			said, err := json.Marshal("echo of " + m.Params.Arguments.Text)
			if err != nil {
				panic(err) // a string can always be encoded
			}
			reply(m.ID, `{"content":[{"type":"text","text":`+string(said)+`}]}`)
		}
	}
}

func reply(id json.RawMessage, result string) {
	fmt.Printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n", id, result)
}
