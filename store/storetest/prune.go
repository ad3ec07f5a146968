package storetest

import (
	"fmt"
	"testing"

	"pbem/store"
)

// prune forgets texts and mails of old commits, and nothing else.
func prune(t *testing.T, s Store) {
	create(t, s, "g1", 2)
	for i, outcome := range []string{"applied", "quarantine", "applied", "rejected"} {
		key := fmt.Sprintf("m%d", i)
		keep(t, s, key, "hash of "+key)
		ok(t, s.Commit(store.Commit{At: at(i), Cause: key, Outcome: outcome, Mails: []store.Mail{
			{ID: "sent " + key, To: "a", Raw: []byte("text")}, {ID: "waits " + key, To: "a", Raw: []byte("text of waits " + key)}}}))
		ok(t, sent(s, "sent "+key, at(i)))
	}
	ok(t, s.Commit(store.Commit{At: at(5), Cause: "clock:g1", Outcome: "reminded"}))
	keep(t, s, "new")
	ok(t, s.Forget("new"))
	same(t, "text of a mail that is not settled", len(must[store.Inbound](t)(s.Inbound("new")).Raw) > 0, true)
	keep(t, s, "junk")
	ok(t, s.Commit(store.Commit{At: at(5), Cause: "junk", Outcome: "ignored"}))
	ok(t, s.Forget("junk"))
	same(t, "text that is forgotten", len(must[store.Inbound](t)(s.Inbound("junk")).Raw), 0)
	same(t, "its outcome", must[store.Inbound](t)(s.Inbound("junk")).Outcome, "ignored")
	pruned := func(minutes, limit int, more bool) {
		t.Helper()
		same(t, "more to prune", must[bool](t)(s.Prune(at(minutes), []string{"quarantine"}, limit)), more)
	}
	pruned(0, 9, false) // what is not older than that stays
	same(t, "text of a mail that is too young", string(must[store.Inbound](t)(s.Inbound("m0")).Raw), "raw m0")
	pruned(3, 2, true)
	pruned(3, 9, false)
	pruned(3, 9, false)
	for i, want := range []string{"", "raw m1", "", "raw m3"} {
		key := fmt.Sprintf("hash of m%d", i)
		in := must[store.Inbound](t)(s.Inbound(key))
		same(t, "text of "+key, string(in.Raw), want)
		if _, fresh := keep(t, s, key); fresh {
			t.Fatalf("%s is not known any more", key)
		}
		is(t, settle(s, key, "applied"), store.ErrSettled)
		_, err := s.Mail(fmt.Sprintf("sent m%d", i))
		if i < 3 {
			is(t, err, store.ErrNotFound)
		} else {
			ok(t, err)
		}
		ok(t, s.Requeue(fmt.Sprintf("waits m%d", i), at(9)))
	}
	pruned(9, 9, false)
	_, settled, err := s.Settled("clock:g1")
	ok(t, err)
	same(t, "the clock's cause is known", settled, false)
	same(t, "mail that waits to be worked on", string(must[store.Inbound](t)(s.Inbound("new")).Raw), "raw new")
	_, events, err := s.Load("g1", 0)
	ok(t, err)
	same(t, "events", len(events), 2)
	same(t, "their time", events[0].At, noon)
	same(t, "still due", len(due(t, s, at(99), 0)), 4)
}
