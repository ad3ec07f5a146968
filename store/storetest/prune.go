package storetest

import (
	"errors"
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

// pruneLate forgets mails that went out some days after their commit, which is looked at once, but not those about which a report may
// still come.
func pruneLate(t *testing.T, s Store) {
	for id, days := range map[string]int{"of the next day": 1, "of the next month": 30} {
		ok(t, s.Commit(store.Commit{At: at(0), Mails: []store.Mail{{ID: id, To: "b", Raw: []byte("text")}}}))
		ok(t, sent(s, id, noon.AddDate(0, 0, days)))
	}
	same(t, "more to prune", must[bool](t)(s.Prune(at(3), nil, 9)), false)
	_, err := s.Mail("of the next day")
	is(t, err, store.ErrNotFound)
	_, err = s.Mail("of the next month")
	ok(t, err)
}

// pruneSuperseded forgets a mail that was superseded by a commit which stays.
func pruneSuperseded(t *testing.T, s Store) {
	ok(t, s.Commit(store.Commit{At: at(0), Mails: []store.Mail{{ID: "superseded", To: "b", Topic: "turn", Raw: []byte("text")}}}))
	ok(t, s.Commit(store.Commit{At: noon.AddDate(0, 0, 3), Drop: []string{"turn"}}))
	same(t, "more to prune", must[bool](t)(s.Prune(at(3), nil, 9)), false)
	_, err := s.Mail("superseded")
	is(t, err, store.ErrNotFound)
	Verified(t, s)
}

// pruneMails forgets mails that ended long after their commit, in portions, when the commits are pruned. Others stay: those that wait or
// have failed, those that ended later, and those of commits that are not pruned.
func pruneMails(t *testing.T, s Store) {
	ids := []string{"a dropped", "b sent", "c failed", "d queued", "e sent late", "f put away", "g of a later commit"}
	for i, id := range ids {
		c := store.Commit{At: at(i), Mails: []store.Mail{{ID: id, To: "b", Raw: []byte("text")}}}
		if id == "g of a later commit" {
			c.At = noon.AddDate(0, 0, 95)
		}
		ok(t, s.Commit(c))
	}
	later := noon.AddDate(0, 0, 91)
	for _, id := range []string{"a dropped", "c failed", "f put away"} {
		ok(t, fail(s, id, at(9), "550 no"))
	}
	ok(t, discard(s, "a dropped", later))
	ok(t, discard(s, "f put away", later))
	ok(t, sent(s, "b sent", later))
	ok(t, sent(s, "e sent late", noon.AddDate(0, 0, 99)))
	ok(t, sent(s, "g of a later commit", noon.AddDate(0, 0, 96)))
	left := func(want ...string) {
		t.Helper()
		var have []string
		for _, id := range ids {
			if _, err := s.Mail(id); err == nil {
				have = append(have, id)
			}
		}
		same(t, "mails that are left", fmt.Sprint(have), fmt.Sprint(want))
		Verified(t, s)
	}
	before := noon.AddDate(0, 0, 92)
	sweep := func() (steps int) {
		for next, more := "", true; more; steps++ {
			next = must[string](t)(s.PruneMails(before, next, 2))
			more = next != ""
		}
		return steps
	}
	sweep()
	left(ids...) // their commits are not pruned
	same(t, "more to prune", must[bool](t)(s.Prune(at(30), nil, 99)), false)
	same(t, "steps", sweep(), 4)
	left("c failed", "d queued", "e sent late", "g of a later commit")
	ok(t, s.Commit(store.Commit{At: before, Mails: []store.Mail{{ID: "a dropped", To: "b", Raw: []byte("text of a dropped")}}}))
	same(t, "a mail that is queued again", must[store.Mail](t)(s.Mail("a dropped")).State, store.Queued)
}

// A forgetful is a store in which mails come and are forgotten.
type forgetful struct {
	t *testing.T
	s Store
}

// come keeps a mail with two more keys, and settles it if there is an outcome. The mail m0 changes a game.
func (f forgetful) come(minute int, key, outcome string) {
	f.t.Helper()
	k := must[store.Kept](f.t)(kept(f.s, store.Inbound{Key: key, Aliases: []string{"id of " + key, "copy of " + key}, At: at(minute), Raw: []byte("raw " + key)}, mine))
	must[int](f.t)(f.s.Spare(k.Key))
	c := store.Commit{At: at(minute), Cause: key, Outcome: outcome}
	if minute == 0 {
		c.Changes = []store.Change{{Game: "g1", Expect: store.Version{Events: 2, Record: 1}, Events: raw("3")}}
	}
	if outcome != "" {
		ok(f.t, f.s.Commit(c))
	}
}

func (f forgetful) known(key string) bool {
	f.t.Helper()
	_, err := f.s.Inbound(key)
	if err != nil {
		is(f.t, err, store.ErrNotFound)
	}
	return err == nil
}

// left compares which of the mails m0, m1 and so on are known by all their keys.
func (f forgetful) left(want ...bool) {
	f.t.Helper()
	for i, want := range want {
		for _, key := range []string{"m%d", "id of m%d", "copy of m%d"} {
			same(f.t, fmt.Sprintf(key, i)+" is known", f.known(fmt.Sprintf(key, i)), want)
		}
	}
}

func (f forgetful) prune(minute int) {
	f.t.Helper()
	same(f.t, "more to prune", must[bool](f.t)(f.s.Prune(at(minute), []string{"quarantine"}, 99)), false)
}

// forget forgets all that there is to forget, so many at a time.
func (f forgetful) forget(minute, limit int) {
	f.t.Helper()
	for more, n := true, 0; more; n++ {
		if more = must[bool](f.t)(f.s.ForgetKeys(at(minute), []string{"quarantine"}, limit)); n > 99 {
			f.t.Fatal("it does not end")
		}
	}
	Verified(f.t, f.s)
}

// forgetKeys forgets the keys of old mails, and of no others.
func forgetKeys(t *testing.T, s Store) {
	create(t, s, "g1", 2)
	f := forgetful{t, s}
	for i, outcome := range []string{"applied", "quarantine", "", "rejected", "applied", "ignored", "applied"} {
		f.come(i, fmt.Sprint("m", i), outcome)
	}
	keep(t, s, "m3", "late key of m3") // which is settled
	f.forget(6, 99)                    // nothing was pruned: their texts may be needed
	f.left(true, true, true, true, true, true, true)
	f.prune(5)
	f.forget(3, 1)
	f.left(false, true, true, true, true, true, true)
	f.forget(9, 2) // what is not settled stays, and what was set aside; so does what is not pruned
	f.left(false, true, true, false, false, true, true)
	same(t, "a key that came later is known", f.known("late key of m3"), false)
	_, settled, err := s.Settled("m0")
	ok(t, err)
	same(t, "it is settled", settled, false)
	f.come(20, "m0", "applied") // it is a mail like any other
	f.left(true, true, true, false, false, true, true)
	must[store.Kept](t)(kept(s, store.Inbound{Key: "another", Aliases: []string{"late key of m3"}, At: at(21), Raw: []byte("raw")}, mine))
	same(t, "a key that was forgotten is another mail's", must[store.Inbound](t)(s.Inbound("late key of m3")).Key, "another")
	f.prune(6)
	f.forget(9, 2)
	f.left(true, true, true, false, false, false, true)
	_, events, err := s.Load("g1", 0)
	ok(t, err)
	same(t, "events", len(events), 3)
	same(t, "what brought the last one", events[2].Cause, "m0")
}

// pruneBehind prunes commits behind those of a clock that was ahead for a while.
func pruneBehind(t *testing.T, s Store) {
	const year = 525_600 // minutes
	create(t, s, "g1", 2)
	when := []int{1, 2}
	for i := range 40 {
		when = append(when, year+i)
	}
	for i := range 5 { // from minute 3 to 7
		when = append(when, 3+i, 3+i)
	}
	for i, minutes := range when {
		key := fmt.Sprintf("m%d", i)
		keep(t, s, key)
		ok(t, s.Commit(store.Commit{At: at(minutes), Cause: key, Outcome: "applied", Mails: []store.Mail{{ID: "to " + key, To: "a", Raw: []byte("text")}}}))
		ok(t, sent(s, "to "+key, at(minutes)))
		if i == 44 { // what comes back between them is older than they are
			was, events, err := s.Load("g1", 0)
			ok(t, err)
			ok(t, s.Commit(alone(store.Change{Game: "g1", Expect: was.Version, Record: was.Record, Away: true})))
			was.Version.Record++
			ok(t, s.Commit(alone(store.Change{Game: "g1", Expect: was.Version, Record: was.Record, Back: events})))
		}
	}
	for _, limit := range []int{7, 3} {
		for more := true; more; {
			more = must[bool](t)(s.Prune(at(5), nil, limit))
		}
		for i, minutes := range when {
			text := len(must[store.Inbound](t)(s.Inbound(fmt.Sprintf("m%d", i))).Raw) > 0
			_, err := s.Mail(fmt.Sprintf("to m%d", i))
			if gone := errors.Is(err, store.ErrNotFound); minutes < year && (text != (minutes >= 5) || gone != (minutes < 5)) || text == gone {
				t.Fatalf("limit %d: mail %d of minute %d has its text: %v; the answer: %v", limit, i, minutes, text, err)
			}
		}
	}
	ok(t, s.Verify(func(problem string) { t.Error(problem) }))
}
