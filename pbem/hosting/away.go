package hosting

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/archive"
	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/table"
	"pbem/store"
)

// put puts away games that have ended: one, or all that ended at least so many days ago.
func (h *Hosting) put(rest string) (string, error) {
	what, rest := firstWord(rest)
	if !strings.EqualFold(what, "away") || rest == "" {
		return "", engine.Refuse("Write which games: host put away g12, or those that ended so long ago: host put away 90 days.")
	}
	if h.Lines > 1 { // each game is a commit of its own
		return "", engine.Refuse(`Please send "host put away" in a mail of its own. Nothing was carried out.`)
	}
	number, _ := firstWord(rest)
	days, err := strconv.Atoi(number)
	if err != nil {
		return h.putOne(strings.ToLower(rest))
	}
	if days < 1 {
		return "", engine.Refuse("%d is not a number of days: write host put away 90 days.", days)
	}
	ids, err := endedBefore(h.d, h.d.Now().Add(-time.Duration(days)*pace.Day))
	if err != nil {
		return "", err
	}
	left := len(ids)
	done, failed := 0, []string{}
	for _, id := range ids[:min(left, mostAway)] {
		if err := putAway(h.d.Desk, id); err != nil {
			h.d.Log.Error("archive.keep-failed", "game", id, "error", err)
			failed = append(failed, fmt.Sprintf("%s was not put away, and has come to no harm: %v", id, err))
			continue
		}
		done++
	}
	answer := fmt.Sprintf("%s put away that ended at least %s ago. Their pages stay, and \"host bring back GAME\" undoes it.", counted1(done, "game is", "games are"), step.Plural(days, "day"))
	if left > mostAway {
		answer += fmt.Sprintf(" There are %d more: say it again for those.", left-mostAway)
	}
	return strings.Join(append([]string{answer}, failed...), "\n"), nil
}

// counted1 writes a number with its noun: "No game is", "One game is", "12 games are".
func counted1(n int, one, many string) string {
	switch n {
	case 0:
		return "No " + one
	case 1:
		return "One " + one
	}
	return strconv.Itoa(n) + " " + many
}

// mostAway limits how many games one line puts away; that takes a few minutes.
const mostAway = 1000

func (h *Hosting) putOne(id string) (string, error) {
	ended, err := endedAt(h.d, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", engine.Refuse("No game has the id %q; \"host list ended\" lists them.", id)
	case errors.Is(err, store.ErrAway):
		return "", engine.Refuse("%s is put away already.", id)
	case err != nil:
		return "", err
	case ended.IsZero():
		return "", engine.Refuse("%s has not ended: only games that are over can be put away.", id)
	}
	if err := putAway(h.d.Desk, id); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s is put away. Its pages stay. To have it back:\n    host bring back %s", id, id), nil
}

// endedBefore lists the games that ended before a time and are not put away.
func endedBefore(d *desk.Draft, at time.Time) (out []string, err error) {
	ids, err := d.Find(desk.KeyEnded)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		ended, err := endedAt(d, id)
		switch {
		case errors.Is(err, store.ErrAway), errors.Is(err, store.ErrDamaged):
		case err != nil:
			return nil, err
		case !ended.IsZero() && ended.Before(at):
			out = append(out, id)
		}
	}
	return out, nil
}

// endedAt returns when a game ended, which is the time of its last event. It returns zero
// for a running game, and store.ErrAway for one that was put away.
func endedAt(d *desk.Draft, id string) (time.Time, error) {
	g, err := d.Store.Game(id)
	if err != nil || !slices.Contains(g.Keys, desk.KeyEnded) {
		return time.Time{}, err
	}
	_, last, err := d.Store.Load(id, g.Version.Events-1)
	if err != nil || len(last) == 0 {
		return time.Time{}, err
	}
	return last[0].At, nil
}

// putAway puts a game away: its rows leave the store, and it comes back as one. Then it writes its file.
func putAway(s *desk.Desk, id string) error {
	if !s.Keeper.Finished(id) {
		if _, err := s.Album(id); err != nil {
			return fmt.Errorf("its pages cannot be made: %w", err)
		}
	}
	var packed []byte
	err := s.Unit(nil, func(d *desk.Draft) error {
		packed = nil
		g, events, err := s.Store.Load(id, 0)
		if errors.Is(err, store.ErrAway) {
			return nil
		}
		if err != nil {
			return err
		}
		if !slices.Contains(g.Keys, desk.KeyEnded) {
			return fmt.Errorf("game %s has not ended", id)
		}
		c := store.Commit{Marks: store.Marks{}}
		kept := archive.Kept{Game: g, Events: events}
		if kept.Marks, err = marksOf(d, c.Marks, id); err != nil {
			return err
		}
		var sum string
		if packed, sum, err = kept.Pack(); err != nil {
			return err
		}
		desk.Zipped.Set(c.Marks, id, packed)
		stub, err := stubOf(g, table.Away{At: d.Now().UTC(), Ended: events[len(events)-1].At, Sum: sum})
		if err != nil {
			return err
		}
		record, err := json.Marshal(stub)
		if err != nil {
			return err
		}
		c.Changes = []store.Change{{Game: id, Expect: g.Version, Record: record, Keys: s.KeysOfEnded(stub), Away: true}}
		return d.Take(c)
	})
	s.Cache.Forget(id)
	if err != nil || packed == nil {
		return err
	}
	s.Log.Info("archive.kept", "game", id, "bytes", len(packed))
	if err := s.Keeper.Export(id, packed); err != nil {
		s.Log.Warn("archive.not-exported", "game", id, "error", err)
	}
	return nil
}

// stubOf returns the short record that the store keeps.
func stubOf(g store.Game, away table.Away) (table.Record, error) {
	r, err := recordOf(g)
	if err != nil {
		return table.Record{}, err
	}
	r.Over = cmp.Or(r.Over, "it is over")
	return r.Stub(away), nil
}

func recordOf(g store.Game) (r table.Record, err error) {
	if err := json.Unmarshal(g.Record, &r); err != nil {
		return r, fmt.Errorf("game %s: its record cannot be read: %w", g.ID, err)
	}
	return r, nil
}

// marksOf returns the marks that belong to a game, and adds to clear what clears them.
func marksOf(d *desk.Draft, clear store.Marks, game string) (out []store.Mark, err error) {
	notes, err := desk.Diaries.All(d.DB, game+"/")
	if err != nil {
		return nil, err
	}
	asked, err := desk.Invitations.All(d.DB, game+"/")
	if err != nil {
		return nil, err
	}
	for _, r := range notes {
		desk.Diaries.Drop(clear, r)
	}
	for _, r := range asked {
		desk.Invitations.Drop(clear, r)
	}
	for _, name := range slices.Sorted(maps.Keys(clear)) {
		m, err := d.Store.MarkAt(name)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// bring brings back a game that was put away.
func (h *Hosting) bring(rest string) (string, error) {
	what, id := firstWord(rest)
	id = strings.ToLower(strings.TrimSpace(id))
	if !strings.EqualFold(what, "back") || id == "" {
		return "", engine.Refuse("Write which game: host bring back g12.")
	}
	g, err := h.d.DB.Game(id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", engine.Refuse("No game has the id %q; \"host list ended\" lists them.", id)
	case err != nil:
		return "", err
	case !g.Away:
		return "", engine.Refuse("%s is not put away.", id)
	}
	kept, _, err := desk.KeptGame(h.d.Store, h.d.Keeper, id)
	if errors.Is(err, desk.ErrNoLog) {
		return "", engine.Refuse("The log of %s is not in the store, and its file is not there: %s. Put it back from a backup and say it again.", id, h.d.Keeper.Kept(id))
	}
	if err != nil {
		return "", engine.Refuse("%v. Put it back from a backup and say it again.", err)
	}
	return fmt.Sprintf("%s is back. To put it away again: host put away %s", id, id), h.bringBack(g, kept)
}

// bringBack adds the game's log and marks to the commit.
func (h *Hosting) bringBack(g store.Game, kept archive.Kept) error {
	r, err := recordOf(kept.Game)
	if err != nil {
		return err
	}
	keys := h.d.KeysOfEnded(r) // it may have been put away when there were fewer
	c := store.Commit{Marks: store.Marks{}, Changes: []store.Change{{Game: g.ID, Expect: g.Version, Record: kept.Game.Record, Keys: keys, Back: kept.Events}}}
	for _, m := range kept.Marks {
		i := slices.IndexFunc(desk.Kinds, func(k store.AnyKind) bool { return k.Has(m.Name) })
		if i < 0 {
			return fmt.Errorf("mark %q of game %s is of no kind", m.Name, g.ID)
		}
		set, err := desk.Kinds[i].Reset(m)
		if err != nil {
			return err
		}
		c.Marks[m.Name] = set
	}
	desk.Zipped.Clear(c.Marks, g.ID)
	h.d.Later(func() error { h.d.Cache.Forget(g.ID); return nil })
	return h.d.DB.Add(c)
}
