package storetest

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pbem/store"
)

func settle(s Store, cause, outcome string) error {
	return s.Commit(store.Commit{At: at(5), Cause: cause, Outcome: outcome})
}

func settledOnce(t *testing.T, s Store) {
	keep(t, s, "m1", "hash1")
	_, settled, err := s.Settled("m1")
	ok(t, err)
	same(t, "settled at first", settled, false)
	ok(t, settle(s, "m1", "rejected"))
	for _, key := range []string{"m1", "hash1"} {
		is(t, settle(s, key, "applied"), store.ErrSettled)
		outcome, settled, err := s.Settled(key)
		ok(t, err)
		same(t, "settled "+key, []any{outcome, settled}, []any{"rejected", true})
	}
	ok(t, settle(s, "clock:g1", "reminded"))
	is(t, settle(s, "clock:g1", "reminded"), store.ErrSettled)
	keep(t, s, "m2", "hash2")
	ok(t, settle(s, "hash2", "applied"))
	is(t, settle(s, "m2", "applied"), store.ErrSettled)
	keep(t, s, "m3", "hash3")
	two := store.Commit{At: at(5), Cause: "m3", Outcome: "applied", Also: []store.Settling{{Cause: "m2", Outcome: "answered"}}}
	is(t, s.Commit(two), store.ErrSettled) // one of them was
	two.Also[0].Cause = "m2 again"
	ok(t, s.Commit(two))
	is(t, settle(s, "m2 again", "applied"), store.ErrSettled)
	outcome, _, err := s.Settled("m2 again")
	ok(t, err)
	same(t, "the other cause", outcome, "answered")
}

func oneWinsCause(t *testing.T, s Store) {
	keep(t, s, "m1")
	var wins atomic.Int32
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			err := settle(s, "m1", "applied")
			if err == nil {
				wins.Add(1)
			} else if !errors.Is(err, store.ErrSettled) {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	same(t, "commits that settled the mail", wins.Load(), 1)
}

func keptOnce(t *testing.T, s Store) {
	if key, fresh := keep(t, s, "m1", "hash1", "uid1"); key != "m1" || !fresh {
		t.Fatalf("kept as %q, fresh %v", key, fresh)
	}
	for _, again := range [][]string{{"m1"}, {"m9", "hash1"}, {"hash1"}, {"uid2", "m1"}, {"m8", "uid2"}, {"x", "m8"}} {
		if key, fresh := keep(t, s, again[0], again[1:]...); key != "m1" || fresh {
			t.Fatalf("%q: kept as %q, fresh %v", again, key, fresh)
		}
	}
	for _, key := range []string{"m1", "hash1", "uid1", "uid2", "m8", "m9", "x"} {
		in := must[store.Inbound](t)(s.Inbound(key))
		same(t, key, in, store.Inbound{Key: "m1", At: noon, Raw: []byte("raw m1"), Meta: []byte("uid 7\n")})
	}
	if key, fresh := keep(t, s, "m2", "", "hash2"); key != "m2" || !fresh {
		t.Fatalf("kept as %q, fresh %v", key, fresh)
	}
	keep(t, s, "m3", "hash3")
	if key, _ := keep(t, s, "m3", "hash2", "new"); key != "m3" { // two mails: the first key decides
		t.Fatalf("kept as %q", key)
	}
	same(t, "key hash2", must[store.Inbound](t)(s.Inbound("hash2")).Key, "m2") // and no key changes hands
	same(t, "unsettled", must[[]string](t)(s.Unsettled()), []string{"m1", "m2", "m3"})
	_, err := s.Inbound("m4")
	is(t, err, store.ErrNotFound)
	_, err = kept(s, store.Inbound{Raw: []byte("x"), At: noon}, mine)
	is(t, err, store.ErrInvalid)
	_, err = kept(s, store.Inbound{Key: "m5"}, mine)
	is(t, err, store.ErrInvalid)
	_, err = kept(s, store.Inbound{Key: "m5", At: noon}, store.Claim{})
	is(t, err, store.ErrInvalid)
}

func inboundOrder(t *testing.T, s Store) {
	for _, key := range []string{"z", "a", "m", "b"} {
		keep(t, s, key)
	}
	same(t, "unsettled", must[[]string](t)(s.Unsettled()), []string{"z", "a", "m", "b"})
	for _, key := range []string{"b", "a", "z"} {
		ok(t, settle(s, key, "quarantine"))
	}
	same(t, "unsettled", must[[]string](t)(s.Unsettled()), []string{"m"})
	same(t, "in quarantine", must[[]string](t)(s.Ended("quarantine")), []string{"z", "a", "b"})
	same(t, "applied", must[[]string](t)(s.Ended("applied")), []string{})
	same(t, "outcome", must[store.Inbound](t)(s.Inbound("a")).Outcome, "quarantine")
	ok(t, settle(s, "early", "ignored")) // settled before it is kept
	same(t, "ended", must[store.Kept](t)(kept(s, store.Inbound{Key: "early", At: noon, Raw: []byte("x")}, mine)), store.Kept{Key: "early", At: noon, Outcome: "ignored"})
	same(t, "kept all the same", string(must[store.Inbound](t)(s.Inbound("early")).Raw), "x")
	same(t, "unsettled", must[[]string](t)(s.Unsettled()), []string{"m"})
}

func anyKey(t *testing.T, s Store) {
	long := strings.Repeat("<very.long@example.org>", 5000)
	for _, odd := range []string{long, long + "x", "\xff\xfe", "\xff\xfd", "a\x00b", "<>\"\n"} {
		key, fresh := keep(t, s, odd, "alias "+odd)
		same(t, "fresh", fresh, true)
		if again, fresh := keep(t, s, key); again != key || fresh {
			t.Fatalf("%q: kept again as %q", key, again)
		}
		same(t, "raw", string(must[store.Inbound](t)(s.Inbound("alias "+odd)).Raw), "raw "+odd)
		ok(t, settle(s, odd, "ignored"))
		is(t, settle(s, "alias "+odd, "applied"), store.ErrSettled)
	}
	same(t, "unsettled", must[[]string](t)(s.Unsettled()), []string{})
}

func faults(t *testing.T, s Store) {
	keep(t, s, "m1", "hash1")
	same(t, "faults", must[int](t)(s.Take("m1", mine)), 1)
	same(t, "faults", must[int](t)(s.Take("hash1", mine)), 2)
	same(t, "faults", must[int](t)(s.Take("m1", mine)), 3)
	in := must[store.Inbound](t)(s.Inbound("m1"))
	same(t, "mail", in, store.Inbound{Key: "m1", At: noon, Raw: []byte("raw m1"), Meta: []byte("uid 7\n"), Faults: 3})
	same(t, "faults", must[int](t)(s.Spare("hash1")), 2)
	same(t, "faults", must[store.Inbound](t)(s.Inbound("m1")).Faults, 2)
	for _, left := range []int{1, 0, 0} {
		same(t, "faults", must[int](t)(s.Spare("m1")), left)
	}
	_, err := s.Take("m2", mine)
	is(t, err, store.ErrNotFound)
	_, err = s.Spare("m2")
	is(t, err, store.ErrNotFound)
}

func outboxOrder(t *testing.T, s Store) {
	queue(t, s, "", "z", "a")
	ok(t, s.Commit(store.Commit{At: at(1), Mails: []store.Mail{
		{ID: "digest", To: "b@example.org", Raw: []byte("text of digest"), Next: at(60)},
		{ID: "m", To: "b@example.org", Raw: []byte("text of m")}}}))
	same(t, "due", due(t, s, at(2), 0), []string{"z", "a", "m"})
	same(t, "first two due", due(t, s, at(2), 2), []string{"z", "a"})
	same(t, "due later", due(t, s, at(60), 0), []string{"z", "a", "digest", "m"})
	ok(t, retry(s, "z", at(10), "451 try later"))
	same(t, "due while one waits", due(t, s, at(2), 2), []string{"a", "m"})
	same(t, "due when it has waited", due(t, s, at(10), 0), []string{"z", "a", "m"})
	m := must[store.Mail](t)(s.Mail("z"))
	same(t, "mail", m, store.Mail{ID: "z", To: "amy@example.org", Raw: []byte("text of z"), Next: at(10), Queued: noon,
		Tries: 1, LastError: "451 try later", State: store.Queued})
	ok(t, s.Requeue("z", at(3)))
	same(t, "due when hurried", due(t, s, at(3), 0), []string{"z", "a", "m"})
}

func queuedOnce(t *testing.T, s Store) {
	queue(t, s, "", "a", "b", "a")
	ok(t, sent(s, "a", at(1)))
	ok(t, sent(s, "a", at(2)))
	queue(t, s, "", "b", "a", "c")
	same(t, "due", due(t, s, at(2), 0), []string{"b", "c"})
	m := must[store.Mail](t)(s.Mail("a"))
	same(t, "sent mail", m, store.Mail{ID: "a", To: "amy@example.org", Queued: noon, State: store.Sent, Done: at(1)})
	for _, err := range []error{sent(s, "x", noon), retry(s, "x", noon, ""), fail(s, "x", noon, ""),
		s.Requeue("x", noon), discard(s, "x", noon), s.Requeue("a", noon)} {
		is(t, err, store.ErrNotFound)
	}
}

func mailsEnd(t *testing.T, s Store) {
	queue(t, s, "", "sent", "failed", "discarded", "given up")
	ok(t, sent(s, "sent", at(1)))
	ok(t, retry(s, "failed", at(1), "451"))
	ok(t, fail(s, "failed", at(2), "550 no such user"))
	ok(t, fail(s, "given up", at(3), "550"))
	ok(t, discard(s, "discarded", at(1)))
	ok(t, discard(s, "given up", at(4)))
	same(t, "due", due(t, s, at(9), 0), []string{})
	failed := must[[]store.Mail](t)(failures(s))
	same(t, "failures", failed, []store.Mail{{ID: "failed", To: "amy@example.org",
		Next: at(1), Queued: noon, Tries: 2, LastError: "550 no such user", State: store.Failed, Done: at(2)}})
	same(t, "text of a failure", string(must[store.Mail](t)(s.Mail("failed")).Raw), "text of failed")
	for _, id := range []string{"sent", "failed", "discarded"} { // what comes too late changes nothing
		was := must[store.Mail](t)(s.Mail(id))
		ok(t, retry(s, id, at(8), "late"))
		ok(t, fail(s, id, at(8), "late"))
		same(t, id, must[store.Mail](t)(s.Mail(id)), was)
	}
	ok(t, sent(s, "discarded", at(9))) // it was on its way
	same(t, "state", must[store.Mail](t)(s.Mail("discarded")).State, store.Sent)
	queue(t, s, "", "later")
	ok(t, s.Requeue("failed", at(9)))
	same(t, "due when requeued", due(t, s, at(9), 0), []string{"later", "failed"})
	same(t, "it waits", must[store.Bundle](t)(s.Read(store.Query{Mails: []string{"failed"}})).Mails["failed"].State, store.Queued)
	same(t, "tries", must[store.Mail](t)(s.Mail("failed")).Tries, 0)
}

func superseded(t *testing.T, s Store) {
	queue(t, s, "turn/g1/amy", "1a")
	queue(t, s, "turn/g1/bob", "1b")
	queue(t, s, "turn/g10/amy", "10a")
	queue(t, s, "turn/g1", "1")
	queue(t, s, "", "none")
	drop := func(topics ...string) { ok(t, s.Commit(store.Commit{At: at(1), Drop: topics})) }
	drop("turn", "turn/g", "turn/g1/am", "nothing/")
	same(t, "due", due(t, s, noon, 0), []string{"1a", "1b", "10a", "1", "none"})
	drop("turn/g1/bob")
	same(t, "due", due(t, s, noon, 0), []string{"1a", "10a", "1", "none"})
	ok(t, s.Commit(store.Commit{At: at(2), Drop: []string{"turn/g1/"}, Mails: []store.Mail{
		{ID: "1a2", To: "amy@example.org", Topic: "turn/g1/amy", Raw: []byte("text of 1a2")}}}))
	same(t, "due", due(t, s, noon, 0), []string{"10a", "1", "none", "1a2"})
	m := must[store.Mail](t)(s.Mail("1a"))
	same(t, "dropped mail", m, store.Mail{ID: "1a", To: "amy@example.org", Topic: "turn/g1/amy", Queued: noon,
		State: store.Dropped, Done: at(2)})
	ok(t, fail(s, "1", at(3), "550"))
	drop("turn/", "turn/g1") // a failed mail is the operator's
	same(t, "due", due(t, s, noon, 0), []string{"none"})
	same(t, "failures", len(must[[]store.Mail](t)(failures(s))), 1)
}

func deadlines(t *testing.T, s Store) {
	set := func(all ...store.Deadline) { t.Helper(); ok(t, s.Commit(store.Commit{At: noon, Deadlines: all})) }
	a := store.Deadline{Game: "g1", Key: "turn", At: at(20)}
	b := store.Deadline{Game: "g1", Key: "remind", At: at(10)}
	c := store.Deadline{Game: "g10", Key: "turn", At: at(15)}
	old := store.Deadline{Game: "g", Key: "turn/g1", At: time.Date(1830, 1, 1, 0, 0, 0, 0, time.UTC)}
	set(a, b, c, old)
	all := must[[]store.Deadline](t)
	same(t, "overdue at once", all(s.Overdue(noon)), []store.Deadline{old})
	same(t, "overdue on the minute", all(s.Overdue(at(10))), []store.Deadline{old, b})
	same(t, "overdue late", all(s.Overdue(at(99))), []store.Deadline{old, b, c, a})
	same(t, "of g1", all(s.Deadlines("g1")), []store.Deadline{b, a})
	same(t, "of none", all(s.Deadlines("g2")), []store.Deadline{})
	a.At = at(5).In(time.FixedZone("CET", 3600))
	set(a, store.Deadline{Game: "g", Key: "turn/g1"}, store.Deadline{Game: "g9", Key: "never set"})
	a.At = at(5)
	same(t, "overdue when moved", all(s.Overdue(at(99))), []store.Deadline{a, b, c})
	set(a, a)
	same(t, "overdue when set twice", all(s.Overdue(at(99))), []store.Deadline{a, b, c})
}

func marksAndCounters(t *testing.T, s Store) {
	same(t, "no mark", mark(t, s, "imap/INBOX"), "")
	ok(t, s.SetMarks(marks("imap/INBOX", "77:1203\xff")))
	ok(t, s.SetMarks(marks("imap/Junk", "1:1")))
	ok(t, s.SetMarks(marks("imap/Junk", "")))
	ok(t, s.Commit(store.Commit{At: noon, Marks: marks("player/amy", "digest", "none", ""),
		Add: map[string]int{"bounce/amy": 2, "bounce/bob": 1}}))
	same(t, "mark", mark(t, s, "imap/INBOX"), "77:1203\xff")
	same(t, "marks", named(t, s, "player/"), []string{"player/amy=digest"})
	same(t, "all marks", len(named(t, s, "")), 2)
	same(t, "count", must[int](t)(s.Count("bounce/amy", 3)), 5)
	same(t, "count", must[int](t)(s.Count("bounce/bob", -1)), 0)
	same(t, "counters", must[map[string]int](t)(s.Counters("bounce/")), map[string]int{"bounce/amy": 5})
	ok(t, s.ResetCounter("bounce/amy"))
	ok(t, s.ResetCounter("bounce/nobody"))
	same(t, "counter", must[int](t)(s.Counter("bounce/amy")), 0)
	is(t, s.SetMarks(marks("", "x")), store.ErrInvalid)
	is(t, s.ResetCounter("\x00"), store.ErrInvalid)
	_, err := s.Count("", 1)
	is(t, err, store.ErrInvalid)
}

// counts returns the figures of a store without how large it is, which a database also changes on its own.
func counts(t testing.TB, s Store) store.Stats {
	t.Helper()
	st := must[store.Stats](t)(s.Stats())
	st.Bytes, st.Free = 0, 0
	return st
}

func stats(t *testing.T, s Store) {
	same(t, "stats of nothing", counts(t, s), store.Stats{})
	create(t, s, "g1", 3)
	keep(t, s, "m1")
	keep(t, s, "m2")
	queue(t, s, "", "a", "b", "c")
	ok(t, fail(s, "a", noon, "550"))
	ok(t, s.Commit(store.Commit{At: noon, Deadlines: []store.Deadline{{Game: "g1", Key: "k", At: noon}}}))
	same(t, "stats", counts(t, s), store.Stats{Games: 1, Queued: 2, Failed: 1, OldestQueued: noon,
		Unsettled: 2, OldestUnsettled: noon, Deadlines: 1})

	// A mail for a later time does not wait yet; one that is tried in vain does since the first attempt.
	since := noon.Add(time.Hour)
	ok(t, s.Noted([]store.Ending{{ID: "b", To: store.Sent, At: noon}, {ID: "c", To: store.Sent, At: noon}}))
	ok(t, s.Commit(store.Commit{At: noon, Mails: []store.Mail{{ID: "d", To: "amy@example.org", Raw: []byte("x"), Next: since}}}))
	same(t, "oldest for later", counts(t, s).OldestQueued, time.Time{})
	ok(t, s.Noted([]store.Ending{{ID: "d", To: store.Queued, At: since.Add(time.Minute), Why: "away", Since: since}}))
	same(t, "oldest tried", counts(t, s).OldestQueued, since)

	// So it is with one before others that were looked at: it is found when it is tried, and no more when it is sent.
	later := store.Commit{At: noon.Add(time.Minute)}
	for _, id := range []string{"e", "f", "g"} {
		later.Mails = append(later.Mails, store.Mail{ID: id, To: "amy@example.org", Raw: []byte("x"), Next: since})
	}
	ok(t, s.Commit(later))
	ok(t, sent(s, "d", since))
	same(t, "oldest for later", counts(t, s).OldestQueued, time.Time{})
	ok(t, s.Noted([]store.Ending{{ID: "f", To: store.Queued, At: since.Add(time.Minute), Why: "away", Since: since.Add(time.Second)}}))
	same(t, "oldest tried", counts(t, s).OldestQueued, since.Add(time.Second))
	ok(t, s.Commit(store.Commit{At: since, Ended: []store.Ending{{ID: "f", To: store.Sent, At: since}}, Mails: []store.Mail{{ID: "h", To: "amy@example.org", Raw: []byte("x")}}}))
	same(t, "oldest behind others", counts(t, s).OldestQueued, since)
	ok(t, fail(s, "h", since, "550"))
	same(t, "oldest failed", counts(t, s).OldestQueued, time.Time{})
	ok(t, s.Requeue("h", since))
	same(t, "oldest sent again", counts(t, s).OldestQueued, since)
}

// failedPages lists failed mails in the order in which they were queued, some at a time, while others come and go.
func failedPages(t *testing.T, s Store) {
	queue(t, s, "", "a", "b", "c", "d", "e", "f")
	for _, id := range []string{"c", "a", "e", "b", "f"} {
		ok(t, fail(s, id, at(1), "550 no "+id))
	}
	page := func(after string, limit int) (ids []string, next string) {
		t.Helper()
		mails, next, err := s.FailedPage(after, limit)
		ok(t, err)
		for _, m := range mails {
			ids = append(ids, m.ID)
			same(t, "the reason", m.LastError, "550 no "+m.ID)
			same(t, "its text", len(m.Raw), 0)
		}
		return ids, next
	}
	all, end := page("", 9)
	same(t, "all", all, ids(failures(s)))
	same(t, "the end", end, "")
	first, next := page("", 2)
	same(t, "the first page", first, all[:2])
	ok(t, s.Requeue(all[1], at(2)))
	ok(t, s.Requeue(all[2], at(2)))
	ok(t, fail(s, "d", at(3), "550 no d"))
	second, next := page(next, 2)
	same(t, "the second page", second, []string{"d", "e"})
	third, next := page(next, 2)
	same(t, "the third page", third, []string{"f"})
	same(t, "the end", next, "")
	_, _, err := s.FailedPage("here", 2)
	is(t, err, store.ErrInvalid)
}

// failures returns all failed mails.
func failures(s Store) ([]store.Mail, error) {
	mails, _, err := s.FailedPage("", 0)
	return mails, err
}
