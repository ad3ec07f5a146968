package pbem

import (
	"slices"
	"sync"
)

// locks keep two units of work from deciding the same thing at a time: only one
// works on a game, or for a member. They only save work. The store protects the
// data: it refuses what was decided on an older state.
type locks struct {
	mu   sync.Mutex
	held map[string]*lock
}

type lock struct {
	sync.Mutex
	wanted int // how many hold or wait for it
}

// lock waits for all keys and returns the function that releases them.
func (l *locks) lock(keys ...string) (unlock func()) {
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

func (l *locks) want(key string) *lock {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held == nil {
		l.held = map[string]*lock{}
	}
	if l.held[key] == nil {
		l.held[key] = &lock{}
	}
	l.held[key].wanted++
	return l.held[key]
}

func (l *locks) release(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.held[key]
	if k.wanted--; k.wanted == 0 {
		delete(l.held, key)
	}
	k.Unlock()
}
