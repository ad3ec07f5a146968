package pg

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"pbem/store"
	"pbem/store/dump"
)

// Moved returns where everything was moved to; found is false for a store in use.
func (db *DB) Moved() (m store.Move, found bool, err error) {
	var text string
	err = db.run(func(s *script) {
		text, s.reads = "", true
		s.add(`SELECT value FROM meta WHERE name = 'moved'`).each(func(scan scanner) error { return scan(&text) })
	})
	if err != nil || text == "" {
		return store.Move{}, false, err
	}
	return m, true, json.Unmarshal([]byte(text), &m)
}

// ErrServed means that services work on a database that was to be left.
var ErrServed = errors.New("a service works on the database; stop all of them first")

// Leave gives everything to do, and notes where that says it is now; see [store.DB.Leave]. It is refused with ErrServed
// while services are connected. One whose URL names its connections otherwise is not noticed.
func (db *DB) Leave(do func(dump.Source) (store.Move, error)) (err error) {
	ctx := context.Background()
	conn, err := db.alone(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	for end := time.Now().Add(longestGoing); ; time.Sleep(pause) {
		if err := db.leave(ctx, conn, do); !errors.Is(err, ErrServed) || time.Now().After(end) {
			return err
		}
	}
}

// longestGoing is how long the connections of a service that has stopped may still be listed.
const longestGoing = 2 * time.Second

func (db *DB) leave(ctx context.Context, conn *pgx.Conn, do func(dump.Source) (store.Move, error)) error {
	if db.dialect.alone == "" {
		return ErrUnguarded
	}
	return pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		// A service reads this table when it starts. The moment that the transaction sees comes after the lock.
		if _, err := tx.Exec(ctx, db.dialect.alone); err != nil {
			return unreachable(err)
		}
		var services int
		err := tx.QueryRow(ctx, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
			settings["application_name"]).Scan(&services)
		if err != nil || services > 0 {
			return cmp.Or(err, ErrServed)
		}
		m, err := do(func(emit func(dump.Item) error) error { return give(ctx, tx, emit) })
		if err != nil {
			return err
		}
		text, err := json.Marshal(m)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO meta (name, value) VALUES ('moved', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, string(text))
		return err
	})
}

// String names the database, without a password.
func (db *DB) String() string {
	c := db.config.ConnConfig
	return "the database " + c.Database + " on " + c.Host
}
