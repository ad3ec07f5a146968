package pbem

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/pbem/waits"
	"pbem/titles/replay"
	"pbem/titles/replay/replaytest"
)

// Real games are played by mail by players who plan one turn ahead. The log is the
// recorded one, and at most a given share of the waits remains.
func TestGamesWithPlansWaitLess(t *testing.T) {
	if !testsize.Large() {
		t.Skip("it plays whole games by mail; TESTSIZE=large asks for it")
	}
	serial(t)
	all := map[string]int{"18newengland/73885": 40, "1817/20758": 40, "1817/15528": 40, "1828/23366": 45}
	for name, most := range all {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			r := recordOf(t, "../../shared/games/"+name+".json")
			mails, err := waits.Derive(r, waits.Rounds)
			if err != nil {
				t.Fatal(err)
			}
			asked := newTestService(t).mailed(r, mails)
			all, err := waits.Derive(r, waits.Nothing)
			if err != nil {
				t.Fatal(err)
			}
			if asked*100 > most*waits.Waits(all) || asked != waits.Waits(mails) {
				t.Errorf("the game waited for %d mails, derived were %d, of %d without plans", asked, waits.Waits(mails), waits.Waits(all))
			}
		})
	}
}

// recordOf reads a recorded game.
func recordOf(t *testing.T, name string) *waits.Record {
	t.Helper()
	p := replaytest.Open(t, name)
	replaytest.DoTo(t, p, replay.All)
	r, err := waits.Read(p.Title, p.Log)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// mailed plays a game by mail and compares its log with the recorded one. It returns for
// how many mails the game waited.
func (d *testService) mailed(r *waits.Record, mails []waits.Mail) (asked int) {
	d.t.Helper()
	d.cfg.Limits.Sender, d.cfg.Limits.Game = -1, -1
	d.restart(d.db)
	start := r.Log[0].(engine.Started)
	n := table.NewGame{Title: r.Title, Name: "Recorded", Seed: start.Seed, Options: start.Options}
	address := map[string]string{}
	for i, name := range start.Players {
		address[engine.PlayerID(i)] = fmt.Sprintf("seat%d@example.org", i+1)
		n.Seats = append(n.Seats, table.Seat{Name: name, Address: address[engine.PlayerID(i)]})
	}
	id, err := d.service.Start(n)
	if err != nil {
		d.t.Fatal(err)
	}
	for i, m := range mails {
		want := desk.OutcomeAnswered
		before := d.table(id)
		if slices.Contains(before.Actors(), m.By) {
			want = desk.OutcomeApplied
			if m.Asked {
				asked++
			}
		}
		d.now = d.now.Add(61 * time.Minute) // no person writes so many mails in an hour
		raw := d.mail(address[m.By], id+"."+m.By, fmt.Sprintf("%d@example.org", i), m.Lines...)
		got, err := d.service.Receive(d.t.Context(), raw)
		if err != nil || got != want && !(want == desk.OutcomeAnswered && got == desk.OutcomeApplied) {
			d.t.Fatalf("mail %d of %s ended %q, %v; want %q: %q", i, m.By, got, err, want, m.Lines)
		}
		d.flush()
	}
	log := slices.DeleteFunc(engine.Effective(d.table(id).Log), engine.Beside)
	got, err := engine.MarshalLog(log)
	if err != nil {
		d.t.Fatal(err)
	}
	recorded, err := engine.MarshalLog(r.Log)
	if err != nil {
		d.t.Fatal(err)
	}
	for i := range min(len(got), len(recorded)) {
		if !bytes.Equal(got[i], recorded[i]) {
			d.t.Fatalf("event %d is %s, recorded is %s", i, got[i], recorded[i])
		}
	}
	if len(got) != len(recorded) {
		d.t.Errorf("the mailed game has %d events, the recorded one %d", len(got), len(recorded))
	}
	if err := verifyGame(d.db, id); err != nil {
		d.t.Error(err)
	}
	return asked
}
