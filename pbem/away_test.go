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

// If the commit that puts a game away fails, or its outcome is not known, nothing is lost, and it can be repeated.
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
		if left, err := desk.Zipped.Get(d.db, "g1"); err != nil || left.Rev != 0 {
			t.Errorf("of the packed game is left %+v, %v", left, err)
		}
	}
}

// kept returns the packed game in the store, and its file.
func (d *testService) kept(id string) (packed []byte, file string) {
	d.t.Helper()
	m, err := desk.Zipped.Get(d.db, id)
	if err != nil {
		d.t.Fatal(err)
	}
	return m.Value, d.service.Keeper.Kept(id)
}

// zip makes the packed game in the store another, or takes it out.
func (d *testService) zip(id string, packed []byte) {
	d.t.Helper()
	m := store.Marks{}
	if desk.Zipped.Set(m, id, packed); packed == nil {
		desk.Zipped.Clear(m, id)
	}
	if err := d.db.SetMarks(m); err != nil {
		d.t.Fatal(err)
	}
}

// The file of a game that was put away is a copy: without it, the game comes back as well.
func TestKeptFilesAreCopies(t *testing.T) {
	d := newTestService(t)
	d.over()
	was := d.whole("g1")
	d.says("put away g1")
	packed, path := d.kept("g1")
	file, err := os.ReadFile(path)
	if info, bad := os.Stat(path); err != nil || bad != nil || info.Mode().Perm() != 0o600 || !bytes.Equal(file, packed) {
		t.Errorf("the file is another, or others may read it: %v, %v, %v", info, err, bad)
	}
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	d.sound()
	d.says("bring back g1")
	if !was.same(d.whole("g1")) {
		t.Error("it is another game")
	}
	if err := os.WriteFile(filepath.Dir(path), nil, 0o600); err != nil { // no file can be made there
		t.Fatal(err)
	}
	d.says("put away g1")
	if !strings.Contains(d.log.String(), "archive.not-exported") {
		t.Error("that there is no file is not logged")
	}
	d.says("bring back g1")
}

// What is missing, cut short or changed is not brought back, and verify reports it: in the file if only that is there, as
// an older program leaves it, and in the store. If one is spoilt the other does.
func TestKeptGamesAreChecked(t *testing.T) {
	d := newTestService(t)
	d.over()
	was := d.whole("g1")
	d.says("put away g1")
	packed, path := d.kept("g1")
	sound := func(data string) (found []string) {
		if err := KeptFaults(d.db, data, func(p string) { found = append(found, p) }); err != nil {
			t.Error(err)
		}
		return found
	}
	other := archive.Kept{Game: was.Game, Events: append([]store.Event{}, was.Events...), Marks: was.Notes}
	other.Events[3].At = other.Events[3].At.Add(time.Second)
	another, _, err := other.Pack()
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(packed)
	flipped[len(flipped)/2] ^= 4
	for name, spoilt := range map[string][]byte{"cut short": packed[:len(packed)/2], "a byte": flipped, "gone": nil, "another": another} {
		d.zip("g1", spoilt)
		if err := os.WriteFile(path, packed, 0o600); err != nil {
			t.Fatal(err)
		}
		d.sound() // the file is whole
		if found := sound(""); len(found) != 1 && spoilt != nil {
			t.Errorf("%s: without the file verify finds %q", name, found)
		}
		takeKept(t.Context(), d.service)
		if got, _ := d.kept("g1"); !bytes.Equal(got, packed) {
			t.Errorf("%s: the file is not taken into the store", name)
		}
		if err := os.WriteFile(path, spoilt, 0o600); err != nil {
			t.Fatal(err)
		}
		takeKept(t.Context(), d.service)
		if got, _ := d.kept("g1"); !bytes.Equal(got, packed) {
			t.Errorf("%s: a spoilt file is taken into the store", name)
		}
		if file, err := os.ReadFile(path); err != nil || !bytes.Equal(file, packed) {
			t.Errorf("%s: the file is not written again: %v", name, err)
		}
		if err := os.WriteFile(path, spoilt, 0o600); err != nil {
			t.Fatal(err)
		}
		d.sound() // the store is whole
		d.zip("g1", spoilt)
		if spoilt == nil {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := d.service.HostSays("bring back g1"); err == nil {
			t.Errorf("%s: it came back", name)
		}
		if found := sound(d.cfg.Data); len(found) != 1 {
			t.Errorf("%s: verify finds %q", name, found)
		}
	}
	d.zip("g1", packed)
	d.says("bring back g1")
	if !was.same(d.whole("g1")) {
		t.Error("it is another game")
	}
	if err := os.WriteFile(path, packed, 0o600); err != nil {
		t.Fatal(err)
	}
	takeKept(t.Context(), d.service) // the file was left behind
	if left, err := desk.Zipped.Get(d.db, "g1"); err != nil || left.Rev != 0 {
		t.Errorf("of the packed game is left %+v, %v", left, err)
	}
}

// A game is packed byte for byte, whatever bytes its events have.
func TestKeptToTheByte(t *testing.T) {
	at := time.Date(2026, 3, 2, 18, 0, 0, 1, time.UTC)
	k := archive.Kept{Game: store.Game{ID: "g7", Created: at, Version: store.Version{Events: 3, Record: 2}, Record: []byte("{ \"a\":\n\"<&\u2028\xff\" }"), Keys: []string{"ended"}},
		Events: []store.Event{{N: 0, Commit: 5, At: at, Cause: "mail:\x01", Data: []byte("{\n\n}")}, {N: 1, Commit: 5, At: at, Data: []byte(`"\u003c<"`)}, {N: 2, Commit: 9, At: at, Data: []byte("1")}},
		Marks:  []store.Mark{{Name: "note/g7/p1/0001", Value: "a\nb"}}}
	packed, sum, err := k.Pack()
	if err != nil {
		t.Fatal(err)
	}
	got, again, err := archive.Unpack(packed)
	if err != nil || again != sum || !reflect.DeepEqual(got, k) {
		t.Errorf("%+v, %v", got, err)
	}
	if twice, _, err := k.Pack(); err != nil || !bytes.Equal(twice, packed) {
		t.Error("packed twice it is another", err)
	}
}
