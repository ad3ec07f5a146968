package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/sheet"
	"pbem/store"
)

// A host can have somebody forgotten who leaves the group. In games they become "Former player 2": the log keeps its facts and
// its length, so it gives the same position, and only words change.

// A Former is somebody at a table who is being forgotten.
type Former struct {
	Addresses []string
	Member    string   // id, "" for none
	Player    string   // the seat that they have or had, "" for a guest
	Names     []string // what they were called at the table
	As        string   // what they are called from now on
}

// FormerAt returns somebody with one of the addresses, if they have a seat or watch: once for each seat.
func FormerAt(r Record, log []engine.Event, member string, addresses []string) (out []Former) {
	has := func(s Seat) bool {
		return slices.ContainsFunc(addresses, func(a string) bool { return a != "" && strings.EqualFold(a, s.Address) })
	}
	for i, s := range r.Seats {
		if id := engine.PlayerID(i); has(s) {
			out = append(out, Former{addresses, member, id, seatNames(log, id, s.Name), formerName(r, log, fmt.Sprintf("Former player %d", i+1))})
		}
	}
	for _, s := range r.Guests {
		if has(s) {
			out = append(out, Former{addresses, member, "", []string{s.Name}, "A former guest"})
		}
	}
	return out
}

// FormerlyAt returns somebody who had a seat under a name, and has not any more.
func FormerlyAt(r Record, log []engine.Event, member, player, name string) Former {
	n := slices.IndexFunc(r.Seats, func(s Seat) bool { return s.Name == name }) + 1
	for i := range r.Seats {
		if engine.PlayerID(i) == player {
			n = i + 1
		}
	}
	return Former{nil, member, player, seatNames(log, player, name), formerName(r, log, fmt.Sprintf("Former player %d", n))}
}

// HadName reports whether a seat has a name, or once had it.
func HadName(r Record, log []engine.Event, player, name string) bool {
	for i, s := range r.Seats {
		if engine.PlayerID(i) == player && s.Name == name {
			return true
		}
	}
	return slices.ContainsFunc(log, func(e engine.Event) bool {
		switch e := e.(type) {
		case engine.Started:
			n := slices.Index(e.Players, name)
			return n >= 0 && engine.PlayerID(n) == player
		case engine.Seated:
			return e.Player == player && e.Name == name
		}
		return false
	})
}

// formerName is a name that nobody has at the table, or ever had.
func formerName(r Record, log []engine.Event, name string) string {
	taken := allNames(r, log)
	free := name
	for n := 2; slices.ContainsFunc(taken, func(t string) bool { return strings.EqualFold(t, free) }); n++ {
		free = fmt.Sprintf("%s %d", name, n)
	}
	return free
}

// allNames are all names that people have at a table, or ever had.
func allNames(r Record, log []engine.Event) (out []string) {
	for _, s := range slices.Concat(r.Seats, r.Guests) {
		out = append(out, s.Name)
	}
	for _, e := range log {
		switch e := e.(type) {
		case engine.Started:
			out = append(out, e.Players...)
		case engine.Seated:
			out = append(out, e.Name)
		}
	}
	return out
}

// seatNames returns the names of who was called name in a seat: also those from which they were renamed.
func seatNames(log []engine.Event, player, name string) []string {
	names := []string{name}
	for i := len(log) - 2; i >= 0; i-- {
		s, seated := log[i].(engine.Seated)
		said, noted := log[i+1].(engine.Hosted)
		if !seated || !noted || s.Player != player || s.Name != names[len(names)-1] {
			continue
		}
		if was, ok := strings.CutSuffix(said.Text, renamed(s.Name)); ok && said.Act == sheet.Notice {
			names = append(names, was)
		}
	}
	return names
}

// renamed is how a notice of a new name ends.
func renamed(name string) string { return fmt.Sprintf(" is called %s from now on.", name) }

// Reworded returns the events of a log that change when people are forgotten, by number.
func Reworded(r Record, stored []store.Event, log []engine.Event, gone ...Former) (map[int]json.RawMessage, error) {
	words, out := wording(r, log, gone), map[int]json.RawMessage{}
	for i, e := range log {
		next := without(e, words, gone)
		raw, err := engine.MarshalEvent(next)
		if err != nil {
			return nil, err
		}
		if old, err := engine.MarshalEvent(e); err != nil || string(old) == string(raw) {
			continue
		}
		out[stored[i].N] = raw
	}
	return out, nil
}

// without returns an event without the names of people.
func without(e engine.Event, w words, gone []Former) engine.Event {
	switch e := e.(type) {
	case engine.Started:
		e.Players = slices.Clone(e.Players)
		for i, name := range e.Players {
			e.Players[i] = seatName(gone, engine.PlayerID(i), name)
		}
		return e
	case engine.Seated:
		e.Name = seatName(gone, e.Player, e.Name)
		return e
	case engine.Noted:
		e.Text = w.in(e.Text)
		return e
	case engine.Hosted:
		e.Text = w.in(e.Text)
		return e
	case engine.Ended:
		e.Reason = w.in(e.Reason)
		return e
	}
	return e
}

// seatName is what a seat is called that had a name.
func seatName(gone []Former, player, name string) string {
	for _, f := range gone {
		if f.Player == player && slices.Contains(f.Names, name) {
			return f.As
		}
	}
	return name
}

// Forgotten returns a record without some people. Their seats are nobody's: if the caretaker or a robot plays one, it goes on.
func (r Record) Forgotten(log []engine.Event, gone ...Former) Record {
	w := wording(r, log, gone)
	r = r.copy()
	for i := range r.Seats {
		id := engine.PlayerID(i)
		if at := slices.IndexFunc(gone, func(f Former) bool { return f.Player == id && f.Addresses != nil }); at >= 0 {
			r.leave(id, gone[at].As)
		}
		s := &r.Seats[i]
		s.Name = seatName(gone, id, s.Name)
		s.Publish = slices.DeleteFunc(slices.Clone(s.Publish), func(m string) bool {
			return slices.ContainsFunc(gone, func(f Former) bool { return f.Member != "" && f.Member == m })
		})
		s.Ended = slices.Clone(s.Ended)
		for j := range s.Ended {
			s.Ended[j].Text = w.in(s.Ended[j].Text)
		}
	}
	r.Guests = slices.DeleteFunc(r.Guests, func(s Seat) bool {
		return slices.ContainsFunc(gone, func(f Former) bool {
			return slices.ContainsFunc(f.Addresses, func(a string) bool { return strings.EqualFold(a, s.Address) })
		})
	})
	for i := range r.Requests {
		r.Requests[i].Words = w.in(r.Requests[i].Words)
	}
	if r.Paused != nil {
		p := *r.Paused
		p.Reason = w.in(p.Reason)
		r.Paused = &p
	}
	if r.Sandbox != nil {
		s := *r.Sandbox
		s.Name = w.in(s.Name)
		r.Sandbox = &s
	}
	r.Name, r.Over = w.in(r.Name), w.in(r.Over)
	return r
}

// leave makes a seat nobody's.
func (r *Record) leave(player, name string) {
	for i := range r.Seats {
		if engine.PlayerID(i) != player {
			continue
		}
		was := r.Seats[i]
		if was.Caretaker == KeptLate {
			was.Caretaker = KeptOpen
		}
		r.Seats[i] = Seat{
			ID: was.ID, Name: name, Token: was.Token + 1, Told: was.Told, From: was.From, Asked: was.Asked, AskedAt: was.AskedAt, Question: was.Question,
			Offered: was.Offered, Open: true, Caretaker: was.Caretaker, Robot: was.Robot, Publish: was.Publish,
		}
	}
	r.ForgetWords(player)
}
