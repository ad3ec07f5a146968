package hosting

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

const (
	erasedGames = 200 // records that are looked at before it is stored how far it is
	erasedMails = 500
)

// games takes them out of a page of games.
func (x *erasing) games() error {
	if err := x.notes(); err != nil {
		return err
	}
	page := []store.Game{}
	var err error
	if x.e.Game != "" {
		var g store.Game
		g, err = x.s.Store.Game(x.e.Game)
		page = append(page, g)
	} else {
		page, err = x.s.Store.Records("", x.e.After, erasedGames)
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	for _, g := range page {
		var r table.Record
		if json.Unmarshal(g.Record, &r) != nil || !x.concerns(g.ID, r) {
			continue
		}
		if err := x.game(g.ID); err != nil {
			return err
		}
	}
	if x.e.After = ""; len(page) == erasedGames {
		x.e.After = page[len(page)-1].ID
		return nil
	}
	x.e.Step = stepPerson
	return nil
}

// notes finds the seats under which they wrote in their diary, also those that are somebody else's by now.
func (x *erasing) notes() error {
	if x.e.Member == "" || x.e.After != "" {
		return nil
	}
	all, err := desk.Diaries.All(x.s.Store, "")
	for _, r := range all {
		if r.Found() && r.Value.By == x.e.Member {
			x.seat(r.Key.Game, r.Key.Player)
			x.name(r.Value.Name)
		}
	}
	return err
}

func (x *erasing) seat(game, player string) {
	if x.e.Seats == nil {
		x.e.Seats = map[string]string{}
	}
	x.e.Seats[game] = player
}

func (x *erasing) name(names ...string) {
	for _, n := range names {
		if n != "" && !slices.Contains(x.e.Names, n) {
			x.e.Names = append(x.e.Names, n)
		}
	}
}

// concerns reports whether a game has a seat of theirs, or is a sandbox that was copied from such a game.
func (x *erasing) concerns(id string, r table.Record) bool {
	_, known := x.e.Seats[id]
	_, copied := "", false
	if r.Sandbox != nil {
		_, copied = x.e.Seats[r.Sandbox.Of]
	}
	return known || copied || slices.ContainsFunc(slices.Concat(r.Seats, r.Guests), func(s table.Seat) bool { return x.owns(s.Address) })
}

func (x *erasing) owns(address string) bool {
	return address != "" && slices.ContainsFunc(x.e.Addresses, func(a string) bool { return strings.EqualFold(a, address) })
}

// game takes them out of one game. One that cannot be read is passed over.
func (x *erasing) game(id string) error {
	var back bool
	var unread error
	err := x.s.Unit([]string{"game " + id}, func(d *desk.Draft) error {
		back, unread = false, nil
		g, stored, err := x.s.Store.Load(id, 0)
		switch {
		case errors.Is(err, store.ErrAway):
			back = true
			unread, err = x.bringBack(d, g)
		case errors.Is(err, store.ErrNotFound):
			err = nil
		case errors.Is(err, store.ErrDamaged):
			unread, err = err, nil
		case err == nil:
			unread, err = x.without(d, g, stored)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case unread != nil:
		x.s.Log.Error("game.unreadable", "game", id, "error", unread)
		return nil
	case back:
		return x.game(id)
	case slices.Contains(x.e.Away, id):
		return nil
	}
	if err := os.Remove(x.s.Keeper.Kept(id)); err != nil && !errors.Is(err, fs.ErrNotExist) { // it was put away once
		return err
	}
	return nil
}

// bringBack brings back a game that was put away, and notes that it is to be put away again.
func (x *erasing) bringBack(d *desk.Draft, g store.Game) (unread, err error) {
	kept, _, bad := desk.KeptGame(x.s.Store, x.s.Keeper, g.ID)
	if bad != nil {
		_, err := x.s.Store.Game(g.ID) // whether the store can be reached
		return bad, err
	}
	if err := New(d).bringBack(g, kept); err != nil {
		return nil, err
	}
	if !slices.Contains(x.e.Away, g.ID) {
		x.e.Away = append(x.e.Away, g.ID)
	}
	marks := store.Marks{}
	if err := x.noted(d, marks); err != nil {
		return nil, err
	}
	return nil, d.DB.Add(store.Commit{Marks: marks})
}

// without commits a game without them.
func (x *erasing) without(d *desk.Draft, g store.Game, stored []store.Event) (unread, err error) {
	before, bad := table.Load(loaded{g, stored}, g.ID)
	if bad != nil {
		return bad, nil
	}
	if before.IsSandbox() && x.owns(before.Record.Seats[0].Address) {
		return nil, d.Take(store.Commit{Changes: []store.Change{{Game: g.ID, Expect: g.Version, Gone: true}}})
	}
	log, bad := table.LogOf(stored)
	if bad != nil {
		return bad, nil
	}
	c := store.Commit{Marks: store.Marks{}}
	x.clearNotes(d, c.Marks, g.ID)
	gone := x.formers(g.ID, before.Record, log)
	if err := x.noted(d, c.Marks); err != nil {
		return nil, err
	}
	if len(gone) == 0 {
		return nil, d.Take(c)
	}
	reworded, err := table.Reworded(before.Record, stored, log, gone...)
	if err != nil {
		return nil, err
	}
	next, err := reopened(g, before.Record, stored, log, reworded, gone)
	if err != nil {
		return nil, err
	}
	toldAll(d, before, next)
	if err := timing.Record(d, &c, before, next); err != nil {
		return nil, err
	}
	c.Changes[0].Reworded = reworded
	d.Later(func() error { x.pages(next); return nil })
	return nil, d.Take(c, desk.Change{Before: before, Next: next})
}

// toldAll has those who know how a game has ended know it still: nobody gets a mail about it for a line behind the end. Whether
// the mail that told them the end has arrived is known by that mail, as before.
func toldAll(d *desk.Draft, before, next *table.Table) {
	if next.Game.State().Result == nil {
		return
	}
	for _, id := range next.Everybody() {
		if seat := next.Seat(id); seat.Told == len(before.Log) {
			last := seat.LastMail(d.Office.ID(notices.MoveMail, next.ID, seat.Told, id))
			seat.Told = len(next.Log)
			seat.Again = table.Again{Mail: last, At: seat.Told}
		}
	}
}

// pages has the pages of a game in the archive made anew, if there are any.
func (x *erasing) pages(t *table.Table) {
	if _, err := os.Stat(x.s.Keeper.Dir(t.ID)); err == nil {
		x.s.Keeper.Add(t, true)
	}
}

// formers returns who they are in a game, and adds the names to those that are known.
func (x *erasing) formers(id string, r table.Record, log []engine.Event) []table.Former {
	gone := table.FormerAt(r, log, x.e.Member, x.e.Addresses)
	for _, f := range gone {
		x.name(f.Names...)
		switch {
		case f.Player == "" && !slices.Contains(x.e.Watched, id):
			x.e.Watched = append(x.e.Watched, id)
		case f.Player != "" && r.Sandbox == nil:
			x.seat(id, f.Player)
		}
	}
	if len(gone) > 0 {
		return gone
	}
	player := x.e.Seats[id]
	if r.Sandbox != nil {
		player = x.e.Seats[r.Sandbox.Of]
	}
	for _, name := range x.e.Names { // they had a seat here, or this is a copy of a game in which they had
		if table.HadName(r, log, player, name) {
			gone = append(gone, table.FormerlyAt(r, log, x.e.Member, player, name))
		}
	}
	return gone
}

// reopened returns a table as it is without them, with a line in its log that says so.
func reopened(g store.Game, r table.Record, stored []store.Event, log []engine.Event, reworded map[int]json.RawMessage, gone []table.Former) (*table.Table, error) {
	record, err := json.Marshal(r.Forgotten(log, gone...))
	if err != nil {
		return nil, err
	}
	other := slices.Clone(stored)
	for i := range other {
		if raw, ok := reworded[other[i].N]; ok {
			other[i].Data = raw
		}
	}
	g.Record = record
	next, err := table.Load(loaded{g, other}, g.ID)
	if err != nil || r.Sandbox != nil {
		return next, err
	}
	var names []string
	for _, f := range gone {
		if f.Player != "" && !slices.Contains(names, f.As) {
			names = append(names, f.As)
		}
	}
	if len(names) == 0 {
		return next, nil
	}
	return next.Said("", sheet.Notice, "The host has deleted who "+table.List(names)+" was."), nil
}

// loaded is a store with one game, as it was read.
type loaded struct {
	game   store.Game
	events []store.Event
}

func (l loaded) Load(string, int) (store.Game, []store.Event, error) { return l.game, l.events, nil }

// clearNotes deletes their diary of a game.
func (x *erasing) clearNotes(d *desk.Draft, marks store.Marks, game string) {
	notes, err := desk.Diaries.All(d.DB, game+"/")
	if err != nil {
		x.s.Log.Error("game.unreadable", "game", game, "error", err)
	}
	for _, r := range notes {
		if x.e.Member != "" && r.Value.By == x.e.Member {
			desk.Diaries.Drop(marks, r)
		}
	}
}
