package pg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"pbem/store"
)

// A script is a list of statements that go to the database in one round trip and are one transaction: all of it happens,
// or nothing. A statement that checks something divides by zero if the check fails, which breaks the transaction.
type script struct {
	steps []*step
	reads bool // it changes nothing, so it is simply repeated after a lost connection
	view  bool // all statements see the same moment
}

// A step is one statement.
type step struct {
	sql    string
	args   []any
	row    func(scanner) error // called for each row of the result; may be nil
	failed func() error        // tells why the check of this statement failed; nil if it checks nothing
	done   func(rows int64)    // called with the number of rows that were changed; may be nil
}

// A scanner reads a row.
type scanner func(into ...any) error

func (s *script) add(sql string, args ...any) *step {
	st := &step{sql: sql, args: args}
	s.steps = append(s.steps, st)
	return st
}

// each sets what reads the rows of the result.
func (st *step) each(row func(scanner) error) *step { st.row = row; return st }

// or sets the error for a check that fails.
func (st *step) or(failed func() error) *step { st.failed = failed; return st }

// counts sets what learns how many rows were changed.
func (st *step) counts(done func(int64)) *step { st.done = done; return st }

// check is an expression that fails unless a condition holds.
func check(condition string) string { return "1 / (CASE WHEN " + condition + " THEN 1 ELSE 0 END)" }

// Codes of errors.
const (
	divisionByZero = "22012"
	uniqueBroken   = "23505"
	twiceInOne     = "21000" // one statement would change a row twice
)

// mostRepeats is how often a transaction is repeated that met another one.
const mostRepeats = 50

// run writes a script and runs it. It does so again if another transaction was in its way, so write begins with empty
// results each time.
func (db *DB) run(write func(*script)) error {
	until := time.Now().Add(db.o.Timeout)
	for n := 0; ; n++ {
		s := new(script)
		write(s)
		at, err := db.once(s)
		var bad *pgconn.PgError
		switch {
		case err == nil:
			return nil
		case !errors.As(err, &bad):
			if s.reads && time.Now().Before(until) {
				time.Sleep(pause)
				continue
			}
			return unreachable(err)
		case met(bad.Code) && n < mostRepeats:
			time.Sleep(time.Duration(n) * time.Millisecond)
			continue
		case at >= 0 && s.steps[at].failed != nil && (bad.Code == divisionByZero || bad.Code == uniqueBroken || bad.Code == twiceInOne):
			return s.steps[at].failed()
		case s.reads && gone(bad.Code) && time.Now().Before(until):
			time.Sleep(pause)
			continue
		}
		return explained(bad)
	}
}

// pause is how long a read waits before it is repeated on another connection.
const pause = 50 * time.Millisecond

// met reports whether a transaction failed only because of another one. Then nothing of it happened.
func met(code string) bool { return code == "40001" || code == "40P01" }

// gone reports whether the server is going away or has become a standby.
func gone(code string) bool {
	return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "57P") || code == "25006"
}

// ill reports whether a statement failed because of the state of the server, or of other transactions, and not because of what it
// says: too few resources, a lock or an answer that took too long.
func ill(code string) bool {
	return gone(code) || met(code) || strings.HasPrefix(code, "53") || strings.HasPrefix(code, "57") || code == "55P03"
}

// unreachable is the error of a call whose outcome is in doubt.
func unreachable(err error) error {
	return fmt.Errorf("%w: %w", store.ErrUnreachable, err)
}

func explained(bad *pgconn.PgError) error {
	switch bad.Code {
	case "XX001", "XX002":
		return fmt.Errorf("%w: %s", store.ErrDamaged, bad.Message)
	case "53100":
		return fmt.Errorf("the database refuses: %w (%w)", bad, syscall.ENOSPC)
	}
	if ill(bad.Code) {
		return unreachable(bad)
	}
	return fmt.Errorf("the database refuses: %w", bad)
}

// once sends a script. If a statement fails, at is its number.
func (db *DB) once(s *script) (at int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), db.o.Timeout)
	defer cancel()
	pool := db.pool.Load()
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return -1, err
	}
	defer conn.Release()
	at, err = send(ctx, conn.Conn(), s)
	if ctx.Err() != nil && err != nil { // the server hangs; others may only have waited for a connection
		db.replace(pool, conn.Conn().PgConn().Conn().RemoteAddr())
	}
	return at, err
}

func send(ctx context.Context, conn *pgx.Conn, s *script) (at int, err error) {
	var b pgx.Batch
	if s.view {
		b.Queue("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
	}
	for _, st := range s.steps {
		b.Queue(st.sql, st.args...)
	}
	if s.view {
		b.Queue("COMMIT")
	}
	results := conn.SendBatch(ctx, &b)
	at, err = read(results, s)
	return at, cmp.Or(err, results.Close())
}

// read reads the results of a batch.
func read(results pgx.BatchResults, s *script) (at int, err error) {
	if s.view {
		if _, err := results.Exec(); err != nil {
			return -1, err
		}
	}
	for i, st := range s.steps {
		rows, err := results.Query()
		if err != nil {
			return i, err
		}
		for rows.Next() && err == nil {
			if st.row != nil {
				err = st.row(rows.Scan)
			}
		}
		rows.Close()
		if err = cmp.Or(rows.Err(), err); err != nil {
			return i, err
		}
		if st.done != nil {
			st.done(rows.CommandTag().RowsAffected())
		}
	}
	return -1, nil
}

// damaged reports whether a row is not as it was written.
func damaged(err error) bool { return errors.Is(err, store.ErrDamaged) }

// harmless reports whether a game has only gone or is put away.
func harmless(err error) bool {
	return errors.Is(err, store.ErrAway) || errors.Is(err, store.ErrNotFound)
}
