package pbem

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/senders"
)

// allSecrets returns the tokens and codes of everybody at a service, by their owners.
func (d *testService) allSecrets() map[string]string {
	d.t.Helper()
	out := map[string]string{}
	for _, tb := range d.tables(desk.KeyOn) {
		for _, id := range tb.Everybody() {
			out[tb.ID+"."+id] = d.service.Office.Tag(tb.ID, id, tb.Seat(id).Token).Token
			_, verp, _ := strings.Cut(mailroom{d.service}.From(tb.Seat(id).Address), "+b.")
			out["VERP "+tb.ID+"."+id], _, _ = strings.Cut(verp, "@")
		}
	}
	for id, m := range d.people() {
		out[id] = d.service.Office.Tag(envelope.NoGame, id, m.Token).Token
	}
	open, _, err := senders.Questions(d.service.Draft())
	if err != nil {
		d.t.Fatal(err)
	}
	for code, q := range open {
		out["the code of "+q.To] = code
	}
	return out
}

// crowd returns a test service with a player, a guest, a member, a gathering and somebody
// who was sent a code, and the mails to all of them.
func crowd(t *testing.T) (d *testService, mails []sent) {
	d = newTestService(t)
	d.cfg.VERP, d.cfg.Lobby = true, config.Open
	d.restart(d.db)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
	mails = append(mails, d.flush()...)
	d.start("Upstate", seats(t, "Crystal <crystal@example.org>", "Dora <dora@example.org>")...)
	d.receive(d.mail("crystal@example.org", "g2.p1", "1@x", "observe g1"), desk.OutcomeApplied)
	d.receive(d.mail("amy@example.org", "g1.p1", "2@x", "new 18newengland players 3 called Harbour", "invite zoe@example.net"), desk.OutcomeApplied)
	d.receive(fmt.Appendf(nil, "From: emil@example.net\r\nTo: %s\r\nMessage-ID: <3@x>\r\n\r\ngames\r\n", testAddress), desk.OutcomeHeld)
	return d, append(mails, d.flush()...)
}

// No secret of the service reaches a log, wherever it is written.
func TestDiscreet(t *testing.T) {
	testsize.SkipRace(t)
	d, mails := crowd(t)
	secret := d.allSecrets()
	var texts []string
	for _, m := range mails {
		head, _, _ := bytes.Cut(m.raw, []byte("\r\n\r\n"))
		texts = append(texts, string(head), text(t, m), mailroom{d.service}.From(m.to))
	}
	for _, m := range texts {
		texts = append(texts, strings.ToUpper(m), url.QueryEscape(m))
	}
	for _, form := range []string{"text", "json"} {
		for _, m := range texts {
			var b bytes.Buffer
			log := slog.New(slog.NewTextHandler(envelope.Discreet(&b), nil))
			if form == "json" {
				log = slog.New(slog.NewJSONHandler(envelope.Discreet(&b), nil))
			}
			inside, _ := json.Marshal(map[string]string{"at": m})
			log.With("with", m).Info(m, "error", fmt.Errorf("it failed: %w", errors.New(m)), "json", string(inside), "any", []string{m}, "bytes", json.RawMessage(inside), slog.Group("g", "of", m))
			for whose, code := range secret {
				if strings.Contains(strings.ToLower(b.String()), code) {
					t.Fatalf("%s: that of %s is in the log of\n%s", form, whose, m)
				}
			}
		}
	}
	all, kinds := strings.Join(texts, "\n"), map[string]bool{}
	for whose, code := range secret {
		if !strings.Contains(all, code) {
			t.Errorf("no mail tells that of %s, so nothing is tried", whose)
		}
		kinds[strings.Trim(whose, "0123456789")] = true
	}
	for _, kind := range []string{"g1.p", "g1.w", "VERP g1.p", "m", "the code of emil@example.net"} {
		if !kinds[kind] {
			t.Errorf("nobody has a secret of the kind of %q: %v", kind, kinds)
		}
	}
}
