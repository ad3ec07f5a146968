package clock

import (
	"fmt"
	"strings"
	"time"

	"pbem/pbem/account"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// Lapse takes the next step of lateness for a player whose deadline has passed. If the
// deadline has moved, Lapse only stores the new one.
func Lapse(d *desk.Draft, due store.Deadline) error {
	t, err := d.Table(due.Game)
	if err != nil {
		return err
	}
	if why := t.Game.Frozen(); why != nil {
		return why
	}
	_, player, _ := strings.Cut(due.Key, "/")
	key, at := timing.NextStep(d, t, player)
	if key == "" || at.After(d.Now()) {
		c := timing.Anew(d, t)
		c.Deadlines = append([]store.Deadline{{Game: due.Game, Key: due.Key}}, c.Deadlines...)
		return d.Queue(c)
	}
	if key == pace.KeepKey {
		return tend(d, t, player)
	}
	next := t.With(t.Game, nil)
	late := &next.Seat(player).Late
	*late = late.Moved(key, at, d.Now())
	d.Log.Info("clock.late", "game", t.ID, "player", player, "step", late.Step)
	return step(d, t, next, player, key)
}

// step carries out a step of lateness and commits it.
func step(d *desk.Draft, t, next *table.Table, player, key string) error {
	c := store.Commit{Outcome: "late", Marks: store.Marks{}}
	c.Cause = fmt.Sprintf("clock:%s/%s/%s/%s", t.ID, key, player, d.Now().UTC().Format(time.RFC3339Nano))
	var err error
	if key == pace.LateKey {
		if next, err = overrule(d, &c, next, player); err != nil {
			return err
		}
	}
	if len(next.Log) > len(t.Log) {
		return batch.Put(d, t, next, c, notices.Reply{})
	}
	urge(d, &c, next, player)
	if next.Seat(player).Late.Step == pace.Announced {
		if err := announce(d, &c, next, player); err != nil {
			return err
		}
	}
	if err := timing.Record(d, &c, t, next); err != nil {
		return err
	}
	return d.Take(c, desk.Change{Before: t, Next: next})
}

// urge reminds the player who is late.
func urge(d *desk.Draft, c *store.Commit, t *table.Table, player string) {
	kind := "reminder"
	if n := t.Seat(player).Late.Step; n > pace.Reminded {
		kind += fmt.Sprint(n)
	}
	m := notices.SheetOf(d, t, player)
	m.Kind = sheet.Reminder
	mail := notices.Write(d, t, player, m, kind, "")
	mail.Topic = notices.MoveTopic(t.ID, player)
	c.Mails = append(c.Mails, mail)
}

// announce tells the others that the game waits for the player.
func announce(d *desk.Draft, c *store.Commit, t *table.Table, player string) error {
	for _, id := range t.Everybody() {
		seat := t.Seat(id)
		away, err := d.Suspended(seat.Address)
		if err != nil {
			return err
		}
		if away || seat.Open || id == player {
			continue
		}
		m := notices.SheetOf(d, t, id)
		if !t.Waits(id) {
			m.Kind = sheet.Information
		}
		m.Extra = []sheet.Section{waitedFor(d, t, player, id)}
		mail := notices.Write(d, t, id, m, fmt.Sprintf("late%s%d", player, t.Seat(player).Late.Step), "")
		mail.Topic = notices.MoveTopic(t.ID, id)
		c.Mails = append(c.Mails, mail)
	}
	return nil
}

// waitedFor tells a reader since when the game waits for the player, and what happens
// next.
func waitedFor(d *desk.Draft, t *table.Table, player, to string) sheet.Section {
	reader := account.Reader(d, t, to)
	_, end := timing.NextStep(d, t, player)
	return sheet.Section{Head: "The game waits for " + t.Name(player), Facts: []sheet.Fact{
		{Name: "Asked", Text: account.When(d, reader, t.Seat(player).Asked)},
		{Name: "Time until", Text: account.When(d, reader, timing.Due(d, t, player))},
		{Name: "Grace until", Text: account.When(d, reader, end)},
		{Name: "After that", Text: timing.Pace(d.Desk, t).Afterwards()},
	}}
}
