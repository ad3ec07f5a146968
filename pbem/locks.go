package pbem

import (
	"slices"
	"sync"
)

// locks keep two units of work from deciding the same twice: one at a time works
// on a game, or for a member. They save work; that nothing is lost is the
// store's doing, which refuses what was decided on something older.
type locks struct {
	mu   sync.Mutex
	held map[string]*lock
}

type lock struct {
	sync.Mutex
	wanted int // by how many, the holder included
}

// lock waits for all keys and returns what lets them go.
func (l *locks) lock(keys ...string) (unlock func()) {
	keys = slices.Clone(keys)
	slices.Sort(keys) // everybody in the same order: none waits for another in a circle
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
