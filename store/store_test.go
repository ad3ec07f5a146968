package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"pbem/store"
	"pbem/store/storetest"
)

func open(t testing.TB, path string, o store.Options) *store.DB {
	t.Helper()
	db, err := store.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// sent notes that a mail was sent.
func sent(db *store.DB, id string, at time.Time) error {
	return db.Noted([]store.Ending{{ID: id, To: store.Sent, At: at}})
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t testing.TB) storetest.Store {
		return open(t, filepath.Join(t.TempDir(), "pbem.db"), store.Options{NoSync: true})
	}, movedIntoAFile)
}
