package pbem

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/watch"
	"pbem/store"
)

// When the newest service has gone, older ones do not decide by themselves: the host is told, and can say that they do. The
// newer one then stands by, until the host says otherwise.
func TestTheHostRollsBack(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		old := f.join("alpha", 1)
		f.at(old).three()
		fresh := f.join("beta", 2)
		var a attendance
		for range 8 {
			a.say(old.Service, f.now)
			f.now = f.now.Add(desk.NodeEvery(f.cfg))
			f.say(fresh)
		}
		if f.told(old, "rules.nobody") > 0 {
			t.Error("somebody decides")
		}
		for range 12 {
			a.say(old.Service, f.now)
			f.now = f.now.Add(desk.NodeEvery(f.cfg))
		}
		f.standsBy(old, f.from("p1", "1@x", "press one"))
		if n := f.told(old, "rules.nobody"); n != 1 {
			t.Errorf("that nobody decides is logged %d times", n)
		}
		if told := to(f.at(old).flush(), "host@example.org"); strings.Count(told, "Subject: No service decides") != 1 || !strings.Contains(told, "nodes decide 1") {
			t.Errorf("the host is told:\n%s", told)
		}
		if _, err := old.HostSays("pause g1"); err == nil || !strings.Contains(err.Error(), "rules 2 decide") {
			t.Errorf("a game is paused by who does not decide: %v", err)
		}
		if _, err := old.Archive("g1"); !errors.Is(err, desk.ErrStandby) {
			t.Errorf("its pages are made by who does not decide: %v", err)
		}
		if _, err := old.HostSays("nodes decide 7"); err == nil || !strings.Contains(err.Error(), `There are rules 1.`) {
			t.Errorf("rules that nobody has: %v", err)
		}
		if c := checkOf(old, "nodes"); c.OK || !strings.Contains(c.Text, "None decides") {
			t.Errorf("%+v", c)
		}
		if _, err := old.HostSays("nodes decide 1"); err != nil {
			t.Fatal(err)
		}
		f.say(old)
		old.Resume(context.Background())
		if f.said("one") != 1 || f.told(old, "rules.behind") != 1 {
			t.Errorf("the older one does not decide:\n%s", old.log)
		}
		back := f.join("beta", 2)
		f.standsBy(back, f.from("p1", "2@x", "press two"))
		if answer, err := back.HostSays("nodes"); err != nil || !strings.Contains(answer, "stores and") || !strings.Contains(answer, "You have said that rules 1 decide.") {
			t.Errorf("%s, %v", answer, err)
		}
		if c := checkOf(back, "nodes"); !c.OK || !strings.Contains(c.Text, "1 of them only stores and sends.") {
			t.Errorf("%+v", c)
		}
		if _, err := old.HostSays("nodes decide newest"); err != nil {
			t.Fatal(err)
		}
		f.say(back)
		f.standsBy(old, f.from("p1", "3@x", "press three"))
		back.Resume(context.Background())
		if f.said("two") != 1 || f.said("three") != 1 {
			t.Error("the newest does not decide")
		}
	})
}

// checkOf returns a part of the health of a service.
func checkOf(n *node, part string) (found watch.Check) {
	for _, c := range watch.Health(n.Figures()) {
		if c.Name == part {
			found = c
		}
	}
	return found
}

// Time in which nobody decides counts for nobody.
func TestTimeWithoutADecider(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		old := f.join("alpha", 1)
		f.at(old).three()
		fresh := f.join("beta", 2)
		fresh.Tick(context.Background())
		for range 4 * 9 {
			f.now = f.now.Add(15 * time.Minute)
			f.say(old)
			mailroom{old.Service}.Heard()
			old.Tick(context.Background())
		}
		fresh.Tick(context.Background())
		outages, err := desk.Outages.All(f.shared, "")
		if err != nil || len(outages) != 1 || outages[0].Value.Sub(outages[0].Key) < 8*time.Hour {
			t.Errorf("the outages are %v, %v", outages, err)
		}
	})
}

// What a newer version has stored in a form that the older one does not know is left alone when the host has rolled back: its
// game waits, the host is told once, and nothing of it is lost. Other games go on.
func TestNewerGamesAreLeftAlone(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		old := f.join("alpha", 1)
		for range 4 {
			f.at(old).three()
		}
		f.join("beta", 2)
		for id, what := range map[string]store.Change{
			"g1": {Events: []json.RawMessage{json.RawMessage(`{"leapt":{"by":"p1"}}`)}},
			"g2": {Events: []json.RawMessage{json.RawMessage(`{"hosted":{"act":"press","text":"x","colour":"red"}}`)}},
			"g3": {Record: f.recordWith("g3", "colour", "red")},
		} {
			g, err := f.shared.Game(id)
			if err != nil {
				t.Fatal(err)
			}
			what.Game, what.Expect = id, g.Version
			if err := f.shared.Commit(store.Commit{At: f.now, Changes: []store.Change{what}}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := old.HostSays("nodes decide 1"); err != nil {
			t.Fatal(err)
		}
		f.say(old)
		before := f.versions()
		for _, id := range []string{"g1", "g2", "g3"} {
			f.receive(f.mail("amy@example.org", id+".p1", id+"@x", "press hello"), desk.OutcomeQuarantine)
			told := f.flush()
			if host := to(told, "host@example.org"); strings.Count(host, "Subject: Game "+id+" was stored by a newer version") != 1 {
				t.Errorf("of %s the host is told:\n%s", id, host)
			}
			if amy := to(told, "amy@example.org"); !strings.Contains(amy, "a newer version") {
				t.Errorf("of %s its player is told:\n%s", id, amy)
			}
			f.receive(f.mail("amy@example.org", id+".p1", id+"@y", "press again"), desk.OutcomeQuarantine)
			if host := to(f.flush(), "host@example.org"); strings.Contains(host, "was stored by a newer version") {
				t.Errorf("of %s the host is told again:\n%s", id, host)
			}
		}
		f.receive(f.mail("amy@example.org", "g4.p1", "g4@x", "press hello"), desk.OutcomeApplied)
		after := f.versions()
		if delete(before, "g4"); after["g4"] == (store.Version{}) {
			t.Error("the other game is gone")
		}
		for id, v := range before {
			if after[id] != v {
				t.Errorf("%s was at %v and is at %v", id, v, after[id])
			}
		}
		if f.shared == desk.Store(f.db) {
			f.verified(t)
		}
		if f.told(old, "game.newer") == 0 {
			t.Errorf("the log says nothing:\n%s", old.log)
		}
	})
}

// verified checks that verify names the games that this version cannot read.
func (f *fleet) verified(t *testing.T) {
	t.Helper()
	if err := markAs(f.db, "rules", fmt.Sprintf(`{"number":1,"most":%d,"since":"2026-03-02T18:00:00Z"}`, desk.Rules+1)); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	if _, err := Verify(f.db, func(problem string) { fmt.Fprintln(&said, problem) }); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]bool{"g1": true, "g2": true, "g3": true, "g4": false} {
		if strings.Contains(said.String(), "game "+id+":") != want {
			t.Errorf("verify says:\n%s", said.String())
		}
	}
}

func (f *fleet) versions() map[string]store.Version {
	f.t.Helper()
	b, err := f.shared.Read(store.Query{Versions: []string{"g1", "g2", "g3", "g4"}})
	if err != nil {
		f.t.Fatal(err)
	}
	return b.Versions
}

// recordWith returns the record of a game with a field that this version does not have.
func (f *fleet) recordWith(id, field, value string) json.RawMessage {
	f.t.Helper()
	g, err := f.shared.Game(id)
	fields := map[string]any{}
	if err == nil {
		err = json.Unmarshal(g.Record, &fields)
	}
	if err != nil {
		f.t.Fatal(err)
	}
	fields[field] = value
	raw, err := json.Marshal(fields)
	if err != nil {
		f.t.Fatal(err)
	}
	return raw
}

// A command of a newer version, said without a service of that version, does not take over from services that run. It may
// decide once none of them is there.
func TestCommandsOfANewerVersion(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		old := f.join("alpha", 1)
		f.at(old).three()
		command := f.open("command", 2)
		if _, err := command.HostSays("pause g1"); !errors.Is(err, desk.ErrStandby) || !strings.Contains(err.Error(), "alpha") {
			t.Errorf("it takes over: %v", err)
		}
		f.receive(f.from("p1", "1@x", "press one"), desk.OutcomeApplied)
		f.now = f.now.Add(desk.SilentAfter(f.cfg) + time.Second)
		if _, err := f.open("command", 2).HostSays("pause g1"); err != nil {
			t.Error(err)
		}
	})
}

// A service waits for one of a version that cannot stand by, as long as that is there.
func TestVersionsThatDoNotStandBy(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		marks := store.Marks{}
		desk.Nodes.Set(marks, "ancient", desk.Node{Host: "x", Began: f.now, Seen: f.now})
		if err := f.shared.SetMarks(marks); err != nil {
			t.Fatal(err)
		}
		fresh := f.join("beta", 2)
		if desk.Decides(fresh.Desk) || !strings.Contains(desk.WhyNot(fresh.Desk), "ancient") {
			t.Errorf("it decides beside the other: %q", desk.WhyNot(fresh.Desk))
		}
		f.now = f.now.Add(desk.SilentAfter(f.cfg) + time.Second)
		if f.say(fresh); !desk.Decides(fresh.Desk) {
			t.Errorf("it does not decide once the other is gone: %q", desk.WhyNot(fresh.Desk))
		}
	})
}

// A file has one service. It decides in any case, and says so if a newer version has decided before.
func TestOlderVersionOnAFile(t *testing.T) {
	d := newTestService(t)
	d.three()
	if err := markAs(d.db, "rules", `{"number":9,"most":9,"since":"2026-03-02T18:00:00Z"}`); err != nil {
		t.Fatal(err)
	}
	d.restart(d.db)
	d.receive(d.from("p1", "1@x", "press one"), desk.OutcomeApplied)
	if n := strings.Count(d.log.String(), "msg=rules.behind"); n != 1 {
		t.Errorf("said %d times:\n%s", n, d.log.String())
	}
	if m, err := desk.Rulings.Get(d.db); err != nil || m.Value.Most != 9 {
		t.Errorf("the store says %+v, %v", m.Value, err)
	}
}
