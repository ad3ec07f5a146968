package pbem

import (
	"errors"
	"fmt"
	"strings"

	"pbem/engine"
	"pbem/store"
)

// firstWord takes the first word off, or the first text in quotes.
func firstWord(text string) (word, rest string) {
	text = strings.TrimSpace(text)
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		if word, rest, ok = strings.Cut(quoted, `"`); ok {
			return word, strings.TrimSpace(rest)
		}
	}
	word, rest, _ = strings.Cut(text, " ")
	return strings.TrimRight(word, ":,"), strings.TrimSpace(rest)
}

// game takes the name of a game off a line, and opens it for a change.
func (h *hosting) game(text string) (d *hosted, rest string, err error) {
	name, rest := firstWord(text)
	if name == "" {
		return nil, "", engine.Refuse("Say which game, by its id or a part of its name; \"host list\" lists them.")
	}
	t, err := h.s.named(name)
	if err != nil {
		return nil, "", err
	}
	return h.draft(t), rest, nil
}

// draft opens a game for a change, once.
func (h *hosting) draft(t *table) *hosted {
	for _, d := range h.drafts {
		if d.before.id == t.id {
			return d
		}
	}
	d := &hosted{change: change{before: t, next: t}}
	h.drafts = append(h.drafts, d)
	return d
}

// named finds a game by its id, or by a part of its name that no other game
// has; one that is on comes before those that have ended.
func (s *draft) named(name string) (*table, error) {
	t, err := s.table(strings.ToLower(name))
	switch {
	case err == nil:
		return t, nil
	case !errors.Is(err, store.ErrNotFound):
		return nil, engine.Refuse("Game %s cannot be opened: %v", strings.ToLower(name), err)
	}
	ids, err := s.db.Find("", "", 0)
	if err != nil {
		return nil, err
	}
	var on, over []*table
	for _, id := range ids {
		t, err := s.table(id)
		switch {
		case err != nil || !strings.Contains(strings.ToLower(t.record.Name), strings.ToLower(name)):
		case t.game.State().Result == nil:
			on = append(on, t)
		default:
			over = append(over, t)
		}
	}
	if len(on) == 0 {
		on = over
	}
	if len(on) == 1 {
		return on[0], nil
	}
	return nil, engine.Refuse("%s \"host list\" lists them.", whichOf(name, on))
}

// whichOf says that a name is no game's, or that of several.
func whichOf(name string, found []*table) string {
	if len(found) == 0 {
		return fmt.Sprintf("No game has the id %q, or that in its name.", name)
	}
	var ids []string
	for _, t := range found {
		ids = append(ids, t.id+" ("+t.record.Name+")")
	}
	return fmt.Sprintf("%q may be %s: say which by its id.", name, strings.Join(ids, " or "))
}

// playerNamed finds a player of a table by id, address, name or the beginning of
// a name.
func (t *table) playerNamed(text string) (id string, err error) {
	text = strings.Trim(text, " .:,\"")
	var near, all []string
	for i, seat := range t.record.Seats {
		id := engine.PlayerID(i)
		name := t.game.State().PlayerName(id)
		all = append(all, id+" "+name)
		switch {
		case strings.EqualFold(text, id), strings.EqualFold(text, name), strings.EqualFold(text, seat.Address):
			return id, nil
		case text != "" && strings.HasPrefix(strings.ToLower(name), strings.ToLower(text)):
			near = append(near, id)
		}
	}
	if len(near) == 1 {
		return near[0], nil
	}
	return "", engine.Refuse("%q is not one player of %s (%s): %s.", text, t.id, t.record.Name, strings.Join(all, ", "))
}

// name is what a player is called.
func (t *table) name(player string) string { return t.game.State().PlayerName(player) }
