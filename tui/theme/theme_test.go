package theme

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// each calls f for every style of a theme, nested ones included.
func each(v reflect.Value, path string, f func(path string, s Style)) {
	for i := range v.NumField() {
		name := path + v.Type().Field(i).Name
		switch field := v.Field(i).Interface().(type) {
		case Style:
			f(name, field)
		case Syntax:
			each(v.Field(i), name+".", f)
		}
	}
}

func TestPalette(t *testing.T) {
	color := regexp.MustCompile(`[\[;](3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]`)
	background := regexp.MustCompile(`[\[;](4[0-8]|10[0-7])[;m]`)
	tests := map[string]struct {
		o       Options
		colored bool
	}{
		"auto":          {Options{}, true},
		"light":         {Options{Name: "light"}, true},
		"auto on light": {Options{Light: true, TrueColor: true}, true},
		"high contrast": {Options{Name: "high-contrast"}, true},
		"mono":          {Options{Name: "mono"}, false},
		"no color":      {Options{Name: "dark", NoColor: true, TrueColor: true}, false},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			th, err := New(tc.o)
			if err != nil {
				t.Fatal(err)
			}
			if got := color.MatchString(th.Bad.Prefix); got != tc.colored {
				t.Errorf("Bad is %q, coloured %v", th.Bad.Prefix, got)
			}
			each(reflect.ValueOf(*th), "", func(path string, s Style) {
				if (s.Prefix == "") != (s.Suffix == "") {
					t.Errorf("%s: %+q opens without closing", path, s)
				}
				if got := ansi.Strip(s.Render("x")); got != "x" {
					t.Errorf("%s renders x as %q", path, got)
				}
				if !tc.colored && color.MatchString(s.Prefix) {
					t.Errorf("%s has a colour: %q", path, s.Prefix)
				}
				if background.MatchString(s.Prefix) && !strings.HasSuffix(path, "Tint") {
					t.Errorf("%s paints a background: %q", path, s.Prefix)
				}
			})
		})
	}
	if _, err := New(Options{Name: "neon"}); err == nil {
		t.Error("an unknown theme is no error")
	}
}

func TestGlyphs(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		v := reflect.ValueOf(glyphs(ascii))
		for i := range v.NumField() {
			if s, ok := v.Field(i).Interface().(string); ok {
				if s == "" || (!ascii && ansi.StringWidth(s) != 1) || (ascii && s[0] >= 0x80) {
					t.Errorf("ascii %v: %s is %q", ascii, v.Type().Field(i).Name, s)
				}
			}
		}
	}
}

func BenchmarkRender(b *testing.B) {
	th, _ := New(Options{})
	for b.Loop() {
		th.Accent.Render("internal/auth/token.go")
	}
}
