package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"pbem/store"
)

// What holds when many do the same at a time.

// copiesKept delivers copies of one mail to several services at the same time. Each has its own key, and all
// share an alias, as when two servers have changed the header on the way. They are one mail, and only one
// service works on it.
func copiesKept(t *testing.T, s Store) {
	const copies = 16
	keys := make([]string, copies)
	var took atomic.Int32
	var wait sync.WaitGroup
	for i := range copies {
		wait.Go(func() {
			in := store.Inbound{Key: fmt.Sprintf("copy%d", i), Aliases: []string{"id:amy <1@x>"}, At: noon, Raw: fmt.Appendf(nil, "copy %d", i)}
			k, err := kept(s, in, store.Claim{Owner: fmt.Sprintf("service%d", i), Now: noon, Until: at(10)})
			switch {
			case err == nil:
				took.Add(1)
				keys[i] = k.Key
			case !errors.Is(err, store.ErrClaimed):
				t.Error(err)
			}
		})
	}
	wait.Wait()
	same(t, "services that work on it", took.Load(), 1)
	main := must[store.Inbound](t)(s.Inbound("id:amy <1@x>")).Key
	same(t, "whose key it has", slices.Contains(keys, main), true)
	same(t, "mails to be worked on", must[[]string](t)(s.Unsettled()), []string{main})
	for i := range copies { // a copy that came while another was worked on is known by its key, too, when it comes again
		in := store.Inbound{Key: fmt.Sprintf("copy%d", i), Aliases: []string{"id:amy <1@x>"}, At: noon, Raw: fmt.Appendf(nil, "copy %d", i)}
		_, err := kept(s, in, store.Claim{Owner: "one more", Now: noon, Until: at(10)})
		is(t, err, store.ErrClaimed)
	}
	ok(t, settle(s, "id:amy <1@x>", "applied"))
	is(t, settle(s, main, "applied"), store.ErrSettled)
	same(t, "mails to be worked on", must[[]string](t)(s.Unsettled()), []string{})
}

// manyMails commits 1,500 mails at once, as for news to all members. All are stored, in order, or none.
func manyMails(t *testing.T, s Store) {
	const mails = 1500
	c := store.Commit{At: noon, Cause: "news", Outcome: "told"}
	var want []string
	for i := range mails {
		id := fmt.Sprintf("m%04d", mails-i) // the order is that of the commit, not that of the ids
		want = append(want, id)
		c.Mails = append(c.Mails, store.Mail{ID: id, To: fmt.Sprintf("p%d@example.org", i), Topic: fmt.Sprintf("seat%d", i%700), Raw: []byte("text of " + id)})
	}
	refused := c
	refused.Cause, refused.Expect = "other news", map[string]store.Rev{"a mark": 7}
	is(t, s.Commit(refused), store.ErrConflict)
	same(t, "queued by a refused commit", len(due(t, s, at(1), 0)), 0)
	ok(t, s.Commit(c))
	is(t, s.Commit(c), store.ErrSettled)
	same(t, "queued", due(t, s, at(1), 0), want)
	var got []string
	for {
		page := must[[]store.Mail](t)(s.TakeMails(mine, true, 64))
		if len(page) == 0 {
			break
		}
		var endings []store.Ending
		for _, m := range page {
			got = append(got, m.ID)
			endings = append(endings, store.Ending{ID: m.ID, To: store.Sent, At: at(2)})
		}
		ok(t, s.Noted(endings))
	}
	same(t, "taken", got, want)
	same(t, "left", due(t, s, at(3), 0), []string{})
	same(t, "counted", must[store.Stats](t)(s.Stats()).Queued, 0)
}

// absenceExpected runs two commits against each other: each sets a mark and expects the mark of the other not
// to exist. They never both succeed.
func absenceExpected(t *testing.T, s Store) {
	for n := range 30 {
		a, b := fmt.Sprintf("lobby/a%d", n), fmt.Sprintf("lobby/b%d", n)
		var wins atomic.Int32
		var wait sync.WaitGroup
		for _, c := range []store.Commit{
			{At: noon, Marks: marks(a, "mine"), Expect: map[string]store.Rev{b: 0}},
			{At: noon, Marks: marks(b, "theirs"), Expect: map[string]store.Rev{a: 0}},
		} {
			wait.Go(func() {
				switch err := s.Commit(c); {
				case err == nil:
					wins.Add(1)
				case !errors.Is(err, store.ErrConflict):
					t.Error(err)
				}
			})
		}
		wait.Wait()
		same(t, "commits that stand", wins.Load(), 1)
		same(t, "marks that are set", len(named(t, s, a))+len(named(t, s, b)), 1)
	}
	ok(t, s.SetMarks(marks("lobby/x", "1")))
	ok(t, s.SetMarks(marks("lobby/x", "")))
	ok(t, s.Commit(store.Commit{At: noon, Marks: marks("lobby/y", "1"), Expect: map[string]store.Rev{"lobby/x": 0}})) // cleared is absent
}

// takenAsTheyCome takes fresh mails while others commit. A call finds everything that was committed before it, and
// nothing twice.
func takenAsTheyCome(t *testing.T, s Store) {
	const writers, each = 4, 25
	var mu sync.Mutex
	committed := map[string]bool{}
	var wait sync.WaitGroup
	for w := range writers {
		wait.Go(func() {
			for n := range each {
				id := fmt.Sprintf("w%d.%d", w, n)
				m := store.Mail{ID: id, To: "amy@example.org", Raw: []byte("text of " + id)}
				if err := s.Commit(store.Commit{At: noon, Mails: []store.Mail{m}}); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				committed[id] = true
				mu.Unlock()
			}
		})
	}
	done := make(chan struct{})
	go func() { wait.Wait(); close(done) }()
	got := map[string]bool{}
	for over := false; !over; {
		select {
		case <-done:
			over = true // once more
		default:
		}
		mu.Lock()
		var before []string
		for id := range committed {
			before = append(before, id)
		}
		mu.Unlock()
		for _, m := range must[[]store.Mail](t)(s.TakeMails(mine, true, 0)) {
			if got[m.ID] {
				t.Errorf("%s comes again", m.ID)
			}
			got[m.ID] = true
		}
		for _, id := range before {
			if !got[id] {
				t.Fatalf("%s was committed before the call, which did not find it", id)
			}
		}
	}
	same(t, "mails", len(got), writers*each)
}
