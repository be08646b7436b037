package builtin

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"beestown/tools"
)

// nb is a notebook as Jupyter writes it.
const nb = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "aaaa1111",
   "metadata": {},
   "source": [
    "# Títle\n",
    "text\u0021"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "bbbb2222",
   "metadata": {"tags":  [ ]},
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": ["<b>1</b>\n"]
    }
   ],
   "source": [
    "x = 1\n",
    "print(x)"
   ]
  }
 ],
 "metadata": {"a":1.0e3},
 "nbformat": 4,
 "nbformat_minor": 5
}
`

// notebookKit has n.ipynb, which was read.
func notebookKit(t *testing.T, content string) *kit {
	t.Helper()
	k := newKit(t, map[string]string{"n.ipynb": content})
	k.do("NotebookRead", args{"file_path": "n.ipynb"})
	return k
}

var newID = regexp.MustCompile(`"[0-9a-f]{8}"`)

func TestNotebookEdit(t *testing.T) {
	cut := func(s, from, to string) string { return strings.Replace(s, from, to, 1) }
	compact := `{"cells":[{"cell_type":"code","source":"a = 1","outputs":[],"execution_count":null,"metadata":{}}],"nbformat":4,"nbformat_minor":4}`
	spaced := `{"cells": [{"cell_type": "raw", "source": ["a\n", "b"]}], "metadata": {"caf\u00e9": 1}}`
	markdown := nb[strings.Index(nb, "  {\n   \"cell_type\": \"markdown\""):strings.Index(nb, "  {\n   \"cell_type\": \"code\"")]
	inserted := func(before string) string {
		return "  {\n   \"cell_type\": \"code\",\n   \"execution_count\": null,\n   \"id\": ID,\n   \"metadata\": {},\n   \"outputs\": [],\n   \"source\": [\n    \"y\\n\",\n    \"z\"\n   ]\n  }" + before
	}
	for _, tt := range []struct {
		name, content string
		in            args
		want          string // ID stands for the new id
	}{
		{"by id", nb, args{"cell_id": "bbbb2222", "new_source": "x = 2\nprint(x)"}, cut(nb, "x = 1", "x = 2")},
		{"by index, line added", nb, args{"cell_index": 0, "new_source": "# Títle\nmore\ntext!"}, cut(nb, "    \"text", "    \"more\\n\",\n    \"text")},
		{"crlf", strings.ReplaceAll(nb, "\n", "\r\n"), args{"cell_id": "bbbb2222", "new_source": "x = 1\r\ny\r\n\"<&>\"\r\n"},
			strings.ReplaceAll(cut(nb, "    \"print(x)\"", "    \"y\\n\",\n    \"\\\"<&>\\\"\\n\""), "\n", "\r\n")},
		{"emptied", nb, args{"cell_id": "bbbb2222", "new_source": ""}, cut(nb, "[\n    \"x = 1\\n\",\n    \"print(x)\"\n   ]", "[]")},
		{"compact", compact, args{"cell_index": 0, "new_source": "b\nc"}, cut(compact, "a = 1", "b\\nc")},
		{"spaced, escapes", spaced, args{"cell_index": 0, "new_source": "a\né\n😀"}, cut(spaced, `"b"`, `"\u00e9\n", "\ud83d\ude00"`)},
		{"inserted between", nb, args{"edit_mode": "insert", "cell_id": "aaaa1111", "new_source": "y\nz"}, cut(nb, markdown, markdown+inserted(",\n"))},
		{"inserted first", nb, args{"edit_mode": "insert", "new_source": "y\nz"}, cut(nb, markdown, inserted(",\n")+markdown)},
		{"inserted last", nb, args{"edit_mode": "insert", "cell_index": 2, "new_source": "y\nz"}, cut(nb, "  }\n ],", "  },\n"+inserted("\n ],"))},
		{"inserted in nothing", "{\n  \"cells\": [],\n  \"nbformat_minor\": 5\n}", args{"edit_mode": "insert", "cell_type": "markdown", "new_source": "y"},
			"{\n  \"cells\": [\n    {\n      \"cell_type\": \"markdown\",\n      \"id\": ID,\n      \"metadata\": {},\n      \"source\": [\n        \"y\"\n      ]\n    }\n  ],\n  \"nbformat_minor\": 5\n}"},
		{"inserted without an id", compact, args{"edit_mode": "insert", "cell_type": "raw", "new_source": "y"}, cut(compact, "[{", `[{"cell_type":"raw","metadata":{},"source":["y"]},{`)},
		{"deleted first", nb, args{"edit_mode": "delete", "cell_index": 0}, cut(nb, markdown, "")},
		{"deleted last", nb, args{"edit_mode": "delete", "cell_id": "bbbb2222"}, nb[:strings.Index(nb, ",\n  {\n   \"cell_type\": \"code\"")] + nb[strings.Index(nb, "\n ],\n \"meta"):]},
		{"deleted only", compact, args{"edit_mode": "delete", "cell_index": 0}, `{"cells":[],"nbformat":4,"nbformat_minor":4}`},
		{"another type", nb, args{"cell_id": "aaaa1111", "cell_type": "code", "new_source": "y"},
			cut(cut(nb, "\"markdown\",\n   \"id\": \"aaaa1111\",\n   \"metadata\": {},", "\"code\",\n   \"execution_count\": null,\n   \"id\": \"aaaa1111\",\n   \"metadata\": {},\n   \"outputs\": [],"), "\"# Títle\\n\",\n    \"text\\u0021\"", "\"y\"")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := notebookKit(t, tt.content)
			tt.in["file_path"] = "n.ipynb"
			r := k.do("NotebookEdit", tt.in)
			got := k.content("n.ipynb")
			if id := r.Data.(NotebookEditData).CellID; strings.Contains(tt.want, "ID,") && newID.MatchString(`"`+id+`"`) {
				got = strings.Replace(got, `"`+id+`"`, "ID", 1)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			k.do("NotebookEdit", args{"file_path": "n.ipynb", "edit_mode": "insert", "new_source": "still fresh"})
		})
	}
}

func TestNotebookEditRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, content string
		in            args
		code          tools.Code
		text          string
	}{
		{"no cell", nb, args{"new_source": "x"}, tools.CodeValidation, "replace needs cell_id or cell_index"},
		{"two names", nb, args{"new_source": "x", "cell_id": "aaaa1111", "cell_index": 0}, tools.CodeValidation, "not both"},
		{"unknown id", nb, args{"new_source": "x", "cell_id": "zz"}, tools.CodeValidation, `there is no cell "zz"; the ids are aaaa1111, bbbb2222`},
		{"id twice", strings.Replace(nb, "bbbb2222", "aaaa1111", 1), args{"new_source": "x", "cell_id": "aaaa1111"}, tools.CodeValidation, "give cell_index"},
		{"no such index", nb, args{"new_source": "x", "cell_index": 2}, tools.CodeValidation, "the notebook has 2 cells, from 0"},
		{"no source", nb, args{"cell_index": 0}, tools.CodeValidation, "replace needs new_source"},
		{"no change", nb, args{"cell_index": 1, "new_source": "x = 1\nprint(x)"}, tools.CodeValidation, "nothing to do"},
		{"a member twice", `{"cells":[{"source":"a","source":"b"}]}`, args{"cell_index": 0, "new_source": "x"}, tools.CodeValidation, `"source" twice`},
		{"an old format", `{"worksheets":[]}`, args{"cell_index": 0, "new_source": "x"}, tools.CodeFailed, "only notebooks of format 4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := notebookKit(t, tt.content)
			tt.in["file_path"] = "n.ipynb"
			k.refused("NotebookEdit", tt.in, tt.code, "notebook edit n.ipynb: ", tt.text)
			if got := k.content("n.ipynb"); got != tt.content {
				t.Errorf("a refused edit changed the file: %q", got)
			}
		})
	}
	k := newKit(t, map[string]string{"n.ipynb": nb})
	in := args{"file_path": "n.ipynb", "cell_index": 1, "new_source": "x"}
	k.refused("NotebookEdit", in, tools.CodeStale, "NotebookRead the file first")
	k.do("Read", args{"file_path": "n.ipynb"}) // is a read of the cells too
	k.put("n.ipynb", strings.Replace(nb, "x = 1", "x = 7", 1))
	k.refused("NotebookEdit", in, tools.CodeStale, "+    \"x = 7\\n\",\n", "The record is refreshed")
	call, err := k.prepare("NotebookEdit", in)
	if err != nil {
		t.Fatal(err)
	}
	k.put("n.ipynb", nb)
	if r := k.run(t.Context(), call); r.Err == nil || r.Err.Code != tools.CodeStale || k.content("n.ipynb") != nb {
		t.Errorf("%+v", r.Err)
	}
}

// The user sees the difference of the cell's source, and may change the source.
func TestNotebookEditPreviewAndAmend(t *testing.T) {
	k := notebookKit(t, nb)
	call, err := k.prepare("NotebookEdit", args{"file_path": "n.ipynb", "cell_index": 1, "new_source": "x = 2\nprint(x)"})
	if err != nil {
		t.Fatal(err)
	}
	view := call.Preview()
	d := view.Body.(tools.Diff)
	if view.Subject != "n.ipynb" || view.Summary != "+1 -1" || !d.Proposed || d.Path != "n.ipynb cell 1" {
		t.Errorf("%+v", view)
	}
	holds(t, d.Unified(), "-x = 1\n+x = 2\n print(x)\n")
	if a := call.(tools.Accessor).Accesses()[0]; a.Effect != tools.WritesFiles || a.Display != "n.ipynb" {
		t.Errorf("access %+v", a)
	}
	name, draft := call.(tools.Amender).Draft()
	if name != "cell.py" || string(draft) != "x = 2\nprint(x)" {
		t.Errorf("draft %s %q", name, draft)
	}
	amended, err := call.(tools.Amender).Amend(t.Context(), []byte("x = 3\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := k.run(t.Context(), amended)
	holds(t, r.Text, "The user changed your proposal", "-x = 1\n-print(x)\n", "+x = 3\n")
	if got, want := k.content("n.ipynb"), strings.Replace(nb, "\"x = 1\\n\",\n    \"print(x)\"", `"x = 3\n"`, 1); got != want {
		t.Error(cmp.Diff(want, got))
	}

	// A deletion that the user fills in keeps the cell; an insertion keeps its id.
	call, _ = k.prepare("NotebookEdit", args{"file_path": "n.ipynb", "cell_index": 0, "edit_mode": "delete"})
	if amended, err = call.(tools.Amender).Amend(t.Context(), []byte("kept")); err != nil {
		t.Fatal(err)
	}
	k.run(t.Context(), amended)
	holds(t, k.content("n.ipynb"), "\"id\": \"aaaa1111\"", "    \"kept\"\n")
}

func TestNotebookRead(t *testing.T) {
	k := newKit(t, map[string]string{"n.ipynb": nb, "broken.ipynb": "{"})
	r := k.do("NotebookRead", args{"notebook_path": "n.ipynb"})
	holds(t, r.Text, "[cell 0 markdown aaaa1111]\n2\t# Títle\n3\ttext!\n", "[cell 1 code bbbb2222]\n", "[output]\n", "\t<b>1</b>\n")
	got, err := json.Marshal(r.Data)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, string(got), `{"cells":[{"id":"aaaa1111","type":"markdown","source":"# Títle\ntext!"},{"id":"bbbb2222","type":"code","source":"x = 1\nprint(x)","outputs":[{"name":"stdout",`,
		`"execution_count":3}],"metadata":{"a":1.0e3}}`)
	k.refused("NotebookRead", args{"file_path": "broken.ipynb"}, tools.CodeFailed, "broken.ipynb is no notebook")
	k.refused("Edit", args{"file_path": "n.ipynb", "old_string": "x = 1", "new_string": "x"}, tools.CodeStale, "Read the file first with encoding utf-8")
}

// FuzzNotebook: a planned edit of any notebook gives JSON with the source that was asked for in that
// cell, and every other cell as it was.
func FuzzNotebook(f *testing.F) {
	for _, s := range []string{nb, `{"cells":[]}`, `{"cells":[{"source":["a",1]},{"source":null}]}`, "\ufeff" + nb, `{"a":{"cells":1},"cells" : [ {"source" : "x" } , {} ]}`} {
		f.Add(s, 1, "insert", "code", "x\ny")
		f.Add(s, 0, "replace", "markdown", "é\u2028\x00")
		f.Add(s, 0, "delete", "", "")
	}
	f.Fuzz(func(t *testing.T, raw string, index int, mode, kind, source string) {
		n, err := parseNotebook([]byte(raw))
		if err != nil || !slices.Contains([]string{"replace", "insert", "delete"}, mode) || !utf8.ValidString(source) || !utf8.ValidString(kind) {
			return
		}
		in := notebookEditArgs{CellIndex: &index, EditMode: mode, CellType: kind, NewSource: &source}
		c, err := n.plan(in)
		if err != nil {
			return
		}
		after, err := parseNotebook([]byte(raw[:c.start] + c.text + raw[c.end:]))
		if err != nil {
			t.Fatalf("%v: %q", err, raw[:c.start]+c.text+raw[c.end:])
		}
		want := cellTexts(n)
		switch mode {
		case "delete":
			want = slices.Delete(want, index, index+1)
		case "insert":
			want = slices.Insert(want, index, "")
		}
		got := cellTexts(after)
		if mode != "delete" {
			cell, err := after.cell(index)
			if err != nil || cell.was != plainEnds(source) {
				t.Fatalf("cell %d is %+v, want the source %q (%v)", index, cell, plainEnds(source), err)
			}
			got[index], want[index] = "", ""
		}
		if !slices.Equal(got, want) {
			t.Fatalf("cells %q, want %q", got, want)
		}
	})
}

func cellTexts(n *notebookText) []string {
	var out []string
	for _, c := range n.cells {
		out = append(out, string(n.text(c)))
	}
	return out
}
