package desk

import (
	"errors"
	"fmt"

	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/store"
)

// How an inbound mail can end; stored.
const (
	OutcomeApplied    = "applied"
	OutcomeAnswered   = "answered"
	OutcomeRejected   = "rejected"
	OutcomeHeld       = "held"
	OutcomeIgnored    = "ignored"
	OutcomeQuarantine = "quarantine"
	OutcomeCanary     = "canary" // the service had sent it to itself
)

// ErrStore means that the database accepts no commit: the disk is full, or
// worse. That is no fault of the mail. It is worked on when the database
// accepts commits again.
var ErrStore error = Later("nothing can be committed")

// Later is an error after which a mail is taken in again.
type Later string

func (l Later) Error() string { return string(l) }

// Is makes it an intake.ErrLater.
func (l Later) Is(target error) bool { return target == intake.ErrLater }

// Aside returns the commit that sets a mail aside and tells the hosts.
func (d *Draft) Aside(key string, l letter.Letter) store.Commit {
	return store.Commit{Cause: key, Outcome: OutcomeQuarantine, Mails: d.Alarm(key, "", quarantinePage(key, l))}
}

// Queue commits what belongs to no game's log.
func (d *Draft) Queue(c store.Commit) error {
	return d.Take(c)
}

// Close settles a mail that needs no answer.
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
