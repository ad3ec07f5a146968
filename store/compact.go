package store

import (
	"errors"

	bolt "go.etcd.io/bbolt"
)

// compactAtOnce is how many bytes are copied in one transaction.
const compactAtOnce = 64 << 20

// Compact copies the database at from into the empty file to: every row as it is, without free pages. A database file
// never shrinks by itself. Nobody may have the database open for writing.
func Compact(from, to string) (err error) {
	db, err := Open(from, Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer db.Close()
	defer faultsAsPanics()()
	defer guarded(&err)
	out, err := bolt.Open(to, 0o600, Options{}.bolt())
	if err != nil {
		return err
	}
	return errors.Join(bolt.Compact(out, db.bolt, compactAtOnce), out.Close())
}
