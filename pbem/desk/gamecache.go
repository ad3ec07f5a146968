package desk

import (
	lru "container/list"
	"sync"

	"pbem/pbem/table"
)

// GameCache caches opened games, as they were committed, within a bound of
// memory. The least recently used go first.
type GameCache struct {
	Most int // bytes, about

	mu    sync.Mutex
	Used  int
	Games map[string]*lru.Element // of *cachedGame
	order lru.List                // the most recently used in front
}

type cachedGame struct {
	id    string
	t     *table.Table
	bytes int
}

// How much memory a game takes, about: its position, and what every event adds.
// TestCacheEstimate measures it for each title.
const (
	positionBytes = 10 << 10
	eventBytes    = 166
)

// BytesOf returns about how much memory a game takes.
func BytesOf(t *table.Table) int { return positionBytes + eventBytes*len(t.Log) }

// NewGameCache returns a cache of at most so many bytes of games.
func NewGameCache(most int) *GameCache {
	return &GameCache{Most: most, Games: map[string]*lru.Element{}}
}

// Get returns a game if it is cached.
func (s *GameCache) Get(id string) (*table.Table, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.Games[id]
	if !ok {
		return nil, false
	}
	s.order.MoveToFront(e)
	return e.Value.(*cachedGame).t, true
}

// Put caches a game, unless a newer state of it is cached, and evicts others if
// there is no room.
func (s *GameCache) Put(id string, t *table.Table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.Games[id]; ok {
		if was := e.Value.(*cachedGame).t.Version; was.Record > t.Version.Record || was.Events > t.Version.Events {
			return
		}
		s.drop(e)
	}
	k := &cachedGame{id, t, BytesOf(t)}
	s.Games[id] = s.order.PushFront(k)
	for s.Used += k.bytes; s.Used > s.Most && s.order.Len() > 1; {
		s.drop(s.order.Back())
	}
}

func (s *GameCache) drop(e *lru.Element) {
	k := s.order.Remove(e).(*cachedGame)
	delete(s.Games, k.id)
	s.Used -= k.bytes
}

// Forget drops games whose state in the store may be newer.
func (s *GameCache) Forget(ids ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		if e, ok := s.Games[id]; ok {
			s.drop(e)
		}
	}
}
