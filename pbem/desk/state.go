package desk

import (
	"sync"
	"time"

	"pbem/store"
)

// CanaryState records how the service's test mails to itself, the canaries, travel. It
// is stored.
type CanaryState struct {
	Sent  time.Time     `json:"sent"`            // when the last one was sent
	Waits time.Time     `json:"waits,omitzero"`  // when the oldest was sent that is not back
	Back  time.Time     `json:"back,omitzero"`   // when one last came back
	Way   time.Duration `json:"way,omitempty"`   // how long that one took, from sending until the desk had it
	Taken time.Duration `json:"taken,omitempty"` // how much of that until the SMTP server took it; 0 if unknown
	Told  time.Time     `json:"told,omitzero"`   // the value of Waits about which the host was told
}

// Canaries holds the CanaryState.
var Canaries = store.NewSingle("canary", store.JSON[CanaryState]())

// Ledger is the part of the store that the figures use.
type Ledger interface {
	Stats() (store.Stats, error)
	Superseded() int
	Ended(outcome string) ([]string, error)
}

// Ends are the last lines of mails that were refused because of those lines, which begin
// like no command. If two mails that differ above end with the same lines, these are a
// signature. Only hashes of lines are stored.
type Ends struct {
	Known []string `json:"known,omitempty"` // signatures, the newest last
	Last  string   `json:"last,omitempty"`  // the lines at the end of the last refused mail
	Above string   `json:"above,omitempty"` // the lines above them in that mail
}

// A StrangerQuota counts in a day the mails that are not players'.
type StrangerQuota struct {
	Mu    sync.Mutex
	Read  bool // the stored count was read
	Dirty bool // the count must be stored
	Now   StrangersDay
	Told  StrangersDay // the part of Now that is in the store
}

// StrangersDay counts the mails of one day. It is stored.
type StrangersDay struct {
	Day     string `json:"day"` // in UTC
	Read    [3]int `json:"read"`
	Away    int    `json:"away"`
	Largest int64  `json:"largest,omitempty"` // the largest mail that was turned away, in bytes
}

// Since returns the count of a day with what this service has counted since it last
// stored its count. Several services may count.
func (day StrangersDay) Since(now, told StrangersDay) StrangersDay {
	if day.Day != now.Day {
		return now
	}
	for rank := range day.Read {
		day.Read[rank] += now.Read[rank] - told.Read[rank]
	}
	day.Away += now.Away - told.Away
	day.Largest = max(day.Largest, now.Largest)
	return day
}
