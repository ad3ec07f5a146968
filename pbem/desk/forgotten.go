package desk

import (
	"fmt"
	"sync"
	"time"

	"pbem/store"
)

// A Forgetting is the time before which the keys of mails may be deleted. An older mail is not recognised when it comes
// again, so it must not be decided. The time is stored an hour before the first key is deleted, so that every service
// knows it by then. It stays valid when the settings change.
type Forgetting struct {
	Before time.Time `json:"before"` // mails that were kept before it may have lost their keys
	Since  time.Time `json:"since"`  // when that was stored
}

// Forgettings is the kind of the mark with the Forgetting.
var Forgettings = store.NewSingle("forgotten", store.JSON[Forgetting]())

// ForgetMargin is how much younger than Before a mail must be to be decided. It covers clocks of mail servers that are
// wrong, and mails that are taken in late.
const ForgetMargin = 30 * 24 * time.Hour

// lookAgain is how long a service uses the Forgetting it has read.
const lookAgain = 10 * time.Minute

// A Horizon caches the time before which mails are too old.
type Horizon struct {
	mu     sync.Mutex
	at     time.Time
	looked time.Time
}

// Oldest returns the time before which mails are too old to be decided; zero if no mail is.
func (s *Desk) Oldest() (time.Time, error) {
	h := &s.Horizon
	h.mu.Lock()
	defer h.mu.Unlock()
	now := s.Now()
	if past := now.Sub(h.looked); !h.looked.IsZero() && past >= 0 && past < lookAgain {
		return h.at, nil
	}
	r, err := Forgettings.Get(s.Store)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w: %w", ErrStore, err)
	}
	h.looked, h.at = now, time.Time{}
	if r.Found() {
		h.at = r.Value.Before.Add(ForgetMargin)
	}
	return h.at, nil
}
