package text

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

func TestRedactPatterns(t *testing.T) {
	jwt := "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"
	pem := "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq98P5L\nabcdefghijklmnopqrstuvwx\n"
	end := "-----END RSA PRIVATE KEY-----"
	tests := []struct{ name, in, want string }{
		{"openai", "key sk-proj-abcdefghij0123456789 end", "key [redacted] end"},
		{"github", "ghp_" + strings.Repeat("a1", 18), "[redacted]"},
		{"aws", "id AKIAIOSFODNN7EXAMPLE.", "id [redacted]."},
		{"jwt", "x " + jwt + " y", "x [redacted] y"},
		{"pem", "a " + pem + end + " b", "a [redacted] b"},
		{"pem cut off", "a " + pem + "\nprose follows here", "a [redacted]\n\nprose follows here"},
		{"pem in JSON", `"` + strings.ReplaceAll(pem, "\n", `\n`) + end + `"`, `"[redacted]"`},
		{"yaml", "password: hunter2", "password: [redacted]"},
		{"env", "export NPM_TOKEN=abcdef123456", "export NPM_TOKEN=[redacted]"},
		{"json", `{"client_secret": "a b c d", "x": 1}`, `{"client_secret": "[redacted]", "x": 1}`},
		{"json in json", `{\"api_key\":\"abcdef\"}`, `{\"api_key\":\"[redacted]\"}`},
		{"go", `password := "correct horse"`, `password := "[redacted]"`},
		{"header", "Authorization: Bearer abc.def-123", "Authorization: Bearer [redacted]"},
		{"url", "https://me:pa55@example.com/x", "https://me:[redacted]@example.com/x"},
		{"query", "?apiKey=abcdef123&x=1", "?apiKey=[redacted]&x=1"},
	}
	r := NewRedactor()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := r.Redact(tt.in)
			if got != tt.want {
				t.Errorf("Redact(%q) = %q, want %q", tt.in, got, tt.want)
			}
			if again := r.Redact(got); again != got {
				t.Errorf("not idempotent: %q, then %q", got, again)
			}
		})
	}
}

func TestRedactKeepsWhatIsHarmless(t *testing.T) {
	for _, s := range []string{
		"commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
		"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"tokens: 120000 used", "token := lexer.Next()", "the token is missing", `"max_tokens": 4096`,
		"task-list-with-a-very-long-name-1234", "risk-of-something-quite-long-2024",
		"password := os.Getenv(\"X\")", "password: string", "password: $DB_PASSWORD", `password: ""`,
		"key: value", "monkey: banana", "https://example.com/a:b@c", "user@example.com",
		"-----BEGIN CERTIFICATE-----", "if strings.Contains(s, \"-----BEGIN PRIVATE KEY-----\") {",
		"skip-this-and-that-and-everything", "eyJust a word",
	} {
		if got := NewRedactor("hunter2-hunter2").Redact(s); got != s {
			t.Errorf("Redact(%q) = %q, want it unchanged", s, got)
		}
	}
}

func TestRedactKnownSecrets(t *testing.T) {
	const secret = `my "s3cret"/+ value&`
	r := NewRedactor("short", "", secret, "my \"s3cret\"", "longer-one")
	quoted, err := json.Marshal(secret)
	if err != nil {
		t.Fatal(err)
	}
	in := []string{secret, string(quoted), url.QueryEscape(secret), url.PathEscape(secret)}
	for _, before := range []string{"", "u", "u:", "us:"} {
		plain := []byte(before + secret + "tail")
		in = append(in, base64.StdEncoding.EncodeToString(plain), base64.URLEncoding.EncodeToString(plain))
	}
	for _, s := range in {
		got := r.Redact("before " + s + " after")
		if !strings.Contains(got, Redacted) || strings.Contains(got, "s3cret") || strings.Contains(got, s[4:len(s)-8]) {
			t.Errorf("Redact(%q) = %q", s, got)
		}
	}
	if got := r.Redact("a short word"); got != "a short word" {
		t.Errorf("a secret of 5 bytes is replaced: %q", got)
	}
}

func FuzzRedact(f *testing.F) {
	for _, s := range []string{"password: hunter2", "sk-abc", "://a:b@c", "-----BEGIN PRIVATE KEY-----\nabc", `{"secret":"\"}`} {
		f.Add(s)
	}
	r := NewRedactor("a-known-secret")
	f.Fuzz(func(t *testing.T, s string) {
		if out := r.Redact(s + "a-known-secret"); strings.Contains(out, "a-known-secret") {
			t.Errorf("the secret is still in %q", out)
		}
	})
}

func BenchmarkRedact(b *testing.B) {
	s := strings.Repeat("level: info, path=/a/b/c time: 12:30:01 name=\"main\" type: x https://example.com/a\n", 370)
	for name, r := range map[string]*Redactor{"patterns": NewRedactor(), "known": NewRedactor("some-known-secret-1", "some-known-secret-2")} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			for b.Loop() {
				r.Redact(s)
			}
		})
	}
}
