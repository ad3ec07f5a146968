package pbem

import (
	"strings"
	"testing"
	"time"

	"pbem/pbem/postbox"
)

// A supervisor starts a service again as soon as it has ended. A log-in that was refused is tried less and less often, and
// another one at once.
func TestLoginRefusedAtManyStarts(t *testing.T) {
	d := newTestService(t)
	d.mailbox()
	right := d.cfg.IMAP.Password
	starts := func(password string) error {
		d.cfg.IMAP.Password = password
		d.restart(d.db)
		in, err := d.service.open(t.Context())
		if err == nil {
			err = in.close()
		}
		return err
	}
	var waits []string
	for range 8 {
		d.cfg.IMAP.Password = "wrong"
		d.restart(d.db)
		wait, _ := loginWait(d.service)
		waits = append(waits, wait.String())
		d.now = d.now.Add(wait)
		if err := starts("wrong"); postbox.KindOf(err) != postbox.BadLogin {
			t.Fatal(err)
		}
	}
	if got := strings.Join(waits, " "); got != "0s 0s 0s 1m0s 2m0s 4m0s 5m0s 5m0s" {
		t.Errorf("it is tried after %s", got)
	}
	if wait, _ := loginWait(d.service); wait != 5*time.Minute {
		t.Errorf("it waits for %v", wait)
	}
	d.now = d.now.Add(-time.Hour)
	if wait, _ := loginWait(d.service); wait != 0 {
		t.Errorf("it waits for %v by a clock that was set back", wait)
	}
	d.now = d.now.Add(time.Hour)
	d.cfg.IMAP.Password = right
	d.restart(d.db)
	if wait, _ := loginWait(d.service); wait != 0 {
		t.Fatalf("another password waits for %v", wait)
	}
	if err := starts(right); err != nil {
		t.Fatal(err)
	}
	d.cfg.IMAP.Password = "wrong"
	d.restart(d.db)
	if wait, _ := loginWait(d.service); wait != 0 {
		t.Errorf("after a log-in that was taken it waits for %v", wait)
	}
}
