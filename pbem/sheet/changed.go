package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine/step"
	"pbem/titles/title"
)

// changes tells what is different on the table from the position that the reader had as a whole.
func (v *view) changes(d *doc) {
	if v.Was == nil {
		return
	}
	was := v.Title.Position(v.Was)
	t := &table{Columns: []column{{}, {Wrap: true}}}
	for _, f := range []Fact{
		{"Phase", changed(was.Phase, v.pos.Phase)},
		{"Tiles", v.newTiles()},
		{"Stations", v.newStations(was)},
		{"Marks", v.newMarks(was)},
		{"Prices", v.newPrices(was)},
		{capital(v.officer()) + "s", v.newPresidents(was)},
		{"Trains", newTrains(was, v.pos)},
		{"Privates", v.newOwners(was)},
	} {
		if f.Text != "" {
			t.add(strong(f.Name+" "), plain(f.Text))
		}
	}
	if len(t.Rows) == 0 {
		return
	}
	head := "Changed on the table"
	if v.Kind == Preview {
		head = "What would change"
	}
	d.head(head, fmt.Sprintf("since position %d, which you have in full", v.WasAt))
	d.add(block{Table: t})
}

// changed writes what something was and is, "" if it is the same.
func changed(was, is string) string {
	if was == is {
		return ""
	}
	return was + " > " + is
}

// newTiles names the hexes whose tile has changed, with the tile.
func (v *view) newTiles() string {
	var out []string
	for i := range v.board.Hexes {
		at := v.board.Hexes[i].At
		is, ok := v.State.Tile(at)
		was, had := v.Was.Tile(at)
		switch {
		case ok && is != was:
			out = append(out, tied(is.Tile+" on "+at))
		case !ok && had:
			out = append(out, tied("nothing on "+at))
		}
	}
	return strings.Join(out, ", ")
}

// newStations names the stations that were placed or removed.
func (v *view) newStations(was title.Position) string {
	var out []string
	for _, c := range v.pos.Companies {
		old := stationsOf(was, c.Sym)
		for _, at := range stationHexes(c.Stations) {
			if !slices.Contains(old, at) {
				out = append(out, tied(c.Sym+" in "+at))
			}
		}
		for _, at := range old {
			if !slices.Contains(stationHexes(c.Stations), at) {
				out = append(out, tied(c.Sym+" no more in "+at))
			}
		}
	}
	return strings.Join(out, ", ")
}

func stationsOf(p title.Position, sym string) []string {
	if c := p.Company(sym); c != nil {
		return stationHexes(c.Stations)
	}
	return nil
}

// newMarks names the hexes whose marks have changed.
func (v *view) newMarks(was title.Position) string {
	var out []string
	for i := range v.board.Hexes {
		at := v.board.Hexes[i].At
		old, now := strings.Join(was.MarksAt(at), " "), strings.Join(v.pos.MarksAt(at), " ")
		switch {
		case old == now:
		case now == "":
			out = append(out, "no "+old+" on "+at)
		default:
			out = append(out, now+" on "+at)
		}
	}
	return strings.Join(out, ", ")
}

// newPrices tells how prices have moved, and which companies have come and gone.
func (v *view) newPrices(was title.Position) string {
	var out []string
	for _, c := range v.pos.Companies {
		old := was.Company(c.Sym)
		switch {
		case old == nil:
			out = append(out, tied(strings.TrimSpace(c.Sym+" new "+v.priced(c.Price, ""))))
		case old.Price != c.Price:
			out = append(out, tied(c.Sym+" "+v.priced(old.Price, "no price")+" > "+v.priced(c.Price, "no price")))
		}
	}
	for _, c := range was.Companies {
		if v.pos.Company(c.Sym) == nil {
			out = append(out, tied(c.Sym+" closed"))
		}
	}
	return strings.Join(out, ", ")
}

// priced writes a price, or none where a company has no price yet or any more.
func (v *view) priced(price int, none string) string {
	if price == 0 {
		return none
	}
	return v.money(price)
}

// newPresidents tells which companies have another president.
func (v *view) newPresidents(was title.Position) string {
	name := func(id string) string {
		if id == "" {
			return "nobody"
		}
		return v.name(id)
	}
	var out []string
	for _, c := range v.pos.Companies {
		if old := was.Company(c.Sym); old != nil && old.President != c.President {
			out = append(out, tied(c.Sym+" "+name(old.President)+" > "+name(c.President)))
		}
	}
	return strings.Join(out, ", ")
}

// newTrains tells which trains have left the bank.
func newTrains(was, is title.Position) string {
	left := func(p title.Position, name string) int {
		if i := slices.IndexFunc(p.Supply, func(s title.Stock) bool { return s.Name == name }); i >= 0 {
			return p.Supply[i].Count
		}
		return 0
	}
	var out []string
	for _, st := range was.Supply {
		if n := st.Count - left(is, st.Name); st.Count > 0 && n > 0 {
			out = append(out, step.Plural(n, st.Name+"-train"))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return strings.Join(out, ", ") + " gone from the bank"
}

// newOwners tells which private companies have another owner or are gone.
func (v *view) newOwners(was title.Position) string {
	var out []string
	for _, p := range v.pos.Privates {
		i := slices.IndexFunc(was.Privates, func(old title.Private) bool { return old.Sym == p.Sym })
		if i < 0 {
			return ""
		}
		old := was.Privates[i]
		switch {
		case (p.Gone || p.Spent) && !(old.Gone || old.Spent):
			out = append(out, tied(p.Sym+" gone"))
		case old.Owner != p.Owner:
			out = append(out, tied(p.Sym+" "+v.owner(old)+" > "+v.owner(p)))
		}
	}
	return strings.Join(out, ", ")
}
