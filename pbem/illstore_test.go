package pbem

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/store"
)

// An illStore reads nothing for a while, though it takes commits.
type illStore struct {
	*store.DB
	ill   bool
	after int // reads of a mail that still succeed
	n     int
}

var errIll = fmt.Errorf("%w: connection reset by peer", store.ErrUnreachable)

func (s *illStore) read() error {
	if s.n++; s.ill && s.n > s.after {
		return errIll
	}
	return nil
}

func (s *illStore) MarkAt(name string) (store.Mark, error) {
	if err := s.read(); err != nil {
		return store.Mark{}, err
	}
	return s.DB.MarkAt(name)
}

func (s *illStore) Read(q store.Query) (store.Bundle, error) {
	if err := s.read(); err != nil {
		return store.NewBundle(), err
	}
	return s.DB.Read(q)
}

func (s *illStore) MarkPage(prefix, after string, limit int) ([]store.Mark, error) {
	if err := s.read(); err != nil {
		return nil, err
	}
	return s.DB.MarkPage(prefix, after, limit)
}

func (s *illStore) Game(id string) (store.Game, error) {
	if err := s.read(); err != nil {
		return store.Game{}, err
	}
	return s.DB.Game(id)
}

func (s *illStore) Find(key, after string, limit int) ([]string, error) {
	if err := s.read(); err != nil {
		return nil, err
	}
	return s.DB.Find(key, after, limit)
}

func (s *illStore) Load(id string, from int) (store.Game, []store.Event, error) {
	if err := s.read(); err != nil {
		return store.Game{}, nil, err
	}
	return s.DB.Load(id, from)
}

func (s *illStore) Counter(name string) (int, error) {
	if err := s.read(); err != nil {
		return 0, err
	}
	return s.DB.Counter(name)
}

// A store that cannot be read for some minutes is no fault of the mails that come meanwhile: none is set aside, whichever call fails.
// They are carried out once it can be read.
func TestIllStoreIsNoFaultOfAMail(t *testing.T) {
	failed := 0
	for after := range 12 {
		d := newTestService(t)
		d.three()
		d.flush()
		ill := &illStore{DB: d.db, after: after}
		d.restart(ill)
		ill.ill = true
		raw := d.from("p1", "1@example.org", "press hello", "reserve NLN")
		for range mostFaults + 2 {
			ill.n = 0
			outcome, err := d.service.Receive(context.Background(), raw)
			if err == nil && outcome == desk.OutcomeApplied {
				break // it needed no more
			}
			if failed++; !errors.Is(err, intake.ErrLater) || outcome == desk.OutcomeQuarantine {
				t.Fatalf("with %d reads: %s, %v", after, outcome, err)
			}
		}
		ill.ill = false
		d.receive(raw, desk.OutcomeApplied)
		if aside := d.says("aside"); !strings.Contains(aside, "No mail is set aside.") {
			t.Errorf("with %d reads: %s", after, aside)
		}
		d.sound()
	}
	if failed < 3*(mostFaults+2) {
		t.Errorf("the store failed only %d times: the test proves little", failed)
	}
}
