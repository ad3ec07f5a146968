package pbem

import (
	"context"
	"errors"
	"syscall"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/store"
)

// If the disk accepts no commit, that is not the mail's fault. The mail is not set aside,
// however long this lasts, and is carried out when the disk accepts it.
func TestFullDiskIsNoFault(t *testing.T) {
	for _, disk := range []error{syscall.ENOSPC, syscall.EROFS, syscall.EIO} {
		d := newTestService(t)
		d.three()
		full := true
		d.restart(&failing{DB: d.db, commit: func(c store.Commit) error {
			if full {
				return disk
			}
			return d.db.Commit(c)
		}})
		raw := d.from("p1", "1@example.org", "reserve NLN")
		for range 2 * mostFaults {
			if _, err := d.service.Receive(context.Background(), raw); !errors.Is(err, disk) || !errors.Is(err, desk.ErrStore) {
				t.Fatalf("the mail gave %v", err)
			}
			d.service.Resume(context.Background())
		}
		if in, err := d.db.Inbound(intake.Key(raw)); err != nil || in.Faults != 0 {
			t.Errorf("%d attempts are counted, %v", in.Faults, err)
		}
		full = false
		d.service.Resume(context.Background())
		d.receive(raw, desk.OutcomeApplied)
		if n := len(d.flush()); n != 3 {
			t.Errorf("%d mails, want 3", n)
		}
	}
}

// A mail that was sent, but cannot be recorded as sent, is not sent again and again. It
// is recorded when the disk accepts it.
func TestSentIsRemembered(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	full := true
	d.restart(&failing{DB: d.db, sent: func(id string) error {
		if full {
			return syscall.ENOSPC
		}
		return nil
	}})
	first := len(d.flush())
	for range 5 {
		if n := len(d.flush()); n > 0 {
			t.Fatalf("%d mails were sent while nothing can be noted", n)
		}
	}
	full = false
	if rest := len(d.flush()); first == 0 || first+rest != 3 {
		t.Errorf("%d mails and then %d, want 3 in all", first, rest)
	}
}
