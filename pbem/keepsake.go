package pbem

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"pbem/engine"
	"pbem/pbem/album"
	"pbem/pbem/envelope"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// The last mail of a game tells where its pages are: where the host publishes
// them, or in the page enclosed with the mail.

// A keepsake is the page of a game that has ended, made once for all who get it.
type keepsake struct {
	name string
	game album.Game
	once sync.Once
	page []byte
}

// enclosure makes the page; it reads nothing but what it was given.
func (k *keepsake) enclosure() *envelope.Enclosure {
	k.once.Do(func() { k.page = album.Alone(k.game) })
	return &envelope.Enclosure{Name: k.name, Page: k.page}
}

// tellsEnd reports whether events tell the end of a game.
func tellsEnd(since []engine.Event) bool {
	return slices.ContainsFunc(since, func(e engine.Event) bool { _, ended := e.(engine.Ended); return ended })
}

// keepsakeOf collects what the page of a game is made of; nil if the game has
// not ended, or the host publishes its pages.
func (d *draft) keepsakeOf(t *table.Table) (*keepsake, error) {
	if t.Game.State().Result == nil || d.cfg.ArchiveURL != "" {
		return nil, nil
	}
	remarks, err := papers(d.db, t)
	if err != nil {
		return nil, err
	}
	times, err := d.timesOf(t)
	if err != nil {
		return nil, err
	}
	return &keepsake{name: fileName(t), game: album.Game{
		Title: t.Title, ID: t.ID, Name: t.Record.Name, Log: slices.Clone(t.Log), Times: times, Remarks: remarks, Zone: d.cfg.Zone,
	}}, nil
}

// timesOf is when each event of a game was stored; those that are to be are now.
func (d *draft) timesOf(t *table.Table) ([]time.Time, error) {
	times := make([]time.Time, len(t.Log))
	for i := range times {
		times[i] = d.now()
	}
	if t.Version.Events == 0 {
		return times, nil
	}
	_, stored, err := d.store.Load(t.ID, 0)
	for i, e := range stored {
		if i < len(times) {
			times[i] = e.At
		}
	}
	return times, err
}

// fileName is what the page of a game is called as a file, "Shoreline-g12.html".
func fileName(t *table.Table) string {
	name := strings.Map(func(r rune) rune {
		if r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9') {
			return r
		}
		return '-'
	}, t.Record.Name)
	return strings.TrimLeft(strings.Trim(name, "-")+"-"+t.ID+".html", "-")
}

// whereItIs tells where the pages of a game are that has ended.
func (d *draft) whereItIs(t *table.Table) sheet.Section {
	text := fmt.Sprintf("The whole game, with charts, runs and map, is in the page that comes with this mail, %s: save it and open it in a browser.", fileName(t))
	if d.cfg.ArchiveURL != "" {
		text = fmt.Sprintf("The whole game, with charts, runs and a map of every round: %s/%s/index.html", d.cfg.ArchiveURL, t.ID)
	}
	return sheet.Section{Head: "The archive", Lines: sheet.Fit("  " + text)}
}
