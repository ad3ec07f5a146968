package pg

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"pbem/store"
	"pbem/store/dump"
)

// ErrOccupied means that a database that was to be filled holds something already.
var ErrOccupied = errors.New("the database on PostgreSQL holds games already; name one that is empty, or whose games were moved elsewhere")

// Fill writes everything that a store gives into an empty database, or into one whose games were moved elsewhere: those
// are removed. It is one transaction, so an attempt that fails leaves the database as it was.
func (db *DB) Fill(from dump.Source) (err error) {
	ctx := context.Background()
	conn, err := db.alone(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if err := clear(ctx, tx); err != nil {
			return err
		}
		f := &filling{ctx: ctx, tx: tx, rows: map[string][][]any{}}
		if err := from(f.put); err != nil {
			return err
		}
		return f.end()
	})
}

// clear locks the database against services and removes what was moved out of it.
func clear(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, "LOCK TABLE meta IN ACCESS EXCLUSIVE MODE"); err != nil {
		return unreachable(err)
	}
	var names []string
	for _, table := range tables {
		if table != "meta" {
			names = append(names, table)
		}
	}
	var moved, occupied bool
	if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM meta WHERE name = 'moved')").Scan(&moved); err != nil {
		return unreachable(err)
	}
	for _, table := range names {
		var some bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM "+table+")").Scan(&some); err != nil {
			return unreachable(err)
		}
		occupied = occupied || some
	}
	if !moved {
		if occupied {
			return ErrOccupied
		}
		return nil
	}
	_, err := tx.Exec(ctx, "TRUNCATE "+strings.Join(names, ", "))
	if err == nil {
		_, err = tx.Exec(ctx, "DELETE FROM meta WHERE name = 'moved'")
	}
	return err
}

// filling is a database that is being filled.
type filling struct {
	ctx     context.Context
	tx      pgx.Tx
	rows    map[string][][]any // by table, not written yet
	size    int                // of the rows, in bytes, about
	numbers dump.Numbers
}

// columns are those that are written, by table, in the order in which tables are written.
var columns = []struct {
	table string
	names []string
}{
	{"games", []string{"id", "n", "created", "events", "rev", "away", "keys", "record", "sum"}},
	{"keyed", []string{"key", "n", "game"}},
	{"mails", []string{"id", "place", "rcpt", "topic", "state", "queued", "next", "due", "tries", "error", "done", "answers", "hold", "raw"}},
	{"commits", []string{"id", "at", "causes", "queued"}},
	{"log", []string{"game", "first", "num", "at", "cause", "lens", "data", "sum"}},
	{"causes", []string{"key", "n", "kept", "faults", "meta", "raw", "outcome", "settled", "num"}},
	{"aliases", []string{"key", "main"}},
	{"deadlines", []string{"game", "key", "at", "due"}},
	{"marks", []string{"name", "value", "rev", "sum"}},
	{"counters", []string{"name", "n"}},
}

// fillAtOnce is how many bytes of rows are gathered, about.
const fillAtOnce = 16 << 20

func (f *filling) add(table string, bytes int, row ...any) {
	f.rows[table] = append(f.rows[table], row)
	f.size += 200 + bytes
}

// flush writes the rows that were gathered.
func (f *filling) flush() error {
	for _, c := range columns {
		rows := f.rows[c.table]
		if len(rows) == 0 {
			continue
		}
		if _, err := f.tx.CopyFrom(f.ctx, pgx.Identifier{c.table}, c.names, pgx.CopyFromRows(rows)); err != nil {
			return fmt.Errorf("the table %s cannot be filled: %w", c.table, err)
		}
		f.rows[c.table] = rows[:0]
	}
	f.size = 0
	return nil
}

func (f *filling) put(it dump.Item) error {
	switch it := it.(type) {
	case dump.Numbers:
		f.numbers = it
	case dump.Game:
		f.add("games", len(it.Body), it.ID, int64(it.N), ns(it.Created), it.Events, it.Record, it.Away, it.Keys, it.Body, sumOf("games", it.ID, it.Body))
		for _, key := range it.Keys {
			f.add("keyed", 0, key, int64(it.N), it.ID)
		}
	case dump.Mail:
		f.mail(it)
	case dump.Commit:
		f.commit(it)
	case dump.Cause:
		f.cause(it)
	case dump.Deadline:
		f.add("deadlines", 0, it.Game, it.Key, ns(it.At), ns(it.At))
	case dump.Mark:
		f.add("marks", len(it.Value), it.Name, []byte(it.Value), int64(it.Rev), sumOf("marks", it.Name, []byte(it.Value)))
	case dump.Counter:
		f.add("counters", 0, it.Name, int64(it.N))
	default:
		return fmt.Errorf("%w: an item of a kind that this store does not know: %T", store.ErrInvalid, it)
	}
	if f.size < fillAtOnce {
		return nil
	}
	return f.flush()
}

func (f *filling) mail(m dump.Mail) {
	var done, why any
	if !m.Done.IsZero() {
		done = ns(m.Done)
	}
	if m.Error != "" {
		why = []byte(m.Error)
	}
	f.add("mails", len(m.Raw), m.ID, int64(m.N), m.To, m.Topic, states[store.State(m.State)], ns(m.Queued), ns(m.Next), ns(m.Next), m.Tries, why, done,
		ns(m.Answers), m.Unless, m.Raw)
}

func (f *filling) commit(c dump.Commit) {
	if !c.Pruned && len(c.Settled)+len(c.Queued) > 0 {
		causes := []string{}
		for _, key := range c.Settled {
			causes = append(causes, dump.Key(key))
		}
		f.add("commits", 0, int64(c.N), ns(c.At), causes, append([]string{}, c.Queued...))
	}
	for _, p := range c.Parts {
		lens, data := joined(p.Events)
		f.add("log", len(data), p.Game, p.First, int64(c.N), ns(c.At), dump.Key(c.Cause), lens, data, sumOf("log", fmt.Sprint(p.Game, "\x00", p.First), data))
	}
}

func (f *filling) cause(c dump.Cause) {
	key := dump.Key(c.Key)
	var outcome, settled, num any
	if c.Outcome != "" {
		outcome, settled, num = c.Outcome, ns(c.Settled), int64(c.Commit)
	}
	m := c.Mail
	if m == nil {
		f.add("causes", 0, key, nil, nil, 0, nil, nil, outcome, settled, num)
		return
	}
	f.add("causes", len(m.Raw)+len(m.Meta), key, int64(m.N), ns(m.Kept), m.Faults, m.Meta, m.Raw, outcome, settled, num)
	f.add("aliases", 0, key, key)
	for _, a := range m.Aliases {
		f.add("aliases", 0, dump.Key(a), key)
	}
}

// end writes what is left, and where numbers go on.
func (f *filling) end() error {
	if err := f.flush(); err != nil {
		return err
	}
	for name, last := range map[string]uint64{"ids": f.numbers.IDs, "game_numbers": f.numbers.Games, "numbers": f.numbers.Rest} {
		if _, err := f.tx.Exec(f.ctx, "SELECT setval($1, GREATEST($2::bigint, 1), $2::bigint > 0)", name, int64(last)); err != nil {
			return fmt.Errorf("the numbers %s cannot be set: %w", name, err)
		}
	}
	return nil
}
