package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/store"
)

// marks sets marks of texts, in pairs of name and text; "" clears one.
func marks(pairs ...string) store.Marks {
	m := store.Marks{}
	for pair := range slices.Chunk(pairs, 2) {
		kind, key, several := strings.Cut(pair[0], "/")
		texts, single := store.NewKind(kind, store.Text(), store.Text()), store.NewSingle(kind, store.Text())
		switch {
		case several && pair[1] == "":
			texts.Clear(m, key)
		case several:
			texts.Set(m, key, pair[1])
		case pair[1] == "":
			single.Clear(m)
		default:
			single.Set(m, pair[1])
		}
	}
	return m
}

// mark is the text of a mark.
func mark(t testing.TB, s Store, name string) string {
	t.Helper()
	return must[store.Mark](t)(s.MarkAt(name)).Value
}

// named lists the marks whose names begin with prefix, as "name=text".
func named(t testing.TB, s Store, prefix string) (out []string) {
	t.Helper()
	for _, m := range must[[]store.Mark](t)(s.MarkPage(prefix, "", 0)) {
		out = append(out, m.Name+"="+m.Value)
	}
	return out
}

// A lobby is a game that waits for players.
type lobby struct {
	Name    string
	Players []string
}

var (
	lobbies = store.NewKind("lobby", store.Text(), store.JSON[lobby]())
	scores  = store.NewKind("score", store.Text(), store.Number())
	silence = store.NewKind("silence", store.Moment(time.DateOnly), store.Moment(time.RFC3339))
	alive   = store.NewSingle("alive", store.Moment(time.RFC3339))
)

// largeMarks stores marks of any bytes, as long as a compressed log. Small ones beside them are read and changed as
// before.
func largeMarks(t *testing.T, s Store) {
	create(t, s, "g1", 1)
	long := strings.Repeat("\x1f\x8b\x00\xff\n'\\{}", 200_000)
	ok(t, s.SetMarks(marks("alive", "0", "zipped/g1", long, "zipped/g2", long[1:])))
	ok(t, s.Commit(store.Commit{At: noon, Marks: marks("alive", "1", "zipped/g1", long[2:])}))
	same(t, "large marks are whole", []bool{mark(t, s, "zipped/g1") == long[2:], mark(t, s, "zipped/g2") == long[1:]}, []bool{true, true})
	same(t, "a small one", mark(t, s, "alive"), "1")
	page := must[[]store.Mark](t)(s.MarkPage("zipped/", "zipped/g1", 1))
	same(t, "in a page", []any{len(page), page[0].Name, page[0].Value == long[1:]}, []any{1, "zipped/g2", true})
	ok(t, s.Commit(store.Commit{At: noon, Marks: marks("zipped/g1", "")}))
	same(t, "cleared", mark(t, s, "zipped/g1"), "")
}

// kinds checks that a mark of one kind cannot be written as another.
func kinds(t *testing.T, s Store) {
	refused := func(m store.Marks) {
		t.Helper()
		is(t, s.SetMarks(m), store.ErrInvalid)
		is(t, s.Commit(store.Commit{At: noon, Marks: m}), store.ErrInvalid)
	}
	m := store.Marks{}
	scores.Set(m, "amy", 3)
	refused(store.Marks{"lobby/amy": m["score/amy"]}) // written as a score
	refused(store.Marks{"score": m["score/amy"], "alive": m["score/amy"]})
	refused(store.Marks{"lobby/g1": {}}) // written by no kind
	lobbies.Set(m, "", lobby{})          // a key that says nothing
	refused(m)
	wrong := store.Marks{}
	store.NewKind("x", store.Text(), store.JSON[func()]()).Set(wrong, "y", nil)
	refused(wrong)
	empty := store.Marks{}
	store.NewKind("x", store.Text(), store.Text()).Set(empty, "y", "")
	refused(empty) // to clear it is said otherwise
	same(t, "marks", named(t, s, ""), []string{})
}

func kindsRead(t *testing.T, s Store) {
	m := store.Marks{}
	lobbies.Set(m, "g1", lobby{"Bay", []string{"amy"}})
	lobbies.Set(m, "g2", lobby{Name: "Sound"})
	scores.Set(m, "amy", 3)
	silence.Set(m, noon, at(90))
	alive.Set(m, at(7))
	c := store.Commit{At: noon, Marks: m}
	none := must[store.Record[string, lobby]](t)(lobbies.Get(s, "g1"))
	same(t, "none", none, store.Record[string, lobby]{Name: "lobby/g1", Key: "g1"})
	none.Expect(&c)
	ok(t, s.Commit(c))
	is(t, s.Commit(c), store.ErrConflict)
	bay := must[store.Record[string, lobby]](t)(lobbies.Get(s, "g1"))
	same(t, "lobby", []any{bay.Value, bay.Key, bay.Found()}, []any{lobby{"Bay", []string{"amy"}}, "g1", true})
	same(t, "score", must[store.Record[string, int]](t)(scores.Get(s, "amy")).Value, 3)
	same(t, "alive", must[store.Record[struct{}, time.Time]](t)(alive.Get(s)).Value, at(7).Truncate(time.Second))
	all := must[[]store.Record[time.Time, time.Time]](t)(silence.All(s, "2026-"))
	same(t, "silences", []any{len(all), all[0].Key, all[0].Value}, []any{1, noon.Truncate(24 * time.Hour), at(90).Truncate(time.Second)})
	ok(t, s.SetMarks(marks("lobby/g1", "{")))
	_, err := lobbies.Get(s, "g1")
	is(t, err, store.ErrUnread)
	list := must[[]store.Record[string, lobby]](t)(lobbies.All(s, "")) // one that cannot be read keeps back none
	same(t, "lobbies", []any{len(list), list[0].Found(), list[1].Found(), list[1].Value.Name}, []any{2, false, true, "Sound"})
	is(t, list[0].Fault, store.ErrUnread)
	gone := store.Marks{}
	lobbies.Drop(gone, list[0])
	ok(t, s.SetMarks(gone))
	same(t, "dropped", len(must[[]store.Record[string, lobby]](t)(lobbies.Page(s, "", "", 1))), 1)
}

// noJoinIsLost lets services of several processes add people to one game that waits for players. Each decides
// on what it has read.
func noJoinIsLost(t *testing.T, s Store) {
	const writers, joins = 8, 10
	var wait sync.WaitGroup
	for w := range writers {
		wait.Go(func() {
			for n := range joins {
				if err := join(s, fmt.Sprintf("%d-%d", w, n)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	names := must[store.Record[string, lobby]](t)(lobbies.Get(s, "g1")).Value.Players
	slices.Sort(names)
	same(t, "those who joined", []int{len(names), len(slices.Compact(names))}, []int{writers * joins, writers * joins})
	for _, name := range names { // and what was written with it
		if r := must[store.Record[string, int]](t)(scores.Get(s, name)); r.Value != 1 {
			t.Errorf("%s joined, and has score %d", name, r.Value)
		}
	}
}

func join(s Store, name string) error {
	for {
		h, err := lobbies.Get(s, "g1")
		if err != nil {
			return err
		}
		h.Value.Players = append(h.Value.Players, name)
		c := store.Commit{At: noon, Marks: store.Marks{}}
		lobbies.Set(c.Marks, "g1", h.Value)
		scores.Set(c.Marks, name, 1)
		h.Expect(&c)
		if err = s.Commit(c); !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
}

// goneTaken has services of which some stop in the middle. When their leases end, others take over their
// mails, and two never have the same mail.
func goneTaken(t *testing.T, s Store) {
	const n = 40
	for i := range n {
		queue(t, s, "", fmt.Sprintf("mail %d", i))
		keep(t, s, fmt.Sprintf("m%d", i))
		ok(t, s.Commit(store.Commit{At: noon, Deadlines: []store.Deadline{{Game: fmt.Sprintf("g%d", i), Key: "k", At: at(-1)}}}))
	}
	same(t, "mails of who is gone", len(must[[]store.Mail](t)(s.TakeMails(store.Claim{Owner: "gone", Now: noon, Until: at(5)}, false, n))), n)
	same(t, "deadlines of who is gone", len(must[[]store.Deadline](t)(s.TakeDeadlines(store.Claim{Owner: "gone", Now: noon, Until: at(5)}, n))), n)
	for i := range n {
		must[int](t)(s.Take(fmt.Sprintf("m%d", i), store.Claim{Owner: "gone", Now: noon, Until: at(5)}))
	}
	var mu sync.Mutex
	by := map[string][]string{}
	took := func(what, who string) { mu.Lock(); by[what] = append(by[what], who); mu.Unlock() }
	take := func(now, until int) {
		var wait sync.WaitGroup
		for w := range 6 {
			c := store.Claim{Owner: fmt.Sprint("host.4711.", w), Now: at(now), Until: at(until)}
			wait.Go(func() {
				mails, err := s.TakeMails(c, false, 0)
				due, worse := s.TakeDeadlines(c, 0)
				for _, m := range mails {
					took(m.ID, c.Owner)
				}
				for _, d := range due {
					took(d.Game, c.Owner)
				}
				for i := range n {
					key := fmt.Sprintf("m%d", i)
					if _, e := s.Take(key, c); e == nil {
						took(key, c.Owner)
					} else if !errors.Is(e, store.ErrClaimed) {
						err = errors.Join(err, e)
					}
				}
				if err := errors.Join(err, worse); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	}
	take(4, 9)
	same(t, "taken before the time was over", len(by), 0)
	take(5, 10)
	same(t, "taken when it was", len(by), 3*n)
	for what, who := range by {
		if len(who) != 1 {
			t.Errorf("%s was taken by %q", what, who)
		}
	}
}
