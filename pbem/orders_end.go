package pbem

import (
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// endedSection tells a player which of their orders are over, of those they
// have not been told yet.
func (d *draft) endedSection(t *table.Table, id string) []sheet.Section {
	seat := t.Seat(id)
	if len(seat.Ended) == 0 {
		return nil
	}
	from, _, err := d.untold(t, id, *seat)
	if err != nil {
		d.log.Error("game.told-unreadable", "game", t.ID, "player", id, "error", err)
	}
	out := sheet.Section{Head: "STANDING ORDERS THAT ARE OVER"}
	for _, e := range seat.Since(from) {
		out.Lines = append(out.Lines, "  "+e.Text)
	}
	if len(out.Lines) == 0 {
		return nil
	}
	return []sheet.Section{out}
}
