package keys

// table is every key that does something.
func table() []Binding {
	return []Binding{
		{Action: Send, Keys: []string{"enter"}, In: Editor, Group: Writing, Help: "send (or queue)"},
		{Action: Newline, Keys: []string{"ctrl+j", "shift+enter", "alt+enter"}, Show: "ctrl+j", In: Editor, Group: Writing, Help: "newline", Typed: true},
		{Action: Newline, Keys: []string{`\`}, Show: `\ enter`, In: Editor, Group: Writing, Help: "newline everywhere", Typed: true},
		{Action: Mention, Keys: []string{"@"}, In: Editor, Group: Writing, Help: "mention a file", Typed: true},
		{Action: Command, Keys: []string{"/"}, In: Editor, Group: Writing, Help: "command", Typed: true},
		{Action: History, Keys: []string{"up", "down"}, In: Editor, Group: Writing, Help: "history (at the edge)", Typed: true},
		{Action: Search, Keys: []string{"ctrl+r"}, In: Editor, Group: Writing, Help: "search history", Typed: true},
		{Action: External, Keys: []string{"ctrl+g"}, In: Editor, Group: Writing, Help: "open in $EDITOR"},
		{Action: Complete, Keys: []string{"tab"}, In: Editor, Group: Writing, Help: "complete, or review"},

		{Action: Cancel, Keys: []string{"esc"}, In: Everywhere, Group: Working, Help: "interrupt the turn"},
		{Action: Unqueue, Keys: []string{"up"}, In: Editor, Group: Working, Help: "edit the queued prompt", Typed: true},
		{Action: Expand, Keys: []string{"ctrl+o"}, In: Everywhere, Group: Working, Help: "expand, collapse"},
		{Action: Todo, Keys: []string{"ctrl+t"}, In: Everywhere, Group: Working, Help: "todo panel"},
		{Action: PageUp, Keys: []string{"pgup"}, Show: "pgup pgdn", In: Everywhere, Group: Working, Help: "scroll"},
		{Action: PageDown, Keys: []string{"pgdown"}, Show: "pgdn", In: Everywhere, Group: Working, Help: "scroll"},
		{Action: LineUp, Keys: []string{"shift+up"}, Show: "shift+up down", In: Everywhere, Group: Working, Help: "scroll one line"},
		{Action: LineDown, Keys: []string{"shift+down"}, In: Everywhere, Group: Working, Help: "scroll one line"},
		{Action: Top, Keys: []string{"home"}, Show: "home end", In: Editor | Overlay, Group: Working, Help: "first, newest (empty)"},
		{Action: Bottom, Keys: []string{"end"}, Show: "end", In: Editor | Overlay, Group: Working, Help: "first, newest (empty)"},
		{Action: Repaint, Keys: []string{"ctrl+l"}, In: Everywhere, Group: Working, Help: "repaint"},

		{Action: Confirm, Keys: []string{"enter"}, In: Dock, Group: Confirming, Help: "choose"},
		{Action: Yes, Keys: []string{"y"}, In: Dock, Group: Confirming, Help: "yes"},
		{Action: Always, Keys: []string{"a"}, In: Dock, Group: Confirming, Help: "yes, with the rule"},
		{Action: Change, Keys: []string{"e", "ctrl+g"}, In: Dock, Group: Confirming, Help: "change it first"},
		{Action: No, Keys: []string{"n"}, Show: "n esc", In: Dock, Group: Confirming, Help: "no, and say why"},
		{Action: Pick, Keys: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, Show: "1-9", In: Dock, Group: Confirming, Help: "pick an option"},
		{Action: Up, Keys: []string{"up"}, Show: "up down", In: Dock, Group: Confirming, Help: "other option"},
		{Action: Down, Keys: []string{"down"}, In: Dock, Group: Confirming, Help: "other option"},
		{Action: Toggle, Keys: []string{"space"}, In: Dock, Group: Confirming, Help: "tick an answer"},
		{Action: Next, Keys: []string{"tab"}, In: Dock, Group: Confirming, Help: "next question"},
		{Action: Full, Keys: []string{"f"}, In: Dock, Group: Confirming, Help: "full screen"},

		{Action: Mode, Keys: []string{"shift+tab"}, In: Editor | Dock, Group: Leaving, Help: "ask / edits / plan"},
		{Action: Stop, Keys: []string{"ctrl+c"}, In: Everywhere, Group: Leaving, Help: "clear, stop, quit"},
		{Action: Quit, Keys: []string{"ctrl+d"}, Show: "ctrl+d (empty)", In: Editor, Group: Leaving, Help: "quit"},
		{Action: Suspend, Keys: []string{"ctrl+z"}, In: Everywhere, Group: Leaving, Help: "suspend"},
		{Action: Help, Keys: []string{"?"}, Show: "? (empty)", In: Editor | Overlay, Group: Leaving, Help: "this help"},
	}
}
