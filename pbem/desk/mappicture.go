package desk

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"

	"pbem/engine"
	"pbem/pbem/picture"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/titles/title"
)

// A cachedMap is a painted map, or a part of one. It is valid while the map of the game
// looks the same.
type cachedMap struct {
	of  [sha256.Size]byte // hash of the drawing
	png []byte
}

// MapCache caches painted maps by game and part, up to MapCacheBytes. It evicts the
// oldest first.
type MapCache struct {
	mu    sync.Mutex
	Of    map[Subject]cachedMap
	Order []Subject // in order of painting
	Bytes int       // of all pictures

	sketches []sketch // of the states that were drawn last, the newest last
}

// A sketch is the drawing of a state, which is painted when a mail shows it.
type sketch struct {
	state   *engine.State
	drawing picture.Drawing
	of      [sha256.Size]byte // hash of the drawing
}

// mostSketches limits how many sketches are kept. Each of the games that workers decide at a time needs one.
const mostSketches = 8

// newSketch draws a state with runs of trains.
func newSketch(t *title.Title, s *engine.State, runs []title.Course) sketch {
	d := picture.OfRuns(t, s, runs)
	return sketch{s, d, sha256.Sum256(d.SVG())}
}

// sketch draws a state, unless it was drawn lately.
func (c *MapCache) sketch(t *title.Title, s *engine.State) sketch {
	if k, ok := c.sketched(s); ok {
		return k
	}
	k := newSketch(t, s, nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sketches = append(c.sketches, k)
	if len(c.sketches) > mostSketches {
		c.sketches = slices.Delete(c.sketches, 0, 1)
	}
	return k
}

// sketched returns the sketch of a state that was drawn lately.
func (c *MapCache) sketched(s *engine.State) (k sketch, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.sketches, func(k sketch) bool { return k.state == s })
	if i < 0 {
		return sketch{}, false
	}
	return c.sketches[i], true
}

// A Subject is what a picture shows: the map of a game, or a part of it.
type Subject struct {
	Game string
	Part [4]float64 // zero for the whole map
}

// MapCacheBytes limits the bytes of cached maps.
const MapCacheBytes = 30_000_000

// Get returns a picture if it is cached and still shows that drawing.
func (c *MapCache) Get(what Subject, of [sha256.Size]byte) (png []byte, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	got, ok := c.Of[what]
	return got.png, ok && got.of == of
}

// Put caches a picture.
func (c *MapCache) Put(what Subject, of [sha256.Size]byte, png []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Of == nil {
		c.Of = map[Subject]cachedMap{}
	}
	c.drop(what)
	c.Order, c.Of[what], c.Bytes = append(c.Order, what), cachedMap{of, png}, c.Bytes+len(png)
	for c.Bytes > MapCacheBytes && len(c.Order) > 1 {
		c.drop(c.Order[0])
	}
}

// drop evicts a picture.
func (c *MapCache) drop(what Subject) {
	c.Order = slices.DeleteFunc(c.Order, func(o Subject) bool { return o == what })
	c.Bytes -= len(c.Of[what].png)
	delete(c.Of, what)
}

// Drawing returns what tells drawings of the map apart.
func (c *MapCache) Drawing(t *title.Title, s *engine.State) string {
	of := c.sketch(t, s).of
	return hex.EncodeToString(of[:8])
}

// A MapOf is what the map pictures of a mail show: the whole map, unless Part is set, and a
// larger picture of the part near some companies. Without companies there is no second
// picture.
type MapOf struct {
	Game  string
	Title *title.Title
	State *engine.State
	Near  []string
	Part  bool
	Runs  []title.Course // runs of trains to draw on the map
}

// sketch draws the map.
func (m MapOf) sketch(maps *MapCache) sketch {
	if len(m.Runs) == 0 {
		return maps.sketch(m.Title, m.State)
	}
	return newSketch(m.Title, m.State, m.Runs)
}

// paint returns the pictures of the map and of the part near the companies; near is nil
// if there is none. Painting takes a while, so it uses the cache.
func (m MapOf) paint(maps *MapCache) (whole, near []byte, err error) {
	k := m.sketch(maps)
	if !m.Part {
		whole, err = maps.painted(Subject{Game: m.Game}, k.of, k.drawing.PNG)
	}
	if err != nil || len(m.Near) == 0 {
		return whole, nil, err
	}
	part, ok := picture.Near(m.Title, m.State, m.Near)
	if !ok {
		return whole, nil, nil
	}
	near, err = maps.painted(Subject{m.Game, part.Key()}, k.of, func() ([]byte, error) { return k.drawing.PartPNG(part) })
	return whole, near, err
}

// painted returns a cached picture, or paints it.
func (c *MapCache) painted(what Subject, of [sha256.Size]byte, paint func() ([]byte, error)) ([]byte, error) {
	if png, ok := c.Get(what, of); ok {
		return png, nil
	}
	png, err := paint()
	if err == nil {
		c.Put(what, of, png)
	}
	return png, err
}

// ActsFor returns the companies that the reader of a mail may act for.
func ActsFor(m sheet.Mail) (acts []string) {
	for _, ch := range engine.Of(m.Pending, m.Reader) {
		if ch.For != "" && !slices.Contains(acts, ch.For) {
			acts = append(acts, ch.For)
		}
	}
	return acts
}

// Around returns the hexes near the companies that the reader may act for, in the order of
// the map: those that the larger picture shows, or all within reach if the whole map is readable on a
// phone. part reports whether there is such a picture.
func Around(t *table.Table, m sheet.Mail) (hexes []string, part bool) {
	acts := slices.DeleteFunc(ActsFor(m), func(sym string) bool { return t.Title.Facts.Company(sym) == nil })
	if len(acts) == 0 {
		return nil, false
	}
	if p, ok := picture.Near(t.Title, m.State, acts); ok {
		return p.Hexes, true
	}
	tb := t.Title.Table(m.State)
	b := tb.Board()
	near := map[string]bool{}
	for _, sym := range acts {
		for _, at := range tb.Reach(b, sym).Hexes() {
			near[at] = true
		}
	}
	for i := range b.Hexes {
		if near[b.Hexes[i].At] {
			hexes = append(hexes, b.Hexes[i].At)
		}
	}
	return hexes, false
}

// mostNear limits how many parts of maps one unit of work paints.
const mostNear = 4

// Near returns the companies that the reader's larger map shows: those they act for, or
// else those they are president of. It returns none after the end of the game, or if
// enough parts are painted.
func (d *Draft) Near(t *table.Table, m sheet.Mail) []string {
	if m.State.Result != nil || m.Reader == "" {
		return nil
	}
	acts := ActsFor(m)
	var leads []string
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
