package pbem

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"

	"pbem/pbem/letter"
	"pbem/pbem/sheet"
	"pbem/store"
)

// How an inbound mail can end; stored.
const (
	outcomeApplied    = "applied"
	outcomeAnswered   = "answered"
	outcomeRejected   = "rejected"
	outcomeIgnored    = "ignored"
	outcomeQuarantine = "quarantine"
)

// mostFaults is how often work on a mail may fail before it is set aside.
const mostFaults = 3

// Receive takes a mail in: it is kept before anything else, and settled once,
// however often it comes. It returns how the mail ended. A fault of ours is an
// error; the mail stays on file and is tried again by Resume.
func (s *Service) Receive(raw []byte) (outcome string, err error) {
	l := letter.Read(raw, letter.Limits{})
	sum := sha256.Sum256(raw)
	in := store.Inbound{Key: "mail:" + hex.EncodeToString(sum[:]), At: s.now(), Raw: raw}
	if l.MessageID != "" && l.From != "" {
		in.Aliases = []string{"id:" + l.From + " " + l.MessageID}
	}
	key, _, err := s.db.Keep(in)
	if err != nil {
		return "", fmt.Errorf("the mail cannot be kept: %w", err)
	}
	if outcome, done, err := s.db.Settled(key); done || err != nil {
		return outcome, err
	}
	return s.settle(key, l)
}

// Resume works on the mails that were kept and not settled: after a crash, or
// after a fault.
func (s *Service) Resume() {
	keys, err := s.db.Unsettled()
	if err != nil {
		s.log.Error("unsettled mails cannot be listed", "error", err)
	}
	for _, key := range keys {
		in, err := s.db.Inbound(key)
		if err == nil {
			_, err = s.settle(key, letter.Read(in.Raw, letter.Limits{}))
		}
		if err != nil {
			s.log.Error("a mail cannot be settled", "mail", key, "error", err)
		}
	}
}

// settle works on one mail and counts what goes wrong; the third time it is
// set aside for the operator.
func (s *Service) settle(key string, l letter.Letter) (outcome string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	outcome, err = s.handle(key, l)
	if err == nil {
		return outcome, nil
	}
	s.log.Error("work on a mail failed", "mail", key, "from", l.From, "error", err)
	if n, ferr := s.db.Fault(key); ferr == nil && n >= mostFaults {
		s.log.Error("the mail is set aside", "mail", key, "faults", n)
		return outcomeQuarantine, s.close(key, outcomeQuarantine)
	}
	return "", err
}

// handle decides what a mail is and does it. A panic is a fault of this mail
// and stops nothing else.
func (s *Service) handle(key string, l letter.Letter) (outcome string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	if l.Class != letter.Human {
		s.log.Info("a mail is ignored", "class", string(l.Class), "why", l.Why, "from", l.From)
		return outcomeIgnored, s.close(key, outcomeIgnored)
	}
	who, ok := s.identify(l)
	switch {
	case !ok:
		s.log.Info("a mail of a stranger is ignored", "from", l.From, "subject", l.Subject)
		return outcomeIgnored, s.close(key, outcomeIgnored)
	case who.doubt != "":
		s.log.Warn("a mail is not believed", "from", l.From, "game", who.table.id, "player", who.player)
		return s.reject(key, l, who, &sheet.Refusal{Lines: texts(l), Fault: -1, Reason: who.doubt})
	case len(l.Commands) == 0:
		reason := "There was no command in your mail."
		if l.Note != "" {
			reason = l.Note
		}
		return s.reject(key, l, who, &sheet.Refusal{Fault: -1, Reason: reason})
	}
	return s.act(key, l, who)
}

// act plays the lines of a mail and commits the outcome.
func (s *Service) act(key string, l letter.Letter, who sender) (string, error) {
	before := who.table
	r, err := play(before, who.player, l.Commands)
	if err != nil {
		return "", err
	}
	switch {
	case r.refused != nil:
		return s.reject(key, l, who, r.refused)
	case r.applied == 0:
		m := s.sheetOf(before, who.player)
		m.Kind, m.Extra = sheet.Status, r.answers
		return outcomeAnswered, s.answer(key, l, before, m, outcomeAnswered)
	}
	c := store.Commit{Cause: key, Outcome: outcomeApplied}
	return outcomeApplied, s.settled(s.commitWith(before, r, c, who, l))
}

// commitWith commits what a mail did; answers to its questions go into the
// sender's copy.
func (s *Service) commitWith(before *table, r result, c store.Commit, who sender, l letter.Letter) error {
	if len(r.answers) > 0 {
		m := s.sheetOf(r.next, who.player)
		m.Kind, m.Extra = sheet.Status, r.answers
		extra, err := s.write(r.next, m, "answer", l.MessageID)
		if err != nil {
			return err
		}
		c.Mails = append(c.Mails, extra)
	}
	return s.commit(before, r.next, c, l.MessageID)
}

// reject tells the sender, at the address on file, why nothing was carried out.
func (s *Service) reject(key string, l letter.Letter, who sender, why *sheet.Refusal) (string, error) {
	m := s.sheetOf(who.table, who.player)
	m.Kind, m.Refused = sheet.Rejected, why
	return outcomeRejected, s.answer(key, l, who.table, m, outcomeRejected)
}

// answer commits a mail to the sender alone.
func (s *Service) answer(key string, l letter.Letter, t *table, m sheet.Mail, outcome string) error {
	mail, err := s.write(t, m, "answer."+key[len(key)-12:], l.MessageID)
	if err != nil {
		return err
	}
	err = s.db.Commit(store.Commit{At: s.now(), Cause: key, Outcome: outcome, Mails: []store.Mail{mail}})
	s.wakeSender()
	return s.settled(err)
}

// close settles a mail that needs no answer.
func (s *Service) close(key, outcome string) error {
	return s.settled(s.db.Commit(store.Commit{At: s.now(), Cause: key, Outcome: outcome}))
}

// settled takes it for a success that a mail was settled before.
func (s *Service) settled(err error) error {
	if errors.Is(err, store.ErrSettled) {
		return nil
	}
	return err
}

func texts(l letter.Letter) []string {
	out := make([]string, len(l.Commands))
	for i, c := range l.Commands {
		out[i] = c.Text
	}
	return out
}
