package pbem

import (
	"errors"
	"fmt"
	"slices"

	"pbem/pbem/guard"
	"pbem/pbem/table"
	"pbem/store"
)

// Verify checks a whole database: the structure of the file, and that every
// game in it can go on. It calls report for each fault, in words for the
// operator, and returns how many games it looked at. An error means that it
// could not look.
func Verify(db *store.DB, report func(problem string)) (games int, err error) {
	if err := db.Verify(report); err != nil {
		return 0, err
	}
	if err := verifyMarks(db, report); err != nil {
		return 0, err
	}
	ids, err := db.Find("", "", 0)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		if err := guard.Do(func() error { return verifyGame(db, id) }); err != nil {
			report(fmt.Sprintf("game %s: %v", id, err))
		}
	}
	return len(ids), nil
}

// verifyMarks checks that every mark is of a kind, and as that writes it.
func verifyMarks(db *store.DB, report func(problem string)) error {
	marks, err := db.MarkPage("", "", 0)
	for _, m := range marks {
		i := slices.IndexFunc(kinds, func(k store.AnyKind) bool { return k.Has(m.Name) })
		if i < 0 {
			report(fmt.Sprintf("mark %q is of no kind", m.Name))
		} else if err := kinds[i].Check(m); err != nil {
			report(err.Error())
		}
	}
	return err
}

// verifyGame opens a game as the service does and checks what must be true of
// it.
func verifyGame(db Store, id string) error {
	t, err := table.Load(db, id)
	if errors.Is(err, store.ErrAway) {
		return nil // see KeptFaults
	}
	if err != nil {
		return err
	}
	if err := table.Audit(t.Game); err != nil {
		return err
	}
	if why := t.Game.Frozen(); why != nil {
		return fmt.Errorf("%w. %s", why, t.Thaw())
	}
	return t.Consistent()
}
