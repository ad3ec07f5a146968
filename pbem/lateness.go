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
func (s *draft) nextStep(t *table.Table, player string) (key string, at time.Time) {
	switch {
	case t.Unattended(player):
		return pace.KeepKey, s.now()
	case s.vacant(t, player):
		return pace.LateKey, s.pace(t).Clock(s.cfg.Zone, t.Seat(player).Asked, t.Record.Stood, s.outages()).Due(t.Turn(player))
	}
	if !s.runs(t, player) {
		return "", time.Time{}
	}
	return s.clock(t, player).Next(t.Turn(player))
}

// deadlines sets the next step of lateness of everybody who is waited for, and
// clears the others.
func (s *draft) deadlines(t *table.Table) []store.Deadline {
	out := s.requestDeadlines(t)
	for _, p := range t.Game.State().Players() {
		key, at := s.nextStep(t, p)
		for _, k := range pace.DeadlineKeys {
			d := store.Deadline{Game: t.ID, Key: k + "/" + p}
			if k == key {
				d.At = at
			}
			out = append(out, d)
		}
	}
	return out
}

// lapse does the next step of lateness of a player whose deadline is over. The
// time may have moved since the deadline was set; then it is set anew.
func (s *draft) lapse(d store.Deadline) error {
	t, err := s.table(d.Game)
	if err != nil {
		return err
	}
	if why := t.Game.Frozen(); why != nil {
		return why
	}
	_, player, _ := strings.Cut(d.Key, "/")
	key, at := s.nextStep(t, player)
	if key == "" || at.After(s.now()) {
		return s.queue(store.Commit{Deadlines: append([]store.Deadline{{Game: d.Game, Key: d.Key}}, s.deadlines(t)...)})
	}
	if key == pace.KeepKey {
		return s.tend(t, player)
	}
	next := t.With(t.Game, nil)
	late := &next.Seat(player).Late
	*late = late.Moved(key, at, s.now())
	s.log.Info("clock.late", "game", t.ID, "player", player, "step", late.Step)
	return s.step(t, next, player, key)
}

// step does what a step of lateness is for and commits it.
func (s *draft) step(t, next *table.Table, player, key string) error {
	c := store.Commit{Outcome: "late", Marks: store.Marks{}}
	c.Cause = fmt.Sprintf("clock:%s/%s/%s/%s", t.ID, key, player, s.now().UTC().Format(time.RFC3339Nano))
	var err error
	if key == pace.LateKey {
		if next, err = s.overrule(&c, next, player); err != nil {
			return err
		}
	}
	if len(next.Log) > len(t.Log) {
		return s.put(t, next, c, reply{})
	}
	s.urge(&c, next, player)
	if next.Seat(player).Late.Step == pace.Announced {
		if err := s.announce(&c, next, player); err != nil {
			return err
		}
	}
	if err := s.record(&c, t, next); err != nil {
		return err
	}
	return s.take(c, change{before: t, next: next})
}

// urge reminds the player who is late.
func (s *draft) urge(c *store.Commit, t *table.Table, player string) {
	kind := "reminder"
	if n := t.Seat(player).Late.Step; n > pace.Reminded {
		kind += fmt.Sprint(n)
	}
	m := s.sheetOf(t, player)
	m.Kind = sheet.Reminder
	mail := s.write(t, player, m, kind, "")
	mail.Topic = moveTopic(t.ID, player)
	c.Mails = append(c.Mails, mail)
}

// announce tells the others who is waited for.
func (s *draft) announce(c *store.Commit, t *table.Table, player string) error {
	for _, id := range t.Everybody() {
		seat := t.Seat(id)
		away, err := s.suspended(seat.Address)
		if err != nil {
			return err
		}
		if away || seat.Open || id == player {
			continue
		}
		m := s.sheetOf(t, id)
		if !t.Waits(id) {
			m.Kind = sheet.Information
		}
		m.Extra = []sheet.Section{s.waitedFor(t, player, id)}
		mail := s.write(t, id, m, fmt.Sprintf("late%s%d", player, t.Seat(player).Late.Step), "")
		mail.Topic = moveTopic(t.ID, id)
		c.Mails = append(c.Mails, mail)
	}
	return nil
}

// waitedFor tells a reader since when the game waits for somebody, and what
// comes next.
func (s *draft) waitedFor(t *table.Table, player, to string) sheet.Section {
	reader := s.reader(t, to)
	_, end := s.nextStep(t, player)
	return sheet.Section{Head: "The game waits for " + t.Name(player), Facts: []sheet.Fact{
		{Name: "Asked", Text: s.when(reader, t.Seat(player).Asked)},
		{Name: "Time until", Text: s.when(reader, s.due(t, player))},
		{Name: "Grace until", Text: s.when(reader, end)},
		{Name: "After that", Text: s.pace(t).Afterwards()},
	}}
}
