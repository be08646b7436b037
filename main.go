// Command beestown is a coding agent for the terminal. Everything it does begins in package cli.
package main

import (
	"os"

	"beestown/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], cli.Process())) }
