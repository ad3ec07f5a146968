package desk

import (
	"sync"
	"time"

	"pbem/store"
)

// CanaryFlight is how the canaries fare; stored.
type CanaryFlight struct {
	Sent  time.Time     `json:"sent"`            // the last one
	Waits time.Time     `json:"waits,omitzero"`  // when the first was sent of those that are not back
	Back  time.Time     `json:"back,omitzero"`   // when one came back last
	Way   time.Duration `json:"way,omitempty"`   // from sending that one to its end at the desk
	Taken time.Duration `json:"taken,omitempty"` // of that, until the SMTP server had it; 0 where that is not known
	Told  time.Time     `json:"told,omitzero"`   // the Waits of which the host was told
}

// Canaries holds it.
var Canaries = store.NewSingle("canary", store.JSON[CanaryFlight]())

// Ledger is the part of the store from which the figures are taken.
type Ledger interface {
	Stats() (store.Stats, error)
	Superseded() int
	Ended(outcome string) ([]string, error)
}

// Ends are the last lines of a person's mails that caused refusals and begin
// like no word of the service. If the same lines end two mails that differ
// above them, they are a signature. Only hashes of lines are stored.
type Ends struct {
	Known []string `json:"known,omitempty"` // signatures, the newest last
	Last  string   `json:"last,omitempty"`  // the lines the last such mail was refused for
	Above string   `json:"above,omitempty"` // what it said above them
}

// A StrangerQuota counts by the day the mails that are no player's.
type StrangerQuota struct {
	Mu    sync.Mutex
	Read  bool // the mark has been read
	Dirty bool // the mark must be written
	Now   StrangersDay
}

// StrangersDay counts what came on one day; stored.
type StrangersDay struct {
	Day     string `json:"day"` // in UTC
	Read    [3]int `json:"read"`
	Away    int    `json:"away"`
	Largest int64  `json:"largest,omitempty"` // of those turned away, in bytes
}
