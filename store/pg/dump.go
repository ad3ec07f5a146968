package pg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"pbem/store"
	"pbem/store/dump"
)

// alone opens a connection beside the pool, on which a statement may take as long as it takes.
func (db *DB) alone(ctx context.Context) (*pgx.Conn, error) {
	cfg := db.config.ConnConfig.Copy()
	for _, name := range []string{"statement_timeout", "idle_in_transaction_session_timeout"} {
		cfg.RuntimeParams[name] = "0"
	}
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, unreachable(unsecret(err))
	}
	return conn, nil
}

// Dump gives everything that the database holds, as of one moment, while services go on with it. It is a [dump.Source].
// A damaged row is an error.
func (db *DB) Dump(emit func(dump.Item) error) (err error) {
	ctx := context.Background()
	conn, err := db.alone(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	return pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return give(ctx, tx, emit)
	})
}

// give gives everything that a transaction sees.
func give(ctx context.Context, tx pgx.Tx, emit func(dump.Item) error) error {
	d := &dumper{ctx, tx, emit}
	for _, part := range []func() error{d.numbers, d.games, d.mails, d.commits, d.causes, d.deadlines, d.marks, d.counters} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

type dumper struct {
	ctx  context.Context
	tx   pgx.Tx
	emit func(dump.Item) error
}

// each calls row for each row of a result.
func (d *dumper) each(sql string, row func(scanner) error) error {
	rows, err := d.tx.Query(d.ctx, sql)
	if err != nil {
		return unreachable(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (d *dumper) numbers() error {
	return d.each(`SELECT (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ids), (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM game_numbers),
		(SELECT CASE WHEN is_called THEN last_value + `+strconv.Itoa(block)+` ELSE 0 END FROM numbers)`, func(scan scanner) error {
		var n dump.Numbers
		if err := scan(&n.IDs, &n.Games, &n.Rest); err != nil {
			return err
		}
		return d.emit(n)
	})
}

func (d *dumper) games() error {
	return d.each(`SELECT id, n, created, events, rev, away, keys, record, sum FROM games ORDER BY n`, func(scan scanner) error {
		var g dump.Game
		var created, sum int64
		if err := scan(&g.ID, &g.N, &created, &g.Events, &g.Record, &g.Away, &g.Keys, &g.Body, &sum); err != nil {
			return err
		}
		if sum != sumOf("games", g.ID, g.Body) {
			return fmt.Errorf("game %q: %w: its record is not as it was written", g.ID, store.ErrDamaged)
		}
		g.Created = moment(created)
		return d.emit(g)
	})
}

func (d *dumper) mails() error {
	place := uint64(0)
	return d.each(`SELECT `+mailColumns+`, m.raw, m.place FROM mails m ORDER BY m.id`, func(scan scanner) error {
		var out dump.Mail
		err := mailRow(func(m store.Mail) {
			out = dump.Mail{ID: m.ID, To: m.To, Topic: m.Topic, State: string(m.State), Queued: m.Queued, Next: m.Next, Tries: m.Tries,
				Error: m.LastError, Done: m.Done, Answers: m.Answers, Unless: m.Unless, Raw: m.Raw}
			if m.State == store.Queued {
				out.Done = m.Since
			}
		}, &place)(scan)
		if err != nil {
			return err
		}
		out.N = place
		return d.emit(out)
	})
}

// commits gives first the commits of which only the events are left, then the others. What a commit settled and queued is
// given as far as it is still there.
func (d *dumper) commits() error {
	var c dump.Commit
	given := func() error {
		if c.N == 0 {
			return nil
		}
		return d.emit(c)
	}
	err := d.each(`SELECT COALESCE(c.id, l.num), c.id IS NULL, COALESCE(c.at, l.at),
			ARRAY(SELECT u.key FROM unnest(c.causes) WITH ORDINALITY u(key, o) WHERE EXISTS (SELECT 1 FROM causes k WHERE k.key = u.key AND k.num = c.id) ORDER BY u.o),
			ARRAY(SELECT u.id FROM unnest(c.queued) WITH ORDINALITY u(id, o) WHERE EXISTS (SELECT 1 FROM mails m WHERE m.id = u.id) ORDER BY u.o),
			l.game, l.first, l.cause, l.lens, l.data, l.sum
		FROM commits c FULL JOIN log l ON c.id = l.num ORDER BY c.id IS NOT NULL, 1, l.game, l.first`, func(scan scanner) error {
		var next dump.Commit
		var at int64
		var game, cause *string
		var first *int
		var lens []int32
		var data []byte
		var sum *int64
		if err := scan(&next.N, &next.Pruned, &at, &next.Settled, &next.Queued, &game, &first, &cause, &lens, &data, &sum); err != nil {
			return err
		}
		if next.N != c.N {
			if err := given(); err != nil {
				return err
			}
			next.At = moment(at)
			c = next
		}
		if game == nil {
			return nil
		}
		if *sum != sumOf("log", fmt.Sprint(*game, "\x00", *first), data) {
			return fmt.Errorf("game %q: %w: its events from %d on are not as they were written", *game, store.ErrDamaged, *first)
		}
		c.Cause = *cause
		c.Parts = append(c.Parts, dump.Part{Game: *game, First: *first, Events: parted(data, lens)})
		return nil
	})
	if err != nil {
		return err
	}
	return given()
}

// parted cuts the events of a row of the log apart.
func parted(data []byte, lens []int32) (events [][]byte) {
	for _, n := range lens {
		n := min(int(n), len(data))
		events, data = append(events, data[:n:n]), data[n:]
	}
	return events
}

func (d *dumper) causes() error {
	return d.each(`SELECT c.key, COALESCE(c.outcome, ''), c.settled, COALESCE(c.num, 0), c.n, c.kept, c.faults, c.meta, c.raw,
			COALESCE(a.keys, ARRAY[]::text[])
		FROM causes c LEFT JOIN (SELECT main, array_agg(key ORDER BY key) AS keys FROM aliases WHERE key <> main GROUP BY main) a ON a.main = c.key ORDER BY c.key`, func(scan scanner) error {
		var c dump.Cause
		var m dump.Inbound
		var settled, n, kept *int64
		if err := scan(&c.Key, &c.Outcome, &settled, &c.Commit, &n, &kept, &m.Faults, &m.Meta, &m.Raw, &m.Aliases); err != nil {
			return err
		}
		c.Settled = momentOf(settled)
		if n != nil {
			m.N, m.Kept = uint64(*n), momentOf(kept)
			c.Mail = &m
		}
		return d.emit(c)
	})
}

// momentOf is moment of a time that may be missing.
func momentOf(n *int64) time.Time {
	if n == nil {
		return time.Time{}
	}
	return moment(*n)
}

func (d *dumper) deadlines() error {
	return d.each(`SELECT game, key, at FROM deadlines ORDER BY game, key`, func(scan scanner) error {
		var l dump.Deadline
		var at int64
		if err := scan(&l.Game, &l.Key, &at); err != nil {
			return err
		}
		l.At = moment(at)
		return d.emit(l)
	})
}

func (d *dumper) marks() error {
	return d.each(`SELECT name, value, rev, sum FROM marks WHERE rev > 0 ORDER BY name`, func(scan scanner) error {
		var mark store.Mark
		var bad error
		if err := markRow(func(m store.Mark, err error) { mark, bad = m, err })(scan); err != nil || bad != nil {
			return cmp.Or(err, bad)
		}
		return d.emit(dump.Mark{Name: mark.Name, Value: mark.Value, Rev: uint64(mark.Rev)})
	})
}

func (d *dumper) counters() error {
	return d.each(`SELECT name, n FROM counters ORDER BY name`, func(scan scanner) error {
		var c dump.Counter
		if err := scan(&c.Name, &c.N); err != nil {
			return err
		}
		return d.emit(c)
	})
}
