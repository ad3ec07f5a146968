package pbem

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/archive"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
)

// Games that ended long ago can be put away. Their logs leave the store for
// files in the archive; their pages stay there. The store keeps a short record,
// by which the games are listed, counted and recognised in mails. First the
// file is written and read back, then one commit removes the log. If the
// process ends in between, repeating does no harm.

// An awayGame is the error for a game that was put away.
type awayGame struct {
	id     string
	record table.Record
}

// Error is what a player is told.
func (a *awayGame) Error() string {
	return fmt.Sprintf("%s (%s) ended on %s and was moved to the archive: nothing more can be said in it. Its pages stay. Only the host can bring it back.",
		a.id, a.record.Name, a.record.Away.Ended.UTC().Format("2 January 2006"))
}

// Unwrap makes it the store's error, and a refusal.
func (a *awayGame) Unwrap() []error {
	return []error{store.ErrAway, engine.Refuse("%s", a.Error())}
}

// toHost is what a host is told.
func (a *awayGame) toHost() error {
	return engine.Refuse("%s (%s) ended on %s and was put away on %s. To have it back: host bring back %s",
		a.id, a.record.Name, a.record.Away.Ended.UTC().Format("2 January 2006"), a.record.Away.At.UTC().Format("2 January 2006"), a.id)
}

// away explains why a game cannot be opened that was put away; it leaves other
// errors alone.
func (s *Desk) away(id string, why error) error {
	if !errors.Is(why, store.ErrAway) {
		return why
	}
	r, err := awayRecord(s.store, id)
	if err != nil {
		return err
	}
	return &awayGame{id, r}
}

// awayRecord is what the store keeps of a game that was put away.
func awayRecord(db Store, id string) (r table.Record, err error) {
	g, err := db.Game(id)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(g.Record, &r); err != nil {
		return r, fmt.Errorf("game %s: its record cannot be read: %w", id, err)
	}
	if r.Away == nil {
		r.Away = &table.Away{}
	}
	return r, nil
}

// put puts games away that have ended: one, or those that ended so many days ago.
func (h *hosting) put(rest string) (string, error) {
	what, rest := firstWord(rest)
	if !strings.EqualFold(what, "away") || rest == "" {
		return "", engine.Refuse("Write which games: host put away g12, or those that ended so long ago: host put away 90 days.")
	}
	if h.lines > 1 { // each game is a commit of its own
		return "", engine.Refuse(`Please send "host put away" in a mail of its own. Nothing was carried out.`)
	}
	number, _ := firstWord(rest)
	days, err := strconv.Atoi(number)
	if err != nil {
		return h.putOne(strings.ToLower(rest))
	}
	if days < 1 {
		return "", engine.Refuse("%d days are none: write host put away 90 days.", days)
	}
	ids, err := h.d.endedBefore(h.d.now().Add(-time.Duration(days) * pace.Day))
	if err != nil {
		return "", err
	}
	left := len(ids)
	done, failed := 0, []string{}
	for _, id := range ids[:min(left, mostAway)] {
		if err := h.d.putAway(id); err != nil {
			h.d.log.Error("archive.keep-failed", "game", id, "error", err)
			failed = append(failed, fmt.Sprintf("%s stays, and is whole: %v", id, err))
			continue
		}
		done++
	}
	answer := fmt.Sprintf("%s put away that ended at least %d days ago. Their pages stay, and \"host bring back GAME\" undoes it.", counted1(done, "game is", "games are"), days)
	if left > mostAway {
		answer += fmt.Sprintf(" %d more are as old: say it again for those.", left-mostAway)
	}
	return strings.Join(append([]string{answer}, failed...), "\n"), nil
}

// counted1 is "No game is", "One game is" or "12 games are".
func counted1(n int, one, many string) string {
	switch n {
	case 0:
		return "No " + one
	case 1:
		return "One " + one
	}
	return strconv.Itoa(n) + " " + many
}

// mostAway is how many games one line puts away: a few minutes of work.
const mostAway = 1000

func (h *hosting) putOne(id string) (string, error) {
	ended, err := h.d.endedAt(id)
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
	if err := h.d.putAway(id); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s is put away. Its pages stay. To have it back:\n    host bring back %s", id, id), nil
}

// endedBefore lists the games that ended before an instant and are not put away.
func (d *draft) endedBefore(at time.Time) (out []string, err error) {
	ids, err := d.find(keyEnded)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		ended, err := d.endedAt(id)
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

// endedAt returns when a finished game ended, which is the time of its last
// event; zero for a running one. It returns store.ErrAway for one that was put
// away.
func (d *draft) endedAt(id string) (time.Time, error) {
	g, err := d.store.Game(id)
	if err != nil || !slices.Contains(g.Keys, keyEnded) {
		return time.Time{}, err
	}
	_, last, err := d.store.Load(id, g.Version.Events-1)
	if err != nil || len(last) == 0 {
		return time.Time{}, err
	}
	return last[0].At, nil
}

// putAway writes a game into its file and takes its log out of the store.
func (s *Desk) putAway(id string) error {
	if !s.archive.Finished(id) {
		if _, err := s.album(id); err != nil {
			return fmt.Errorf("its pages cannot be made: %w", err)
		}
	}
	err := s.unit(nil, func(d *draft) error {
		g, events, err := s.store.Load(id, 0)
		if errors.Is(err, store.ErrAway) {
			return nil
		}
		if err != nil {
			return err
		}
		if !slices.Contains(g.Keys, keyEnded) {
			return fmt.Errorf("game %s has not ended", id)
		}
		c := store.Commit{Marks: store.Marks{}}
		kept := archive.Kept{Game: g, Events: events}
		if kept.Marks, err = d.marksOf(c.Marks, id); err != nil {
			return err
		}
		sum, err := s.archive.Keep(kept)
		if err != nil {
			return err
		}
		stub, err := stubOf(g, table.Away{At: d.now().UTC(), Ended: events[len(events)-1].At, Sum: sum})
		if err != nil {
			return err
		}
		c.Changes = []store.Change{{Game: id, Expect: g.Version, Record: stub, Keys: []string{keyEnded}, Away: true}}
		return d.take(c)
	})
	s.cache.forget(id)
	if err == nil {
		s.log.Info("archive.kept", "game", id, "file", s.archive.Kept(id))
	}
	return err
}

// stubOf is what the store keeps of a record.
func stubOf(g store.Game, away table.Away) (json.RawMessage, error) {
	var r table.Record
	if err := json.Unmarshal(g.Record, &r); err != nil {
		return nil, fmt.Errorf("game %s: its record cannot be read: %w", g.ID, err)
	}
	r.Over = cmp.Or(r.Over, "it is over")
	return json.Marshal(r.Stub(away))
}

// marksOf are the marks that belong to a game, which are cleared.
func (d *draft) marksOf(clear store.Marks, game string) (out []store.Mark, err error) {
	notes, err := diaries.All(d.db, game+"/")
	if err != nil {
		return nil, err
	}
	asked, err := invitations.All(d.db, game+"/")
	if err != nil {
		return nil, err
	}
	for _, r := range notes {
		diaries.Drop(clear, r)
	}
	for _, r := range asked {
		invitations.Drop(clear, r)
	}
	for _, name := range slices.Sorted(maps.Keys(clear)) {
		m, err := d.store.MarkAt(name)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// bring has a game back that was put away.
func (h *hosting) bring(rest string) (string, error) {
	what, id := firstWord(rest)
	id = strings.ToLower(strings.TrimSpace(id))
	if !strings.EqualFold(what, "back") || id == "" {
		return "", engine.Refuse("Write which game: host bring back g12.")
	}
	g, err := h.d.db.Game(id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", engine.Refuse("No game has the id %q; \"host list ended\" lists them.", id)
	case err != nil:
		return "", err
	case !g.Away:
		return "", engine.Refuse("%s is not put away.", id)
	}
	path := h.d.archive.Kept(id)
	kept, sum, err := archive.ReadKept(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", engine.Refuse("The file of %s is not there: %s. Put it back from a backup and say it again.", id, path)
	}
	if err != nil {
		return "", engine.Refuse("%v", err)
	}
	r, err := awayRecord(h.d.store, id)
	if err != nil {
		return "", err
	}
	if sum != r.Away.Sum || kept.Game.ID != id {
		return "", engine.Refuse("%s is not the file that was written when %s was put away. Put that back from a backup and say it again.", path, id)
	}
	return fmt.Sprintf("%s is back. To put it away again: host put away %s", id, id), h.bringBack(g, kept)
}

// bringBack adds a kept game to the commit.
func (h *hosting) bringBack(g store.Game, kept archive.Kept) error {
	c := store.Commit{Marks: store.Marks{}, Changes: []store.Change{{Game: g.ID, Expect: g.Version, Record: kept.Game.Record, Keys: kept.Game.Keys, Back: kept.Events}}}
	for _, m := range kept.Marks {
		i := slices.IndexFunc(kinds, func(k store.AnyKind) bool { return k.Has(m.Name) })
		if i < 0 {
			return fmt.Errorf("mark %q of game %s is of no kind", m.Name, g.ID)
		}
		set, err := kinds[i].Reset(m)
		if err != nil {
			return err
		}
		c.Marks[m.Name] = set
	}
	h.d.later(func() error { h.d.cache.forget(g.ID); return nil })
	return h.d.db.take(c)
}

// KeptFaults checks the files of the put-away games of a database in a folder.
// It reports those that cannot be brought back.
func KeptFaults(db Store, data string, report func(problem string)) error {
	keeper := archive.New(filepath.Join(data, archiveDir), nil, nil)
	ids, err := db.Find(keyEnded, "", 0)
	if err != nil {
		return err
	}
	for _, id := range ids {
		g, err := db.Game(id)
		if err != nil || !g.Away {
			continue // it is reported where games are opened
		}
		r, err := awayRecord(db, id)
		if err != nil {
			report(err.Error())
			continue
		}
		if _, sum, err := archive.ReadKept(keeper.Kept(id)); err != nil {
			report(fmt.Sprintf("game %s was put away, and its file cannot be read: %v", id, err))
		} else if sum != r.Away.Sum {
			report(fmt.Sprintf("game %s was put away, and its file is another: %s", id, keeper.Kept(id)))
		}
	}
	return nil
}

// awaySender is who a tag names in a game that was put away: enough to answer.
func (d *draft) awaySender(player string, a *awayGame) (who sender, ok bool, err error) {
	seat := (&table.Table{ID: a.id, Record: a.record}).Seat(player)
	if seat == nil || seat.Open {
		return sender{}, false, nil
	}
	m, err := d.member(seat.Address)
	if m.Address == "" {
		m = people.Member{Address: seat.Address}
	}
	return sender{member: m, doubt: a.Error()}, true, err
}
