// Command beestown is a coding agent for the terminal. Everything it does begins in package cli.
package main

//go:generate sh -c "go run . tools reference > docs/TOOLS.md.new && mv docs/TOOLS.md.new docs/TOOLS.md"

import (
	"os"

	"beestown/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], cli.Process())) }
