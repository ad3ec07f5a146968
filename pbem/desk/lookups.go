package desk

import (
	"sync"
	"time"
)

// Lookups counts how long the DNS has kept us waiting for mails of each
// stranger. Mails of different people wait at the same time, so this limits the
// wait for all messages fetched together.
type Lookups struct {
	Mu    sync.Mutex
	Hour  time.Time
	Spent map[string]time.Duration // by address
}

// mostLookup is the limit for one address in an hour.
const mostLookup = 10 * time.Second

// Left returns how much of that an address has left.
func (k *Lookups) Left(address string, now time.Time) time.Duration {
	k.Mu.Lock()
	defer k.Mu.Unlock()
	if hour := now.UTC().Truncate(time.Hour); !hour.Equal(k.Hour) {
		k.Hour, k.Spent = hour, map[string]time.Duration{}
	}
	return mostLookup - k.Spent[address]
}

// Spend counts a wait for an address.
func (k *Lookups) Spend(address string, took time.Duration) {
	k.Mu.Lock()
	defer k.Mu.Unlock()
	k.Spent[address] += took
}
