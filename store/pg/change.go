package pg

import (
	"encoding/json"
	"errors"
	"fmt"

	"pbem/store"
)

// change writes a change to one game. Its first statement checks the version.
func (w *writing) change(ch store.Change) {
	switch {
	case ch.Gone:
		w.remove(ch)
	case ch.Expect == store.Version{}:
		w.begin(ch)
	default:
		w.goOn(ch)
	}
	if !ch.Gone && ch.Keys != nil {
		w.add(`DELETE FROM keyed WHERE game = $1 AND NOT key = ANY($2::text[])`, ch.Game, ch.Keys)
		w.add(`INSERT INTO keyed (key, n, game) SELECT k.key, g.n, g.id FROM games g, unnest($2::text[]) AS k(key) WHERE g.id = $1
			ON CONFLICT (key, n) DO NOTHING`, ch.Game, ch.Keys)
	}
	if len(ch.Events) > 0 {
		w.append(ch.Game, ch.Expect.Events, w.num, ns(w.c.At), causeKey(w.c.Cause), ch.Events)
	}
	w.reword(ch)
	if ch.Away {
		w.add(`DELETE FROM log WHERE game = $1`, ch.Game)
	}
	w.bringBack(ch)
}

// begin makes a new game.
func (w *writing) begin(ch store.Change) {
	if ch.Record == nil || ch.Away || ch.Back != nil {
		w.add("SELECT " + check("false")).or(func() error { return w.why(ch) })
		return
	}
	w.add(`INSERT INTO games (id, created, events, rev, keys, record, sum) VALUES ($1, $2, $3, 1, $4, $5, $6)`,
		ch.Game, ns(w.c.At), len(ch.Events), ch.Keys, []byte(ch.Record), sumOf("games", ch.Game, ch.Record)).or(func() error { return w.why(ch) })
}

// goOn changes a game.
func (w *writing) goOn(ch store.Change) {
	where := `id = $1 AND events = $2 AND rev = $3`
	switch {
	case ch.Back != nil:
		where += fmt.Sprintf(" AND away = %d AND away > 0", len(ch.Back))
	case len(ch.Events)+len(ch.Reworded) > 0 || ch.Away:
		where += " AND away = 0"
	}
	set := `events = events + $4`
	args := []any{ch.Game, ch.Expect.Events, ch.Expect.Record, len(ch.Events)}
	if ch.Record != nil {
		set += `, rev = rev + 1, record = $5, sum = $6`
		args = append(args, []byte(ch.Record), sumOf("games", ch.Game, ch.Record))
	}
	if ch.Keys != nil {
		set += `, keys = $7`
		args = append(args, ch.Keys)
	}
	if ch.Away {
		set += `, away = events`
	}
	if ch.Back != nil {
		set += `, away = 0`
	}
	w.add(`WITH u AS (UPDATE games SET `+set+` WHERE `+where+` RETURNING 1) SELECT `+check("(SELECT count(*) FROM u) = 1"), args...).
		or(func() error { return w.why(ch) })
}

// remove deletes a game for good.
func (w *writing) remove(ch store.Change) {
	w.add(`WITH u AS (DELETE FROM games WHERE id = $1 AND events = $2 AND rev = $3 RETURNING 1) SELECT `+check("(SELECT count(*) FROM u) = 1"),
		ch.Game, ch.Expect.Events, ch.Expect.Record).or(func() error { return w.why(ch) })
	for _, table := range []string{"log", "keyed", "deadlines"} {
		w.add(`DELETE FROM `+table+` WHERE game = $1`, ch.Game)
	}
}

// append writes events as one row.
func (w *writing) append(game string, first int, num, at int64, cause string, events []json.RawMessage) {
	lens, data := joined(events)
	w.add(`INSERT INTO log (game, first, num, at, cause, lens, data, sum) VALUES ($1, $2, $3, $4, COALESCE((SELECT main FROM aliases WHERE key = $5), $5), $6, $7, $8)`,
		game, first, num, at, cause, lens, data, sumOf("log", fmt.Sprint(game, "\x00", first), data))
}

// joined returns events as one text, and the length of each.
func joined[E ~[]byte](events []E) (lens []int32, data []byte) {
	lens, data = []int32{}, []byte{}
	for _, e := range events {
		lens, data = append(lens, int32(len(e))), append(data, e...)
	}
	return lens, data
}

// bringBack writes a log again that was put away. What one commit had brought stays together.
func (w *writing) bringBack(ch store.Change) {
	for i := 0; i < len(ch.Back); {
		e, n := ch.Back[i], 1
		for i+n < len(ch.Back) && ch.Back[i+n].Commit == e.Commit {
			n++
		}
		var events []json.RawMessage
		for _, e := range ch.Back[i : i+n] {
			events = append(events, e.Data)
		}
		w.append(ch.Game, i, w.next(), ns(e.At), e.Cause, events)
		i += n
	}
}

// why tells why a change was refused.
func (w *writing) why(ch store.Change) error {
	g, away, err := w.db.standing(ch.Game)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	switch {
	case g.Version != ch.Expect:
		return fmt.Errorf("game %q is at %v, not at %v: %w", ch.Game, g.Version, ch.Expect, store.ErrConflict)
	case g.Version == store.Version{} && ch.Record == nil:
		return fmt.Errorf("%w: new game %q has no record", store.ErrInvalid, ch.Game)
	case (away > 0) != (ch.Back != nil):
		return fmt.Errorf("game %q: %w, or it is not", ch.Game, store.ErrAway)
	case away > 0 && len(ch.Back) != away:
		return fmt.Errorf("%w: %d events of game %q come back, and %d were put away", store.ErrInvalid, len(ch.Back), ch.Game, away)
	}
	return fmt.Errorf("game %q has moved on and back: %w", ch.Game, store.ErrConflict)
}
