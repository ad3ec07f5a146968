package album

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/picture"
	"pbem/pbem/sheet"
	"pbem/titles/title"
)

// A book is an album that is being made.
type book struct {
	Game
	state   *engine.State // the state at the end
	rounds  []chapter
	maps    []File
	worth   [][]int // net worth by player: at the start, then after each round
	runs    []run
	summary Summary
}

// A chapter is a round and everything that belongs to it.
type chapter struct {
	Round
	N        int // from 1
	Position title.Position
	Map      string // name of its file
	Items    []item
}

func (c chapter) file() string { return fmt.Sprintf("round-%02d.html", c.N) }

// open reads a game and draws the maps of all its rounds, or only of the last. It fails only if the context
// ends.
func open(ctx context.Context, g Game, all bool) (*book, error) {
	b, err := read(ctx, g)
	if err != nil {
		return nil, err
	}
	drawn := map[string]string{}
	for i := range b.rounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if all || i == len(b.rounds)-1 {
			b.rounds[i].Map = b.drawing(drawn, b.rounds[i].State)
		}
	}
	if b.runs = b.ran(ctx); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	b.summary = b.sum()
	return b, nil
}

// read reads a game, without maps and runs. It fails only if the context ends.
func read(ctx context.Context, g Game) (*book, error) {
	b := &book{Game: g, state: engine.Fold(g.Log)}
	b.Name = sheet.OneLine(g.Name)
	items := b.items()
	for i, r := range Rounds(g.Title, g.Log) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c := chapter{Round: r, N: i + 1, Position: g.Title.Position(r.State)}
		for len(items) > 0 && items[0].at < r.Upto {
			c.Items, items = append(c.Items, items[0]), items[1:]
			c.Items[0].Same = false
		}
		b.rounds = append(b.rounds, c)
	}
	if n := len(b.rounds); n > 0 { // remarks after the last event
		b.rounds[n-1].Items = append(b.rounds[n-1].Items, items...)
	}
	b.reckon()
	return b, nil
}

// drawing returns the file of a map. It makes a new file only if no earlier map looks the same.
func (b *book) drawing(drawn map[string]string, s *engine.State) string {
	svg := picture.SVG(b.Title, s)
	name, ok := drawn[string(svg)]
	if !ok {
		name = fmt.Sprintf("map-%02d.svg", len(b.maps)+1)
		drawn[string(svg)] = name
		b.maps = append(b.maps, File{name, svg})
	}
	return name
}

// reckon computes the net worth of the players after each round. At the end of the game it takes the scores,
// if there are any.
func (b *book) reckon() {
	begin := slices.IndexFunc(b.Log, func(e engine.Event) bool { _, ok := e.(engine.Flowed); return ok })
	at := []title.Position{b.Title.Position(engine.Fold(b.Log[:begin+1]))}
	for _, c := range b.rounds {
		at = append(at, c.Position)
	}
	for i, id := range b.state.Players() {
		var worth []int
		for _, p := range at {
			worth = append(worth, p.Players[i].Worth)
		}
		if b.scored() && !b.Title.AgreedOn(b.state) {
			worth[len(worth)-1] = b.state.Result.Scores[id]
		}
		b.worth = append(b.worth, worth)
	}
}

// scored reports whether the game ended with scores. A game that was given up has none.
func (b *book) scored() bool { return b.state.Result != nil && len(b.state.Result.Scores) > 0 }

func (b *book) sum() Summary {
	last := b.rounds[len(b.rounds)-1]
	s := Summary{
		Game: b.ID, Title: b.Title.Facts.Name, Name: b.Name, Over: b.state.Result != nil,
		Round: last.Name, Rounds: len(b.rounds), Events: len(b.Log), Players: b.ranking(),
	}
	if s.Over {
		s.Reason = strings.TrimRight(sheet.OneLine(b.state.Result.Reason), ".")
	}
	if n := len(b.Times); n > 0 {
		s.Began, s.Last = b.Times[0].UTC().Truncate(time.Second), b.Times[n-1].UTC().Truncate(time.Second)
	}
	return s
}

// ranking lists the players, best first. In a game that was given up nobody has a place.
func (b *book) ranking() []Result {
	worth := func(id string) int { list := b.worth[b.state.Seat(id)]; return list[len(list)-1] }
	score := worth
	if b.Title.AgreedOn(b.state) {
		score = func(id string) int { return b.state.Result.Scores[id] }
	}
	var out []Result
	for _, p := range title.Places(b.rounds[len(b.rounds)-1].Position.Players, score) {
		had := worth(p.Player)
		r := Result{Name: b.name(p.Player), Score: had, Money: b.Title.Facts.Money(had), Place: p.N, Member: b.member(p.Player)}
		if b.state.Result != nil && !b.scored() {
			r.Place = 0
		}
		out = append(out, r)
	}
	return out
}

// member returns what identifies a player in the index across games.
func (b *book) member(player string) string {
	if i := b.state.Seat(player); i < len(b.Members) {
		return b.Members[i]
	}
	return ""
}

// name returns the name of a player, or the given text if it is no player's id.
func (b *book) name(id string) string { return sheet.OneLine(b.state.PlayerName(id)) }

// time returns when an event was stored, zero if unknown.
func (b *book) time(event int) time.Time {
	if event < 0 || event >= len(b.Times) {
		return time.Time{}
	}
	return b.Times[event].In(b.zone())
}

// zone returns the zone of the times on pages.
func (b *book) zone() *time.Location {
	if b.Zone == nil {
		return time.UTC
	}
	return b.Zone
}

// dated returns the summary with times in the zone of the pages.
func (b *book) dated() Summary { return b.summary.in(b.zone()) }

// text returns the log for reading, with the scores at the top.
func (b *book) text() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s (%s)\n\n", b.summary.Title, b.Name, b.ID)
	if b.summary.Over {
		fmt.Fprintf(&out, "The game ended: %s\n\n", b.summary.Reason)
	} else {
		fmt.Fprintf(&out, "In progress: %s. Net worth:\n\n", b.summary.Round)
	}
	for i, p := range b.state.Players() {
		fmt.Fprintf(&out, "  %-24s %8s\n", b.name(p), b.Title.Facts.Money(b.worth[i][len(b.worth[i])-1]))
	}
	out.WriteString("\n")
	out.WriteString(sheet.Log(b.Title, b.Log))
	return out.String()
}
