package builtin

import (
	"context"
	"strings"

	"beestown/tools"
)

type planArgs struct {
	Plan string `json:"plan" jsonschema:"Markdown: what you will change where, risks, and how you will check it"`
}

// PlanData is the Data of a propose_plan.
type PlanData struct {
	Approved bool   `json:"approved"`
	Plan     string `json:"plan"`
	Feedback string `json:"feedback,omitempty"`
}

// ProposePlan makes the tool that ends plan mode: the user approves the plan, edits it or sends it
// back.
func ProposePlan() tools.Tool {
	return tools.DefinePlanned(tools.Spec{
		Name: "propose_plan", Category: tools.CategoryCommunication, Group: tools.GroupControl, Effect: tools.Interacts,
		Description: "In plan mode, when you know what to do: show the plan. The user approves it, changes it, or says what to plan differently.",
	}, func(_ context.Context, in planArgs) (tools.Call, error) {
		if strings.TrimSpace(in.Plan) == "" {
			return nil, tools.Errorf(tools.CodeValidation, "propose_plan: the plan is empty")
		}
		return &planCall{in}, nil
	})
}

type planCall struct{ in planArgs }

// Unhurried tells that the call waits for a person.
func (c *planCall) Unhurried() {}

func (c *planCall) Preview() tools.View {
	return tools.View{Subject: planTitle(c.in.Plan), Body: tools.Markdown{Text: c.in.Plan}}
}

func (c *planCall) Run(ctx context.Context) (tools.Result, error) {
	port, ok := tools.PortOf(ctx)
	if !ok {
		return tools.Result{}, tools.Errorf(tools.CodeNoUser, "propose_plan: nobody can be asked; answer with the plan instead")
	}
	reply, err := port.ProposePlan(ctx, c.in.Plan)
	if err != nil {
		return tools.Result{}, err
	}
	data := PlanData{Approved: reply.Approved, Plan: c.in.Plan, Feedback: reply.Feedback}
	view := tools.View{Subject: planTitle(c.in.Plan), Body: tools.Markdown{Text: c.in.Plan}}
	if !reply.Approved {
		view.Summary = "sent back"
		text := "The user did not approve the plan."
		if reply.Feedback != "" {
			text += " They said: " + reply.Feedback
		}
		return tools.Result{Text: text, Data: data, View: view}, nil
	}
	view.Summary = "approved"
	text := "The user approved the plan. Plan mode is over: carry it out, and keep a todo list."
	if reply.Plan != "" && reply.Plan != c.in.Plan {
		data.Plan = reply.Plan
		view.Body = tools.Markdown{Text: reply.Plan}
		text += " They changed it; this is the plan now:\n" + reply.Plan
	}
	return tools.Result{Text: text, Data: data, View: view}, nil
}

// planTitle is the plan's first line without Markdown marks.
func planTitle(plan string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(plan), "\n")
	return strings.TrimSpace(strings.TrimLeft(line, "#*- "))
}
