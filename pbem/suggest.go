package pbem

import (
	"slices"

	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// suggest adds to a mail what its reader could say in advance to save a wait: to
// who is to move among their choices, to who is asked with others or hears first
// of a new round below what has happened. From is what they were told before.
func (*draft) suggest(m *sheet.Mail, t *table.Table, id string, from int) {
	if m.Reader == "" || t.Record.Paused != nil || t.Game.Frozen() != nil || t.Game.State().Result != nil {
		return
	}
	scene, orders := t.Scene(id), t.Seat(id).Orders
	asked, together := slices.Contains(t.Actors(), id), scene.AskedAtOnce()
	if !asked && !together && !begins(t, from) {
		return
	}
	var list []sheet.Saying
	for _, one := range scene.Suggestions(orders) {
		list = append(list, sheet.Saying{Line: one.Line, Gloss: one.Gloss})
	}
	switch {
	case asked:
		m.Ahead = list
	case together && !answered(t, id):
		m.Extra = append(m.Extra, sheet.Section{Head: "You are asked with the others", Say: list,
			Lines: []string{"  You may answer before it is your turn. The game does not wait for you yet."}})
	case len(list) > 0:
		m.Extra = append(m.Extra, sheet.Section{Head: "You can plan now", Say: list})
	}
}

// answered reports whether a player has said something for the step that asks.
func answered(t *table.Table, id string) bool {
	for _, p := range t.Seat(id).Orders {
		if p.Entered == t.Entered() && p.Entered > 0 {
			return true
		}
	}
	return false
}

// begins reports whether a round has begun since a number of events.
func begins(t *table.Table, from int) bool {
	if from <= 0 || from >= len(t.Log) {
		return false
	}
	return t.RoundAt(from) != t.RoundAt(len(t.Log))
}
