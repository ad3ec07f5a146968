// Package storetest is the conformance suite of package store: every store the service runs on must pass it.
// The tests read as the contract: what is kept, in which order it comes back, and what is refused.
package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"pbem/store"
	"pbem/store/dump"
)

// Store is what the service needs of a store; the contracts are those of [store.DB].
type Store interface {
	Commit(store.Commit) error

	NextID() (uint64, error)
	Games() ([]string, error)
	Find(key, after string, limit int) ([]string, error)
	Records(key, after string, limit int) ([]store.Game, error)
	FindCount(key string) (int, error)
	Read(store.Query) (store.Bundle, error)
	Game(id string) (store.Game, error)
	Load(id string, from int) (store.Game, []store.Event, error)

	Keep(store.Inbound, store.Claim, store.Query) (store.Kept, store.Bundle, error)
	Inbound(key string) (store.Inbound, error)
	Settled(cause string) (outcome string, ok bool, err error)
	Unsettled() ([]string, error)
	Ended(outcome string) ([]string, error)
	Take(key string, c store.Claim) (int, error)
	Spare(key string) (int, error)

	Due(now time.Time, limit int) ([]store.Mail, error)
	TakeMails(c store.Claim, fresh bool, limit int) ([]store.Mail, error)
	Renew(c store.Claim, ids []string) ([]store.Mail, error)
	FailedPage(after string, limit int) (mails []store.Mail, next string, err error)
	Mail(id string) (store.Mail, error)
	Noted([]store.Ending) error
	Requeue(id string, next time.Time) error

	Overdue(now time.Time) ([]store.Deadline, error)
	TakeDeadlines(c store.Claim, limit int) ([]store.Deadline, error)
	Release(owner string, now time.Time) error
	ReleaseWork(owner string, now time.Time) error
	Deadlines(game string) ([]store.Deadline, error)

	SetMarks(store.Marks) error
	MarkAt(name string) (store.Mark, error)
	MarkPage(prefix, after string, limit int) ([]store.Mark, error)
	Counter(name string) (int, error)
	Count(name string, delta int) (int, error)
	ResetCounter(name string) error
	Counters(prefix string) (map[string]int, error)

	Prune(before time.Time, keep []string, limit int) (more bool, err error)
	PruneMails(before time.Time, after string, limit int) (next string, err error)
	Forget(key string) error
	ForgetKeys(before time.Time, keep []string, limit int) (more bool, err error)
	ForgetSender(prefix string, limit int) (more, unsettled bool, err error)
	ForgetRecipient(address, after string, now time.Time, limit int) (next string, sending int, err error)
	Texts(after string, limit int) (mails []store.Inbound, next string, err error)
	Unsent(after string, limit int) (mails []store.Mail, next string, err error)
	Rewrite(id string, raw []byte, now time.Time) (sending bool, err error)
	Stats() (store.Stats, error)
	Dump(emit func(dump.Item) error) error
	Verify(report func(problem string)) error
}

// Run tests the stores that open gives; each must be empty and is the test's alone. After each test the store is
// verified, and then given to after.
func Run(t *testing.T, open func(t testing.TB) Store, after ...func(t *testing.T, s Store)) {
	for name, test := range map[string]func(t *testing.T, s Store){
		"games in order of creation":      gamesInOrder,
		"a game that is gone":             gone,
		"games gone take no room":         goneOften,
		"events come back as given":       eventsAsGiven,
		"versions conflict":               versionsConflict,
		"several games in one commit":     severalGames,
		"a refused commit leaves nothing": refusedLeavesNothing,
		"malformed commits":               malformed,
		"ids are never given twice":       idsOnce,
		"commits from many goroutines":    concurrent,
		"settled once":                    settledOnce,
		"one of many wins a cause":        oneWinsCause,
		"inbound mail is kept once":       keptOnce,
		"inbound order and outcome":       inboundOrder,
		"any text is a mail key":          anyKey,
		"faults are counted":              faults,
		"outbox in queue order":           outboxOrder,
		"mail ids are queued once":        queuedOnce,
		"mails end":                       mailsEnd,
		"topics are superseded":           superseded,
		"deadlines":                       deadlines,
		"marks and counters":              marksAndCounters,
		"marks have revisions":            markRevisions,
		"marks are of a kind":             kinds,
		"a mark may be large":             largeMarks,
		"kinds read what they write":      kindsRead,
		"no join is lost":                 noJoinIsLost,
		"lists come in pages":             pages,
		"games are found by keys":         keyed,
		"keys change with the game":       keysChange,
		"a bundle is one moment":          bundle,
		"mails are taken by one":          mailsTaken,
		"a clock ahead takes mails":       mailsTakenAhead,
		"claims on mails are renewed":     mailsRenewed,
		"deadlines are taken by one":      deadlinesTaken,
		"inbound mails are taken by one":  inboundTaken,
		"a mail is kept and taken":        keptAndTaken,
		"an attempt is counted once":      attemptsCounted,
		"a mail is kept with a bundle":    keptWithBundle,
		"endings come in batches":         endingsNoted,
		"mails end with a commit":         endedInCommit,
		"fresh mails":                     freshTaken,
		"mails of a clock that was ahead": aheadTaken,
		"a mail is held by a mark":        heldByMark,
		"who stops gives back":            released,
		"many take, each once":            manyTake,
		"work of who is gone is taken":    goneTaken,
		"a refusal holds nobody back":     refusalsAlone,
		"copies of a mail are one":        copiesKept,
		"one commit of many mails":        manyMails,
		"what is expected to be absent":   absenceExpected,
		"marks that are only looked at":   marksSeen,
		"mails are taken as they come":    takenAsTheyCome,
		"what is old is pruned":           prune,
		"mails that went out late too":    pruneLate,
		"what supersedes mails stays":     pruneSuperseded,
		"failed mails come in pages":      failedPages,
		"mails that end late are pruned":  pruneMails,
		"a clock ahead stops no pruning":  pruneBehind,
		"old keys are forgotten":          forgetKeys,
		"years go by":                     years,
		"events are put in other words":   rewords,
		"senders are forgotten":           sendersForgotten,
		"recipients are forgotten":        recipientsForgotten,
		"unsent mails are rewritten":      unsentRewritten,
		"long texts come in pages":        longTextsInPages,
		"logs go away and come back":      logsAway,
		"stats":                           stats,
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			test(t, s)
			Verified(t, s)
			for _, do := range after {
				do(t, s)
			}
		})
	}
}

// Verified fails the test for each fault of a store.
func Verified(t testing.TB, s Store) {
	t.Helper()
	ok(t, s.Verify(func(problem string) { t.Errorf("Verify: %s", problem) }))
}

// noon is when the tests happen; at is minutes after it.
var noon = time.Date(2026, 11, 26, 12, 0, 0, 123456789, time.UTC)

func at(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func is(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
}

// same compares by their printed form, which is what a reader of the failure sees.
func same(t testing.TB, what string, got, want any) {
	t.Helper()
	if g, w := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); g != w {
		t.Fatalf("%s:\n got %s\nwant %s", what, g, w)
	}
}

func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		ok(t, err)
		return v
	}
}

func raw(texts ...string) (out []json.RawMessage) {
	for _, s := range texts {
		out = append(out, json.RawMessage(s))
	}
	return out
}

// create starts a game with n events.
func create(t testing.TB, s Store, id string, n int) {
	t.Helper()
	ch := store.Change{Game: id, Record: json.RawMessage(`{"title":"a title"}`)}
	for i := range n {
		ch.Events = append(ch.Events, json.RawMessage(fmt.Sprintf(`{"e":%d}`, i)))
	}
	ok(t, s.Commit(store.Commit{At: noon, Changes: []store.Change{ch}}))
}

// keep keeps a mail with a text of its own, leaves it to others, and reports whether it is one more to be worked on.
func keep(t testing.TB, s Store, key string, aliases ...string) (main string, fresh bool) {
	t.Helper()
	unsettled := must[[]string](t)
	before := len(unsettled(s.Unsettled()))
	in := store.Inbound{Key: key, Aliases: aliases, At: noon, Raw: []byte("raw " + key), Meta: []byte("uid 7\n")}
	k := must[store.Kept](t)(kept(s, in, mine))
	if k.Outcome == "" {
		must[int](t)(s.Spare(k.Key))
	}
	return k.Key, len(unsettled(s.Unsettled())) > before
}

// kept keeps a mail and reads nothing.
func kept(s Store, in store.Inbound, c store.Claim) (store.Kept, error) {
	k, _, err := s.Keep(in, c, store.Query{})
	return k, err
}

func sent(s Store, id string, at time.Time) error {
	return s.Noted([]store.Ending{{ID: id, To: store.Sent, At: at}})
}

func retry(s Store, id string, next time.Time, why string) error {
	return s.Noted([]store.Ending{{ID: id, To: store.Queued, At: next, Why: why}})
}

func fail(s Store, id string, at time.Time, why string) error {
	return s.Noted([]store.Ending{{ID: id, To: store.Failed, At: at, Why: why}})
}

func discard(s Store, id string, at time.Time) error {
	return s.Noted([]store.Ending{{ID: id, To: store.Dropped, At: at}})
}

// queue queues mails of that id, recipient and topic.
func queue(t testing.TB, s Store, topic string, ids ...string) {
	t.Helper()
	c := store.Commit{At: noon}
	for _, id := range ids {
		c.Mails = append(c.Mails, store.Mail{ID: id, To: "amy@example.org", Topic: topic, Raw: []byte("text of " + id)})
	}
	ok(t, s.Commit(c))
}

// due lists the ids of the mails that are due.
func due(t testing.TB, s Store, now time.Time, limit int) (ids []string) {
	t.Helper()
	for _, m := range must[[]store.Mail](t)(s.Due(now, limit)) {
		same(t, "text of a due mail", string(m.Raw), "text of "+m.ID)
		ids = append(ids, m.ID)
	}
	return ids
}
