package desk

import (
	"slices"
	"sync"
)

// Locks let only one unit of work at a time decide about a game or a member. They only
// avoid wasted work: the store itself refuses a decision on an old state.
type Locks struct {
	mu   sync.Mutex
	Held map[string]*lock
}

type lock struct {
	sync.Mutex
	wanted int // how many hold it or wait for it
}

// Lock locks all keys and returns the function that unlocks them.
func (l *Locks) Lock(keys ...string) (unlock func()) {
	keys = slices.Clone(keys)
	slices.Sort(keys) // the same order everywhere avoids deadlocks
	keys = slices.Compact(keys)
	for _, k := range keys {
		l.want(k).Lock()
	}
	return func() {
		for _, k := range keys {
			l.release(k)
		}
	}
}

func (l *Locks) want(key string) *lock {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.Held == nil {
		l.Held = map[string]*lock{}
	}
	if l.Held[key] == nil {
		l.Held[key] = &lock{}
	}
	l.Held[key].wanted++
	return l.Held[key]
}

func (l *Locks) release(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.Held[key]
	if k.wanted--; k.wanted == 0 {
		delete(l.Held, key)
	}
	k.Unlock()
}
