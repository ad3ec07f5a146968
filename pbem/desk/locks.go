package desk

import (
	"slices"
	"sync"
)

// Locks keep two units of work from deciding the same thing at a time: only one
// works on a game, or for a member. They only save work. The store protects the
// data: it refuses what was decided on an older state.
type Locks struct {
	mu   sync.Mutex
	Held map[string]*lock
}

type lock struct {
	sync.Mutex
	wanted int // how many hold or wait for it
}

// Lock waits for all keys and returns the function that releases them.
func (l *Locks) Lock(keys ...string) (unlock func()) {
	keys = slices.Clone(keys)
	slices.Sort(keys) // everybody in the same order, so that there is no deadlock
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
