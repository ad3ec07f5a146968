package pbem

import (
	"fmt"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/sheet"
	"pbem/store"
)

// deadlines sets a reminder for everybody who is waited for and clears those
// of the others.
func (s *Service) deadlines(t *table) []store.Deadline {
	var out []store.Deadline
	for _, p := range t.game.State().Players() {
		out = append(out, store.Deadline{Game: t.id, Key: "remind/" + p, At: s.due(t, p)})
	}
	return out
}

// due is until when a player should have answered; zero when nobody waits for
// them.
func (s *Service) due(t *table, player string) time.Time {
	seat := t.seat(player)
	if !t.plays(player) || seat.Asked.IsZero() || t.game.State().Result != nil {
		return time.Time{}
	}
	return seat.Asked.Add(s.cfg.remind())
}

// timely are what is done when a deadline is over, by the first part of its key.
func (s *Service) timely() map[string]func(store.Deadline) error {
	return map[string]func(store.Deadline) error{
		"remind": s.remind,
	}
}

// Tick does what is due at this minute.
func (s *Service) Tick() {
	s.mu.Lock()
	defer s.mu.Unlock()
	due, err := s.db.Overdue(s.now())
	if err != nil {
		s.log.Error("deadlines cannot be read", "error", err)
		return
	}
	for _, d := range due {
		what, _, _ := strings.Cut(d.Key, "/")
		if err := guarded(func() error { return s.timely()[what](d) }); err != nil {
			s.log.Error("a deadline cannot be dealt with", "game", d.Game, "deadline", d.Key, "error", err)
			s.postpone(d)
		}
	}
}

// postponed is when a reminder is tried again that failed.
const postponed = time.Hour

// postpone keeps a deadline that cannot be dealt with now out of the way.
func (s *Service) postpone(d store.Deadline) {
	d.At = s.now().Add(postponed)
	if err := s.db.Commit(store.Commit{At: s.now(), Deadlines: []store.Deadline{d}}); err != nil {
		s.log.Error("a deadline cannot be moved", "game", d.Game, "deadline", d.Key, "error", err)
	}
}

// remind writes to a player whose move is overdue, once.
func (s *Service) remind(d store.Deadline) error {
	c := store.Commit{
		At: s.now(), Cause: fmt.Sprintf("clock:%s/%s/%s", d.Game, d.Key, d.At.Format(time.RFC3339Nano)), Outcome: "reminded",
		Deadlines: []store.Deadline{{Game: d.Game, Key: d.Key}},
	}
	t, err := s.table(d.Game)
	if err != nil {
		return err
	}
	if why := t.game.Frozen(); why != nil {
		return why
	}
	player := strings.TrimPrefix(d.Key, "remind/")
	if len(engine.Of(t.game.Pending(), player)) > 0 {
		m := s.sheetOf(t, player)
		m.Kind, m.Deadline = sheet.Reminder, time.Time{} // it is over
		mail, err := s.write(t, player, m, "reminder", "")
		if err != nil {
			return err
		}
		mail.Topic = moveTopic(t.id, player)
		c.Mails = append(c.Mails, mail)
		s.log.Info("a player is reminded", "game", t.id, "player", player)
	}
	defer s.wakeSender()
	return s.settled(s.db.Commit(c))
}
