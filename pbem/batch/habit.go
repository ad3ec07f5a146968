package batch

import (
	"slices"
	"time"

	"pbem/engine"
	"pbem/pbem/account"
	"pbem/pbem/people"
	"pbem/store"
)

// The most games, and events of each, that are looked at for the hours in which a player writes.
const (
	mostLookedAt = 10
	mostEvents   = 2000
)

// HourBefore returns a time of day shortly before the sender usually writes, "" if that is not known. It is found once
// for a mail.
func (b *Batch) HourBefore() string {
	if b.hour == nil {
		hour, _ := people.HourBefore(b.written(), account.ZoneOf(b.Draft, b.Who.Member))
		b.hour = &hour
	}
	return *b.hour
}

// written returns when the sender has moved in their running games. What plans, robots and the caretaker said for them
// does not count: it came with something else.
func (b *Batch) written() (out []time.Time) {
	seats := b.Draft.SeatsOf(b.Who.Address())
	for _, w := range seats[:min(len(seats), mostLookedAt)] {
		from := max(0, len(w.Table.Log)-mostEvents)
		_, events, err := b.Draft.DB.Load(w.Table.ID, from)
		if err != nil {
			b.Draft.Log.Error("game.unreadable", "game", w.Table.ID, "error", err)
			continue
		}
		out = append(out, movesOf(w.Player, w.Table.Log[min(from, len(w.Table.Log)):], events)...)
	}
	slices.SortFunc(out, time.Time.Compare)
	return out
}

// movesOf returns when a player has begun a commit with a move of theirs. log are the same events, read; it may be
// shorter.
func movesOf(player string, log []engine.Event, events []store.Event) (out []time.Time) {
	for i, e := range events[:min(len(log), len(events))] {
		first := i == 0 || events[i-1].Commit != e.Commit
		if said, ok := log[i].(engine.Said); ok && first && said.By == player {
			out = append(out, e.At)
		}
	}
	return out
}
