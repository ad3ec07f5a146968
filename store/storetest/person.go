package storetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/store"
)

// rewords replaces events of a log: the others, and when and why each came, stay as they were.
func rewords(t *testing.T, s Store) {
	create(t, s, "g1", 3)
	create(t, s, "g2", 1)
	ok(t, s.Commit(store.Commit{At: at(5), Cause: "second", Outcome: "applied", Changes: []store.Change{{Game: "g1", Expect: store.Version{Events: 3, Record: 1}, Events: raw("4", "5")}}}))
	before, was, err := s.Load("g1", 0)
	ok(t, err)
	change := func(n int, text string) store.Change {
		return store.Change{Game: "g1", Expect: before.Version, Record: json.RawMessage(`{"n":1}`), Reworded: map[int]json.RawMessage{n: json.RawMessage(text)}}
	}
	is(t, s.Commit(alone(change(5, "7"))), store.ErrInvalid)
	is(t, s.Commit(alone(change(0, "{"))), store.ErrInvalid)
	without := change(0, "7")
	without.Record = nil
	is(t, s.Commit(alone(without)), store.ErrInvalid)
	late := change(0, "7")
	late.Expect.Events, late.Reworded = 4, map[int]json.RawMessage{0: json.RawMessage("7")}
	is(t, s.Commit(alone(late)), store.ErrConflict)
	both := change(1, `"a much longer event than before"`)
	both.Reworded[3], both.Events = json.RawMessage("6"), raw("8")
	ok(t, s.Commit(store.Commit{At: at(9), Changes: []store.Change{both}}))
	is(t, s.Commit(alone(change(1, "7"))), store.ErrConflict) // the game is in another version
	after, is2, err := s.Load("g1", 0)
	ok(t, err)
	same(t, "version", after.Version, store.Version{Events: 6, Record: before.Version.Record + 1})
	for i, e := range was {
		want := map[int]string{1: `"a much longer event than before"`, 3: "6"}[i]
		if want == "" {
			want = string(e.Data)
		}
		same(t, fmt.Sprint("event ", i), string(is2[i].Data), want)
		same(t, fmt.Sprint("time and cause of event ", i), []any{is2[i].At, is2[i].Cause}, []any{e.At, e.Cause})
	}
	same(t, "the new event", string(is2[5].Data), "8")
	_, rest, err := s.Load("g2", 0)
	ok(t, err)
	same(t, "another game", string(rest[0].Data), `{"e":0}`)
	away := after.Version
	ok(t, s.Commit(alone(store.Change{Game: "g1", Expect: away, Record: json.RawMessage(`{}`), Away: true})))
	gone := change(1, "7")
	gone.Expect = store.Version{Events: away.Events, Record: away.Record + 1}
	is(t, s.Commit(alone(gone)), store.ErrAway)
}

// sendersForgotten forgets who wrote mails: the mails are still known by their other keys.
func sendersForgotten(t *testing.T, s Store) {
	for _, key := range []string{"m1", "m2", "m3", "m4"} {
		keep(t, s, key, "id:amy@example.org <"+key+">")
	}
	keep(t, s, "m5", "id:amy@example.org.au <m5>", "copy:m5")
	for _, key := range []string{"m1", "m2", "m3", "m5"} {
		ok(t, settle(s, key, "applied"))
	}
	for _, want := range []bool{true, false} {
		more, unsettled, err := s.ForgetSender("id:amy@example.org ", 2)
		ok(t, err)
		same(t, "more, unsettled", []bool{more, unsettled}, []bool{want, true})
	}
	ok(t, settle(s, "m4", "applied"))
	more, unsettled, err := s.ForgetSender("id:amy@example.org ", 2)
	ok(t, err)
	same(t, "more, unsettled", []bool{more, unsettled}, []bool{false, false})
	for _, key := range []string{"m1", "m2", "m3", "m4"} {
		same(t, "text of "+key, string(must[store.Inbound](t)(s.Inbound(key)).Raw), "")
		_, known, err := s.Settled("id:amy@example.org <" + key + ">")
		ok(t, err)
		same(t, "found by its sender", known, false)
		_, fresh := keep(t, s, key)
		same(t, "a mail that comes again is one more", fresh, false)
	}
	same(t, "another sender's text", string(must[store.Inbound](t)(s.Inbound("id:amy@example.org.au <m5>")).Raw), "raw m5")
	texts, next, err := s.Texts("", 10)
	ok(t, err)
	same(t, "texts that are there", []any{len(texts), next}, []any{1, ""})
	keep(t, s, "m6")
	ok(t, settle(s, "m6", "quarantine"))
	keep(t, s, "m7")
	var seen []string
	for after := ""; ; after = next {
		texts, next, err = s.Texts(after, 1)
		ok(t, err)
		for _, in := range texts {
			seen = append(seen, in.Key+" "+in.Outcome+" "+string(in.Raw))
		}
		if next == "" {
			break
		}
	}
	same(t, "texts of settled mails", seen, []string{"m5 applied raw m5", "m6 quarantine raw m6"})
}

// recipientsForgotten forgets to whom mails were: no more of them go out, and their ids are still known.
func recipientsForgotten(t *testing.T, s Store) {
	queue(t, s, "topic/g1/p1", "a", "b", "c", "d")
	c := store.Commit{At: noon, Mails: []store.Mail{{ID: "e", To: "brian@example.org", Raw: []byte("text of e")}, {ID: "f", To: "Amy@Example.org", Raw: []byte("text of f")}}}
	ok(t, s.Commit(c))
	ok(t, sent(s, "a", at(1)))
	ok(t, fail(s, "b", at(1), "no mailbox of amy@example.org"))
	claim := store.Claim{Owner: "one", Now: at(2), Until: at(4)}
	taken := must[[]store.Mail](t)(s.TakeMails(claim, true, 1))
	same(t, "taken", taken[0].ID, "c")
	forget := func(now time.Time) (left int) {
		for after := ""; ; {
			next, sending, err := s.ForgetRecipient("AMY@example.org", after, now, 2)
			ok(t, err)
			if left += sending; next == "" {
				return left
			}
			after = next
		}
	}
	same(t, "being sent", forget(at(3)), 1)
	same(t, "the one that is being sent", must[store.Mail](t)(s.Mail("c")).To, "amy@example.org")
	ok(t, retry(s, "c", at(9), "later"))
	same(t, "being sent", forget(at(5)), 0)
	for _, id := range []string{"a", "b", "c", "d", "f"} {
		m := must[store.Mail](t)(s.Mail(id))
		want := store.Dropped
		if id == "a" {
			want = store.Sent
		}
		same(t, "mail "+id, []any{m.To, m.State, m.LastError, m.Topic, len(m.Raw)}, []any{store.Nobody, want, "", "", 0})
	}
	same(t, "what is left to send", due(t, s, at(99), 0), []string{"e"})
	same(t, "failed", len(must[[]store.Mail](t)(failures(s))), 0)
	queue(t, s, "", "a", "b") // known ids are not queued again
	same(t, "what is left to send", due(t, s, at(99), 0), []string{"e"})
}

// unsentRewritten gives mails that wait or have failed another text, and no others.
func unsentRewritten(t *testing.T, s Store) {
	queue(t, s, "topic/g1/p1", "a", "b", "c", "d")
	ok(t, sent(s, "a", at(1)))
	ok(t, fail(s, "b", at(1), "no"))
	claim := store.Claim{Owner: "one", Now: at(2), Until: at(4)}
	same(t, "taken", must[[]store.Mail](t)(s.TakeMails(claim, true, 1))[0].ID, "c")
	unsent := func() (texts []string) {
		for after := ""; ; {
			page, next, err := s.Unsent(after, 1)
			ok(t, err)
			for _, m := range page {
				texts = append(texts, fmt.Sprint(m.ID, " ", m.State, " ", m.To, " ", m.Topic, " ", string(m.Raw)))
			}
			if after = next; next == "" {
				return texts
			}
		}
	}
	rewrite := func(id string, now time.Time) bool {
		sending, err := s.Rewrite(id, []byte("other text of "+id), now)
		ok(t, err)
		return sending
	}
	const rest = " amy@example.org topic/g1/p1 "
	same(t, "unsent", unsent(), []string{"b failed" + rest + "text of b", "c queued" + rest + "text of c", "d queued" + rest + "text of d"})
	for _, id := range []string{"a", "b", "c", "d", "x"} {
		same(t, "being sent: "+id, rewrite(id, at(3)), id == "c")
	}
	same(t, "unsent", unsent(), []string{"b failed" + rest + "other text of b", "c queued" + rest + "text of c", "d queued" + rest + "other text of d"})
	same(t, "being sent, after the claim", rewrite("c", at(5)), false)
	same(t, "text of one that is sent", string(must[store.Mail](t)(s.Mail("a")).Raw), "")
	taken := must[[]store.Mail](t)(s.TakeMails(store.Claim{Owner: "two", Now: at(6), Until: at(8)}, true, 9))
	same(t, "what goes out", []string{string(taken[0].Raw), string(taken[1].Raw)}, []string{"other text of c", "other text of d"})
	_, err := s.Rewrite("d", nil, at(9))
	is(t, err, store.ErrInvalid)
}

// longTextsInPages reads mails with much text some at a time, whatever the limit.
func longTextsInPages(t *testing.T, s Store) {
	long := strings.Repeat("x", store.MostPage/2+1)
	c := store.Commit{Cause: "long", Outcome: "done", At: at(0)}
	for _, id := range []string{"a", "b", "c"} {
		c.Mails = append(c.Mails, store.Mail{ID: id, To: "amy@example.org", Raw: []byte(long)})
		_, err := kept(s, store.Inbound{Key: "mail:" + id, Raw: []byte(long), At: at(0)}, store.Claim{Owner: "one", Now: at(0), Until: at(1)})
		ok(t, err)
		ok(t, s.Commit(store.Commit{Cause: "mail:" + id, Outcome: "applied", At: at(1)}))
	}
	ok(t, s.Commit(c))
	pages := func(page func(after string) (n int, next string, err error)) (sizes []int) {
		for after := ""; ; {
			n, next, err := page(after)
			ok(t, err)
			if n > 0 {
				sizes = append(sizes, n)
			}
			if after = next; next == "" {
				return sizes
			}
		}
	}
	same(t, "pages of mails to send", pages(func(after string) (int, string, error) {
		mails, next, err := s.Unsent(after, 50)
		return len(mails), next, err
	}), []int{2, 1})
	same(t, "pages of mails that came", pages(func(after string) (int, string, error) {
		mails, next, err := s.Texts(after, 50)
		return len(mails), next, err
	}), []int{2, 1})
}
