package store_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/internal/testsize"
	"pbem/store"
)

// A file in which mails of many sizes come and go, and games end, stops growing when as much is deleted as
// comes in: the freed space can be used for new data.
func TestFreeSpaceIsUsed(t *testing.T) {
	testsize.SkipRace(t)
	const keep, games, length = 500, 40, 150
	db := open(t, filepath.Join(t.TempDir(), "pbem.db"), store.Options{NoSync: true})
	r := rand.New(rand.NewPCG(1, 2))
	versions := map[string]store.Version{}
	text := make([]byte, 70_000)
	for n := range 6 * keep {
		at := noon.Add(time.Duration(n) * time.Minute)
		game := fmt.Sprintf("g%d", n%games+games*(n/(games*length)))
		key := fmt.Sprintf("%x", sha256.Sum256([]byte(fmt.Sprint(n))))
		_, _, err := db.Keep(store.Inbound{Key: key, At: at, Raw: text[:9_000+r.IntN(6_000)]}, store.Claim{Owner: "mine", Now: at, Until: at.Add(time.Hour)}, store.Query{})
		ok(t, err)
		c := store.Commit{At: at, Cause: key, Outcome: "applied"}
		for seat := range 4 {
			c.Mails = append(c.Mails, store.Mail{ID: fmt.Sprintf("<%s.%d@pbem>", key, seat), To: "amy@example.org", Raw: text[:8_000+r.IntN(60_000)]})
		}
		ch := store.Change{Game: game, Expect: versions[game], Record: json.RawMessage("{}")}
		for range 1 + r.IntN(8) {
			ch.Events = append(ch.Events, json.RawMessage(`"`+strings.Repeat("x", 40+r.IntN(200))+`"`))
		}
		c.Changes = []store.Change{ch}
		ok(t, db.Commit(c))
		v := versions[game]
		versions[game] = store.Version{Events: v.Events + len(ch.Events), Record: v.Record + 1}
		for _, m := range c.Mails {
			ok(t, sent(db, m.ID, at))
		}
		_, err = db.Prune(at.Add(-keep*time.Minute), nil, 100)
		ok(t, err)
	}
	s, err := db.Stats()
	ok(t, err)
	if share := 100 * s.Free / s.Bytes; share > 11 {
		t.Errorf("%d of a hundred of %d bytes are free", share, s.Bytes)
	}
}

// A walk over all mails reads some in each transaction, as pages that commits free meanwhile are not used again.
func TestEndedInPortions(t *testing.T) {
	const mails = 40
	db := open(t, filepath.Join(t.TempDir(), "pbem.db"), store.Options{NoSync: true})
	var want []string
	for n := range mails {
		key := fmt.Sprint("mail ", n*17%mails) // in another order than by key
		_, _, err := db.Keep(store.Inbound{Key: key, At: noon, Raw: []byte("text")}, reader, store.Query{})
		ok(t, err)
		outcome := "applied"
		if n%3 == 0 {
			outcome = "quarantine"
			want = append(want, key)
		}
		ok(t, db.Commit(store.Commit{At: noon, Cause: key, Outcome: outcome}))
	}
	for _, atOnce := range []int{1, 7, mails - 1, mails, mails + 1} {
		got, transactions, err := store.Ended(db, "quarantine", atOnce)
		ok(t, err)
		if !slices.Equal(got, want) {
			t.Errorf("%d at once: %q, want %q", atOnce, got, want)
		}
		if least := (mails + atOnce - 1) / atOnce; transactions != least {
			t.Errorf("%d at once: %d transactions, want %d", atOnce, transactions, least)
		}
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
