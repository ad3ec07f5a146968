package storetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pbem/store"
)

// A walker lives through some years of a service: mails come, answers go out or fail or are superseded, and what is old is deleted. It
// knows which mails wait and which have failed.
type walker struct {
	t      *testing.T
	s      Store
	rng    *rand.Rand
	now    time.Time
	n      int               // mails so far
	queued map[string]string // topics by Message-ID
	failed map[string]bool
}

// years walks at random. After each step the store is sound, and has the mails that wait and that have failed, and no others.
func years(t *testing.T, s Store) {
	w := &walker{t: t, s: s, rng: rand.New(rand.NewPCG(7, 11)), now: noon, queued: map[string]string{}, failed: map[string]bool{}}
	create(t, s, "g1", 1)
	for step := range 250 {
		switch w.rng.IntN(10) {
		case 0, 1, 2, 3:
			w.comes()
		case 4, 5, 6:
			w.sends()
		case 7:
			w.minds()
		case 8:
			w.now = w.now.Add(time.Duration(w.rng.IntN(20*24)) * time.Hour)
		default:
			w.prunes()
		}
		if ahead := step % 60; ahead == 40 {
			w.now = w.now.AddDate(0, 5, 0) // for a while the clock is ahead
		} else if ahead == 45 {
			w.now = w.now.AddDate(0, -5, 0)
		}
		w.right(step)
	}
}

// comes settles a mail, or something else, with answers that supersede some of the earlier ones.
func (w *walker) comes() {
	w.n++
	key := fmt.Sprint("mail:", w.n)
	c := store.Commit{At: w.now, Cause: key, Outcome: []string{"applied", "rejected", "quarantine"}[w.rng.IntN(3)]}
	switch w.rng.IntN(4) {
	case 0:
		c.Cause = fmt.Sprint("clock/", w.n)
	case 1:
		c.Cause, c.Outcome = "", ""
	default:
		must[store.Kept](w.t)(kept(w.s, store.Inbound{Key: key, Aliases: []string{"id of " + key}, At: w.now, Raw: []byte("raw " + key)}, store.Claim{Owner: "mine", Now: w.now, Until: w.now.Add(time.Minute)}))
	}
	for _, topic := range []string{"turn/amy", "turn/bob"} {
		if w.rng.IntN(3) > 0 {
			continue
		}
		c.Drop = append(c.Drop, topic)
		for id, of := range w.queued {
			if of == topic {
				delete(w.queued, id)
			}
		}
	}
	for i := range w.rng.IntN(3) {
		m := store.Mail{ID: fmt.Sprintf("<%d.%d@example.org>", w.n, i), To: "amy@example.org", Topic: []string{"", "turn/amy", "turn/bob"}[w.rng.IntN(3)], Raw: []byte("text")}
		c.Mails = append(c.Mails, m)
		w.queued[m.ID] = m.Topic
	}
	ok(w.t, w.s.Commit(c))
}

// sends takes some mails, which go out, fail or are tried again.
func (w *walker) sends() {
	claim := store.Claim{Owner: "mine", Now: w.now, Until: w.now.Add(time.Minute)}
	var ends []store.Ending
	for _, m := range must[[]store.Mail](w.t)(w.s.TakeMails(claim, w.rng.IntN(2) == 0, 1+w.rng.IntN(5))) {
		e := store.Ending{ID: m.ID, To: store.Sent, At: w.now}
		switch w.rng.IntN(5) {
		case 0:
			e.To, e.At, e.Why, e.Since = store.Queued, w.now.Add(time.Duration(w.rng.IntN(24))*time.Hour), "451 later", w.now
		case 1, 2:
			e.To, e.Why = store.Failed, "550 no"
			w.failed[m.ID] = true
		}
		if e.To != store.Queued {
			delete(w.queued, m.ID)
		}
		ends = append(ends, e)
	}
	ok(w.t, w.s.Noted(ends))
}

// minds drops what has failed, or has it sent again.
func (w *walker) minds() {
	for _, m := range must[[]store.Mail](w.t)(failures(w.s)) {
		switch w.rng.IntN(4) {
		case 0:
			ok(w.t, discard(w.s, m.ID, w.now))
		case 1:
			ok(w.t, w.s.Requeue(m.ID, w.now))
			w.queued[m.ID] = m.Topic
		default:
			continue
		}
		delete(w.failed, m.ID)
	}
}

// prunes deletes what is old, in portions, some of it only.
func (w *walker) prunes() {
	season := w.now.AddDate(0, 0, -90)
	for more, n := true, 0; more && n < 5; n++ {
		more = must[bool](w.t)(w.s.Prune(season, []string{"quarantine"}, 7))
	}
	for next, n := "", 0; n == 0 || next != "" && n < 9; n++ {
		next = must[string](w.t)(w.s.PruneMails(season, next, 5))
	}
	must[bool](w.t)(w.s.ForgetKeys(w.now.AddDate(0, 0, -200), []string{"quarantine"}, 9))
}

// right checks the store.
func (w *walker) right(step int) {
	w.t.Helper()
	var waits, failed []string
	for _, m := range must[[]store.Mail](w.t)(w.s.Due(w.now.AddDate(9, 0, 0), 0)) {
		waits = append(waits, m.ID)
	}
	for _, m := range must[[]store.Mail](w.t)(failures(w.s)) {
		failed = append(failed, m.ID)
	}
	same(w.t, fmt.Sprint("what waits after step ", step), sorted(waits), sorted(keysOf(w.queued)))
	same(w.t, fmt.Sprint("what has failed after step ", step), sorted(failed), sorted(keysOf(w.failed)))
	Verified(w.t, w.s)
	if w.t.Failed() {
		w.t.Fatalf("that was step %d", step)
	}
}

func keysOf[V any](m map[string]V) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	return out
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}
