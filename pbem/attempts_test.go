package pbem

import (
	"context"
	"errors"
	"testing"

	"pbem/pbem/intake"
	"pbem/store"
)

// A service remembers nothing of a mail on which another one works: where two read one mailbox, that is every second mail,
// for as long as they run.
func TestOthersMailsAreNotRemembered(t *testing.T) {
	d := newSharedService(t)
	d.three()
	none := func(after string) {
		t.Helper()
		if names := d.service.tried.names; len(names) > 0 {
			t.Errorf("after %s there are attempts that were never made: %v", after, names)
		}
	}
	raw := d.from("p1", "1@example.org", "reserve NLN")
	other := d.second()
	if _, _, err := d.db.Keep(store.Inbound{Key: intake.Key(raw), At: d.now, Raw: raw}, other.Claim(), store.Query{}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.service.Receive(context.Background(), raw); !errors.Is(err, store.ErrClaimed) {
		t.Errorf("the mail of the other is taken: %v", err)
	}
	none("receiving")
	d.service.Resume(context.Background())
	none("resuming")
	if err := d.db.Release(other.Owner, d.now); err != nil {
		t.Fatal(err)
	}
	d.service.Resume(context.Background())
	none("working on it")
	if outcome, _, err := d.db.Settled(intake.Key(raw)); outcome == "" || err != nil {
		t.Errorf("the mail is %q, %v", outcome, err)
	}
}
