package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sample has every kind of field that an argument struct may have.
type sample struct {
	Name  string            `json:"name" jsonschema:"who"`
	Count int               `json:"count,omitempty" jsonschema:"how many" min:"1" max:"10" default:"3"`
	Ratio float64           `json:"ratio,omitempty" min:"0"`
	On    bool              `json:"on,omitempty"`
	Kind  string            `json:"kind,omitempty" enum:"a,b" default:"a"`
	List  []string          `json:"list,omitempty"`
	Text  *string           `json:"text,omitempty"`
	Parts []samplePart      `json:"parts,omitempty"`
	Env   map[string]string `json:"env,omitempty"`
	Lists map[string][]int  `json:"lists,omitempty"`
	Any   map[string]any    `json:"any,omitempty"`
	Point *samplePart       `json:"point,omitempty"`
}

type samplePart struct {
	ID    int    `json:"id" min:"0"`
	State string `json:"state,omitempty" enum:"open,done"`
}

func TestSchemaGolden(t *testing.T) {
	encoded, err := Encode(schemaFor[sample]())
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, encoded, "", "  "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	file := filepath.Join("testdata", "schema.json")
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
	again, err := Encode(schemaFor[sample]())
	if err != nil || !bytes.Equal(encoded, again) {
		t.Errorf("a second schema differs: %s, %v", again, err)
	}
}

func TestDefine(t *testing.T) {
	spec := Spec{Name: "x", Description: "x", Group: GroupControl, Effect: ReadOnly, Adapt: Rename("label", "name")}
	plain := Define(spec, func(_ context.Context, in sample) (samplePart, error) {
		return samplePart{ID: in.Count, State: in.Name}, nil
	})
	call, err := plain.Prepare(t.Context(), json.RawMessage(`{"label":"n","count":"5"}`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := call.Run(t.Context())
	if err != nil || got.Text != `{"id":5,"state":"n"}` || got.Data != (samplePart{5, "n"}) {
		t.Errorf("got %+v, %v", got, err)
	}
	whole := Define(spec, func(context.Context, sample) (Result, error) { return Result{Text: "as it is"}, nil })
	if call, err = whole.Prepare(t.Context(), json.RawMessage(`{"name":"n"}`)); err != nil {
		t.Fatal(err)
	}
	if got, err := call.Run(t.Context()); err != nil || got.Text != "as it is" || got.Data != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := plain.Prepare(t.Context(), json.RawMessage(`{"name":"n","count":99999999999999999999}`)); err == nil {
		t.Error("a number that fits no int was accepted")
	}
}

// Subject implements Subjecter.
func (samplePart) Subject() string { return "part" }

func TestPreviewNamesTheSubject(t *testing.T) {
	tool := Define(Spec{Name: "x"}, func(context.Context, samplePart) (Result, error) { return Result{}, nil })
	call, err := tool.Prepare(t.Context(), json.RawMessage(`{"id":1}`))
	if err != nil || call.Preview().Subject != "part" {
		t.Errorf("%v, %v", call, err)
	}
}

type partlyTold struct {
	First  string `json:"first,omitempty" told:"no"`
	Second string `json:"second,omitempty"`
	Third  string `json:"third,omitempty" told:"no"`
}

func TestEncodeLeavesOutWhatIsNotTold(t *testing.T) {
	s := schemaFor[partlyTold]()
	const want = `{"type":"object","properties":{"second":{"type":"string"}}}`
	for range 2 { // the schema itself stays whole
		got, err := Encode(s)
		if err != nil || string(got) != want {
			t.Errorf("%s, %v", got, err)
		}
	}
	if _, err := CheckArgs([]byte(`{"first":"a","third":"b"}`), s, nil); err != nil {
		t.Error(err)
	}
}
