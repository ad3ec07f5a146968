package hosting

import (
	"errors"
	"time"

	"pbem/pbem/desk"
	"pbem/store"
)

// Somebody is forgotten in steps, each of many commits, because there may be a million games and mails to look at. A mark says
// how far it is. Each step can be done again.
//
//	games   all records are read; those with a seat of theirs are committed without them, one by one
//	person  what is stored about them as a member
//	mails   mails to them lose their address, mails from them their sender and text
//	unsent  mails to others that wait or have failed are written without their name
//	texts   mails of others that name them lose their text
//	away    games that had been put away, and were brought back for this, are put away again
//	wipe    what was deleted is overwritten in the file

const (
	stepGames  = ""
	stepPerson = "person"
	stepMails  = "mails"
	stepUnsent = "unsent"
	stepTexts  = "texts"
	stepAway   = "away"
	stepWipe   = "wipe"
)

// errWait means that something has to wait: a mail that is being worked on or sent.
var errWait = errors.New("somebody works on it")

// An erasing is one run of Erase.
type erasing struct {
	s    *desk.Desk
	code string
	e    desk.Erasure
}

// Erase forgets somebody, or goes on with it, until a time. It reports whether it is done.
func Erase(s *desk.Desk, code string, until time.Time) (done bool, err error) {
	defer s.Locks.Lock("erasing " + code)()
	r, err := desk.Erasures.Get(s.Store, code)
	if err != nil || r.Rev == 0 {
		return err == nil, err
	}
	x := &erasing{s, code, r.Value}
	for {
		was := x.e.Step
		err := x.step()
		switch {
		case errors.Is(err, errWait), errors.Is(err, store.ErrBusy):
			return false, x.save()
		case errors.Is(err, errOver):
			return true, nil
		case err != nil:
			return false, err
		case was == stepWipe:
			return true, x.over()
		case time.Now().After(until):
			return false, x.save()
		case x.e.Step == was:
			continue
		}
		if err := x.save(); err != nil {
			return false, err
		}
	}
}

// step does a part of the work.
func (x *erasing) step() error {
	switch x.e.Step {
	case stepGames:
		return x.games()
	case stepPerson:
		x.e.Step = stepMails
		return x.person()
	case stepMails:
		return x.mails()
	case stepUnsent:
		return x.unsent()
	case stepTexts:
		return x.texts()
	case stepAway:
		return x.away()
	}
	if w, ok := x.s.Store.(desk.Wiper); ok {
		return w.Wipe()
	}
	return nil
}

// save stores how far it is. The last step needs to know of nobody.
func (x *erasing) save() error {
	if x.e.Step == stepWipe {
		x.e = desk.Erasure{Since: x.e.Since, Step: stepWipe}
	}
	return x.s.Unit(nil, func(d *desk.Draft) error {
		marks := store.Marks{}
		if err := x.noted(d, marks); err != nil {
			return err
		}
		return d.Take(store.Commit{Marks: marks})
	})
}

// errOver means that another service has brought it to its end.
var errOver = errors.New("somebody was forgotten by another service meanwhile")

// noted adds to marks how far it is.
func (x *erasing) noted(d *desk.Draft, marks store.Marks) error {
	r, err := desk.Erasures.Get(d.DB, x.code)
	if err == nil && r.Rev == 0 {
		err = errOver
	}
	desk.Erasures.Set(marks, x.code, x.e)
	return err
}

// over ends it.
func (x *erasing) over() error {
	x.s.Log.Info("person.forgotten")
	return x.s.Unit(nil, func(d *desk.Draft) error {
		c := store.Commit{Marks: store.Marks{}, Deadlines: []store.Deadline{{Game: desk.EraseGame, Key: desk.EraseKey + "/" + x.code}}}
		desk.Erasures.Clear(c.Marks, x.code)
		return d.Take(c)
	})
}

// away puts games away again that were brought back.
func (x *erasing) away() error {
	if len(x.e.Away) == 0 {
		x.e.Step = stepWipe
		return nil
	}
	id := x.e.Away[0]
	if _, err := x.s.Album(id); err != nil {
		return err
	}
	if err := putAway(x.s, id); err != nil {
		return err
	}
	x.e.Away = x.e.Away[1:]
	return nil
}
