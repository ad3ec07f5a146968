package desk

import (
	"sync"
	"time"
)

// Lookups counts how long the service has waited for the DNS because of each stranger's
// mails. Mails of different people wait at the same time, so this limits the wait for all
// messages that are fetched together.
type Lookups struct {
	Mu    sync.Mutex
	Hour  time.Time
	Spent map[string]time.Duration // by address
}

// mostLookup is the limit for one address in an hour.
const mostLookup = 10 * time.Second

// Left returns how long the service may still wait for an address in this hour.
func (l *Lookups) Left(address string, now time.Time) time.Duration {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	if hour := now.UTC().Truncate(time.Hour); !hour.Equal(l.Hour) {
		l.Hour, l.Spent = hour, map[string]time.Duration{}
	}
	return mostLookup - l.Spent[address]
}

// Spend counts a wait for an address.
func (l *Lookups) Spend(address string, took time.Duration) {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	l.Spent[address] += took
}
