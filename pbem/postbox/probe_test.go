package postbox

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"pbem/pbem/postoffice"
)

const probeID = "<check.1@demo.example>"

func probed(t *testing.T, o *postoffice.Office, to string, change func(*IMAPConfig)) (Arrival, error) {
	t.Helper()
	cfg := imapConfig(o)
	change(&cfg)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	raw := fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nMessage-ID: %s\r\nSubject: check\r\n\r\nIt works.\r\n", pbem, to, probeID)
	return Probe(ctx, cfg, smtpConfig(o), pbem, to, raw, probeID)
}

// A mail to a +tag of ours comes back and is filed, however that is done.
func TestProbe(t *testing.T) {
	for _, filing := range []Filing{Keywords, Folders} {
		t.Run(string(filing), func(t *testing.T) {
			o := office(t, postoffice.Config{})
			deliver(t, o, "older")
			a, err := probed(t, o, "pbem+check@demo.example", func(c *IMAPConfig) { c.Filing = filing })
			if err != nil || a.Took <= 0 || a.Skew != 0 {
				t.Errorf("%+v, %v", a, err)
			}
			if got := flags(t, o, "INBOX"); got[1] != "" || filing == Keywords && got[2] != "$pbemdone" || filing == Folders && len(got) != 1 {
				t.Errorf("the mailbox holds %v", got)
			}
		})
	}
}

// A service that reads the same mailbox may be quicker.
func TestProbeOfABusyMailbox(t *testing.T) {
	o := office(t, postoffice.Config{})
	cfg := imapConfig(o)
	cfg.Filing = Folders
	in := open(t, cfg)
	filed := make(chan error, 1)
	go func() {
		err := in.Wait(t.Context(), bound)
		items, lerr := in.New(t.Context(), 0)
		for _, item := range items {
			err = errors.Join(err, lerr, in.File(t.Context(), Processed, item.UID))
		}
		filed <- err
	}()
	_, err := probed(t, o, "pbem+check@demo.example", func(c *IMAPConfig) { c.Filing = Folders })
	if ferr := <-filed; err != nil && ferr == nil {
		t.Error(err)
	}
}

// A mail that does not come and one that is refused are told apart.
func TestProbeFails(t *testing.T) {
	o := office(t, postoffice.Config{})
	_, err := probed(t, o, amy, func(*IMAPConfig) {})
	sentence(t, err, TimedOut, "it has not come")
	_, err = probed(t, o, "nobody+check@demo.example", func(*IMAPConfig) {})
	var refused *SendError
	if !errors.As(err, &refused) || refused.Stage != AtRcpt {
		t.Errorf("a refused recipient: %v", err)
	}
	_, err = probed(t, o, pbem, func(c *IMAPConfig) { c.Password = "guess" })
	sentence(t, err, BadLogin)
}

func TestSkew(t *testing.T) {
	sent := time.Date(2026, 3, 2, 12, 0, 0, 5e8, time.UTC)
	seen := sent.Add(4 * time.Second)
	for stamp, want := range map[time.Time]time.Duration{
		{}:                                0,
		sent.Truncate(time.Second):        0,
		seen.Truncate(time.Second):        0,
		seen.Add(time.Minute):             time.Minute,
		sent.Add(-time.Hour):              -time.Hour,
		sent.Add(2 * time.Second).Local(): 0,
	} {
		if got := skew(stamp, sent, seen); got != want {
			t.Errorf("a stamp of %v: %v, want %v", stamp, got, want)
		}
	}
}
