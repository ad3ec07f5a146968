package desk

import (
	"fmt"
	"sync"
	"time"

	"pbem/store"
)

// A Forgetting says from when the mails are whose keys may be gone. A mail from before that is not recognised when it
// comes again, so it must not be decided. The time is stored an hour before the first key is deleted. So every service
// knows it by then, and it holds whatever the settings are later.
type Forgetting struct {
	Before time.Time `json:"before"` // the keys of mails that were kept before may be gone
	Since  time.Time `json:"since"`  // when that was stored
}

// Forgettings is the kind of the mark with the Forgetting.
var Forgettings = store.NewSingle("forgotten", store.JSON[Forgetting]())

// ForgetMargin is by how much a mail has to be younger than keys that may be gone. By so much the clocks of mail servers and of
// this machine may differ, and so late may a mail be taken in.
const ForgetMargin = 30 * 24 * time.Hour

// lookAgain is how old what a service knows of the Forgetting may be.
const lookAgain = 10 * time.Minute

// A Horizon is the time before which mails are too old, as it was read.
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
