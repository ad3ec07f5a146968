package pbem

import (
	"fmt"
	"net/mail"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pbem/pbem/desk"
)

// Two services on one store: a mail that both get, because the answer of the first was
// lost, is carried out once.
func TestHandedToTwo(t *testing.T) {
	d := newSharedService(t)
	g := d.three()
	d.socket()
	d.serving()
	e := newTestNode(t, d)
	e.serving()
	for i := range 10 {
		id := fmt.Sprintf("%d@example.org", i)
		raw := d.from("p1", id, "press hello")
		if i == 0 {
			raw = d.from("p1", id, "reserve NLN")
		}
		var both sync.WaitGroup
		for _, node := range []*testService{d, e} {
			c := node.lmtpClient()
			both.Go(func() {
				if err := hand(c, envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, raw); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		d.idle()
	}
	if n := saidIn(d, g); n != 1 {
		t.Errorf("%d commands were carried out", n)
	}
	if in := d.outcomes(); in[desk.OutcomeApplied]+in[desk.OutcomeAnswered] != 10 {
		t.Errorf("the mails ended %v", in)
	}
}

// newTestNode is another service on the store of a test service.
func newTestNode(t *testing.T, d *testService) *testService {
	t.Helper()
	e := &testService{t: t, cfg: d.cfg, db: d.db, now: d.now}
	e.cfg.LMTP.Listen = "unix:" + filepath.Join(t.TempDir(), "lmtp")
	e.restart(d.db)
	return e
}

// A stored mail begins with its envelope.
func TestHandedIsStoredWithItsEnvelope(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.socket()
	d.serving()
	d.handed(envelopeOf{"bounces@lists.example.org", []string{d.reply("g1.p1")}}, d.from("p1", "1@example.org", "reserve NLN"))
	d.ends("id:amy@example.org <1@example.org>", desk.OutcomeApplied)
	in, err := d.db.Inbound("id:amy@example.org <1@example.org>")
	if err != nil {
		t.Fatal(err)
	}
	m, err := mail.ReadMessage(strings.NewReader(string(in.Raw)))
	if err != nil || m.Header.Get("Return-Path") != "<bounces@lists.example.org>" || m.Header.Get("Delivered-To") != d.reply("g1.p1") {
		t.Errorf("%v: stored with %v", err, m.Header)
	}
}
