package pbem

import (
	"crypto/sha256"
	"slices"
	"sync"

	"pbem/engine"
	"pbem/pbem/picture"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/titles/title"
)

// A drawn map is kept until the game's map looks different.
type drawn struct {
	of  [sha256.Size]byte // the drawing
	png []byte
}

// drawings are the maps of games, as last painted: of those painted last.
type drawings struct {
	mu    sync.Mutex
	of    map[string]drawn
	order []string // of painting
}

// mostDrawn is how many maps are kept; each has up to 150 kB.
const mostDrawn = 200

func (d *drawings) get(game string, of [sha256.Size]byte) (png []byte, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	got, ok := d.of[game]
	return got.png, ok && got.of == of
}

func (d *drawings) put(game string, of [sha256.Size]byte, png []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.of == nil {
		d.of = map[string]drawn{}
	}
	d.order = append(slices.DeleteFunc(d.order, func(g string) bool { return g == game }), game)
	if d.of[game] = (drawn{of, png}); len(d.order) > mostDrawn {
		delete(d.of, d.order[0])
		d.order = d.order[1:]
	}
}

// A mapOf is what a picture of the map shows.
type mapOf struct {
	game  string
	title *title.Title
	state *engine.State
}

// paint returns the map. That takes a while, so one that has not changed is not
// painted again.
func (m mapOf) paint(album *drawings) ([]byte, error) {
	of := sha256.Sum256(picture.SVG(m.title, m.state))
	if png, ok := album.get(m.game, of); ok {
		return png, nil
	}
	png, err := picture.PNG(m.title, m.state)
	if err != nil {
		return nil, err
	}
	album.put(m.game, of, png)
	return png, nil
}

// picture is the map for a mail that wants it, nil for others: whoever is to
// move, asked for the position or reads the end sees it.
func (s *draft) picture(t *table.Table, to string, m sheet.Mail) *mapOf {
	moves := m.Kind == sheet.Auto && len(engine.Of(m.Pending, m.Reader)) > 0
	if s.textOnly(t, to) || !moves && !m.Board && m.Kind != sheet.Status && m.State.Result == nil {
		return nil
	}
	return &mapOf{t.ID, t.Title, m.State}
}
