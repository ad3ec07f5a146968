package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pbem/store"
)

// What several services with one store rely on.

var (
	mine   = store.Claim{Owner: "mine", Now: noon, Until: at(10)}
	theirs = store.Claim{Owner: "theirs", Now: at(1), Until: at(11)}
	later  = store.Claim{Owner: "theirs", Now: at(10), Until: at(20)}
)

func markRevisions(t *testing.T, s Store) {
	look := func() store.Mark { t.Helper(); return must[store.Mark](t)(s.MarkAt("lobby/g1")) }
	set := func(value string, want store.Rev) error {
		return s.Commit(store.Commit{At: noon, Marks: marks("lobby/g1", value), Expect: map[string]store.Rev{"lobby/g1": want}})
	}
	same(t, "none", look(), store.Mark{Name: "lobby/g1"})
	is(t, set("one", 7), store.ErrConflict)
	ok(t, set("one", 0))
	first := look()
	same(t, "value", first.Value, "one")
	is(t, set("two", 0), store.ErrConflict)
	ok(t, set("two", first.Rev))
	second := look()
	is(t, set("three", first.Rev), store.ErrConflict)
	ok(t, s.SetMarks(marks("lobby/g1", "")))
	same(t, "cleared", look(), store.Mark{Name: "lobby/g1"})
	ok(t, s.SetMarks(marks("lobby/g1", "two")))
	if again := look(); again.Rev == first.Rev || again.Rev == second.Rev || again.Rev == 0 {
		t.Fatalf("revision %d was given before: %d, %d", again.Rev, first.Rev, second.Rev)
	}
	is(t, set("three", second.Rev), store.ErrConflict) // the same text, but not the same mark
	expectOnly := store.Commit{At: noon, Marks: marks("other", "x"), Expect: map[string]store.Rev{"lobby/g1": second.Rev}}
	is(t, s.Commit(expectOnly), store.ErrConflict)
	same(t, "other", mark(t, s, "other"), "")
	is(t, s.Commit(store.Commit{At: noon, Expect: map[string]store.Rev{"": 1}}), store.ErrInvalid)
}

// marksSeen commits what was decided while a mark had a value, and what was decided while it had none.
func marksSeen(t *testing.T, s Store) {
	seen := func(rev store.Rev) error {
		return s.Commit(store.Commit{At: noon, Add: map[string]int{"n": 1}, Seen: map[string]store.Rev{"rules": rev}})
	}
	ok(t, seen(0))
	is(t, seen(7), store.ErrConflict)
	ok(t, s.SetMarks(marks("rules", "1")))
	first := must[store.Mark](t)(s.MarkAt("rules")).Rev
	is(t, seen(0), store.ErrConflict)
	ok(t, seen(first))
	ok(t, s.Commit(store.Commit{At: noon, Marks: marks("rules", "2"), Seen: map[string]store.Rev{"rules": first}})) // which sets it itself
	is(t, seen(first), store.ErrConflict)
	ok(t, s.SetMarks(marks("rules", "")))
	is(t, seen(first), store.ErrConflict)
	ok(t, seen(0))
	same(t, "commits", must[int](t)(s.Counter("n")), 3)
	same(t, "marks", named(t, s, ""), []string{})
	is(t, s.Commit(store.Commit{At: noon, Seen: map[string]store.Rev{"": 1}}), store.ErrInvalid)
}

func pages(t *testing.T, s Store) {
	names := func(prefix, after string, limit int) (out []string) {
		t.Helper()
		for _, m := range must[[]store.Mark](t)(s.MarkPage(prefix, after, limit)) {
			out = append(out, m.Name+"="+m.Value)
		}
		return out
	}
	for _, name := range []string{"m/3", "m/1", "n/1", "m/2", "l/9"} {
		ok(t, s.SetMarks(marks(name, "v"+name)))
	}
	same(t, "all", names("m/", "", 0), []string{"m/1=vm/1", "m/2=vm/2", "m/3=vm/3"})
	same(t, "first page", names("m/", "", 2), []string{"m/1=vm/1", "m/2=vm/2"})
	same(t, "second page", names("m/", "m/2", 2), []string{"m/3=vm/3"})
	same(t, "after one that is gone", names("m/", "m/2x", 2), []string{"m/3=vm/3"})
	same(t, "the end", names("m/", "m/3", 2), []string{})
	for _, id := range []string{"g2", "g10", "g1"} {
		create(t, s, id, 0)
	}
	same(t, "games", must[[]string](t)(s.Find("", "", 2)), []string{"g2", "g10"})
	same(t, "more games", must[[]string](t)(s.Find("", "g10", 2)), []string{"g1"})
	same(t, "count", must[int](t)(s.FindCount("")), 3)
	_, err := s.Find("", "g7", 1)
	is(t, err, store.ErrNotFound)
}

func keyed(t *testing.T, s Store) {
	for i, keys := range [][]string{{"on", "at/amy"}, {"on", "at/bob"}, {"ended", "at/amy"}, {"on", "at/amy", "at/bob"}} {
		ok(t, s.Commit(store.Commit{At: noon, Changes: []store.Change{{Game: fmt.Sprintf("g%d", 9-i), Record: json.RawMessage(`1`), Keys: keys}}}))
	}
	find := func(key, after string, limit int) []string {
		t.Helper()
		return must[[]string](t)(s.Find(key, after, limit))
	}
	same(t, "on", find("on", "", 0), []string{"g9", "g8", "g6"})
	same(t, "amy", find("at/amy", "", 0), []string{"g9", "g7", "g6"})
	same(t, "amy, first page", find("at/amy", "", 1), []string{"g9"})
	same(t, "amy, second page", find("at/amy", "g9", 1), []string{"g7"})
	same(t, "after a game without the key", find("at/amy", "g8", 9), []string{"g7", "g6"})
	same(t, "part of a key", find("at/am", "", 0), []string{})
	for _, of := range []struct {
		key, after string
		limit      int
	}{{"", "", 0}, {"on", "", 0}, {"on", "g9", 1}, {"at/amy", "g8", 9}, {"nothing", "", 0}} {
		games := must[[]store.Game](t)(s.Records(of.key, of.after, of.limit))
		ids := []string{}
		for _, g := range games {
			ids = append(ids, g.ID)
			same(t, "a record", g, must[store.Game](t)(s.Game(g.ID)))
		}
		same(t, "the records", ids, find(of.key, of.after, of.limit))
	}
	_, err := s.Records("on", "g77", 1)
	is(t, err, store.ErrNotFound)
	same(t, "how many are on", must[int](t)(s.FindCount("on")), 3)
	same(t, "how many are nothing", must[int](t)(s.FindCount("nothing")), 0)
	same(t, "keys", must[store.Game](t)(s.Game("g6")).Keys, []string{"on", "at/amy", "at/bob"})
}

func keysChange(t *testing.T, s Store) {
	change := func(v store.Version, record string, keys []string) error {
		ch := store.Change{Game: "g1", Expect: v, Keys: keys}
		if record != "" {
			ch.Record = json.RawMessage(record)
		}
		return s.Commit(store.Commit{At: noon, Changes: []store.Change{ch}})
	}
	found := func(want ...string) {
		t.Helper()
		for _, key := range []string{"a", "b", "c"} {
			n := 0
			if slices.Contains(want, key) {
				n = 1
			}
			same(t, "games with key "+key, len(must[[]string](t)(s.Find(key, "", 0))), n)
			same(t, "count of key "+key, must[int](t)(s.FindCount(key)), n)
		}
	}
	ok(t, change(store.Version{}, "1", []string{"a", "b"}))
	found("a", "b")
	ok(t, change(store.Version{Record: 1}, "2", nil)) // they stay
	found("a", "b")
	is(t, change(store.Version{Record: 1}, "3", []string{"c"}), store.ErrConflict)
	found("a", "b")
	ok(t, change(store.Version{Record: 2}, "3", []string{"b", "c"}))
	found("b", "c")
	ok(t, change(store.Version{Record: 3}, "4", []string{}))
	found()
	for _, keys := range [][]string{{""}, {"a", "a"}, {"a\x00b"}} {
		is(t, change(store.Version{Record: 4}, "5", keys), store.ErrInvalid)
	}
	is(t, change(store.Version{Record: 4}, "", []string{"a"}), store.ErrInvalid)
}

func bundle(t *testing.T, s Store) {
	create(t, s, "g1", 2)
	queue(t, s, "", "mail")
	ok(t, s.SetMarks(marks("member/m1", "Amy")))
	ok(t, s.Commit(store.Commit{At: noon, Add: map[string]int{"bounces/amy": 3}}))
	b := must[store.Bundle](t)(s.Read(store.Query{Games: []string{"g1", "g2"}, Marks: []string{"member/m1", "member/m2"},
		Counters: []string{"bounces/amy", "bounces/bob"}, Mails: []string{"mail", "no mail"}}))
	game, events, err := s.Load("g1", 0)
	ok(t, err)
	same(t, "games", b.Games, map[string]store.Loaded{"g1": {Game: game, Events: events}})
	same(t, "marks", b.Marks, map[string]store.Mark{"member/m1": must[store.Mark](t)(s.MarkAt("member/m1")), "member/m2": {Name: "member/m2"}})
	same(t, "counters", b.Counters, map[string]int{"bounces/amy": 3, "bounces/bob": 0})
	m := must[store.Mail](t)(s.Mail("mail"))
	m.Raw = nil
	same(t, "mails", b.Mails, map[string]store.Mail{"mail": m})
	var wait sync.WaitGroup
	wait.Go(func() { // a game and a mark that are written together are read together
		for n := range 50 {
			g, err := s.Game("g1")
			if err == nil {
				err = s.Commit(store.Commit{At: noon, Marks: marks("length", fmt.Sprint(g.Version.Events+1)),
					Changes: []store.Change{{Game: "g1", Expect: g.Version, Events: raw(fmt.Sprint(n))}}})
			}
			if err != nil {
				t.Error(err)
			}
		}
	})
	for range 200 {
		b := must[store.Bundle](t)(s.Read(store.Query{Games: []string{"g1"}, Marks: []string{"length"}}))
		if v := b.Marks["length"].Value; v != "" {
			same(t, "length", fmt.Sprint(len(b.Games["g1"].Events)), v)
		}
	}
	wait.Wait()
}

func taken(t testing.TB, s Store, c store.Claim, limit int) (ids []string) {
	t.Helper()
	for _, m := range must[[]store.Mail](t)(s.TakeMails(c, false, limit)) {
		same(t, "text of a mail that was taken", string(m.Raw), "text of "+m.ID)
		ids = append(ids, m.ID)
	}
	return ids
}

// ids lists the mails of a call that must not fail.
func ids(mails []store.Mail, err error) (out []string) {
	if err != nil {
		return []string{err.Error()}
	}
	for _, m := range mails {
		out = append(out, m.ID)
	}
	return out
}

func mailsTaken(t *testing.T, s Store) {
	queue(t, s, "", "a", "b", "c")
	same(t, "mine", taken(t, s, mine, 2), []string{"a", "b"})
	same(t, "theirs", taken(t, s, theirs, 0), []string{"c"})
	same(t, "nothing is left", taken(t, s, theirs, 0), []string{"c"}) // but their own
	same(t, "mine again, as after a crash", taken(t, s, mine, 0), []string{"a", "b"})
	queue(t, s, "", "d")
	same(t, "fresh", ids(s.TakeMails(mine, true, 0)), []string{"d"})
	ok(t, sent(s, "a", at(1)))
	ok(t, retry(s, "b", at(1), "451"))
	ok(t, discard(s, "d", at(1)))
	same(t, "after a try anybody's", taken(t, s, theirs, 0), []string{"b", "c"})
	same(t, "theirs after their time", taken(t, s, store.Claim{Owner: "mine", Now: at(11), Until: at(12)}, 0), []string{"b", "c"})
	same(t, "due are all", due(t, s, at(12), 0), []string{"b", "c"})
	_, err := s.TakeMails(store.Claim{Owner: "", Now: noon, Until: at(1)}, false, 1)
	is(t, err, store.ErrInvalid)
	_, err = s.TakeMails(store.Claim{Owner: "x", Now: noon, Until: noon}, false, 1)
	is(t, err, store.ErrInvalid)
}

// mailsTakenAhead has a service whose clock is days ahead. Its mails are in hand: nobody else takes them. A mail that is put off for
// so long is taken.
func mailsTakenAhead(t *testing.T, s Store) {
	queue(t, s, "", "a", "b", "c")
	days := func(n int) time.Time { return noon.AddDate(0, 0, n) }
	wrong := store.Claim{Owner: "mine", Now: days(3), Until: days(3).Add(time.Minute)}
	same(t, "mine", taken(t, s, wrong, 2), []string{"a", "b"})
	same(t, "theirs", taken(t, s, theirs, 0), []string{"c"})
	ok(t, retry(s, "c", days(3), "451"))
	same(t, "theirs, that is not due", ids(s.TakeMails(theirs, true, 0)), []string{})
	same(t, "theirs, put off for days", taken(t, s, theirs, 0), []string{"c"})
	same(t, "mine by a clock that is right", taken(t, s, mine, 0), []string{"a", "b"})
}

// mailsRenewed has services that send for long keep their mails, and learn which they lost.
func mailsRenewed(t *testing.T, s Store) {
	queue(t, s, "", "a", "b", "c", "d")
	queue(t, s, "turn/amy", "e")
	ok(t, s.Commit(store.Commit{At: noon, Mails: []store.Mail{{ID: "f", To: "bob", Raw: []byte("text of f"), Unless: "suspended/bob"}}}))
	renewed := func(owner string, from, until int, of ...string) []string {
		t.Helper()
		out := ids(s.Renew(store.Claim{Owner: owner, Now: at(from), Until: at(until)}, of))
		slices.Sort(out)
		return out
	}
	all := []string{"a", "b", "c", "d", "e", "f", "none"}
	same(t, "nobody's", renewed("mine", 0, 10, all...), []string{})
	same(t, "taken", len(taken(t, s, mine, 0)), 6)
	same(t, "not theirs", renewed("theirs", 1, 11, all...), []string{})
	same(t, "of some", renewed("mine", 6, 16, "d", "a", "b", "e", "f", "none"), []string{"a", "b", "d", "e", "f"})
	same(t, "what was not renewed is theirs", taken(t, s, later, 0), []string{"c"})
	ok(t, sent(s, "a", at(11)))
	ok(t, retry(s, "b", at(30), "451"))
	ok(t, s.Commit(store.Commit{At: at(11), Drop: []string{"turn/amy"}, Marks: marks("suspended/bob", "x")}))
	same(t, "what is left", renewed("mine", 12, 22, all...), []string{"d", "f"})
	for _, m := range must[[]store.Mail](t)(s.Renew(store.Claim{Owner: "mine", Now: at(13), Until: at(23)}, []string{"d", "f"})) {
		same(t, "held by its mark", m.Held, m.ID == "f")
		same(t, "without its text", len(m.Raw), 0)
	}
	same(t, "when its time is over", taken(t, s, store.Claim{Owner: "third", Now: at(22), Until: at(23)}, 2), []string{"c", "d"})
	same(t, "lost", renewed("mine", 23, 33, all...), []string{"f"})
	same(t, "late, but nobody took it", renewed("third", 40, 50, all...), []string{"c", "d"})
	same(t, "and it lasts", taken(t, s, store.Claim{Owner: "mine", Now: at(49), Until: at(59)}, 0), []string{"b", "f"})
	ok(t, s.Release("third", at(49)))
	same(t, "given back", renewed("third", 49, 59, all...), []string{})
	_, err := s.Renew(store.Claim{Owner: "mine", Now: noon, Until: noon}, nil)
	is(t, err, store.ErrInvalid)
	same(t, "of none", renewed("mine", 49, 59), []string{})
}

func deadlinesTaken(t *testing.T, s Store) {
	a, b := store.Deadline{Game: "g1", Key: "a", At: at(-2)}, store.Deadline{Game: "g2", Key: "b", At: at(-1)}
	set := func(all ...store.Deadline) { t.Helper(); ok(t, s.Commit(store.Commit{At: noon, Deadlines: all})) }
	set(b, a)
	all := must[[]store.Deadline](t)
	same(t, "mine", all(s.TakeDeadlines(mine, 1)), []store.Deadline{a})
	same(t, "theirs", all(s.TakeDeadlines(theirs, 0)), []store.Deadline{b})
	same(t, "when my time is over", all(s.TakeDeadlines(later, 0)), []store.Deadline{a, b})
	set(a) // set anew it is anybody's
	same(t, "set anew", all(s.TakeDeadlines(mine, 0)), []store.Deadline{a})
	set(store.Deadline{Game: "g1", Key: "a"}, store.Deadline{Game: "g2", Key: "b"})
	same(t, "none", all(s.TakeDeadlines(later, 0)), []store.Deadline{})
}

// keptAndTaken keeps and takes mails in one step.
func keptAndTaken(t *testing.T, s Store) {
	in := store.Inbound{Key: "m1", Aliases: []string{"hash1"}, At: noon, Raw: []byte("x")}
	took := must[store.Kept](t)
	same(t, "a new one", took(kept(s, in, mine)), store.Kept{Key: "m1", At: noon, Tries: 1})
	_, err := s.Take("hash1", theirs)
	is(t, err, store.ErrClaimed)
	copied := store.Inbound{Key: "m2", Aliases: []string{"hash1"}, At: at(1), Raw: []byte("y")}
	_, err = kept(s, copied, theirs)
	is(t, err, store.ErrClaimed)
	_, err = s.Inbound("m2")
	is(t, err, store.ErrNotFound) // what is refused learns nothing
	same(t, "a copy of it", took(kept(s, copied, mine)), store.Kept{Key: "m1", At: noon, Tries: 2})
	same(t, "when my time is over", took(kept(s, copied, later)), store.Kept{Key: "m1", At: noon, Tries: 3})
	same(t, "attempts", must[store.Inbound](t)(s.Inbound("m2")).Faults, 3)
	ok(t, settle(s, "m1", "applied"))
	again := store.Inbound{Key: "m3", Aliases: []string{"hash1"}, At: at(2), Raw: []byte("z")}
	same(t, "a copy of one that is settled", took(kept(s, again, theirs)), store.Kept{Key: "m1", At: noon, Outcome: "applied"})
	same(t, "its key", must[store.Inbound](t)(s.Inbound("m3")).Key, "m1")
	same(t, "unsettled", must[[]string](t)(s.Unsettled()), []string{})
}

// attemptsCounted makes calls again whose reply was lost.
func attemptsCounted(t *testing.T, s Store) {
	in := store.Inbound{Key: "m1", At: noon, Raw: []byte("x")}
	first, second := mine, mine
	first.Attempt, second.Attempt = "first", "second"
	for range 3 {
		same(t, "the same attempt", must[store.Kept](t)(kept(s, in, first)).Tries, 1)
	}
	same(t, "the same, taken", must[int](t)(s.Take("m1", first)), 1)
	same(t, "another", must[int](t)(s.Take("m1", second)), 2)
	same(t, "the first one, later", must[int](t)(s.Take("m1", first)), 3)
	same(t, "one without a name", must[int](t)(s.Take("m1", mine)), 4)
	same(t, "another without a name", must[int](t)(s.Take("m1", mine)), 5)
	same(t, "spared", must[int](t)(s.Spare("m1")), 4)
	same(t, "after that it counts", must[int](t)(s.Take("m1", first)), 5)
	others := later
	others.Attempt = "first"
	same(t, "the same name of another", must[int](t)(s.Take("m1", others)), 6)
}

// released has a service that stops give back what it has claimed, and nothing of others.
func released(t *testing.T, s Store) {
	queue(t, s, "", "a", "b", "c")
	a, b := store.Deadline{Game: "g1", Key: "a", At: at(-2)}, store.Deadline{Game: "g2", Key: "b", At: at(-1)}
	ok(t, s.Commit(store.Commit{At: noon, Deadlines: []store.Deadline{a, b}}))
	keep(t, s, "m1")
	keep(t, s, "m2")
	all := must[[]store.Deadline](t)
	same(t, "my mails", taken(t, s, mine, 2), []string{"a", "b"})
	same(t, "their mails", taken(t, s, theirs, 0), []string{"c"})
	same(t, "my deadline", all(s.TakeDeadlines(mine, 1)), []store.Deadline{a})
	same(t, "my attempt", must[int](t)(s.Take("m1", mine)), 1)
	same(t, "their attempt", must[int](t)(s.Take("m2", theirs)), 1)
	ok(t, sent(s, "a", at(1)))
	third := store.Claim{Owner: "third", Now: at(1), Until: at(10)}
	ok(t, s.ReleaseWork("theirs", at(1)))
	same(t, "what is sent goes on", taken(t, s, third, 0), []string{})
	same(t, "work given back", must[int](t)(s.Take("m2", theirs)), 2)
	ok(t, s.Release("mine", at(1)))
	same(t, "mails given back", taken(t, s, third, 0), []string{"b"})
	same(t, "deadlines given back", all(s.TakeDeadlines(third, 0)), []store.Deadline{a, b})
	same(t, "an attempt stays counted", must[int](t)(s.Take("m1", third)), 2)
	_, err := s.Take("m2", third)
	is(t, err, store.ErrClaimed)
	ok(t, s.Release("mine", at(1))) // nothing is left
	is(t, s.Release("", at(1)), store.ErrInvalid)
}

func inboundTaken(t *testing.T, s Store) {
	keep(t, s, "m1", "hash1")
	same(t, "first attempt", must[int](t)(s.Take("m1", mine)), 1)
	_, err := s.Take("hash1", theirs)
	is(t, err, store.ErrClaimed)
	same(t, "faults", must[store.Inbound](t)(s.Inbound("m1")).Faults, 1)
	same(t, "mine again", must[int](t)(s.Take("hash1", mine)), 2)
	same(t, "when my time is over", must[int](t)(s.Take("m1", later)), 3)
	_, err = s.Take("m1", mine)
	is(t, err, store.ErrClaimed)
	same(t, "spared", must[int](t)(s.Spare("m1")), 2)
	same(t, "then anybody's", must[int](t)(s.Take("m1", mine)), 3)
	ok(t, settle(s, "m1", "applied"))
	_, err = s.Take("hash1", mine)
	is(t, err, store.ErrSettled)
	_, err = s.Take("m2", mine)
	is(t, err, store.ErrNotFound)
}

// manyTake lets services take everything at the same time.
func manyTake(t *testing.T, s Store) {
	const n = 60
	for i := range n {
		queue(t, s, "", fmt.Sprintf("mail %d", i))
		ok(t, s.Commit(store.Commit{At: noon, Deadlines: []store.Deadline{{Game: fmt.Sprintf("g%d", i), Key: "k", At: at(-1)}}}))
	}
	var mails, deadlines atomic.Int32
	var wait sync.WaitGroup
	for w := range 6 {
		c := store.Claim{Owner: fmt.Sprint("service ", w), Now: noon, Until: at(10)}
		wait.Go(func() {
			for {
				got, err := s.TakeMails(c, false, 7)
				for _, m := range got {
					err = errors.Join(err, sent(s, m.ID, at(1)))
				}
				if mails.Add(int32(len(got))); err != nil {
					t.Error(err)
				}
				due, err := s.TakeDeadlines(c, 5)
				for _, d := range due {
					d.At = at(100)
					err = errors.Join(err, s.Commit(store.Commit{At: noon, Deadlines: []store.Deadline{d}}))
				}
				if deadlines.Add(int32(len(due))); err != nil {
					t.Error(err)
				}
				if len(got)+len(due) == 0 {
					return
				}
			}
		})
	}
	wait.Wait()
	same(t, "mails and deadlines taken", []int32{mails.Load(), deadlines.Load()}, []int32{n, n})
}

// refusalsAlone mixes commits that are refused with those that are not.
func refusalsAlone(t *testing.T, s Store) {
	create(t, s, "g1", 0)
	var wait sync.WaitGroup
	for i := range 40 {
		wait.Go(func() {
			name := fmt.Sprintf("mark/%d", i)
			c := store.Commit{At: noon, Marks: marks(name, "x"), Add: map[string]int{"written": 1}}
			if i%2 == 1 {
				c.Changes = []store.Change{{Game: "g1", Expect: store.Version{Events: 9}, Events: raw("1")}}
			}
			if err := s.Commit(c); errors.Is(err, store.ErrConflict) != (i%2 == 1) || err != nil && i%2 == 0 {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	wait.Wait()
	same(t, "commits that were taken", must[int](t)(s.Counter("written")), 20)
	same(t, "marks", len(named(t, s, "mark/")), 20)
}
