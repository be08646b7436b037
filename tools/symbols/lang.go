package symbols

import (
	"bytes"
	"path"
	"strings"
)

// language is how the definitions of a file are found.
type language struct {
	name  string
	ends  string // the endings of its files, each with a space behind it
	scan  func(src []byte, out *sink)
	exact bool // scan knows the grammar
}

// languages is every language that is known.
var languages = []*language{
	{name: "Go", ends: ".go ", scan: scanGo, exact: true},
	{name: "Python", ends: ".py .pyi .pyw ", scan: scanPython},
	{name: "JavaScript", ends: ".js .jsx .mjs .cjs ", scan: scanScript(false, true)},
	{name: "TypeScript", ends: ".ts .mts .cts ", scan: scanScript(true, false)},
	{name: "TypeScript", ends: ".tsx ", scan: scanScript(true, true)},
	{name: "Rust", ends: ".rs ", scan: scanKeyworded(&rust, &rustDialect)},
	{name: "Java", ends: ".java ", scan: scanCFamily(javaTypes, &javaDialect, true)},
	{name: "Kotlin", ends: ".kt .kts ", scan: scanKeyworded(&kotlin, &kotlinDialect)},
	{name: "C", ends: ".c .h ", scan: scanCFamily(cTypes, &cDialect, false)},
	{name: "C++", ends: ".cc .cpp .cxx .hpp .hh .hxx .ipp .tcc .inl .cu .cuh ", scan: scanCFamily(cTypes, &cDialect, false)},
	{name: "C#", ends: ".cs ", scan: scanCFamily(csharpTypes, &csharpDialect, true)},
	{name: "Ruby", ends: ".rb .rake .gemspec ", scan: scanRuby},
	{name: "PHP", ends: ".php .phtml ", scan: scanKeyworded(&phpLang, &phpDialect)},
	{name: "Swift", ends: ".swift ", scan: scanKeyworded(&swift, &swiftDialect)},
	{name: "Shell", ends: ".sh .bash .zsh .ksh ", scan: scanShell},
	{name: "Lua", ends: ".lua ", scan: scanLua},
}

// languageOf returns the language of a file by its name, nil if there is none.
func languageOf(name string) *language {
	ext := strings.ToLower(path.Ext(name))
	if ext == "" {
		return nil
	}
	for _, l := range languages {
		if at := strings.Index(l.ends, ext); at >= 0 && l.ends[at+len(ext)] == ' ' {
			return l
		}
	}
	return nil
}

func scanCFamily(types map[string]Kind, d *dialect, objects bool) func([]byte, *sink) {
	return func(src []byte, out *sink) {
		p := &cfamily{source: lex(src, d), out: out, types: types, objects: objects}
		p.scope(0, len(p.tok), "", false)
	}
}

var slashes = [2]string{"/*", "*/"}

// What the languages of one kind differ in.
var (
	cDialect      = dialect{line: []string{"//"}, block: slashes, quotes: `"`, char: true, hash: true, special: rawC}
	javaDialect   = dialect{line: []string{"//"}, block: slashes, quotes: `"`, char: true, triple: true}
	csharpDialect = dialect{line: []string{"//"}, block: slashes, quotes: `"`, char: true, triple: true, hash: true, special: rawCSharp}
	rustDialect   = dialect{line: []string{"//"}, block: slashes, nested: true, quotes: `"`, char: true, long: true, special: rawRust}
	kotlinDialect = dialect{line: []string{"//", "#!"}, block: slashes, nested: true, quotes: `"`, char: true, triple: true, interp: "${", special: backticked}
	swiftDialect  = dialect{line: []string{"//", "#!"}, block: slashes, nested: true, quotes: `"`, triple: true, interp: `\(`, special: rawSwift}
	phpDialect    = dialect{line: []string{"//"}, block: slashes, quotes: `"'`, long: true, dollar: true, special: php}

	cTypes      = map[string]Kind{"class": Class, "struct": Struct, "union": Struct, "enum": Enum, "namespace": Module}
	javaTypes   = map[string]Kind{"class": Class, "interface": Interface, "enum": Enum, "record": Class}
	csharpTypes = map[string]Kind{"class": Class, "struct": Struct, "interface": Interface, "enum": Enum, "record": Class, "namespace": Module}

	rust = keywordLang{
		words: map[string]Kind{
			"fn": Function, "struct": Struct, "union": Struct, "enum": Enum, "trait": Interface, "type": Type, "mod": Module,
			"const": Constant, "static": Variable, "macro_rules": Macro,
		},
		extends: map[string]bool{"impl": true}, fields: true,
	}
	kotlin = keywordLang{
		words: map[string]Kind{
			"fun": Function, "class": Class, "interface": Interface, "object": Class, "enum": Enum, "typealias": Type,
			"val": Constant, "var": Variable,
		},
		receiver: true, ends: true,
	}
	swift = keywordLang{
		words: map[string]Kind{
			"func": Function, "class": Class, "struct": Struct, "enum": Enum, "protocol": Interface, "actor": Class,
			"typealias": Type, "associatedtype": Type, "let": Constant, "var": Variable,
		},
		extends: map[string]bool{"extension": true}, variant: "case", ends: true,
	}
	phpLang = keywordLang{
		words: map[string]Kind{
			"function": Function, "class": Class, "interface": Interface, "trait": Interface, "enum": Enum, "namespace": Module,
			"const": Constant,
		},
		variant: "case", dollar: true,
	}
)

// after returns the place behind the first mark at or after i, at most the end of src.
func after(src []byte, i int, mark string) int {
	if i >= len(src) {
		return len(src)
	}
	if n := bytes.Index(src[i:], []byte(mark)); n >= 0 {
		return i + n + len(mark)
	}
	return len(src)
}
