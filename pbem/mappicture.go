package pbem

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

// mapCache caches painted maps by game and part, up to mapCacheBytes; the
// oldest go first.
type mapCache struct {
	mu    sync.Mutex
	of    map[subject]cachedMap
	order []subject // of painting
	bytes int       // of all

	last     *engine.State // of which the drawing was looked at last
	lastDraw [sha256.Size]byte
}

// drawing tells drawings apart; that of the same state is not made again.
func (p *mapCache) drawing(t *title.Title, s *engine.State) (of [sha256.Size]byte) {
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

// A subject is what is painted: the map of a game, or a part of it.
type subject struct {
	game string
	part [4]float64 // zero for the whole map
}

// mapCacheBytes is how many bytes of painted maps are kept.
const mapCacheBytes = 30_000_000

func (p *mapCache) get(what subject, of [sha256.Size]byte) (png []byte, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	got, ok := p.of[what]
	return got.png, ok && got.of == of
}

func (p *mapCache) put(what subject, of [sha256.Size]byte, png []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of == nil {
		p.of = map[subject]cachedMap{}
	}
	p.drop(what)
	p.order, p.of[what], p.bytes = append(p.order, what), cachedMap{of, png}, p.bytes+len(png)
	for p.bytes > mapCacheBytes && len(p.order) > 1 {
		p.drop(p.order[0])
	}
}

// drop forgets a map.
func (p *mapCache) drop(what subject) {
	p.order = slices.DeleteFunc(p.order, func(o subject) bool { return o == what })
	p.bytes -= len(p.of[what].png)
	delete(p.of, what)
}

// A mapOf is what pictures of the map show: the whole map, and larger the part
// near some companies; without companies there is no such picture.
type mapOf struct {
	game  string
	title *title.Title
	state *engine.State
	near  []string
}

// paint returns the map, and the part near the companies; nil if there is no
// such part. Painting takes a while, so it uses the cache for maps that have
// not changed.
func (m mapOf) paint(maps *mapCache) (whole, near []byte, err error) {
	of := maps.drawing(m.title, m.state)
	whole, err = m.kept(maps, subject{game: m.game}, of, func() ([]byte, error) { return picture.PNG(m.title, m.state) })
	if err != nil || len(m.near) == 0 {
		return whole, nil, err
	}
	part, ok := picture.Near(m.title, m.state, m.near)
	if !ok {
		return whole, nil, nil
	}
	near, err = m.kept(maps, subject{m.game, part.Key()}, of, func() ([]byte, error) { return picture.PartPNG(m.title, m.state, part) })
	return whole, near, err
}

// kept returns the cached map of a drawing, or paints it.
func (m mapOf) kept(maps *mapCache, what subject, of [sha256.Size]byte, paint func() ([]byte, error)) ([]byte, error) {
	if png, ok := maps.get(what, of); ok {
		return png, nil
	}
	png, err := paint()
	if err == nil {
		maps.put(what, of, png)
	}
	return png, err
}

// picture returns the map for a mail that shows it, nil for others: mails to a
// player who must move, who asked for the map or the position, or who reads the
// end.
func (d *draft) picture(t *table.Table, to string, m sheet.Mail) *mapOf {
	moves := m.Kind == sheet.Auto && slices.Contains(engine.Awaited(m.Pending), m.Reader)
	if d.textOnly(t, to) || m.Kind == sheet.Answer && !m.Board {
		return nil
	}
	if !moves && !m.Board && m.Kind != sheet.Status && m.State.Result == nil {
		return nil
	}
	return &mapOf{t.ID, t.Title, m.State, d.near(t, m)}
}

// mostNear bounds the parts of maps that are painted for one unit of work.
const mostNear = 4

// near returns the companies around which the reader's larger map is drawn:
// those they act for, else those they are president of. It returns none after
// the end, or once enough parts are painted.
func (d *draft) near(t *table.Table, m sheet.Mail) []string {
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
