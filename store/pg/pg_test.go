package pg_test

import (
	"errors"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/store"
	"pbem/store/dump"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
	"pbem/store/storetest"
	"pbem/wholefile"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

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

// The store keeps the contract at each isolation that a database may have been set to. Usual tests try one of them,
// and move only some of the databases.
func TestStore(t *testing.T) {
	usual := []string{"read committed"}
	for _, isolation := range testsize.Of(usual, usual, []string{"read committed", "repeatable read", "serializable"}) {
		t.Run(isolation, func(t *testing.T) {
			t.Parallel()
			s := pgtest.Common(t)
			storetest.Run(t, func(t testing.TB) storetest.Store {
				return open(t, s.Database("default_transaction_isolation="+url.PathEscape(isolation)), pg.Options{})
			}, func(t *testing.T, from storetest.Store) {
				some := testsize.Whole() || len(t.Name())%4 == 0 // by chance
				if some && isolation == usual[0] {               // a move has an isolation of its own
					movedAround(t, s, from)
				}
			})
		})
	}
}

// movedAround moves everything from a database into a file, and from there into another database.
func movedAround(t *testing.T, s *pgtest.Server, from storetest.Store) {
	if testsize.Race {
		return // one thing is done after the other
	}
	file := fileOf(t, from)
	storetest.Verified(t, file)
	storetest.Same(t, "the file", from, file)
	address := s.Database("")
	back := open(t, address, pg.Options{})
	if err := back.Fill(file.Dump); err != nil {
		t.Fatal(err)
	}
	toFirstFormat(t, s, address)
	back = open(t, address, pg.Options{})
	storetest.Verified(t, back)
	storetest.Same(t, "the other database", from, back)
	whole, err := dump.Of(from.Dump)
	if err != nil {
		t.Fatal(err)
	}
	if err := back.Fill(file.Dump); errors.Is(err, pg.ErrOccupied) == whole.Empty() {
		t.Errorf("it is filled again: %v", err)
	}
	again := fileOf(t, back) // nothing was done there meanwhile
	storetest.Same(t, "the file again", from, again)
	storetest.GoesOn(t, file, again)
	storetest.GoesOn(t, file, back)
	storetest.GoesOn(t, from, file)
}

// toFirstFormat takes back all steps of the schema but the first, with everything that is in the database.
func toFirstFormat(t *testing.T, s *pgtest.Server, address string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	name := u.Query().Get("search_path")
	s.Exec("postgres", "DROP INDEX "+name+".causes_kept, "+name+".aliases_main", "UPDATE "+name+".meta SET value = '1' WHERE name = 'format'")
	if _, err := pg.Open(address, pg.Options{ReadOnly: true}); pg.Format() != 2 || err == nil {
		t.Errorf("the newest format is %d; a database of the first one opens to read: %v", pg.Format(), err)
	}
}

// fileOf moves everything from a store into a new file.
func fileOf(t *testing.T, from storetest.Store) *store.DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "moved.db")
	if err := store.Fill(path, from.Dump, wholefile.Keep); err != nil {
		t.Fatal(err)
	}
	file, err := store.Open(path, store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

func contains(err error, text string) bool { return strings.Contains(err.Error(), text) }
