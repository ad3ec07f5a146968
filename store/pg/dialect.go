package pg

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
)

// A dialect holds what is known to differ between the databases that speak PostgreSQL's protocol. All other statements are
// meant for each of them. docs/store.md says what was run where.
type dialect struct {
	name     string // in what it says of itself
	bytewise string // after a text that is compared by its bytes
	size     string // the bytes of all our tables
	alone    string // keeps services from starting while everything moves away; "" if nothing does
}

// bytewise is what all statements here are written with.
const bytewise = ` COLLATE "C"`

var (
	postgres = dialect{
		bytewise: bytewise,
		size:     "(SELECT COALESCE(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace)",
		alone:    "LOCK TABLE meta IN ACCESS EXCLUSIVE MODE",
	}
	// It knows no locks on tables that keep others from reading.
	yugabyte = dialect{name: "-YB-", bytewise: bytewise, size: postgres.size}
	// It compares text by bytes unless it is told otherwise, and tells sizes to administrators only.
	cockroach = dialect{name: "CockroachDB", size: "0::bigint"}
)

// dialectOf returns the dialect of a database by what it says of itself.
func dialectOf(version string) dialect {
	for _, d := range []dialect{yugabyte, cockroach} {
		if strings.Contains(version, d.name) {
			return d
		}
	}
	return postgres
}

// speak finds out the dialect of the database.
func (db *DB) speak(ctx context.Context, conn *pgx.Conn) error {
	var version string
	if err := conn.QueryRow(ctx, "SELECT version()").Scan(&version); err != nil {
		return unreachable(err)
	}
	db.dialect = dialectOf(version)
	return nil
}

// of returns a statement in the dialect.
func (d dialect) of(sql string) string { return strings.ReplaceAll(sql, bytewise, d.bytewise) }

// ErrUnguarded means that nothing keeps services from starting while everything is moved out of a database.
var ErrUnguarded = errors.New("on this database nothing keeps a service from starting meanwhile; stop all of them, and use pbem backup and pbem restore")
