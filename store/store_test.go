package store_test

import (
	"path/filepath"
	"testing"

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

func TestStore(t *testing.T) {
	storetest.Run(t, func(t testing.TB) storetest.Store {
		return open(t, filepath.Join(t.TempDir(), "pbem.db"), store.Options{NoSync: true})
	})
}
