package tui

// Heights of the frame.
const (
	minWidth       = 20
	minHeight      = 5
	minTranscript  = 3
	tinyWidth      = 40 // below it, and below tinyHeight, a dialog has the screen alone
	tinyHeight     = 10
	maxEditor      = 8
	maxTodo        = 8
	frameRows      = 3 // two rules and the footer
	narrowWidth    = 60
	lowHeight      = 18 // below it the todo panel is one row and a dialog may have all rows
	dialogPerTenth = 8
)

// wanted is the size of the screen and the rows that its parts would like to have.
type wanted struct {
	width, height                      int
	todo, queue, status, popup, editor int
	dock                               int // 0 when no dialog is open
}

// heights is the rows that the parts get.
type heights struct {
	transcript, todo, queue, status, popup, editor, dock int
}

// divide gives out the rows of the screen. The transcript keeps three rows as long as
// there is something else to give up: todo, queue, popup, status, in this order.
func divide(w wanted) heights {
	if w.dock > 0 {
		h := heights{dock: min(w.dock, w.height-frameRows)}
		h.transcript = w.height - frameRows - h.dock
		if w.width < tinyWidth || w.height < tinyHeight {
			h.dock, h.transcript = w.height-frameRows, 0
		}
		return h
	}
	h := heights{todo: w.todo, queue: w.queue, status: w.status, popup: w.popup}
	h.editor = max(min(w.editor, maxEditor, w.height/3), 1)
	rest := func() int {
		return w.height - frameRows - h.editor - h.todo - h.queue - h.status - h.popup
	}
	for _, part := range []*int{&h.todo, &h.queue, &h.popup, &h.status} {
		over := minTranscript - rest()
		if over > 0 {
			*part = max(*part-over, 0)
		}
	}
	h.transcript = max(rest(), 0)
	return h
}

// dialogRows is the most rows that a dialog may take.
func dialogRows(width, height int, full bool) int {
	if full || width < tinyWidth || height < lowHeight {
		return max(height-frameRows, 1)
	}
	return max(height*dialogPerTenth/10-frameRows, 1)
}
