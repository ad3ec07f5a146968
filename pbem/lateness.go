package pbem

import (
	"fmt"
	"strings"
	"time"

	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// nextStep is the next step of lateness of a player, and when it is due; "" for
// none.
func (d *draft) nextStep(t *table.Table, player string) (key string, at time.Time) {
	switch {
	case t.Unattended(player):
		return pace.KeepKey, d.now()
	case d.vacant(t, player):
		return pace.LateKey, d.pace(t).Clock(d.cfg.Zone, t.Seat(player).Asked, t.Record.Stood, d.outages()).Due(t.Turn(player))
	}
	if !d.runs(t, player) {
		return "", time.Time{}
	}
	return d.clock(t, player).Next(t.Turn(player))
}

// deadlines sets the next step of lateness of everybody who is waited for, and
// clears the others.
func (d *draft) deadlines(t *table.Table) []store.Deadline {
	out := d.requestDeadlines(t)
	for _, p := range t.Game.State().Players() {
		key, at := d.nextStep(t, p)
		for _, k := range pace.DeadlineKeys {
			due := store.Deadline{Game: t.ID, Key: k + "/" + p}
			if k == key {
				due.At = at
			}
			out = append(out, due)
		}
	}
	return out
}

// lapse takes the next step of lateness for a player whose deadline has passed.
// The time may have moved since the deadline was set; then it sets the deadline
// again.
func (d *draft) lapse(due store.Deadline) error {
	t, err := d.table(due.Game)
	if err != nil {
		return err
	}
	if why := t.Game.Frozen(); why != nil {
		return why
	}
	_, player, _ := strings.Cut(due.Key, "/")
	key, at := d.nextStep(t, player)
	if key == "" || at.After(d.now()) {
		return d.queue(store.Commit{Deadlines: append([]store.Deadline{{Game: due.Game, Key: due.Key}}, d.deadlines(t)...)})
	}
	if key == pace.KeepKey {
		return d.tend(t, player)
	}
	next := t.With(t.Game, nil)
	late := &next.Seat(player).Late
	*late = late.Moved(key, at, d.now())
	d.log.Info("clock.late", "game", t.ID, "player", player, "step", late.Step)
	return d.step(t, next, player, key)
}

// step does what a step of lateness is for and commits it.
func (d *draft) step(t, next *table.Table, player, key string) error {
	c := store.Commit{Outcome: "late", Marks: store.Marks{}}
	c.Cause = fmt.Sprintf("clock:%s/%s/%s/%s", t.ID, key, player, d.now().UTC().Format(time.RFC3339Nano))
	var err error
	if key == pace.LateKey {
		if next, err = d.overrule(&c, next, player); err != nil {
			return err
		}
	}
	if len(next.Log) > len(t.Log) {
		return d.put(t, next, c, reply{})
	}
	d.urge(&c, next, player)
	if next.Seat(player).Late.Step == pace.Announced {
		if err := d.announce(&c, next, player); err != nil {
			return err
		}
	}
	if err := d.record(&c, t, next); err != nil {
		return err
	}
	return d.take(c, change{before: t, next: next})
}

// urge reminds the player who is late.
func (d *draft) urge(c *store.Commit, t *table.Table, player string) {
	kind := "reminder"
	if n := t.Seat(player).Late.Step; n > pace.Reminded {
		kind += fmt.Sprint(n)
	}
	m := d.sheetOf(t, player)
	m.Kind = sheet.Reminder
	mail := d.write(t, player, m, kind, "")
	mail.Topic = moveTopic(t.ID, player)
	c.Mails = append(c.Mails, mail)
}

// announce tells the others who is waited for.
func (d *draft) announce(c *store.Commit, t *table.Table, player string) error {
	for _, id := range t.Everybody() {
		seat := t.Seat(id)
		away, err := d.suspended(seat.Address)
		if err != nil {
			return err
		}
		if away || seat.Open || id == player {
			continue
		}
		m := d.sheetOf(t, id)
		if !t.Waits(id) {
			m.Kind = sheet.Information
		}
		m.Extra = []sheet.Section{d.waitedFor(t, player, id)}
		mail := d.write(t, id, m, fmt.Sprintf("late%s%d", player, t.Seat(player).Late.Step), "")
		mail.Topic = moveTopic(t.ID, id)
		c.Mails = append(c.Mails, mail)
	}
	return nil
}

// waitedFor tells a reader since when the game waits for somebody, and what
// comes next.
func (d *draft) waitedFor(t *table.Table, player, to string) sheet.Section {
	reader := d.reader(t, to)
	_, end := d.nextStep(t, player)
	return sheet.Section{Head: "The game waits for " + t.Name(player), Facts: []sheet.Fact{
		{Name: "Asked", Text: d.when(reader, t.Seat(player).Asked)},
		{Name: "Time until", Text: d.when(reader, d.due(t, player))},
		{Name: "Grace until", Text: d.when(reader, end)},
		{Name: "After that", Text: d.pace(t).Afterwards()},
	}}
}
