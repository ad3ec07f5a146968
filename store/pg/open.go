package pg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"pbem/store"
)

// Options says how to open a database. The zero value is right for a service.
type Options struct {
	ReadOnly bool          // open only to read; the tables must be there
	Moving   bool          // open to move everything in or out; it may have been moved before
	AsIs     bool          // refuse tables of an older format (ErrOlder) instead of migrating them
	Timeout  time.Duration // how long one call may take; 0 means five seconds

	// Report is called with damage that does not keep the database from being used, once for each. It may be called from
	// several goroutines.
	Report func(damage string)
}

// DB is an open database.
type DB struct {
	o       Options
	config  *pgxpool.Config // as it was opened
	pool    atomic.Pointer[pool]
	numbers numbers
	dialect dialect // set when it is opened
	was     int     // the format of the tables before that

	superseded atomic.Int64 // mails, since Open
	doubtful   doubts
	told       sync.Map // damage that was reported already
}

type pool struct{ *pgxpool.Pool }

// Open opens the database at a URL (postgres://user@host1,host2/name) and makes or migrates its tables. It refuses a
// database of another program, or of a newer format, and does not change it.
func Open(url string, o Options) (*DB, error) {
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	db, err := connect(url, o)
	if err != nil {
		return nil, err
	}
	prepare := db.prepare
	if o.ReadOnly {
		prepare = db.look
	}
	if err := prepare(); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// prepare makes or migrates the tables, unless everything was moved out of them.
func (db *DB) prepare() error {
	if err := db.migrate(); err != nil {
		return err
	}
	if db.o.Moving {
		return nil
	}
	m, moved, err := db.Moved()
	if err == nil && moved {
		err = m.Err()
	}
	return err
}

// ErrEmpty means that a database that was to be read has no tables of ours yet.
var ErrEmpty = errors.New("the database has no tables of pbem yet; they are made when pbem serves")

// ErrOlder means that the tables have an older format and were not to be migrated.
var ErrOlder = errors.New("the tables have an older format")

func older(n int) error {
	return fmt.Errorf("%w, %d; this version brings them to format %d when it serves", ErrOlder, n, Format())
}

// Migrated reports which format the tables had when the database was opened, if it was an older one.
func (db *DB) Migrated() (from int, ok bool) { return db.was, db.was > 0 && db.was < Format() }

// look checks that the tables are there, in the newest format.
func (db *DB) look() error {
	ctx, cancel := context.WithTimeout(context.Background(), db.o.Timeout)
	defer cancel()
	conn, err := db.pool.Load().Acquire(ctx)
	if err != nil {
		return unreachable(unsecret(err))
	}
	defer conn.Release()
	if err := db.speak(ctx, conn.Conn()); err != nil {
		return err
	}
	have, err := oursIn(ctx, conn.Conn())
	if err == nil && len(have) == 0 {
		return ErrEmpty
	}
	if err != nil {
		return err
	}
	n, err := ours(ctx, conn.Conn())
	if err == nil && n < Format() {
		err = older(n)
	}
	return err
}

// settings of each connection. A server that hangs, or a client that does, holds nobody up for long.
var settings = map[string]string{
	"application_name": "pbem", "statement_timeout": "15s", "lock_timeout": "5s", "idle_in_transaction_session_timeout": "30s",
}

// mostConnections is how many connections a service opens, unless the URL says pool_max_conns.
const mostConnections = 8

func connect(url string, o Options) (*DB, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("the URL of the database cannot be read: %w", unsecret(err))
	}
	if o.Moving {
		cfg.ConnConfig.RuntimeParams["application_name"] = "pbem move"
	}
	for name, value := range settings {
		if cfg.ConnConfig.RuntimeParams[name] == "" {
			cfg.ConnConfig.RuntimeParams[name] = value
		}
	}
	if o.ReadOnly {
		cfg.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	}
	if !strings.Contains(url, "pool_max_conns") {
		cfg.MaxConns = mostConnections
	}
	if !strings.Contains(url, "connect_timeout") {
		cfg.ConnConfig.ConnectTimeout = 2 * time.Second
	}
	if !strings.Contains(url, "target_session_attrs") {
		cfg.ConnConfig.ValidateConnect = leading(cfg.ConnConfig, o.ReadOnly)
	}
	db := &DB{o: o, config: cfg}
	p, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		return nil, err
	}
	db.pool.Store(&pool{p})
	return db, nil
}

// replace opens another pool in the place of one in which a call has run into its deadline. A server that hangs gives no
// error, and its connections keep their places for as long as they are being closed. The new pool tries that server last.
func (db *DB) replace(old *pool, hangs net.Addr) {
	cfg := old.Config()
	last(cfg.ConnConfig, hangs)
	p, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		return
	}
	if !db.pool.CompareAndSwap(old, &pool{p}) {
		p.Close()
		return
	}
	go old.Close()
}

// Close closes all connections.
func (db *DB) Close() error {
	done := make(chan struct{})
	go func() { defer close(done); db.pool.Load().Close() }()
	select {
	case <-done:
	case <-time.After(db.o.Timeout): // a call that hangs
	}
	return nil
}

// Format is the format of the schema that this package writes.
func Format() int { return len(migrations) }

// longestStep is how long the steps to the newest format may take: an index of a hundred million mails takes minutes.
const longestStep = time.Hour

// migrate brings the schema to the newest format. Only one process does so at a time.
func (db *DB) migrate() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*db.o.Timeout)
	defer cancel()
	conn, err := db.pool.Load().Acquire(ctx)
	if err != nil {
		return unreachable(unsecret(err))
	}
	defer conn.Release()
	if err := cmp.Or(checkServer(ctx, conn.Conn()), db.speak(ctx, conn.Conn())); err != nil {
		return err
	}
	if db.was, err = establish(ctx, conn.Conn()); err != nil {
		return err
	}
	if _, steps := db.Migrated(); steps && db.o.AsIs {
		return older(db.was)
	}
	ctx, cancelSteps := context.WithTimeout(context.Background(), longestStep)
	defer cancelSteps()
	for {
		done, err := db.advance(ctx, conn.Conn())
		if done || err != nil {
			return err
		}
	}
}

// checkServer refuses a server that cannot hold our text.
func checkServer(ctx context.Context, conn *pgx.Conn) error {
	var encoding string
	if err := conn.QueryRow(ctx, "SHOW server_encoding").Scan(&encoding); err != nil {
		return unreachable(err)
	}
	if !strings.EqualFold(encoding, "UTF8") {
		return fmt.Errorf("the database has the encoding %s; make one with UTF8: createdb -E UTF8 -T template0 NAME", encoding)
	}
	return nil
}

// establish makes the table that says whose the database is, unless it is there or the database is another program's. It
// returns the format of the schema, 0 for none.
func establish(ctx context.Context, conn *pgx.Conn) (n int, err error) {
	have, err := oursIn(ctx, conn)
	if err != nil {
		return 0, err
	}
	if len(have) > 0 {
		return ours(ctx, conn)
	}
	// In one transaction: an empty table would be taken for another program's, by a service that starts at the
	// same time, and for ever after a crash.
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "CREATE TABLE IF NOT EXISTS meta (name text PRIMARY KEY, value text NOT NULL)"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO meta (name, value) VALUES ('program', 'pbem'), ('format', '0') ON CONFLICT (name) DO NOTHING")
		return err
	})
	if err != nil && !raced(err) {
		return 0, fmt.Errorf("the tables cannot be made: %w", err)
	}
	return ours(ctx, conn)
}

// oursIn returns which tables there are that have names of ours.
func oursIn(ctx context.Context, conn *pgx.Conn) (have []string, err error) {
	rows, err := conn.Query(ctx, "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = ANY($1)", tables)
	if err == nil {
		have, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		return nil, unreachable(err)
	}
	return have, nil
}

// raced reports whether another process made the same table at the same time.
func raced(err error) bool {
	code := codeOf(err)
	return code == uniqueBroken || code == "42P07" || code == "42710"
}

// ours returns the format of the schema. It refuses a database of another program, or of a newer version of this one.
func ours(ctx context.Context, conn *pgx.Conn) (n int, err error) {
	var program, format string
	err = conn.QueryRow(ctx, `SELECT COALESCE((SELECT value FROM meta WHERE name = 'program'), ''), COALESCE((SELECT value FROM meta WHERE name = 'format'), '')`).Scan(&program, &format)
	n, wrong := strconv.Atoi(format)
	switch {
	case err == nil && program == "pbem" && wrong == nil && n > Format():
		return n, fmt.Errorf("%w (its format is %d, this program knows %d)", store.ErrNewer, n, Format())
	case err == nil && program == "pbem" && wrong == nil:
		return n, nil
	case err != nil && codeOf(err) == "":
		return 0, unreachable(err)
	}
	return 0, store.ErrForeign
}

// advance makes the next step of the schema, in one transaction. done means that there is none.
func (db *DB) advance(ctx context.Context, conn *pgx.Conn) (done bool, err error) {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return false, unreachable(err)
	}
	defer func() {
		if gone := tx.Rollback(ctx); gone != nil && !errors.Is(gone, pgx.ErrTxClosed) && err == nil {
			err = unreachable(gone)
		}
	}()
	var format string
	if err := tx.QueryRow(ctx, "SELECT value FROM meta WHERE name = 'format' FOR UPDATE").Scan(&format); err != nil {
		return false, unreachable(err)
	}
	n, err := strconv.Atoi(format)
	if err != nil || n >= len(migrations) {
		return true, err
	}
	if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = 0;"+db.dialect.of(migrations[n])); err != nil {
		return false, fmt.Errorf("the tables cannot be brought to format %d: %w", n+1, err)
	}
	if _, err := tx.Exec(ctx, "UPDATE meta SET value = $1 WHERE name = 'format'", strconv.Itoa(n+1)); err != nil {
		return false, fmt.Errorf("the tables cannot be brought to format %d: %w", n+1, err)
	}
	return false, tx.Commit(ctx)
}

// report reports damage once.
func (db *DB) report(damage string) {
	if _, before := db.told.LoadOrStore(damage, true); !before && db.o.Report != nil {
		db.o.Report(damage)
	}
}
