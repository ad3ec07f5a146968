package pbem

import (
	"fmt"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/sheet"
	"pbem/store"
)

// Lateness is how far it has gone with a player who has not answered. Each step
// is counted from the one before, so that none comes sooner than the player
// could answer the last.
type Lateness struct {
	Step int       `json:"step,omitempty"` // one of the steps below; stored
	At   time.Time `json:"at,omitzero"`    // when it was due
}

// The steps of lateness. Every step after givenUp is one more reminder.
const (
	inTime   = iota
	reminded // the player was
	announced
	givenUp // the grace is over, the table's policy has been followed
)

// Keys of the deadlines of a seat, before the slash and the player.
const (
	remindKey = "remind"
	tellKey   = "tell"
	lateKey   = "late"
)

// nextStep is the next step of lateness of a player, and when it is due; "" for
// none. Without a grace the policy is followed a day after the time is over.
func (s *draft) nextStep(t *table, player string) (key string, at time.Time) {
	if !s.runs(t, player) {
		return "", time.Time{}
	}
	seat, c := t.seat(player), s.clock(t, player)
	grace, late := c.grace(), seat.Late
	if t.consents(player) {
		first := c.untilReminder()
		if late.Step == inTime {
			return remindKey, c.after(seat.Asked, first)
		}
		return lateKey, c.after(late.At, c.move()+grace-first)
	}
	switch {
	case late.Step == inTime:
		return remindKey, c.after(seat.Asked, c.move())
	case late.Step == reminded && grace > 0:
		return tellKey, c.after(late.At, grace/2)
	case late.Step == reminded:
		return lateKey, c.after(late.At, c.day())
	case late.Step == announced:
		return lateKey, c.after(late.At, grace-grace/2)
	}
	return lateKey, c.after(late.At, c.move())
}

// untilReminder is when who is asked to agree to an offer is reminded.
func (c clock) untilReminder() time.Duration {
	if c.grace() == 0 {
		return c.move() / 2
	}
	return c.move()
}

// deadlines sets the next step of lateness of everybody who is waited for, and
// clears the others.
func (s *draft) deadlines(t *table) []store.Deadline {
	out := s.requestDeadlines(t)
	for _, p := range t.game.State().Players() {
		key, at := s.nextStep(t, p)
		for _, k := range []string{remindKey, tellKey, lateKey} {
			d := store.Deadline{Game: t.id, Key: k + "/" + p}
			if k == key {
				d.At = at
			}
			out = append(out, d)
		}
	}
	return out
}

// punctual is how long after its time a step still counts from it; one that
// comes later counts from when it comes.
const punctual = time.Hour

// lapse does the next step of lateness of a player whose deadline is over. The
// time may have moved since the deadline was set; then it is set anew.
func (s *draft) lapse(d store.Deadline) error {
	t, err := s.table(d.Game)
	if err != nil {
		return err
	}
	if why := t.game.Frozen(); why != nil {
		return why
	}
	_, player, _ := strings.Cut(d.Key, "/")
	key, at := s.nextStep(t, player)
	if key == "" || at.After(s.now()) {
		return s.queue(store.Commit{Deadlines: append([]store.Deadline{{Game: d.Game, Key: d.Key}}, s.deadlines(t)...)})
	}
	if s.now().Sub(at) > punctual {
		at = s.now()
	}
	next := t.with(t.game, nil)
	late := &next.seat(player).Late
	late.At = at.UTC()
	switch {
	case key == remindKey:
		late.Step = reminded
	case key == tellKey:
		late.Step = announced
	default:
		late.Step = max(late.Step+1, givenUp)
	}
	s.log.Info("clock.late", "game", t.id, "player", player, "step", late.Step)
	return s.step(t, next, player, key)
}

// step does what a step of lateness is for and commits it.
func (s *draft) step(t, next *table, player, key string) error {
	c := store.Commit{Outcome: "late", Marks: map[string]string{}}
	c.Cause = fmt.Sprintf("clock:%s/%s/%s/%s", t.id, key, player, s.now().UTC().Format(time.RFC3339Nano))
	var err error
	if key == lateKey {
		if next, err = s.overrule(&c, next, player); err != nil {
			return err
		}
	}
	if len(next.log) > len(t.log) {
		return s.put(t, next, c, reply{})
	}
	if err := s.urge(&c, next, player); err != nil {
		return err
	}
	if next.seat(player).Late.Step == announced {
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
func (s *draft) urge(c *store.Commit, t *table, player string) error {
	kind := "reminder"
	if n := t.seat(player).Late.Step; n > reminded {
		kind += fmt.Sprint(n)
	}
	m := s.sheetOf(t, player)
	m.Kind = sheet.Reminder
	mail, err := s.write(t, player, m, kind, "")
	mail.Topic = moveTopic(t.id, player)
	c.Mails = append(c.Mails, mail)
	return err
}

// announce tells the others who is waited for.
func (s *draft) announce(c *store.Commit, t *table, player string) error {
	for _, id := range t.everybody() {
		seat := t.seat(id)
		away, err := s.suspended(seat.Address)
		if err != nil {
			return err
		}
		if away || seat.Open || id == player {
			continue
		}
		m := s.sheetOf(t, id)
		if len(engine.Of(m.Pending, m.Reader)) == 0 {
			m.Kind = sheet.Information
		}
		m.Extra = []sheet.Section{s.waitedFor(t, player, id)}
		mail, err := s.write(t, id, m, fmt.Sprintf("late%s%d", player, t.seat(player).Late.Step), "")
		if err != nil {
			return err
		}
		mail.Topic = moveTopic(t.id, id)
		c.Mails = append(c.Mails, mail)
	}
	return nil
}

// waitedFor tells a reader since when the game waits for somebody, and what
// comes next.
func (s *draft) waitedFor(t *table, player, to string) sheet.Section {
	reader := s.reader(t, to)
	_, end := s.nextStep(t, player)
	return sheet.Section{Head: "The game waits for " + t.name(player), Facts: []sheet.Fact{
		{Name: "Asked", Text: s.when(reader, t.seat(player).Asked)},
		{Name: "Time until", Text: s.when(reader, s.due(t, player))},
		{Name: "Grace until", Text: s.when(reader, end)},
		{Name: "After that", Text: s.pace(t).afterwards()},
	}}
}
