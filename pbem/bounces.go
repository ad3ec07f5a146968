package pbem

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pbem/pbem/letter"
	"pbem/pbem/postbox"
	"pbem/pbem/sheet"
	"pbem/store"
)

// What an address's score rises by when a mail to it comes back, or is refused.
const (
	lastingPoints = 4
	passingPoints = 1
)

// bounceLimit is the score at which an address gets no more mail.
func (c Config) bounceLimit() int {
	if c.BounceLimit > 0 {
		return c.BounceLimit
	}
	return 10
}

func scoreName(address string) string   { return "bounces/" + strings.ToLower(address) }
func suspendName(address string) string { return "suspended/" + strings.ToLower(address) }

// envelopeFrom is the envelope sender of a mail: where its bounce goes. With
// VERP it names the recipient.
func (s *Service) envelopeFrom(to string) string {
	if !s.cfg.VERP {
		return s.cfg.Address
	}
	return s.cfg.local() + "+b." + s.secretOf("verp", strings.ToLower(to)) + "@" + s.cfg.domain()
}

// bounced takes down that a mail came back. It answers nothing.
func (s *Service) bounced(key string, l letter.Letter) (string, error) {
	address, points, err := s.failedAddress(l)
	if err != nil {
		return "", err
	}
	s.log.Warn("a mail came back", "address", address, "points", points, "stated", l.Bounce.Address, "status", l.Bounce.Status, "why", l.Why)
	c := store.Commit{Cause: key, Outcome: outcomeIgnored}
	if address == "" {
		return outcomeIgnored, s.queue(c)
	}
	return outcomeIgnored, s.score(c, address, points)
}

// failedAddress says which of our addresses a bounce is about, and how bad it
// is; "" for none. Anybody can write a bounce: one that shows nothing only the
// receiver of a mail can know counts little, and nothing where VERP is used.
func (s *Service) failedAddress(l letter.Letter) (address string, points int, err error) {
	points = passingPoints
	if l.Bounce.Class == 5 {
		points = lastingPoints
	}
	seats := s.addresses()
	for _, to := range l.To {
		for _, a := range seats {
			if s.cfg.VERP && strings.EqualFold(to, s.envelopeFrom(a)) {
				return a, points, nil
			}
		}
	}
	if id := l.Bounce.MessageID; id != "" {
		m, err := s.db.Mail(id)
		if errors.Is(err, store.ErrNotFound) {
			return "", 0, nil // not ours
		}
		return m.To, points, err
	}
	for _, a := range seats {
		if !s.cfg.VERP && (strings.EqualFold(a, l.Bounce.Address) || strings.EqualFold(a, l.Bounce.Original)) {
			return a, passingPoints, nil
		}
	}
	return "", 0, nil
}

// addresses lists the addresses of all seats and guests of the games that are
// on, and of all members.
func (s *Service) addresses() []string {
	var out []string
	for _, t := range s.running() {
		for _, id := range t.everybody() {
			if seat := t.seat(id); !seat.Open {
				out = append(out, seat.Address)
			}
		}
	}
	people, err := s.people()
	if err != nil {
		s.log.Error("the members cannot be read", "error", err)
	}
	for _, id := range slices.Sorted(maps.Keys(people)) {
		out = append(out, people[id].Address)
	}
	return out
}

// score commits that an address's score has risen. A mail that was lost for good
// excuses its player up to now. At the limit the address is
// suspended: what waits for it is dropped, the log, the host and the other
// players of its tables are told.
func (s *Service) score(c store.Commit, address string, points int) error {
	n, err := s.db.Counter(scoreName(address))
	if err != nil {
		return err
	}
	suspended, err := s.suspended(address)
	if err != nil {
		return err
	}
	c.Add, c.Marks = map[string]int{scoreName(address): points}, map[string]string{}
	if points >= lastingPoints {
		s.excuse(c.Marks, address)
	}
	if n+points < s.cfg.bounceLimit() || suspended {
		return s.queue(c)
	}
	s.log.Error("an address is suspended: its mails come back", "address", address, "score", n+points)
	c.Marks[suspendName(address)] = s.now().UTC().Format(time.RFC3339)
	var games []string
	for _, t := range s.running() {
		if err := s.tellOfSilence(&c, t, address); err != nil {
			return err
		}
		if t.addressPlays(address) {
			games = append(games, t.called())
		}
	}
	c.Mails = append(c.Mails, s.alarm(c.Cause, address, s.suspensionPage(address, games))...)
	return s.queue(c)
}

// tellOfSilence adds the mails that tell a table that a player cannot be
// reached.
func (s *Service) tellOfSilence(c *store.Commit, t *table, address string) error {
	var silent []string
	for _, id := range t.everybody() {
		if seat := t.seat(id); !seat.Open && strings.EqualFold(seat.Address, address) {
			if t.plays(id) { // nobody waits for a guest
				silent = append(silent, seat.Name)
			}
			c.Drop = append(c.Drop, moveTopic(t.id, id))
		}
	}
	if len(silent) == 0 {
		return nil
	}
	for _, id := range t.everybody() {
		seat := t.seat(id)
		away, err := s.suspended(seat.Address)
		if err != nil {
			return err
		}
		if away || seat.Open || strings.EqualFold(seat.Address, address) {
			continue
		}
		m := s.sheetOf(t, id)
		m.Kind = sheet.Information
		m.Extra = []sheet.Section{{Head: "A player cannot be reached", Lines: []string{
			fmt.Sprintf("  Mails to %s come back, so none are sent for now.", strings.Join(silent, " and ")),
			"  They begin again with the next mail from there. If you know another",
			"  way, please pass it on.",
		}}}
		mail, err := s.write(t, id, m, "silence."+s.secretOf("silence", c.Cause)[:8], "")
		if err != nil {
			return err
		}
		c.Mails = append(c.Mails, mail)
	}
	return nil
}

// suspended reports whether an address gets no mail.
func (s *Service) suspended(address string) (bool, error) {
	since, err := s.db.Mark(suspendName(address))
	return since != "", err
}

// reached clears an address: a mail that is believed has come from it.
func (s *Service) reached(address string) error {
	n, err := s.db.Counter(scoreName(address))
	if err != nil {
		return err
	}
	away, err := s.suspended(address)
	if err != nil || n == 0 && !away {
		return err
	}
	s.log.Info("an address is good again", "address", address, "score", n, "suspended", away)
	marks := map[string]string{suspendName(address): ""}
	if err := s.reachable(marks, address, address); err != nil {
		return err
	}
	return s.settled(errors.Join(s.db.ResetCounter(scoreName(address)), s.db.Commit(store.Commit{At: s.now(), Marks: marks})))
}

// refused takes down that the server would not take a mail for its recipient,
// or that it was tried for too long in vain.
func (s *Service) refused(m store.Mail, sent error) {
	var failed *postbox.SendError
	if !errors.As(sent, &failed) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	err := guarded(func() error {
		switch {
		case failed.Temporary && s.now().Sub(m.Queued) > giveUp:
			c := store.Commit{Cause: "undelivered:" + m.ID, Outcome: "excused", Marks: map[string]string{}}
			s.excuse(c.Marks, m.To)
			return s.queue(c)
		case failed.Temporary, failed.Stage != postbox.AtRcpt && failed.Stage != postbox.AtData:
			return nil // it says nothing of the address
		}
		return s.score(store.Commit{Cause: "refused:" + m.ID, Outcome: "counted"}, m.To, lastingPoints)
	})
	if err != nil {
		s.log.Error("a score cannot be written", "address", m.To, "error", err)
	}
}

// stillWanted reports whether a mail that is due is to be sent: it may have
// been dropped since it was read, and an address that is suspended gets none.
func (s *Service) stillWanted(ctx context.Context, m store.Mail) (bool, error) {
	now, err := s.db.Mail(m.ID)
	if err != nil || now.State != store.Queued || ctx.Err() != nil {
		return false, err
	}
	away, err := s.suspended(m.To)
	if err != nil || !away {
		return !away, err
	}
	s.log.Info("a mail to a suspended address is dropped", "to", m.To, "id", m.ID)
	return false, s.db.Discard(m.ID, s.now())
}
