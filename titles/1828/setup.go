package t1828

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/engine/step/classic"
	"pbem/titles/games18xx"
)

// Places that the rules name. // 11, 13.1
const (
	coalfields = "K11" // the Virginia Coalfields
	tunnel     = "K13" // their tunnel
	buffalo    = "E15" // two cities; ERIE's home is either
)

// cobourgSym is the Cobourg & Peterborough. This private company has a marker on the map and a treasury.
// // 13.2.2.5
const cobourgSym = "C&P"

// peterborough is the city of its marker. // 4; 28-SU-09
var peterborough = board.Spot{Hex: "C15"}

// removed maps the number of players to how many private companies of $250 leave the game. // 4; 28-SU-03
var removed = map[int]int{3: 4, 4: 3, 5: 2}

// setup returns the events that lay out the table. // 4
func setup(start engine.Started) ([]engine.Event, error) {
	seats, err := classic.Admit(data, start, known) // 28-SU-01
	if err != nil {
		return nil, err
	}
	players := classic.Players(start)
	log := append([]engine.Event{start}, classic.Cash(players, seats.Cash)...) // 28-SU-01, 28-SU-02
	log = append(log, step.DealOrder(players)...)                              // 28-SU-10: the seats are drawn before
	log = append(log, engine.Moved{Piece: step.Priority, To: players[0]})      // 28-AU-01
	log = append(log, companies()...)
	log = append(log, privates(start)...)
	return append(log, pieces(len(players))...), nil
}

// known reports whether there is a variant, an option of new games or a switch.
func known(option string) bool {
	return slices.Contains([]string{goodPrivates, newDirectorRuns, coalBeforeRun, tileOfChamplain}, option) || switches.Has(option)
}

// companies lays out charters, certificates and station markers, and keeps spaces for the homes.
// // 28-ST-04, R-31
func companies() []engine.Event {
	var log []engine.Event
	for _, c := range data.Companies {
		log = append(log, engine.Moved{Piece: charter(c.Sym), To: c.Sym})
		log = append(log, classic.Shares(c, step.IPO(c.Sym))...)
		log = append(log, classic.Tokens(c, box)...)
		log = append(log, engine.Moved{Piece: step.Keep(c.Sym), To: keptAt(c)})
	}
	return log
}

// keptAt returns where a space is kept for a company's home. For ERIE it is the hex, for both of its
// cities. // 28-ST-05
func keptAt(c facts.Company) string {
	if c.Home == buffalo {
		return c.Home
	}
	return classic.Home(data, c)
}

// privates lays out the private companies that stay, the cheapest row first, with the certificates that
// come with them. // 28-SU-06
func privates(start engine.Started) []engine.Event {
	var log []engine.Event
	var charters []string
	put := func(piece, place string) {
		from := ""
		if strings.HasPrefix(piece, "share:") {
			from = step.IPO(step.Label(piece))
		}
		log = append(log, engine.Moved{Piece: piece, From: from, To: place})
	}
	for _, p := range data.Privates {
		if p.Kind == charterKind {
			charters = append(charters, p.Sym)
			continue
		}
		put(step.Private(p.Sym), onSale)
		if p.Sym == camden {
			put(step.Share("PRR", 1), camden) // 28-SU-07
		}
	}
	stay, gone := draw(start, charters)
	for _, sym := range stay {
		put(step.Private(sym), onSale)
		put(step.Share(companyOf(sym), 0), sym) // 28-SU-08
		put(step.Share(companyOf(sym), 1), sym)
	}
	for _, sym := range gone {
		put(step.Private(sym), step.Out)
	}
	return log
}

// camden is the private company with a share of PRR. // 13.2.2.8
const camden = "C&A"

// charterKind is the kind of the private companies of $250. Each comes with the charter of a public
// company. // 13.2.3
const charterKind = "charter"

// companyOf returns the public company of a private company of $250. The symbols differ by their ends.
func companyOf(private string) string { return strings.TrimSuffix(private, "-P") }

// privateOf returns the symbol of the private company for a public one, whether there is one or not.
func privateOf(sym string) string { return sym + "-P" }

// draw says which private companies of $250 stay, in the order of their row, and
// which leave the game. // 4; 28-SU-03, 28-SU-04, R-08
func draw(start engine.Started, list []string) (stay, gone []string) {
	n, seed := removed[len(start.Players)], start.Seed
	for {
		drawn := games18xx.Shuffle(seed, list)
		gone, stay = drawn[:n], drawn[n:]
		if start.Options[goodPrivates] == "" || slices.ContainsFunc(stay, isGood) {
			break
		}
		seed = games18xx.Next(seed, len(list))
	}
	if listsInOrder(start) {
		slices.SortFunc(stay, func(a, b string) int { return slices.Index(list, a) - slices.Index(list, b) })
	}
	return stay, gone
}

// isGood reports whether a private company suits new players. // 4; 28-SU-04
func isGood(private string) bool { return slices.Contains([]string{"GT-P", "NW-P", "OS&H-P"}, private) }

// pieces lays out the coal, the marker of the C&P and the trains. // 28-SU-05, 28-SU-09
func pieces(players int) []engine.Event {
	log := []engine.Event{engine.Moved{Piece: step.Token(cobourgSym, 0), To: peterborough.String()}}
	for i, hex := range []string{coalfields, coalfields, tunnel} { // 28-CO-01
		log = append(log, engine.Moved{Piece: coal(i), To: hex})
	}
	for _, tr := range data.Trains {
		if data.Phases[redPhase].Train == tr.Name && players < 5 {
			tr.Count--
		}
		log = append(log, classic.TrainsAt(tr, step.Supply)...)
	}
	return log
}

// boxed reports whether a setup may leave a piece in the box: one red train. // 28-SU-05
func boxed(piece string) bool {
	red := data.Train(data.Phases[redPhase].Train)
	return piece == step.Train(red.Name, red.Count-1)
}
