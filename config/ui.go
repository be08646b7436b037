package config

// UI sets the interactive screen.
type UI struct {
	// Screen is full (the whole terminal) or plain (lines are only appended).
	Screen string `yaml:"screen" config:"enum=full|plain"`
	// Theme is the set of colours.
	Theme string `yaml:"theme" config:"enum=auto|light|dark|mono|high-contrast"`
	// Mouse says whether the program takes the mouse from the terminal.
	Mouse bool `yaml:"mouse"`
	// Glyphs is which characters are drawn with; auto means ascii where the locale is not UTF-8.
	Glyphs string `yaml:"glyphs" config:"enum=auto|unicode|ascii"`
	// Animation says whether anything moves while the model works.
	Animation bool `yaml:"animation"`
	// Notify says how the terminal calls for attention: auto (bell and notification), bell, off.
	Notify string `yaml:"notify" config:"enum=auto|bell|off"`
	// Keys binds keys, by the action's name.
	Keys map[string]string `yaml:"keys"`
	// Editor is the command that opens a file; empty means $VISUAL, then $EDITOR.
	Editor string `yaml:"editor"`
}
