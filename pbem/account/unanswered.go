package account

import (
	"errors"
	"fmt"
	"strings"

	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/store"
)

// QueueIf queues a commit unless err is set.
func QueueIf(d *desk.Draft, err error, c store.Commit) error {
	if err != nil {
		return err
	}
	return d.Queue(c)
}

// Question returns an open question. ok is false if the question is settled.
func Question(d *desk.Draft, code string) (q desk.Question, ok bool, err error) {
	r, err := desk.Confirms.Get(d.DB, code)
	if errors.Is(err, store.ErrUnread) { // nobody could answer it
		return desk.Question{}, false, nil
	}
	if err != nil || !r.Found() {
		return desk.Question{}, false, err
	}
	return r.Value, true, nil
}

// MostShown limits how many lines of a held mail are shown.
const MostShown = 10

// MovedInVain makes the page that says that an address was not changed, because a code
// did not come back.
func MovedInVain(d *desk.Draft, q desk.Question) (sheet.Page, error) {
	silent := []string{q.To}
	peer, err := desk.Confirms.Get(d.DB, q.Peer)
	switch {
	case err != nil && !errors.Is(err, store.ErrUnread):
		return sheet.Page{}, err
	case q.Said:
		silent = []string{peer.Value.To}
	case peer.Found() && !peer.Value.Said:
		silent = []string{q.Old, q.New}
	}
	what, again := fmt.Sprintf("Your address stays %s", q.Old), "set address "+q.New
	if q.Also {
		what, again = fmt.Sprintf("%s is not your second address", q.New), "set address also "+q.New
	}
	said := fmt.Sprintf("%s: no code came back from %s within a week.", what, strings.Join(silent, " or "))
	return sheet.Note("Nothing was changed", said, sheet.Section{Head: "To try again", Say: []sheet.Saying{{Line: again}}}), nil
}
