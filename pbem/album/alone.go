package album

import (
	"context"
	"encoding/base64"
	"html/template"

	"pbem/engine"
)

// MostAlone bounds the page that goes out by mail, in bytes.
const MostAlone = 1_000_000

// Alone makes one page of a game that opens without any other file: result,
// charts, map, position and log. It leaves out what does not fit, the log
// first, and says so.
func Alone(g Game) []byte {
	g.Log = engine.Readable(g.Log)
	g.Index = ""
	b, _ := open(context.Background(), g, false) // this context never ends
	c := b.front()
	c.Alone = true
	last := b.rounds[len(b.rounds)-1]
	for _, f := range b.maps {
		if f.Name == last.Map {
			c.Map = template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(f.Data))
		}
	}
	page := written(coverPage, c)
	for _, less := range []func(){
		func() { c.Chapters, c.Short = nil, true },
		func() { c.Map = "" },
		func() { c.Runs, c.Rows = nil, nil },
		func() { c.Prices, c.Revenue, c.Position = ledger{}, ledger{}, "" },
	} {
		if len(page) <= MostAlone {
			break
		}
		less()
		page = written(coverPage, c)
	}
	return page
}
