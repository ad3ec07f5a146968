package hosting

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/store"
)

// firstWord cuts off the first word, or the first text in quotes.
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

// game reads the name of a game at the beginning of a line, and opens it for a change.
func (h *Hosting) game(text string) (d *hosted, rest string, err error) {
	name, rest := firstWord(text)
	if name == "" {
		return nil, "", engine.Refuse("Say which game, by its id or a part of its name; \"host list\" lists them.")
	}
	t, err := named(h.d, name)
	if err != nil {
		return nil, "", err
	}
	return h.draft(t), rest, nil
}

// draft opens a game for a change. It opens each game only once.
func (h *Hosting) draft(t *table.Table) *hosted {
	for _, d := range h.drafts {
		if d.Before.ID == t.ID {
			return d
		}
	}
	d := &hosted{Change: desk.Change{Before: t, Next: t}}
	h.drafts = append(h.drafts, d)
	return d
}

// named finds a game by its id, or by a part of its name if no other game has that.
// Running games are preferred to ended ones.
func named(d *desk.Draft, name string) (*table.Table, error) {
	t, err := openForHost(d, strings.ToLower(name))
	if !errors.Is(err, store.ErrNotFound) {
		return t, err
	}
	found, err := calledSo(d, name)
	if err != nil {
		return nil, err
	}
	if len(found) == 1 {
		return openForHost(d, found[0].ID)
	}
	return nil, engine.Refuse("%s \"host list\" lists them.", whichOf(name, found))
}

// openForHost opens a game. If that fails, the error tells the host why.
func openForHost(d *desk.Draft, id string) (*table.Table, error) {
	t, err := d.Table(id)
	var away *desk.AwayGame
	switch {
	case errors.As(err, &away):
		return nil, away.ToHost()
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return nil, engine.Refuse("Game %s cannot be opened: %v", id, err)
	}
	return t, err
}

// calledSo returns the games with a text in their names, as their records say: the
// running ones, or the ended ones if none is running.
func calledSo(d *desk.Draft, name string) ([]*table.Table, error) {
	var on, over []*table.Table
	err := desk.EachRecord(d.Store, "", func(g store.Game, r table.Record) error {
		switch t := (&table.Table{ID: g.ID, Record: r}); {
		case t.IsSandbox(), !strings.Contains(strings.ToLower(r.Name), strings.ToLower(name)):
		case slices.Contains(g.Keys, desk.KeyEnded):
			over = append(over, t)
		default:
			on = append(on, t)
		}
		return nil
	})
	if len(on) == 0 {
		on = over
	}
	return on, err
}

// whichOf says that a name belongs to no game, or to several.
func whichOf(name string, found []*table.Table) string {
	if len(found) == 0 {
		return fmt.Sprintf("No game has the id %q, or that in its name.", name)
	}
	var ids []string
	for _, t := range found {
		ids = append(ids, t.ID+" ("+t.Record.Name+")")
	}
	return fmt.Sprintf("%q may be %s: say which by its id.", name, strings.Join(ids, " or "))
}

// noGame says that there is no game of a state, and for the list of all that go on whether some have ended.
func (h *Hosting) noGame(want, after string) (string, error) {
	if want == "" && after == "" {
		ended, _, err := h.page(table.StateEnded, "")
		if err != nil {
			return "", err
		}
		if len(ended) > 0 {
			return "No game is on; \"host list ended\" lists those that have ended.", nil
		}
	}
	return fmt.Sprintf("There is no %s.", strings.TrimSpace(strings.TrimSuffix(want, "all")+" game")), nil
}
