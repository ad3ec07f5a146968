package pbem

import (
	lru "container/list"
	"sync"

	"pbem/pbem/table"
)

// gameCache caches opened games, as they were committed, within a bound of
// memory. The least recently used go first.
type gameCache struct {
	most int // bytes, about

	mu    sync.Mutex
	used  int
	games map[string]*lru.Element // of *cachedGame
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

// bytesOf returns about how much memory a game takes.
func bytesOf(t *table.Table) int { return positionBytes + eventBytes*len(t.Log) }

func newGameCache(most int) *gameCache {
	return &gameCache{most: most, games: map[string]*lru.Element{}}
}

// get returns a game if it is cached.
func (s *gameCache) get(id string) (*table.Table, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.games[id]
	if !ok {
		return nil, false
	}
	s.order.MoveToFront(e)
	return e.Value.(*cachedGame).t, true
}

// put caches a game, unless a newer state of it is cached, and evicts others if
// there is no room.
func (s *gameCache) put(id string, t *table.Table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.games[id]; ok {
		if was := e.Value.(*cachedGame).t.Version; was.Record > t.Version.Record || was.Events > t.Version.Events {
			return
		}
		s.drop(e)
	}
	k := &cachedGame{id, t, bytesOf(t)}
	s.games[id] = s.order.PushFront(k)
	for s.used += k.bytes; s.used > s.most && s.order.Len() > 1; {
		s.drop(s.order.Back())
	}
}

func (s *gameCache) drop(e *lru.Element) {
	k := s.order.Remove(e).(*cachedGame)
	delete(s.games, k.id)
	s.used -= k.bytes
}

// forget drops games whose state in the store may be newer.
func (s *gameCache) forget(ids ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		if e, ok := s.games[id]; ok {
			s.drop(e)
		}
	}
}
