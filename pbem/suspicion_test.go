package pbem

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/senders"
	"pbem/pbem/trust"
	"pbem/pbem/trust/trusttest"
)

// slowDNS is a DNS in which only example.org answers. A question about another domain
// takes as long as it may.
type slowDNS struct {
	good  func(context.Context, string) ([]string, error)
	slow  time.Duration // how long a slow domain takes; 0 for ever
	asked atomic.Int32
}

func (s *slowDNS) lookup(ctx context.Context, name string) ([]string, error) {
	if bytes.HasSuffix([]byte(name), []byte("example.org")) {
		return s.good(ctx, name)
	}
	s.asked.Add(1)
	wait := ctx.Done()
	if s.slow > 0 {
		select {
		case <-wait:
		case <-time.After(s.slow):
			return nil, &net.DNSError{Err: "no such host", IsNotFound: true}
		}
	}
	<-wait
	return nil, ctx.Err()
}

// ofMallory returns a mail signed by a domain of no member.
func ofMallory(sign trusttest.Signer, from, id, line string) []byte {
	raw := fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nSubject: games\r\nMessage-ID: <%s>\r\n\r\n%s\r\n", from, testAddress, id, line)
	return sign.Sign(raw, "evil.example")
}

// Forty mails of one stranger, whose domain never answers or is slow each time, delay the
// service by ten seconds in total.
func TestDomainThatNeverAnswers(t *testing.T) {
	for name, slow := range map[string]time.Duration{"never answers": 0, "is slow": 9 * time.Second} {
		d := newSharedService(t)
		sign := trusttest.NewSigner(t)
		dns := &slowDNS{good: sign.Lookup, slow: slow}
		d.cfg.Lobby, d.cfg.Trust = config.Open, trust.Trust{LookupTXT: dns.lookup}
		d.restart(d.db)
		var mails [][]byte
		for i := range 40 {
			mails = append(mails, ofMallory(sign, "mallory@evil.example", fmt.Sprintf("%d@evil.example", i), fmt.Sprintf("hello %d", i)))
		}
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			for _, raw := range mails {
				l := desk.LetterOf(raw)
				if why, err := senders.Suspicion(t.Context(), d.service.Desk, raw, l); why == "" || err != nil {
					t.Errorf("it is believed: %q, %v", why, err)
				}
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("a domain that %s kept the service waiting for %v", name, took)
			}
		})
	}
}

// The service does not check the mail of a stranger who has had today's answer, nor a
// mail that gets none.
func TestNoLookupWithoutAnswer(t *testing.T) {
	d := newSharedService(t)
	sign := trusttest.NewSigner(t)
	asked := 0
	count := func(ctx context.Context, name string) ([]string, error) {
		asked++
		return sign.Lookup(ctx, name)
	}
	d.cfg.Lobby, d.cfg.Trust = config.Open, trust.Trust{LookupTXT: count}
	d.restart(d.db)
	write := func(from, id, line string) []byte {
		raw := fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nSubject: hello\r\nMessage-ID: <%s>\r\n\r\n%s\r\n", from, testAddress, id, line)
		return sign.Sign(raw, "example.org")
	}
	d.receive(write("nora@example.org", "1@x", "hello there"), desk.OutcomeAnswered)
	d.receive(write("owen@example.org", "2@x", "games"), desk.OutcomeHeld)
	if len(d.flush()) != 2 || asked == 0 {
		t.Fatalf("%d questions, and not both have an answer", asked)
	}
	asked = 0
	for i := range 10 {
		d.receive(write("nora@example.org", fmt.Sprintf("3.%d@x", i), "hello again"), desk.OutcomeIgnored)
		d.receive(write("owen@example.org", fmt.Sprintf("4.%d@x", i), "games"), desk.OutcomeIgnored)
	}
	if mails := d.flush(); len(mails) != 0 || asked != 0 {
		t.Errorf("%d questions and %d answers more", asked, len(mails))
	}
	d.now = d.now.Add(24 * time.Hour)
	d.receive(write("nora@example.org", "5@x", "hello on the next day"), desk.OutcomeAnswered)
	if len(d.flush()) != 1 || asked == 0 {
		t.Errorf("on the next day: %d questions", asked)
	}
}

// A service that is stopping finds nothing out about a mail. The mail is taken in again,
// and not held because of that.
func TestEndWhileTheDNSIsAsked(t *testing.T) {
	d := newSharedService(t)
	dns := &slowDNS{}
	d.cfg.Trust = trust.Trust{Policy: trust.ByTokenAndDMARC, LookupTXT: dns.lookup}
	sign := trusttest.NewSigner(t)
	d.restart(d.db)
	d.three()
	raw := sign.Sign(d.from("p1", "1@x", "reserve NLN"), "evil.example")
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := d.service.Receive(ctx, raw)
		done <- err
	}()
	for dns.asked.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	stop()
	if err := <-done; !errors.Is(err, intake.ErrLater) {
		t.Errorf("it ended with %v", err)
	}
	d.service.Config.Trust.LookupTXT = sign.Lookup
	d.service.Resume(t.Context())
	if mails := d.flush(); len(mails) == 0 {
		t.Error("it was not worked on afterwards")
	}
}
