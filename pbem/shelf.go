package pbem

import (
	lru "container/list"
	"sync"

	"pbem/pbem/table"
)

// A shelf keeps games that were opened, those used last, within a bound of
// memory. What stands on it is as it was committed.
type shelf struct {
	most int // bytes, about

	mu    sync.Mutex
	used  int
	games map[string]*lru.Element // of *shelved
	order lru.List                // used last in front
}

type shelved struct {
	id    string
	t     *table.Table
	bytes int
}

// What a game takes in memory, about: its position and what every event adds.
// TestShelfEstimate measures it, for each title.
const (
	positionBytes = 10 << 10
	eventBytes    = 166
)

// bytesOf is what a game takes in memory, about.
func bytesOf(t *table.Table) int { return positionBytes + eventBytes*len(t.Log) }

func newShelf(most int) *shelf { return &shelf{most: most, games: map[string]*lru.Element{}} }

// get returns a game if it is there.
func (s *shelf) get(id string) (*table.Table, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.games[id]
	if !ok {
		return nil, false
	}
	s.order.MoveToFront(e)
	return e.Value.(*shelved).t, true
}

// put puts a game there, unless a newer state of it is; others may have to go.
func (s *shelf) put(id string, t *table.Table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.games[id]; ok {
		if was := e.Value.(*shelved).t.Version; was.Record > t.Version.Record || was.Events > t.Version.Events {
			return
		}
		s.drop(e)
	}
	k := &shelved{id, t, bytesOf(t)}
	s.games[id] = s.order.PushFront(k)
	for s.used += k.bytes; s.used > s.most && s.order.Len() > 1; {
		s.drop(s.order.Back())
	}
}

func (s *shelf) drop(e *lru.Element) {
	k := s.order.Remove(e).(*shelved)
	delete(s.games, k.id)
	s.used -= k.bytes
}

// forget takes games away: the store may know better.
func (s *shelf) forget(ids ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		if e, ok := s.games[id]; ok {
			s.drop(e)
		}
	}
}
