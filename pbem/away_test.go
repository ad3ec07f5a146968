package pbem

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pbem/pbem/archive"
	"pbem/pbem/desk"
	"pbem/store"
)

// over makes a game of three that the host has closed, with a diary, and a second one
// that goes on. It is then ninety days later.
func (d *testService) over() {
	d.t.Helper()
	d.three()
	d.three()
	d.receive(d.from("p1", "1@example.org", "note Brian bids too much"), desk.OutcomeAnswered)
	d.receive(d.from("p1", "2@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.says("close g1 really enough")
	d.flush()
	d.now = d.now.AddDate(0, 0, 90)
}

// A wholeGame is everything that the store has of a game.
type wholeGame struct {
	Game   store.Game
	Events []store.Event
	Notes  []store.Mark
}

func (d *testService) whole(id string) (w wholeGame) {
	d.t.Helper()
	var err, worse error
	w.Game, w.Events, err = d.db.Load(id, 0)
	w.Notes, worse = d.db.MarkPage("note/"+id+"/", "", 0)
	if err := errors.Join(err, worse); err != nil {
		d.t.Fatal(err)
	}
	return w
}

// same compares everything except the numbers that the store gives again.
func (w wholeGame) same(o wholeGame) bool {
	for _, x := range []*wholeGame{&w, &o} {
		x.Game.Version.Record = 0
		x.Events, x.Notes = append([]store.Event{}, x.Events...), append([]store.Mark{}, x.Notes...)
		for i := range x.Events {
			x.Events[i].Commit = 0
		}
		for i := range x.Notes {
			x.Notes[i].Rev = 0
		}
	}
	return reflect.DeepEqual(w, o)
}

// sound verifies the database and the files of the games that were put away.
func (d *testService) sound() {
	d.t.Helper()
	report := func(problem string) { d.t.Error(problem) }
	_, err := Verify(d.db, report)
	if err := errors.Join(err, KeptFaults(d.db, d.cfg.Data, report)); err != nil {
		d.t.Error(err)
	}
}

// A game that has ended can be put away, and comes back byte for byte. In the meantime it
// is listed and counted, and its pages stay.
func TestPutAwayAndBack(t *testing.T) {
	d := newTestService(t)
	d.over()
	was := d.whole("g1")
	pages := d.read("g1", "index.html")
	if said := d.says("put away 91 days"); !strings.Contains(said, "No game is put away") {
		t.Error(said)
	}
	list, f := d.says("list ended"), d.figures().Games
	if said := d.says("put away 90 days"); !strings.Contains(said, "No game") {
		t.Error(said) // it ended exactly ninety days ago
	}
	d.now = d.now.Add(time.Second)
	if said := d.says("put away 90 days"); !strings.HasPrefix(said, "One game is put away that ended at least 90 days ago") {
		t.Error(said)
	}
	d.sound()
	if _, _, err := d.db.Load("g1", 0); !errors.Is(err, store.ErrAway) {
		t.Fatal(err)
	}
	if notes, err := d.db.MarkPage("note/", "", 0); err != nil || len(notes) != 0 {
		t.Error(notes, err)
	}
	for range 2 {
		if now := d.says("list ended"); now != strings.Replace(list, "enough", "enough (put away)", 1) {
			t.Errorf("the list was\n%snow it is\n%s", list, now)
		}
		if now := d.figures().Games; now != f {
			t.Errorf("figures were %+v and are %+v", f, now)
		}
		d.restart(d.db)
	}
	if d.read("g1", "index.html") != pages || !strings.Contains(d.read("index.html"), `href="g1/index.html"`) {
		t.Error("its pages are others")
	}
	d.refuses("put away g1", "put away already")
	d.refuses("show g1", "To have it back: host bring back g1")
	d.refuses("rollback g1 to 3", "To have it back: host bring back g1")
	d.refuses("put away g2", "has not ended")
	d.refuses("put away g7", "No game has the id")
	d.refuses("put away", "host put away 90 days")
	d.refuses("put away 0 days", "0 is not a number of days")
	d.refuses("bring back g2", "is not put away")
	d.refuses("bring back g7", "No game has the id")
	d.refuses("bring g1", "host bring back g12")
	d.says("bring back g1")
	d.sound()
	if now := d.whole("g1"); !was.same(now) {
		t.Errorf("it was\n%+v\nand is\n%+v", was, now)
	}
	if now := d.says("list ended"); now != list {
		t.Errorf("the list is\n%s", now)
	}
	d.says("rollback g1 to 178") // the game can be opened again
	if said := d.says("list running"); !strings.Contains(said, "g1 ") {
		t.Error(said)
	}
}

// A player who writes to a game that was put away is told so, but only if the mail comes
// from the player's address to the right reply address.
func TestMailToAGamePutAway(t *testing.T) {
	d := newTestService(t)
	d.over()
	mails := [][]byte{
		d.from("p1", "3@example.org", "pass"),
		d.from("p2", "4@example.org", "status"),
		d.mail("zoe@example.net", "g1.p3", "5@example.org", "pass"),
		d.mail("amy@example.org", "g2.p1", "6@example.org", "game g1", "pass"),
		d.mail("amy@example.org", "g2.p1", "7@example.org", "observe g1"),
	}
	d.now = d.now.Add(time.Second)
	d.says("put away g1")
	d.flush()
	for i, want := range []struct{ to, outcome string }{
		{"amy@example.org", desk.OutcomeRejected}, {"brian@example.org", desk.OutcomeRejected}, {"crystal@example.org", desk.OutcomeRejected},
		{"amy@example.org", desk.OutcomeRejected}, {"amy@example.org", desk.OutcomeRejected},
	} {
		d.receive(mails[i], want.outcome)
		out := d.flush()
		if len(out) != 1 || out[0].to != want.to {
			t.Errorf("mail %d: %d answers", i, len(out))
			continue
		}
		text := strings.Join(strings.Fields(readBack(t, out[0]).text), " ")
		if !strings.Contains(text, "ended on 2 March 2026 and was moved to the archive") {
			t.Errorf("mail %d is answered\n%s", i, text)
		}
	}
	forged := bytes.Replace(mails[0], []byte("g1"), []byte("g1x"), 1)
	forged = bytes.Replace(forged, []byte("3@example.org"), []byte("8@example.org"), 1)
	if _, err := d.service.Receive(t.Context(), forged); err != nil || len(d.flush()) > 1 {
		t.Error(err)
	}
	if n := d.version("g2"); n == 0 || strings.Contains(d.log.String(), "level=ERROR") {
		t.Error(d.log.String())
	}
}

// If putting away is interrupted after the file is written, or fails, nothing is lost,
// and it can be repeated.
func TestPutAwayBrokenOff(t *testing.T) {
	for _, taken := range []bool{false, true} {
		d := newTestService(t)
		d.over()
		was := d.whole("g1")
		d.restart(&failing{DB: d.db, commit: func(c store.Commit) error {
			if !taken {
				return errDisk
			}
			return errors.Join(d.db.Commit(c), errDisk)
		}})
		if _, err := d.service.HostSays("put away g1"); !errors.Is(err, errDisk) {
			t.Fatal(err)
		}
		kept, _, err := archive.ReadKept(d.service.Keeper.Kept("g1"))
		if err != nil || !was.same(wholeGame{kept.Game, kept.Events, kept.Marks}) {
			t.Fatalf("kept is\n%+v, %v", kept, err)
		}
		d.restart(d.db)
		d.sound()
		if _, err := d.service.HostSays("put away g1"); (err != nil) != taken {
			t.Error(err)
		}
		d.sound()
		d.says("bring back g1")
		if now := d.whole("g1"); !was.same(now) {
			t.Errorf("it was\n%+v\nand is\n%+v", was, now)
		}
	}
}

// A file that is missing, cut short or changed is not brought back, and verify reports
// it.
func TestKeptFilesAreChecked(t *testing.T) {
	d := newTestService(t)
	d.over()
	was := d.whole("g1")
	d.says("put away g1")
	path := d.service.Keeper.Kept("g1")
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
	other := was
	other.Events = append([]store.Event{}, was.Events...)
	other.Events[3].At = other.Events[3].At.Add(time.Second)
	sound := func() (found []string) {
		if err := KeptFaults(d.db, d.cfg.Data, func(p string) { found = append(found, p) }); err != nil {
			t.Error(err)
		}
		return found
	}
	for name, spoil := range map[string]func() error{
		"cut short": func() error { return os.WriteFile(path, file[:len(file)/2], 0o600) },
		"a byte":    func() error { f := bytes.Clone(file); f[len(f)/2] ^= 4; return os.WriteFile(path, f, 0o600) },
		"empty":     func() error { return os.WriteFile(path, nil, 0o600) },
		"gone":      func() error { return os.Remove(path) },
		"another": func() error {
			_, err := d.service.Keeper.Keep(archive.Kept{Game: other.Game, Events: other.Events, Marks: other.Notes})
			return err
		},
	} {
		if err := spoil(); err != nil {
			t.Fatal(name, err)
		}
		if _, err := d.service.HostSays("bring back g1"); err == nil {
			t.Errorf("%s: it came back", name)
		}
		if found := sound(); len(found) != 1 {
			t.Errorf("%s: verify finds %q", name, found)
		}
	}
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	if found := sound(); len(found) != 0 {
		t.Error(found)
	}
	d.says("bring back g1")
	if !was.same(d.whole("g1")) {
		t.Error("it is another game")
	}
}

// A game is stored byte for byte, whatever bytes its events have.
func TestKeptToTheByte(t *testing.T) {
	d := newTestService(t)
	at := d.now.Add(time.Nanosecond)
	k := archive.Kept{Game: store.Game{ID: "g7", Created: at, Version: store.Version{Events: 3, Record: 2}, Record: []byte("{ \"a\":\n\"<&\u2028\xff\" }"), Keys: []string{"ended"}},
		Events: []store.Event{{N: 0, Commit: 5, At: at, Cause: "mail:\x01", Data: []byte("{\n\n}")}, {N: 1, Commit: 5, At: at, Data: []byte(`"\u003c<"`)}, {N: 2, Commit: 9, At: at, Data: []byte("1")}},
		Marks:  []store.Mark{{Name: "note/g7/p1/0001", Value: "a\nb"}}}
	sum, err := d.service.Keeper.Keep(k)
	if err != nil {
		t.Fatal(err)
	}
	got, again, err := archive.ReadKept(filepath.Join(d.cfg.Data, "archive", "kept", "g7.pbem.gz"))
	if err != nil || again != sum || !reflect.DeepEqual(got, k) {
		t.Errorf("%+v, %v", got, err)
	}
	if again, err := d.service.Keeper.Keep(k); err != nil || again != sum {
		t.Error("written twice it is another", err)
	}
}
