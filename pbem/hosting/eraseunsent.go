package hosting

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/pbem/envelope"
	"pbem/pbem/table"
	"pbem/store"
)

// unsent writes mails to others without their name that wait or have failed, a page at a time. If one is being sent, the step is done
// again later.
func (x *erasing) unsent() error {
	page, next, err := x.s.Store.Unsent(x.e.After, erasedMails/10)
	if err != nil {
		return err
	}
	for _, m := range page {
		if err := x.rewrite(m); err != nil {
			return err
		}
	}
	switch x.e.After = next; {
	case next != "":
		return nil
	case x.e.Waits:
		x.e.Waits = false
		return errWait
	}
	x.e.Step = stepTexts
	return nil
}

// rewrite writes one mail without their name.
func (x *erasing) rewrite(m store.Mail) error {
	if !called(x.e, envelope.Everything(m.Raw)) {
		return nil
	}
	without, err := x.wording(envelope.GameOf(m.Raw))
	if err != nil || without == nil {
		return err
	}
	raw, err := envelope.Reworded(m.Raw, without)
	if err != nil {
		return fmt.Errorf("mail %s: %w", m.ID, err)
	}
	sending, err := x.s.Store.Rewrite(m.ID, raw, x.s.Now())
	x.e.Waits = x.e.Waits || sending
	return err
}

// wording returns what takes them out of mails about a game, or out of other mails; nil if such mails are not about them. In a game
// in which they never were somebody else has the name.
func (x *erasing) wording(game string) (func(string) string, error) {
	if x.e.Game != "" && x.e.Game != game {
		return nil, nil
	}
	anywhere := table.Without(x.e.Names, x.e.Addresses, nil, "Former player")
	if game == "" {
		return anywhere, nil
	}
	g, err := x.s.Store.Game(game)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDamaged) {
		return anywhere, nil
	}
	var r table.Record
	if err != nil || json.Unmarshal(g.Record, &r) != nil {
		return anywhere, err
	}
	if r.Sandbox != nil {
		game = r.Sandbox.Of
	}
	others := []string{}
	for _, s := range slices.Concat(r.Seats, r.Guests) {
		if !slices.Contains(x.e.Names, s.Name) {
			others = append(others, s.Name)
		}
	}
	if player, ok := x.e.Seats[game]; ok {
		return table.Without(x.e.Names, x.e.Addresses, others, "Former player "+strings.TrimPrefix(player, "p")), nil
	}
	if slices.Contains(x.e.Watched, game) {
		return table.Without(x.e.Names, x.e.Addresses, others, "A former guest"), nil
	}
	return table.Without(nil, x.e.Addresses, nil, ""), nil
}
