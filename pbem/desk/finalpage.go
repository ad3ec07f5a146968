package desk

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

// The last mail of a game says where the game's pages are: at an address that the host
// has set, or in a page attached to the mail.

// A FinalPage is the page of an ended game. It is made once for all who get it.
type FinalPage struct {
	Name string
	Game album.Game
	once sync.Once
	page []byte
}

// enclosure makes the page, from the values in k only.
func (p *FinalPage) enclosure() *envelope.Enclosure {
	p.once.Do(func() { p.page = album.Alone(p.Game) })
	return &envelope.Enclosure{Name: p.Name, Page: p.page}
}

// TellsEnd reports whether the game ends with one of the events.
func TellsEnd(since []engine.Event) bool {
	return slices.ContainsFunc(since, func(e engine.Event) bool { _, ended := e.(engine.Ended); return ended })
}

// TimesOf returns when each event of a game was stored. Events that are not stored yet
// have the present time.
func (d *Draft) TimesOf(t *table.Table) ([]time.Time, error) {
	times := make([]time.Time, len(t.Log))
	for i := range times {
		times[i] = d.Now()
	}
	if t.Version.Events == 0 {
		return times, nil
	}
	_, stored, err := d.Store.Load(t.ID, 0)
	for i, e := range stored {
		if i < len(times) {
			times[i] = e.At
		}
	}
	return times, err
}

// FileName returns the file name of a game's page: "Shoreline-g12.html".
func FileName(t *table.Table) string {
	name := strings.Map(func(r rune) rune {
		if r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9') {
			return r
		}
		return '-'
	}, t.Record.Name)
	return strings.TrimLeft(strings.Trim(name, "-")+"-"+t.ID+".html", "-")
}

// WhereItIs says where the pages of an ended game are.
func (d *Draft) WhereItIs(t *table.Table) sheet.Section {
	text := fmt.Sprintf("The whole game, with charts, runs and map, is in the page that comes with this mail, %s: save it and open it in a browser.", FileName(t))
	if d.Config.ArchiveURL != "" {
		text = fmt.Sprintf("The whole game, with charts, runs and a map of every round: %s/%s/index.html", d.Config.ArchiveURL, t.ID)
	}
	return sheet.Section{Head: "The archive", Lines: sheet.Fit("  " + text)}
}
