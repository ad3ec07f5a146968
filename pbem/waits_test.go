package pbem

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/pbem/waits"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

// Real games are played by mail by players who plan several turns ahead, with the mails that were derived for them when they
// were stored. The log is the recorded one, and the waits that remain are those of the table of package waits.
func TestGamesWithPlansWaitLess(t *testing.T) {
	if !testsize.Whole() {
		t.Skip("it plays whole games by mail; TESTSIZE=whole asks for it")
	}
	serial(t)
	table, err := os.ReadFile("waits/testdata/pace.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"18newengland/73885", "1817/20758", "1817/15528", "1828/23366"} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			r := recordOf(t, name)
			mails, err := replaytest.ReadLines[waits.Mail]("waits/testdata/mails/" + name + ".jsonl.gz")
			if err != nil {
				t.Fatal(err)
			}
			asked := newTestService(t).mailed(r, mails)
			row := regexp.MustCompile(fmt.Sprintf(`(?m)^%s +\d+ +%d `, name, asked))
			if asked != waits.Waits(mails) || !row.Match(table) {
				t.Errorf("%d waits were derived and %d are played, which the table of package waits does not have", waits.Waits(mails), asked)
			}
		})
	}
}

// recordOf reads a stored game: its title and its name.
func recordOf(t *testing.T, game string) *waits.Record {
	t.Helper()
	slug, name := filepath.Split(game)
	ti, _ := titles.Find(filepath.Clean(slug))
	r, err := waits.Read(ti, storedGame(t, filepath.Join("../titles", slug, "testdata/v1", name+".log.gz")))
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
