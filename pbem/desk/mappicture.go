package desk

import (
	"crypto/sha256"
	"slices"
	"strings"
	"sync"

	"pbem/engine"
	"pbem/pbem/picture"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/titles/title"
)

// A cachedMap is a painted map, or a part of one. It is valid until the game's
// map looks different.
type cachedMap struct {
	of  [sha256.Size]byte // the drawing
	png []byte
}

// MapCache caches painted maps by game and part, up to MapCacheBytes; the
// oldest go first.
type MapCache struct {
	mu    sync.Mutex
	Of    map[Subject]cachedMap
	Order []Subject // of painting
	Bytes int       // of all

	last     *engine.State // of which the drawing was looked at last
	lastDraw [sha256.Size]byte
}

// drawing tells drawings apart; that of the same state is not made again.
func (p *MapCache) drawing(t *title.Title, s *engine.State) (of [sha256.Size]byte) {
	p.mu.Lock()
	last, of := p.last, p.lastDraw
	p.mu.Unlock()
	if last == s {
		return of
	}
	of = sha256.Sum256(picture.SVG(t, s))
	p.mu.Lock()
	p.last, p.lastDraw = s, of
	p.mu.Unlock()
	return of
}

// A Subject is what is painted: the map of a game, or a part of it.
type Subject struct {
	Game string
	Part [4]float64 // zero for the whole map
}

// MapCacheBytes is how many bytes of painted maps are kept.
const MapCacheBytes = 30_000_000

// Get returns the picture of a map, if it is there and still shows that position.
func (p *MapCache) Get(what Subject, of [sha256.Size]byte) (png []byte, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	got, ok := p.Of[what]
	return got.png, ok && got.of == of
}

// Put keeps the picture of a map.
func (p *MapCache) Put(what Subject, of [sha256.Size]byte, png []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Of == nil {
		p.Of = map[Subject]cachedMap{}
	}
	p.drop(what)
	p.Order, p.Of[what], p.Bytes = append(p.Order, what), cachedMap{of, png}, p.Bytes+len(png)
	for p.Bytes > MapCacheBytes && len(p.Order) > 1 {
		p.drop(p.Order[0])
	}
}

// drop forgets a map.
func (p *MapCache) drop(what Subject) {
	p.Order = slices.DeleteFunc(p.Order, func(o Subject) bool { return o == what })
	p.Bytes -= len(p.Of[what].png)
	delete(p.Of, what)
}

// A MapOf is what pictures of the map show: the whole map, and larger the part
// near some companies; without companies there is no such picture.
type MapOf struct {
	Game  string
	Title *title.Title
	State *engine.State
	Near  []string
}

// paint returns the map, and the part near the companies; nil if there is no
// such part. Painting takes a while, so it uses the cache for maps that have
// not changed.
func (m MapOf) paint(maps *MapCache) (whole, near []byte, err error) {
	of := maps.drawing(m.Title, m.State)
	whole, err = m.kept(maps, Subject{Game: m.Game}, of, func() ([]byte, error) { return picture.PNG(m.Title, m.State) })
	if err != nil || len(m.Near) == 0 {
		return whole, nil, err
	}
	part, ok := picture.Near(m.Title, m.State, m.Near)
	if !ok {
		return whole, nil, nil
	}
	near, err = m.kept(maps, Subject{m.Game, part.Key()}, of, func() ([]byte, error) { return picture.PartPNG(m.Title, m.State, part) })
	return whole, near, err
}

// kept returns the cached map of a drawing, or paints it.
func (m MapOf) kept(maps *MapCache, what Subject, of [sha256.Size]byte, paint func() ([]byte, error)) ([]byte, error) {
	if png, ok := maps.Get(what, of); ok {
		return png, nil
	}
	png, err := paint()
	if err == nil {
		maps.Put(what, of, png)
	}
	return png, err
}

// mostNear bounds the parts of maps that are painted for one unit of work.
const mostNear = 4

// Near returns the companies around which the reader's larger map is drawn:
// those they act for, else those they are president of. It returns none after
// the end, or once enough parts are painted.
func (d *Draft) Near(t *table.Table, m sheet.Mail) []string {
	if m.State.Result != nil || m.Reader == "" {
		return nil
	}
	var acts, leads []string
	for _, ch := range engine.Of(m.Pending, m.Reader) {
		if ch.For != "" && !slices.Contains(acts, ch.For) {
			acts = append(acts, ch.For)
		}
	}
	for _, c := range t.Title.Position(m.State).Companies {
		if c.President == m.Reader {
			leads = append(leads, c.Sym)
		}
	}
	if len(acts) == 0 {
		acts = leads
	}
	if key := t.ID + " " + strings.Join(acts, " "); len(acts) > 0 && !slices.Contains(d.nearby, key) {
		if len(d.nearby) == mostNear {
			return nil
		}
		d.nearby = append(d.nearby, key)
	}
	return acts
}
