package cli

import (
	"os/exec"
	"testing"
	"time"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/demo"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
	"pbem/store/storetest"
	"pbem/titles"
)

// A takeover is a service that plays by mail on three servers, set up as docs/store.md says, while one after the other is
// lost. Beside it games move without a pause in a schema of their own.
type takeover struct {
	*hunt
	servers *pgtest.Cluster
	load    *storetest.Load
	after   []int // the events of the game after each mail
}

// Servers are lost one after the other while people play by mail. Each time another server leads by itself and the
// service goes on. What was acknowledged is there, once, and the servers that were lost follow again.
func TestFailover(t *testing.T) {
	t.Parallel()
	if !testsize.Whole() {
		t.Skip("servers take long to notice that another one is lost; TESTSIZE=whole asks for it")
	}
	f := newTakeover(t, pgtest.NewCluster(t, "../../docs/store.md"))
	service, c := f.ready(), f.servers
	f.players(4) // a service that loses its database while it starts ends
	f.goesOn()

	killed := c.Leader()
	f.through("a leader killed", func() { killed.Kill(); c.Leader(killed) })
	killed.Start()
	c.Whole()

	was := c.Leader()
	f.through("a switchover", func() { c.Switchover(); c.Leader(was) })
	c.Whole()

	hangs := c.Leader()
	f.through("a leader that hangs", func() { hangs.Hang(); c.Leader(hangs) })
	hangs.Wake()
	c.Whole()

	f.through("one etcd killed", c.Leader().KillEtcd)
	c.Whole()
	f.ends(service)
}

func newTakeover(t *testing.T, servers *pgtest.Cluster) *takeover {
	h := emptyHunt(t)
	h.url = servers.URL()
	h.configure()
	h.begin(demo.ParseScript(short))
	f := &takeover{hunt: h, servers: servers, after: eventsAfter(t, h)}
	h.first()
	db, err := pg.Open(servers.URL("search_path=load"), pg.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	f.load = storetest.Play(t, db, 2)
	return f
}

// eventsAfter decides the game without mails, and returns how many events it has after each of them.
func eventsAfter(t *testing.T, h *hunt) (after []int) {
	title, _ := titles.Find(h.script.Title)
	g, _, err := titles.Start(title, engine.Started{Seed: h.script.Seed, Players: h.script.Names, Options: title.AsOfNow(nil)})
	said := h.said
	for _, m := range h.script.Moves {
		for range m.Lines {
			if err == nil {
				g, _, err = g.Decide(said[0])
			}
			said = said[1:]
		}
		if err != nil {
			t.Fatal(err)
		}
		after = append(after, g.Version())
	}
	return after
}

// through has people write before a fault and after it, and waits until all of it is carried out.
func (f *takeover) through(fault string, happens func()) {
	f.t.Helper()
	began := time.Now()
	f.players(8)
	happens()
	leads := time.Now()
	commits := f.load.Until(f.t, leads)
	f.players(8)
	f.goesOn()
	f.t.Logf("%s: a server leads after %.1f s, the first commit comes %.1f s later; played on after %.1f s",
		fault, leads.Sub(began).Seconds(), commits.Seconds(), time.Since(began).Seconds())
}

// goesOn waits until a player is told of the last mail that was sent.
func (f *takeover) goesOn() {
	f.t.Helper()
	want := f.after[len(f.sent)-1]
	for end := time.Now().Add(3 * time.Minute); f.told() < want; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			f.t.Fatalf("the players know of %d events after %d mails, want %d", f.told(), len(f.sent), want)
		}
	}
}

// told is of how many events players know.
func (f *takeover) told() (events int) {
	for _, address := range f.seats {
		for _, m := range f.office.Mailbox(address) {
			v, _ := version(read(f.t, m.Raw).Header.Get("Message-ID"))
			events = max(events, v)
		}
	}
	return events
}

// ends ends the service and the load, checks that nothing is lost or doubled, and has the game played to its end.
func (f *takeover) ends(service *exec.Cmd) {
	f.t.Logf("%d commits beside it", f.load.End(f.t))
	f.kill(service)
	f.whole(true)
	f.finish()
	f.compare()
	f.answers()
}
