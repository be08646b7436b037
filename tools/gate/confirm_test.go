package gate

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"beestown/tools"
)

func TestConfirm(t *testing.T) {
	ask := tools.Decision{Verdict: tools.Ask, By: "default", Reason: "no rule allows Edit", Offer: []string{"Edit(src/**)"}}
	allow := tools.Decision{Verdict: tools.Allow, By: "mode", Reason: "mode edits"}
	deny := tools.Decision{Verdict: tools.Deny, By: "mode", Reason: "plan mode"}
	tests := []struct {
		name       string
		decisions  []tools.Decision // the first is the one that was made before
		answers    []tools.Answer
		code       tools.Code
		text       string // in what the model reads
		remembered []string
		final      tools.Verdict
		drafts     []string // what each question showed
	}{
		{name: "allowed", decisions: []tools.Decision{allow}, text: "done mine", final: tools.Allow},
		{name: "yes", decisions: []tools.Decision{ask}, answers: []tools.Answer{{Allow: true}}, text: "done mine", final: tools.Allow, drafts: []string{"mine"}},
		{name: "yes and remember", decisions: []tools.Decision{ask}, answers: []tools.Answer{{Allow: true, Remember: true}}, text: "done mine",
			remembered: []string{"Edit(src/**)"}, final: tools.Allow, drafts: []string{"mine"}},
		{name: "no", decisions: []tools.Decision{ask}, answers: []tools.Answer{{}}, code: tools.CodeCancelled, text: "The user refused", final: tools.Deny, drafts: []string{"mine"}},
		{name: "no, with words", decisions: []tools.Decision{ask}, answers: []tools.Answer{{Feedback: "use tabs,\nplease"}}, code: tools.CodeCancelled,
			text: "They say:\nuse tabs,\nplease", final: tools.Deny, drafts: []string{"mine"}},
		{name: "nobody there", decisions: []tools.Decision{ask}, answers: []tools.Answer{{By: "no-tty"}}, code: tools.CodeCancelled,
			text: "denied Edit main.go: no terminal to ask. Allow with --allow 'Edit(src/**)' or --mode edits.", final: tools.Deny, drafts: []string{"mine"}},
		{name: "front end gone", decisions: []tools.Decision{ask}, answers: []tools.Answer{{By: "ui gone"}}, code: tools.CodeCancelled, text: "ui gone", final: tools.Deny, drafts: []string{"mine"}},
		{name: "edited, then yes", decisions: []tools.Decision{ask, ask}, answers: []tools.Answer{{Edited: []byte("theirs")}, {Allow: true}},
			text: "done theirs", final: tools.Allow, drafts: []string{"mine", "theirs"}},
		{name: "edited is asked even when allowed", decisions: []tools.Decision{ask, allow}, answers: []tools.Answer{{Edited: []byte("theirs")}, {}},
			code: tools.CodeCancelled, text: "refused", final: tools.Deny, drafts: []string{"mine", "theirs"}},
		{name: "edited into what is denied", decisions: []tools.Decision{ask, deny}, answers: []tools.Answer{{Edited: []byte("theirs")}},
			code: tools.CodePermission, text: "plan mode", final: tools.Deny, drafts: []string{"mine"}},
		{name: "an edit that cannot be used", decisions: []tools.Decision{ask}, answers: []tools.Answer{{Edited: []byte("bad")}, {Allow: true}},
			text: "done mine", final: tools.Allow, drafts: []string{"mine", "mine"}},
		{name: "mode changed: allowed now", decisions: []tools.Decision{ask, allow}, answers: []tools.Answer{{Again: true}}, text: "done mine", final: tools.Allow, drafts: []string{"mine"}},
		{name: "mode changed: denied now", decisions: []tools.Decision{ask, deny}, answers: []tools.Answer{{Again: true}}, code: tools.CodePermission,
			text: "plan mode", final: tools.Deny, drafts: []string{"mine"}},
		{name: "mode changed: asked again", decisions: []tools.Decision{ask, ask}, answers: []tools.Answer{{Again: true}, {Allow: true}}, text: "done mine", final: tools.Allow,
			drafts: []string{"mine", "mine"}},
	}
	for _, tt := range tests {
		d := &fakeDecider{decisions: tt.decisions, asked: 1}
		port := &fakePort{answers: tt.answers}
		req := &tools.Request{ID: "t1", Name: "Edit", Tool: &fakeTool{spec: spec("Edit", tools.WritesFiles)}, Call: writing{&fakeCall{draft: "mine"}}, Decision: tt.decisions[0]}
		r, err := confirm(d)(runCall)(tools.WithPort(t.Context(), port, "t1"), req)
		if err != nil {
			t.Fatal(err)
		}
		wantError(t, tt.name, r, tt.code, tt.text)
		if !contains(r.ModelText(), tt.text) || req.Decision.Verdict != tt.final {
			t.Errorf("%s: %v %q, want %v %q", tt.name, req.Decision.Verdict, r.ModelText(), tt.final, tt.text)
		}
		var drafts []string
		for _, a := range port.asked {
			drafts = append(drafts, string(a.Draft))
		}
		if !cmp.Equal(drafts, tt.drafts) || !cmp.Equal(d.remembered, tt.remembered) || len(port.answers) > 0 {
			t.Errorf("%s: questions %q, remembered %q, %d answers left", tt.name, drafts, d.remembered, len(port.answers))
		}
	}
}

// writing is a call that writes inside the workspace.
type writing struct{ *fakeCall }

func (writing) Accesses() []tools.Access {
	return []tools.Access{{Effect: tools.WritesFiles, Path: "/w/main.go"}}
}

func (w writing) Amend(ctx context.Context, edited []byte) (tools.Call, error) {
	return w.fakeCall.Amend(ctx, edited)
}

func TestConfirmWithoutAnybody(t *testing.T) {
	req := &tools.Request{Name: "Bash", Tool: &fakeTool{spec: spec("Bash", tools.Executes)}, Call: &fakeCall{}, Decision: tools.Decision{Verdict: tools.Ask, Reason: "no rule"}}
	wantError(t, "no port", through(t, confirm(always(tools.Ask)), req, runCall), tools.CodeCancelled, "No rule is offered for it")

	interrupted := &fakePort{err: context.Canceled}
	req.Decision.Verdict = tools.Ask
	_, err := confirm(always(tools.Ask))(runCall)(tools.WithPort(t.Context(), interrupted, "t"), req)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted question: %v, want the context's error", err)
	}
}
