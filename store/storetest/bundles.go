package storetest

import (
	"testing"

	"pbem/store"
)

// What a service reads and writes with one call, because each may be a round trip to another machine.

// everything asks for one of each and for one that is not there.
var everything = store.Query{Games: []string{"g1", "g9"}, Versions: []string{"g1", "g9"}, Keys: []string{"at/amy", "at/bob"},
	Marks: []string{"player/amy", "player/bob"}, Pages: []string{"silence/amy/", "silence/bob/"}, Counters: []string{"bounces/amy"},
	Mails: []string{"mail", "none"}}

// keptWithBundle reads with the call that keeps a mail what Read reads.
func keptWithBundle(t *testing.T, s Store) {
	ok(t, s.Commit(store.Commit{At: noon, Changes: []store.Change{{Game: "g1", Record: raw(`{}`)[0], Events: raw("1", "2"), Keys: []string{"at/amy"}}},
		Marks: marks("player/amy", "digest", "silence/amy/1", "x", "silence/amy/2", "y", "silence/amyx", "z"), Add: map[string]int{"bounces/amy": 2}}))
	queue(t, s, "", "mail")
	in := store.Inbound{Key: "m1", At: noon, Raw: []byte("x")}
	_, b, err := s.Keep(in, mine, everything)
	ok(t, err)
	same(t, "bundle", b, must[store.Bundle](t)(s.Read(everything)))
	same(t, "versions", b.Versions, map[string]store.Version{"g1": {Events: 2, Record: 1}, "g9": {}})
	same(t, "keys", b.Keys, map[string][]string{"at/amy": {"g1"}, "at/bob": nil})
	same(t, "pages", []int{len(b.Pages), len(b.Pages["silence/amy/"]), len(b.Pages["silence/bob/"])}, []int{2, 2, 0})
	same(t, "a page", b.Pages["silence/amy/"][1].Value, "y")
	same(t, "games", []int{len(b.Games), len(b.Games["g1"].Events)}, []int{1, 2})
	same(t, "mails", []any{len(b.Mails), b.Mails["mail"].State}, []any{1, store.Queued})
	_, _, err = s.Keep(in, theirs, everything)
	is(t, err, store.ErrClaimed)
	ok(t, settle(s, "m1", "applied"))
	_, b, err = s.Keep(in, mine, everything)
	ok(t, err)
	same(t, "of a settled one", b, store.NewBundle())
}

// endingsNoted notes several endings at once. One that cannot be noted stops no other.
func endingsNoted(t *testing.T, s Store) {
	queue(t, s, "", "a", "b", "c", "d", "e")
	same(t, "taken", len(taken(t, s, mine, 4)), 4)
	endings := []store.Ending{{ID: "a", To: store.Sent, At: at(1)}, {ID: "b", To: store.Queued, At: at(5), Why: "451", Since: at(1)},
		{ID: "none", To: store.Sent, At: at(1)}, {ID: "c", To: store.Failed, At: at(2), Why: "550"}, {ID: "d", To: store.Dropped, At: at(3)}}
	is(t, s.Noted(endings), store.ErrNotFound)
	states := must[store.Bundle](t)(s.Read(store.Query{Mails: []string{"a", "b", "c", "d", "e"}})).Mails
	for id, want := range map[string]store.Mail{
		"a": {State: store.Sent, Done: at(1)},
		"b": {State: store.Queued, Tries: 1, Next: at(5), LastError: "451", Since: at(1)},
		"c": {State: store.Failed, Tries: 1, Done: at(2), LastError: "550"},
		"d": {State: store.Dropped, Done: at(3)},
		"e": {State: store.Queued},
	} {
		want.ID, want.To, want.Queued = id, "amy@example.org", noon
		same(t, id, states[id], want)
	}
	ok(t, s.Noted(endings[:1]))
	same(t, "the same again", must[store.Mail](t)(s.Mail("a")).Done, at(1))
	same(t, "claims are over", ids(s.TakeMails(theirs, false, 0)), []string{"e"})
	same(t, "when it is due", ids(s.TakeMails(store.Claim{Owner: "mine", Now: at(5), Until: at(8)}, true, 0)), []string{"b"})
	ok(t, s.Noted(nil))
	is(t, s.Noted([]store.Ending{{ID: "e", To: "lost", At: at(1)}}), store.ErrInvalid)
	ok(t, s.Noted([]store.Ending{{ID: "b", To: store.Queued, At: at(6), Why: "its domain is slow", Untried: true, Since: at(1)}}))
	same(t, "tries of one that was held", must[store.Mail](t)(s.Mail("b")).Tries, 1)
	ok(t, s.Requeue("b", at(6)))
	same(t, "one that the host hurries was tried in vain", !must[store.Mail](t)(s.Mail("b")).Since.IsZero(), false)
}

// endedInCommit ends mails in the commit that tells what follows from it. What the commit supersedes is then queued no more.
func endedInCommit(t *testing.T, s Store) {
	queue(t, s, "turn/amy", "a", "b")
	queue(t, s, "", "c")
	same(t, "taken", len(taken(t, s, mine, 3)), 3)
	c := store.Commit{At: at(3), Cause: "refused:a", Outcome: "counted", Drop: []string{"turn/amy"}, Ended: []store.Ending{
		{ID: "a", To: store.Failed, At: at(2), Why: "550"}, {ID: "none", To: store.Failed, At: at(2)}, {ID: "c", To: store.Sent, At: at(1)}}}
	ok(t, s.Commit(c))
	states := must[store.Bundle](t)(s.Read(store.Query{Mails: []string{"a", "b", "c"}})).Mails
	for id, want := range map[string]store.Mail{
		"a": {Topic: "turn/amy", State: store.Failed, Tries: 1, Done: at(2), LastError: "550"},
		"b": {Topic: "turn/amy", State: store.Dropped, Done: at(3)},
		"c": {State: store.Sent, Done: at(1)},
	} {
		want.ID, want.To, want.Queued = id, "amy@example.org", noon
		same(t, id, states[id], want)
	}
	same(t, "the text of a failed mail", string(must[store.Mail](t)(s.Mail("a")).Raw), "text of a")
	ok(t, s.Requeue("a", at(4)))
	is(t, s.Commit(c), store.ErrSettled)
	same(t, "after a refused commit", must[store.Mail](t)(s.Mail("a")).State, store.Queued)
}

// freshTaken takes mails that nobody has in hand, however often mails end, wait and come meanwhile.
func freshTaken(t *testing.T, s Store) {
	queue(t, s, "", "a", "b", "c")
	fresh := func(c store.Claim, limit int) []string { t.Helper(); return ids(s.TakeMails(c, true, limit)) }
	same(t, "first", fresh(mine, 2), []string{"a", "b"})
	same(t, "then", fresh(mine, 2), []string{"c"})
	same(t, "none is left", fresh(mine, 0), []string{})
	same(t, "not for others", fresh(theirs, 0), []string{})
	same(t, "mine all the same", ids(s.TakeMails(mine, false, 0)), []string{"a", "b", "c"})
	ok(t, retry(s, "a", at(2), "451"))
	queue(t, s, "", "d")
	same(t, "one that came", fresh(mine, 0), []string{"d"})
	second := store.Claim{Owner: "mine", Now: at(2), Until: at(12)}
	same(t, "one that waited", fresh(second, 0), []string{"a"})
	ok(t, fail(s, "c", at(3), "550"))
	ok(t, s.Requeue("c", at(3)))
	same(t, "one that the host hurries", fresh(store.Claim{Owner: "mine", Now: at(3), Until: at(13)}, 0), []string{"c"})
	ok(t, s.Release("mine", at(4)))
	same(t, "what is given back", len(fresh(store.Claim{Owner: "theirs", Now: at(4), Until: at(5)}, 0)), 4)
	same(t, "when time is over", len(fresh(store.Claim{Owner: "third", Now: at(5), Until: at(15)}, 0)), 4)
	queue(t, s, "turn/amy", "e")
	ok(t, s.Commit(store.Commit{At: noon, Drop: []string{"turn/amy"}}))
	same(t, "one that was dropped", fresh(mine, 0), []string{})
}

// aheadTaken takes mails that were put off while the clock was a year ahead, but none that waits for a day.
func aheadTaken(t *testing.T, s Store) {
	const year, day = 365 * 24 * 60, 24 * 60
	queue(t, s, "", "late", "day", "held", "now")
	fresh := func(minute int) []string {
		t.Helper()
		return ids(s.TakeMails(store.Claim{Owner: "mine", Now: at(minute), Until: at(minute + 5)}, true, 0))
	}
	ok(t, retry(s, "day", at(day), "451"))
	ok(t, retry(s, "late", at(year+60), "451"))
	same(t, "ahead", fresh(year), []string{"day", "held", "now"}) // and it ends before they do
	ok(t, retry(s, "day", at(day), "451"))
	ok(t, sent(s, "now", at(year)))
	same(t, "due", ids(s.TakeMails(mine, false, 0)), []string{"late", "held"})
	ok(t, sent(s, "held", at(1)))
	ok(t, retry(s, "late", at(2), "451"))
	same(t, "due then", fresh(2), []string{"late"})
	ok(t, sent(s, "late", at(2)))
	same(t, "the next day", fresh(day), []string{"day"})
}

// heldByMark has mails say by which mark they are held.
func heldByMark(t *testing.T, s Store) {
	ok(t, s.SetMarks(marks("suspended/amy", "x")))
	ok(t, s.Commit(store.Commit{At: noon, Mails: []store.Mail{
		{ID: "held", To: "amy", Raw: []byte("x"), Unless: "suspended/amy", Answers: at(-1)},
		{ID: "not held", To: "bob", Raw: []byte("x"), Unless: "suspended/bob"}, {ID: "free", To: "amy", Raw: []byte("x")}}}))
	held := func(want ...bool) {
		t.Helper()
		var got []bool
		for _, m := range must[[]store.Mail](t)(s.TakeMails(mine, false, 0)) {
			got = append(got, m.Held)
		}
		same(t, "held", got, want)
	}
	held(true, false, false)
	same(t, "what it answers", must[store.Mail](t)(s.Mail("held")).Answers, at(-1))
	same(t, "its mark", must[store.Mail](t)(s.Mail("held")).Unless, "suspended/amy")
	ok(t, s.SetMarks(marks("suspended/amy", "", "suspended/bob", "x")))
	held(false, true, false)
	ends := func(id string, to store.State) error {
		return s.Noted([]store.Ending{{ID: id, To: to, At: at(1), Why: "it is suspended", Marked: true}})
	}
	ok(t, ends("held", store.Dropped)) // which was decided while the mark was there
	ok(t, ends("not held", store.Failed))
	same(t, "stays, for anybody and at once", ids(s.TakeMails(store.Claim{Owner: "mine", Now: at(1), Until: at(2)}, true, 0)), []string{"held"})
	same(t, "without a try", must[store.Mail](t)(s.Mail("held")).Tries, 0)
	same(t, "has failed", must[store.Mail](t)(s.Mail("not held")).State, store.Failed)
	ok(t, ends("held", store.Failed))
	ok(t, ends("free", store.Dropped)) // it names no mark
	same(t, "states", []store.State{must[store.Mail](t)(s.Mail("held")).State, must[store.Mail](t)(s.Mail("free")).State}, []store.State{store.Queued, store.Dropped})
	is(t, s.Commit(store.Commit{At: noon, Mails: []store.Mail{{ID: "odd", To: "amy", Raw: []byte("x"), Unless: "a\x00b"}}}), store.ErrInvalid)
}
