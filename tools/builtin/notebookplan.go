package builtin

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// cellPlan is what an edit does to the text: the bytes from start to end become text.
type cellPlan struct {
	n           *notebookText
	start, end  int
	text        string
	index       int
	id, kind    string
	was, source string
}

func (n *notebookText) plan(in notebookEditArgs) (*cellPlan, error) {
	id := make([]byte, 4)
	rand.Read(id) // never fails
	return n.planWithID(in, hex.EncodeToString(id))
}

// planWithID works out what an edit does; id is for an inserted cell.
func (n *notebookText) planWithID(in notebookEditArgs, id string) (*cellPlan, error) {
	if in.NewSource == nil && in.EditMode != "delete" {
		return nil, fmt.Errorf("%s needs new_source", in.EditMode)
	}
	index, err := n.find(in)
	if err != nil {
		return nil, err
	}
	if in.EditMode == "insert" {
		return n.insert(in, index, id), nil
	}
	c, err := n.cell(index)
	if err != nil {
		return nil, err
	}
	c.n, c.index = n, index
	if in.EditMode == "delete" {
		n.remove(c, n.cells, n.array)
		return c, nil
	}
	return c, n.replace(c, in)
}

// find returns the index of the cell that is meant; for insert, the index that the new cell gets.
func (n *notebookText) find(in notebookEditArgs) (int, error) {
	insert := in.EditMode == "insert"
	count := len(n.cells)
	if insert {
		count++
	}
	switch {
	case in.CellID != "" && in.CellIndex != nil:
		return 0, fmt.Errorf("give cell_id or cell_index, not both")
	case in.CellIndex != nil:
		if *in.CellIndex < 0 || *in.CellIndex >= count {
			return 0, fmt.Errorf("there is no cell_index %d; the notebook has %d cells, from 0", *in.CellIndex, len(n.cells))
		}
		return *in.CellIndex, nil
	case in.CellID == "" && insert:
		return 0, nil
	case in.CellID == "":
		return 0, fmt.Errorf("%s needs cell_id or cell_index", in.EditMode)
	}
	found := -1
	var ids []string
	for i := range n.cells {
		c, err := n.cell(i)
		if err != nil {
			return 0, err
		}
		if c.id == in.CellID && found >= 0 {
			return 0, fmt.Errorf("cells %d and %d have the id %q; give cell_index", found, i, c.id)
		}
		if c.id == in.CellID {
			found = i
		}
		ids = append(ids, c.id)
	}
	if found < 0 {
		return 0, fmt.Errorf("there is no cell %q; the ids are %s", in.CellID, clipList(ids, 30))
	}
	if insert {
		found++
	}
	return found, nil
}

// clipList names at most n things.
func clipList(names []string, n int) string {
	if len(names) <= n {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:n], ", ") + fmt.Sprintf(" and %d more", len(names)-n)
}

// cell reads what an edit has to know of a cell.
func (n *notebookText) cell(index int) (*cellPlan, error) {
	var c struct {
		ID     string          `json:"id"`
		Type   string          `json:"cell_type"`
		Source json.RawMessage `json:"source"`
	}
	if err := json.Unmarshal(n.text(n.cells[index]), &c); err != nil {
		return nil, fmt.Errorf("cell %d is not as nbformat wants it: %w", index, err)
	}
	return &cellPlan{id: c.ID, kind: c.Type, was: joined(c.Source)}, nil
}

// remove plans to take one of some values out, with the comma that it does not need any more.
func (n *notebookText) remove(c *cellPlan, among []jsonValue, in jsonValue) {
	v := among[c.index]
	switch {
	case len(among) == 1:
		c.start, c.end = in.start+1, in.end-1
	case c.index < len(among)-1:
		c.start, c.end = v.start, among[c.index+1].start
	default:
		c.start, c.end = among[c.index-1].end, v.end
	}
}

// insert plans a new cell.
func (n *notebookText) insert(in notebookEditArgs, index int, id string) *cellPlan {
	if n.minor < 5 {
		id = ""
	}
	c := &cellPlan{n: n, index: index, id: id, kind: in.CellType, source: plainEnds(*in.NewSource)}
	if c.kind == "" {
		c.kind = "code"
	}
	cell, l := n.newCell(c), n.layout
	between := l.comma(depthCell)
	if len(n.cells) > 1 {
		between = string(n.raw[n.cells[0].end:n.cells[1].start])
	}
	switch {
	case len(n.cells) == 0:
		c.start, c.end = n.array.start+1, n.array.end-1
		c.text = l.brk(depthCell) + cell + l.brk(depthCells)
	case index == len(n.cells):
		c.start = n.cells[index-1].end
		c.end, c.text = c.start, between+cell
	default:
		c.start = n.cells[index].start
		c.end, c.text = c.start, cell+between
	}
	return c
}

// newCell writes a cell with the members that nbformat wants, in the order in which Jupyter has them.
func (n *notebookText) newCell(c *cellPlan) string {
	l := n.layout
	source, _ := n.sourceValue(c.source, nil) // only an old value can be wrong
	members := []string{`"cell_type"` + l.colon + l.quote(c.kind)}
	if c.kind == "code" {
		members = append(members, `"execution_count"`+l.colon+"null")
	}
	if c.id != "" {
		members = append(members, `"id"`+l.colon+l.quote(c.id))
	}
	members = append(members, `"metadata"`+l.colon+"{}")
	if c.kind == "code" {
		members = append(members, `"outputs"`+l.colon+"[]")
	}
	members = append(members, `"source"`+l.colon+source)
	return "{" + l.brk(depthMember) + strings.Join(members, l.comma(depthMember)) + l.brk(depthCell) + "}"
}

// replace plans a new source, and if the type changes, a cell of that type with the same id and metadata.
func (n *notebookText) replace(c *cellPlan, in notebookEditArgs) error {
	cell := n.cells[c.index]
	members, err := n.children(cell, '{')
	if err != nil {
		return err
	}
	source, ok := member(members, "source")
	if !ok {
		return fmt.Errorf("cell %d has no source", c.index)
	}
	c.source = plainEnds(*in.NewSource)
	kind := in.CellType
	if kind == "" || kind == c.kind {
		if c.source == c.was {
			return fmt.Errorf("cell %d has this source already; nothing to do", c.index)
		}
		c.start, c.end = source.start, source.end
		c.text, err = n.sourceValue(c.source, &source)
		return err
	}
	c.kind = kind
	value, err := n.sourceValue(c.source, &source)
	if err != nil {
		return err
	}
	c.start, c.end = cell.start, cell.end
	c.text = n.retyped(c, members, value)
	return nil
}

// retyped writes a cell again as one of another type: only code has outputs and a count.
func (n *notebookText) retyped(c *cellPlan, members []jsonValue, source string) string {
	l := n.layout
	values := map[string]string{"cell_type": l.quote(c.kind), "source": source}
	code := map[string]string{"execution_count": "null", "outputs": "[]"}
	names := []string{}
	for _, m := range members {
		if _, only := code[m.name]; only && c.kind != "code" {
			continue
		}
		names = append(names, m.name)
		if _, ok := values[m.name]; !ok {
			values[m.name] = string(n.text(m))
		}
	}
	for name, value := range code {
		if c.kind == "code" && !slices.Contains(names, name) {
			names = append(names, name)
			values[name] = value
		}
	}
	slices.Sort(names) // Jupyter sorts them
	var out []string
	for _, name := range names {
		out = append(out, l.quote(name)+l.colon+values[name])
	}
	return "{" + l.brk(depthMember) + strings.Join(out, l.comma(depthMember)) + l.brk(depthCell) + "}"
}

// plainEnds is a source with the line ends that notebooks have.
func plainEnds(source string) string {
	return strings.ReplaceAll(source, "\r\n", "\n")
}
