package pg_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/store/pg"
	"pbem/store/storetest"
)

// open opens a database and closes it with the test.
func open(t testing.TB, url string, o pg.Options) *pg.DB {
	t.Helper()
	db, err := pg.Open(url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// The store keeps the contract at each isolation that a database may have been set to.
func TestStore(t *testing.T) {
	usual := []string{"read committed"}
	for _, isolation := range testsize.Of(usual, usual, []string{"read committed", "repeatable read", "serializable"}) {
		t.Run(isolation, func(t *testing.T) {
			t.Parallel()
			s := common(t)
			storetest.Run(t, func(t testing.TB) storetest.Store {
				return open(t, s.database("default_transaction_isolation="+url.PathEscape(isolation)), pg.Options{})
			})
		})
	}
}

// jsonRaw is an event.
type jsonRaw = json.RawMessage

func contains(err error, text string) bool { return strings.Contains(err.Error(), text) }
