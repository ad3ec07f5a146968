package notices

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/account"
	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// recall fills in what a player who is asked something has seen of the game, so that the
// mail shows only what they need and what has changed. They have nothing in a new round,
// or if they want the whole position each time.
func recall(d *desk.Draft, t *table.Table, id string, m *sheet.Mail) {
	if !t.Plays(id) || !t.Waits(id) {
		return
	}
	m.Around, _ = desk.Around(t, *m)
	at := t.Seat(id).Has.Whole
	if m.Whole = account.Reader(d, t, id).Whole; m.Whole || at == 0 || at > len(t.Log) {
		return
	}
	was := engine.Fold(t.Log[:at])
	if t.Title.Round(was) == t.Title.Round(m.State) {
		m.Was, m.WasAt = was, at
	}
}

// moves reports whether a mail asks its reader for a move.
func moves(m sheet.Mail) bool {
	return m.Kind == sheet.Auto && slices.Contains(engine.Awaited(m.Pending), m.Reader)
}

// whole reports whether a mail shows the whole position.
func whole(m sheet.Mail) bool {
	return m.Kind == sheet.Status || m.State.Result != nil || moves(m) && (m.Was == nil || m.Whole || m.First)
}

// tellsEarnings reports whether a mail shows what was earned through the game: if its reader asked for the
// position, in the first mail of a round in which no company operates, and at the end.
func tellsEarnings(t *table.Table, m sheet.Mail) bool {
	return whole(m) && !m.First && (!moves(m) || m.Whole || !t.Title.Position(m.State).Operating)
}

// picture returns the map that a mail shows, or nil for none. A reader gets the whole map
// if they asked for it or for the position, with the first mail of a round that asks them
// for a move, and at the end of the game. With other moves they get the part near their
// companies. A picture that they have already is not sent with a move again.
func picture(d *desk.Draft, t *table.Table, to string, m *sheet.Mail) *desk.MapOf {
	if account.TextOnly(d, t, to) || m.Kind == sheet.Answer && !m.Board {
		return nil
	}
	out := &desk.MapOf{Game: t.ID, Title: t.Title, State: m.State, Runs: m.Runs}
	switch {
	case m.Then != nil: // a map of the past
		out.State = m.Then
		return out
	case len(m.Runs) > 0 && m.Kind == sheet.Preview:
		return out
	case m.Board || m.Kind == sheet.Status || m.State.Result != nil || moves(*m) && m.Whole:
		out.Near = d.Near(t, *m)
		return out
	case !moves(*m):
		return nil
	}
	has, of, all := t.Seat(to).Has, d.Maps.Drawing(t.Title, m.State), whole(*m)
	_, part := desk.Around(t, *m)
	switch {
	case all && has.Map != of:
		return out
	case part && has.Near != near(of, *m):
		m.Had = all
		out.Near, out.Part = d.Near(t, *m), true
		return out
	case !all && !part && len(m.Around) > 0 && has.Map != of: // all of a small map is readable on a phone
		return out
	}
	m.Had = all || len(m.Around) > 0
	return nil
}

// near tells apart the pictures of the part of a map near the companies that are moved for.
func near(of string, m sheet.Mail) string { return of + " " + strings.Join(desk.ActsFor(m), " ") }

// Shows notes in a seat what a mail to it shows.
func Shows(d *desk.Draft, t *table.Table, id string, m sheet.Mail, mail store.Mail) {
	seat := t.Seat(id)
	seat.Had = seat.Has
	if whole(m) {
		seat.Has.Whole = len(t.Log)
	}
	chart := d.Pages[mail.ID].Chart
	if chart == nil {
		return
	}
	of := d.Maps.Drawing(t.Title, m.State)
	if !chart.Part {
		seat.Has.Map = of
	}
	if len(chart.Near) > 0 {
		seat.Has.Near = near(of, m)
	}
}
