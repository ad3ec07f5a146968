package desk

import (
	"errors"
	"fmt"

	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/store"
)

// The outcomes of an inbound mail. They are stored.
const (
	OutcomeApplied    = "applied"
	OutcomeAnswered   = "answered"
	OutcomeRejected   = "rejected"
	OutcomeHeld       = "held"
	OutcomeIgnored    = "ignored"
	OutcomeQuarantine = "quarantine"
	OutcomeCanary     = "canary" // the service sent the mail to itself
)

// ErrStore means that the store accepts no commit, for instance because the disk is full, or that it does not answer.
// That is not the mail's fault. The mail is tried again later.
var ErrStore error = Later("nothing can be committed")

// Later is an error after which a mail is taken in again.
type Later string

func (l Later) Error() string { return string(l) }

// Is makes Later an intake.ErrLater.
func (l Later) Is(target error) bool { return target == intake.ErrLater }

// Aside returns the commit that sets a mail aside and tells the hosts.
func (d *Draft) Aside(key string, l letter.Letter) store.Commit {
	return store.Commit{Cause: key, Outcome: OutcomeQuarantine, Mails: d.Alarm(key, "", quarantinePage(key, l))}
}

// Queue adds a commit to the draft that changes no game.
func (d *Draft) Queue(c store.Commit) error {
	return d.Take(c)
}

// Close settles a mail without an answer.
func (d *Draft) Close(key, outcome string) error {
	return d.Take(store.Commit{Cause: key, Outcome: outcome})
}

// settled treats ErrSettled as success: another attempt has committed this mail
// already.
func (d *Draft) settled(err error) error {
	switch {
	case err == nil, errors.Is(err, store.ErrSettled):
		return nil
	case errors.Is(err, store.ErrInvalid), errors.Is(err, store.ErrConflict):
		return err
	}
	return fmt.Errorf("%w: %w", ErrStore, err)
}

// Ill returns an error of work, as an ErrStore if the store could not be read: that is not the fault of who asked for the work.
func Ill(err error) error {
	if errors.Is(err, store.ErrUnreachable) && !errors.Is(err, ErrStore) {
		return fmt.Errorf("%w: %w", ErrStore, err)
	}
	return err
}
