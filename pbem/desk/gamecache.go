package desk

import (
	lru "container/list"
	"sync"

	"pbem/pbem/table"
)

// GameCache caches opened games as they were committed, up to a size. It evicts the least
// recently used games first.
type GameCache struct {
	Most int // limit in bytes, about

	mu    sync.Mutex
	Used  int
	Games map[string]*lru.Element // the elements hold *cachedGame
	order lru.List                // the most recently used first
}

type cachedGame struct {
	id    string
	t     *table.Table
	bytes int
}

// About how much memory a game takes: its position, and each event. TestCacheEstimate
// measures this for each title.
const (
	positionBytes = 10 << 10
	eventBytes    = 166
)

// BytesOf returns about how many bytes of memory a game takes.
func BytesOf(t *table.Table) int { return positionBytes + eventBytes*len(t.Log) }

// NewGameCache returns a cache for at most so many bytes.
func NewGameCache(most int) *GameCache {
	return &GameCache{Most: most, Games: map[string]*lru.Element{}}
}

// Get returns a game if it is cached.
func (c *GameCache) Get(id string) (*table.Table, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.Games[id]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cachedGame).t, true
}

// Put caches a game unless a newer state of it is cached. It evicts other games if there
// is no room.
func (c *GameCache) Put(id string, t *table.Table) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.Games[id]; ok {
		if was := e.Value.(*cachedGame).t.Version; was.Record > t.Version.Record || was.Events > t.Version.Events {
			return
		}
		c.drop(e)
	}
	k := &cachedGame{id, t, BytesOf(t)}
	c.Games[id] = c.order.PushFront(k)
	for c.Used += k.bytes; c.Used > c.Most && c.order.Len() > 1; {
		c.drop(c.order.Back())
	}
}

func (c *GameCache) drop(e *lru.Element) {
	k := c.order.Remove(e).(*cachedGame)
	delete(c.Games, k.id)
	c.Used -= k.bytes
}

// Forget evicts games that may have a newer state in the store.
func (c *GameCache) Forget(ids ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		if e, ok := c.Games[id]; ok {
			c.drop(e)
		}
	}
}
