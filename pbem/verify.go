package pbem

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"pbem/pbem/archive"
	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/pbem/table"
	"pbem/store"
)

// KeptFaults checks the games that were put away. It reports those that cannot be brought back. data is the folder with
// their files, "" for none: then those that are only in files are passed over.
func KeptFaults(db desk.Store, data string, report func(problem string)) error {
	var keeper *archive.Keeper
	if data != "" {
		keeper = archive.New(filepath.Join(data, desk.ArchiveDir), nil, nil)
	}
	ids, err := db.Find(desk.KeyEnded, "", 0)
	if err != nil {
		return err
	}
	for _, id := range ids {
		g, err := db.Game(id)
		if err != nil || !g.Away {
			continue // the error is reported when the game is opened
		}
		_, _, err = desk.KeptGame(db, keeper, id)
		if err != nil && (data != "" || !errors.Is(err, desk.ErrNoLog)) {
			report(err.Error())
		}
	}
	return nil
}

// Verify checks a whole database: the structure of the file, and that every game in it
// can go on. It calls report for each fault, with a sentence for the operator, and
// returns how many games it checked. The error means that it could not check.
func Verify(db Database, report func(problem string)) (games int, err error) {
	if err := db.Verify(report); err != nil {
		return 0, err
	}
	ruling, err := desk.Rulings.Get(db)
	if err != nil && ruling.Rev == 0 {
		return 0, err
	}
	newer := ruling.Value.Most > desk.Rules
	if err := verifyMarks(db, newer, report); err != nil {
		return 0, err
	}
	ids, err := db.Find("", "", 0)
	if err != nil {
		return 0, err
	}
	ids = slices.DeleteFunc(ids, table.IsSandboxID) // nobody waits for them
	for _, id := range ids {
		if err := guard.Do(func() error { return verifyStored(db, id, newer) }); err != nil {
			report(fmt.Sprintf("game %s: %v", id, err))
		}
	}
	return len(ids), nil
}

// verifyMarks checks that every mark has a kind and the form of that kind. A newer version may have kinds that are not known
// here.
func verifyMarks(db desk.Store, newer bool, report func(problem string)) error {
	for after := ""; ; {
		marks, err := db.MarkPage("", after, marksAtOnce)
		if err != nil || len(marks) == 0 {
			return err
		}
		for _, m := range marks {
			verifyMark(m, newer, report)
		}
		after = marks[len(marks)-1].Name
	}
}

// marksAtOnce is how many marks are read at a time; some are large.
const marksAtOnce = 200

func verifyMark(m store.Mark, newer bool, report func(problem string)) {
	i := slices.IndexFunc(desk.Kinds, func(k store.AnyKind) bool { return k.Has(m.Name) })
	if i < 0 && newer {
		return
	}
	if i < 0 {
		report(fmt.Sprintf("mark %q is of no kind", m.Name))
	} else if err := desk.Kinds[i].Check(m); err != nil {
		report(err.Error())
	}
}

// verifyStored checks a game. newer says that a newer version may have stored it.
func verifyStored(db desk.Store, id string, newer bool) error {
	if newer {
		if err := table.Whole(db, id); err != nil && !errors.Is(err, store.ErrAway) {
			return err
		}
	}
	return verifyGame(db, id)
}

// verifyGame opens a game as the service does and checks its invariants.
func verifyGame(db desk.Store, id string) error {
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
