package pbem

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/pbem/album"
	"pbem/pbem/desk"
	"pbem/store"
)

// on makes one of the fleet on a machine of its own, with nothing on its disk but its configuration.
func (f *fleet) on(m *mint, name, token string) *node {
	f.t.Helper()
	f.cfg.Data = f.t.TempDir()
	n, _ := f.joinWithToken(m, name, token)
	if err := enter(n.Service); err != nil {
		f.t.Fatal(err)
	}
	f.say(n)
	return n
}

// catchUp does what a service does at its start and then each minute.
func (n *node) catchUp() {
	takeKept(context.Background(), n.Service)
	n.Keeper.Missing(context.Background())
}

// page returns a file of the archive of a service, "" if it is not there.
func (n *node) page(elem ...string) string {
	raw, err := os.ReadFile(filepath.Join(append([]string{n.ArchiveDir("")}, elem...)...))
	if err != nil {
		return ""
	}
	return string(raw)
}

// A machine is lost with its disk. The service on another one logs in with the token, has the pages of all games that
// ended, also of one that was put away, and brings that back.
func TestAnotherMachineTakesOver(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		m := newMint(t)
		first := f.on(m, "alpha", "r0")
		first.token(t)
		second := f.on(m, "beta", "")
		f.at(first)
		for range 3 {
			f.three()
		}
		f.receive(f.from("p1", "1@example.org", "note Brian bids too much"), desk.OutcomeAnswered)
		f.receive(f.from("p1", "2@example.org", "publish notes"), desk.OutcomeAnswered)
		f.says("close g1 really enough")
		f.says("close g2 really enough")
		was, log, err := f.shared.Load("g1", 0)
		if err != nil {
			t.Fatal(err)
		}
		f.says("put away g1")
		// Now alpha is killed: nothing of it is called any more, and its disk is gone.
		album1, album2 := first.page("g1", "index.html"), first.page("g2", "index.html")
		if err := os.RemoveAll(first.Config.Data); err != nil {
			t.Fatal(err)
		}
		second.Config.SMTP.Tokens.Refused("a1")
		if got := second.token(t); got != "a2" || m.refused > 0 {
			t.Errorf("it logs in with %s", got)
		}
		f.at(second)
		second.catchUp()
		if got := second.page("g1", "index.html"); !strings.Contains(got, "Brian bids too much") || got != album1 {
			t.Errorf("the pages of the game that was put away are others, or have no notes: %d and %d bytes", len(got), len(album1))
		}
		if second.page("g2", "index.html") != album2 || !strings.Contains(second.page("index.html"), "2 games,") {
			t.Error("the pages of a game are missing, or others")
		}
		if err := KeptFaults(f.shared, second.Config.Data, func(problem string) { t.Error(problem) }); err != nil {
			t.Error(err)
		}
		dir := filepath.Join(t.TempDir(), "album")
		if err := Album(f.shared, "g1", dir, nil); err != nil {
			t.Error(err)
		}
		if _, err := second.Archive("g1"); err != nil || second.page("kept", "g1.pbem.gz") == "" {
			t.Error("the game is not exported", err)
		}
		f.says("bring back g1")
		now, back, err := f.shared.Load("g1", 0)
		if err != nil || !bytes.Equal(now.Record, was.Record) || len(back) != len(log) {
			t.Fatalf("%+v, %d of %d events, %v", now, len(back), len(log), err)
		}
		for i := range log {
			log[i].Commit, back[i].Commit = 0, 0
			if string(log[i].Data) != string(back[i].Data) || !log[i].At.Equal(back[i].At) || log[i].Cause != back[i].Cause {
				t.Errorf("event %d is %+v, and was %+v", i, back[i], log[i])
			}
		}
		if notes, err := f.shared.MarkPage("note/g1/", "", 0); err != nil || len(notes) != 1 {
			t.Error(notes, err)
		}
	})
}

// What one service decides all others show, each in its own folder: a game that ends, goes on, and ends again.
func TestEachArchiveFollows(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		m := newMint(t)
		first := f.on(m, "alpha", "r0")
		second := f.on(m, "beta", "r0")
		f.at(first)
		f.three()
		f.three()
		f.says("close g1 really enough")
		second.catchUp()
		if !strings.Contains(second.page("g1", album.SummaryFile), `"over": true`) || second.page("g2", album.SummaryFile) != "" {
			t.Fatal("it does not show what has ended")
		}
		f.says("rollback g1 to 178")
		second.catchUp()
		restarted := f.open("gamma", 1)
		for name, n := range map[string]*node{"alpha": first, "beta": second, "gamma": restarted} {
			if n == restarted { // it has what beta had, and did not see that the game goes on
				n.catchUp()
			}
			if got := n.page("g1", "index.html"); !strings.Contains(got, "In progress") || !strings.Contains(n.page("index.html"), "None yet.") {
				t.Errorf("%s does not show that the game goes on", name)
			}
		}
		f.says("close g1 really because")
		second.catchUp()
		if first.page("g1", "index.html") != second.page("g1", "index.html") || !strings.Contains(second.page("index.html"), "1 game,") {
			t.Error("they do not show the same end")
		}
	})
}

// An album that is too old is replaced by a service that was away when the game went on and ended again, and one that says
// that a game is over which goes on.
func TestAlbumsOfAServiceThatWasAway(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		m := newMint(t)
		first := f.on(m, "alpha", "r0")
		f.at(first)
		f.three()
		f.three()
		f.says("close g1 really enough")
		f.says("close g2 really enough")
		second := f.on(m, "beta", "r0")
		second.catchUp()
		f.says("rollback g1 to 178")
		f.says("rollback g2 to 178")
		f.says("close g1 really because")
		second = f.open("beta", 1) // in its folder
		second.catchUp()
		if second.page("g1", "index.html") != first.page("g1", "index.html") || !strings.Contains(second.page("g2", "index.html"), "In progress") {
			t.Error("the albums are those of before")
		}
	})
}

// Albums that cannot be made for the disk are made later, and one game that cannot be opened holds up no other.
func TestAlbumsAreMadeLater(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.three()
	d.ended("g1")
	d.ended("g2")
	folder := filepath.Join(d.cfg.Data, "archive")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d.service.Keeper.Missing(context.Background())
	if n := strings.Count(d.log.String(), "archive.failed"); n != 1 {
		t.Errorf("with no folder it tried %d times", n)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	g, err := d.db.Game("g1")
	if err != nil {
		t.Fatal(err)
	}
	broken := bytes.Replace(g.Record, []byte("18newengland"), []byte("18nowhere"), 1)
	if err := d.db.Commit(store.Commit{At: d.now, Changes: []store.Change{{Game: "g1", Expect: g.Version, Record: broken}}}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		d.service.Keeper.Missing(context.Background())
	}
	if d.read("g2", "index.html") == "" || strings.Count(d.log.String(), "game.unreadable") != 1 {
		t.Errorf("%s", d.log.String())
	}
}
