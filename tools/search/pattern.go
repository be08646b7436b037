package search

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// pattern is a compiled expression. It is immutable; each worker makes its own
// matcher from it.
type pattern struct {
	re       *regexp.Regexp
	tree     *syntax.Regexp // simplified
	nfa      *nfa           // nil if the expression is too large for an automaton
	literals []literal      // every match contains one of them; none if that is not known
	whole    bool           // where a literal stands, re matches
}

// parse reads the expression as one that matches within single lines.
func parse(o GrepOptions) (*pattern, error) {
	expr, flags, prefix := o.Pattern, syntax.Perl, ""
	if o.Literal {
		expr = regexp.QuoteMeta(expr)
	}
	if o.IgnoreCase {
		flags, prefix = flags|syntax.FoldCase, "(?i)"
	}
	tree, err := syntax.Parse(expr, flags)
	if err != nil {
		return nil, explain(o.Pattern, err)
	}
	re, err := regexp.Compile(prefix + expr)
	if err != nil {
		return nil, explain(o.Pattern, err)
	}
	if wantsNewline(tree) {
		return nil, fmt.Errorf("pattern %q asks for a line break, but lines are matched one by one; search for a part that stands on one line", o.Pattern)
	}
	tree = tree.Simplify()
	p := &pattern{re: re, tree: tree}
	p.literals, p.whole = required(tree)
	prog, err := syntax.Compile(tree)
	if err != nil {
		return nil, explain(o.Pattern, err)
	}
	p.nfa = compileNFA(prog)
	return p, nil
}

// wantsNewline reports whether a literal of the expression holds a line break,
// so that it could never match.
func wantsNewline(re *syntax.Regexp) bool {
	if re.Op == syntax.OpLiteral {
		return strings.ContainsRune(string(re.Rune), '\n')
	}
	if re.Op == syntax.OpAlternate || re.Op == syntax.OpStar || re.Op == syntax.OpQuest || re.Op == syntax.OpRepeat && re.Min == 0 {
		return false // there is another way to match
	}
	for _, sub := range re.Sub {
		if wantsNewline(sub) {
			return true
		}
	}
	return false
}

// explain says what is wrong with a pattern, where, and what to do.
func explain(pattern string, err error) error {
	var se *syntax.Error
	if !errors.As(err, &se) {
		return fmt.Errorf("pattern %q: %w", pattern, err)
	}
	where := ""
	if i := strings.Index(pattern, se.Expr); i >= 0 && se.Expr != "" && se.Expr != pattern {
		where = fmt.Sprintf(" at character %d", len([]rune(pattern[:i]))+1)
	}
	hint := "escape special characters with a backslash, or search for literal text"
	switch {
	case strings.HasPrefix(se.Expr, "(?"):
		hint = "look-around is not supported (RE2 syntax)"
	case se.Code == syntax.ErrInvalidEscape && len(se.Expr) > 1 && (se.Expr[1] >= '1' && se.Expr[1] <= '9' || se.Expr[1] == 'k'):
		hint = "back-references are not supported (RE2 syntax)"
	}
	return fmt.Errorf("pattern %q%s: %s: `%s`; %s", pattern, where, se.Code, se.Expr, hint)
}
