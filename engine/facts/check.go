package facts

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pbem/engine/board"
	"pbem/engine/market"
)

// A checker finds names that point nowhere or to two things, and values that
// contradict each other, in a file that was read.
type checker struct {
	*Title
	root    *node
	faults  *Faults
	letters string          // what they count, as written
	wrong   map[string]bool // things that are not even written right
	blind   bool            // a whole list is missing: what points to it tells nothing
	placed  bool            // every hex has its place
	lost    map[string]bool // lists of words of which one was misspelt
}

// formed notes what is not written right. Of it nothing more is told.
func (c *checker) formed() {
	c.wrong, c.lost, c.placed = map[string]bool{}, map[string]bool{}, true
	_, axis := axes[c.letters]
	c.blind = !axis
	for word, kind := range map[string]kind{"seats": list, "trains": list, "phases": list, "companies": list, "privates": list,
		"market": list, "hexes": list, "tiles": list, "upgrades": object, "kinds": object} {
		n := c.root.field(word)
		if n == nil && word == "upgrades" {
			continue // they are worked out
		}
		c.blind = c.blind || n == nil || n.kind != kind
	}
	for _, f := range c.faults.List {
		at, _, _ := strings.Cut(f.At, ",")
		c.wrong[at] = true
	}
}

// spoilt notes tiles with faults: how they are laid tells nothing.
func (c *checker) spoilt() {
	for _, f := range c.faults.List {
		if at, _, _ := strings.Cut(f.At, ","); strings.HasPrefix(at, "tile ") {
			c.wrong[at] = true
		}
	}
}

// undeclared reports a word that is not in a list of words.
func (c *checker) undeclared(n *node, at, what, word, list string, words []string) {
	c.tell(n, at, "%s %q is not declared in %q%s", what, word, list, meant(word, words))
	c.lost[list] = true
}

// tell reports a fault at a value of the file.
func (c *checker) tell(n *node, at, format string, args ...any) {
	if thing, _, _ := strings.Cut(at, ","); !c.wrong[thing] || at == "" {
		c.faults.add(n.line, at, format, args...)
	}
}

// check finds everything that is wrong.
func (c *checker) check(ofMap []board.Fault) {
	if c.head(); c.blind {
		return
	}
	c.built(ofMap)
	for _, find := range []func(){
		c.names, c.called, c.seats, c.companies, c.privates, c.trains, c.phases, c.market, c.hexes, c.tiles, c.groups, c.holes,
		c.spoilt, c.derive, c.upgrades, c.printed, c.useless, c.bare, c.homes, c.declared,
	} {
		find()
	}
}

func (c *checker) head() {
	if n := strings.Count(c.Currency, "%d"); n != 1 || strings.Count(c.Currency, "%") != 1 {
		c.tell(c.root.at("currency"), "", `"currency" is %q: want one %%d, which stands for the amount, such as "$%%d"`, c.Currency)
	}
	if strings.ContainsFunc(c.Office, func(r rune) bool { return r < 'a' || r > 'z' }) {
		c.tell(c.root.at("office"), "", `"office" is %q: want one word in small letters, such as "director"`, c.Office)
	}
	if _, ok := axes[c.letters]; !ok {
		c.tell(c.root.at("layout", "letters"), "", `"letters" is %q: letters count "rows" or "columns"`, c.letters)
	}
	for _, list := range []string{"seats", "trains", "phases", "companies", "hexes"} {
		if n := c.root.at(list); len(n.items) == 0 {
			c.tell(n, "", "%q is empty", list)
		}
	}
}

// names finds things without a name, and two of the same. Companies and private
// companies share their symbols.
func (c *checker) names() {
	first := map[string]int{}
	for _, list := range []string{"seats", "trains", "phases", "companies", "privates"} {
		for i, item := range c.root.at(list).items {
			thing := things[list]
			at, name := named(thing, item, i), item.at(thing[1])
			key := list + name.text
			if list == "privates" {
				key = "companies" + name.text
			}
			if name.text == "" {
				c.tell(name, at, "it has no name: %q is empty", thing[1])
			} else if line, twice := first[key]; twice {
				c.tell(name, at, "%s is there twice; the first is on line %d", name.text, line)
			}
			first[key] = name.line
		}
	}
}

// declared finds words that are declared twice or stand nowhere.
func (c *checker) declared() {
	used := map[string]map[string]bool{"zones": {}, "labels": {}, "terrains": {}, "kinds": {}, "private_kinds": {}}
	for _, row := range c.Market.Cells {
		for _, s := range row {
			if s != nil {
				note(used["zones"], s.Zones...)
			}
		}
	}
	for i := range c.Map.Hexes {
		h := &c.Map.Hexes[i]
		note(used["labels"], h.Label)
		for _, t := range h.Grounds() {
			note(used["terrains"], t.Kind)
		}
	}
	for i := range c.Map.Tiles {
		note(used["labels"], c.Map.Tiles[i].Label)
	}
	for _, company := range c.Companies {
		note(used["kinds"], company.Kind)
	}
	for _, p := range c.Privates {
		note(used["private_kinds"], p.Kind)
	}
	for list, words := range map[string][]string{"zones": c.Zones, "labels": c.Labels, "terrains": c.Terrains, "private_kinds": c.PrivateKinds, "kinds": slices.Sorted(maps.Keys(c.Kinds))} {
		for i, w := range words {
			if n := c.root.at(list); slices.Contains(words[:i], w) {
				c.tell(n, "", "%q of %q is there twice", w, list)
			} else if !used[list][w] && !c.lost[list] {
				c.tell(n, "", "%q of %q stands nowhere in the file", w, list)
			}
		}
	}
}

func note(in map[string]bool, words ...string) {
	for _, w := range words {
		in[w] = true
	}
}

// mostPlayers is more than any game seats.
const mostPlayers = 20

func (c *checker) seats() {
	for i, s := range c.Seats {
		n := c.root.at("seats", i)
		at := named(things["seats"], n, i)
		if s.Players < 2 || s.Players > mostPlayers {
			c.tell(n.at("players"), at, "want 2 to %d players", mostPlayers)
		}
		if s.Cash == 0 {
			c.tell(n.at("cash"), at, "nobody can begin with no money")
		}
		if all := s.Players * s.Cash; c.Bank > 0 && all > c.Bank {
			c.tell(n.at("cash"), at, "they begin with %s together, and the bank has %s", c.Money(all), c.Money(c.Bank))
		}
	}
}

func (c *checker) companies() {
	homed := map[string]int{} // the first company of a kind with a home, from 1
	for i, company := range c.Companies {
		if c.root.at("companies", i).field("home") != nil && homed[company.Kind] == 0 {
			homed[company.Kind] = i + 1
		}
	}
	for i, company := range c.Companies {
		n, at := c.root.at("companies", i), "company "+company.Sym
		c.shares(n, at, company)
		for _, word := range []string{"color", "text"} {
			if !hexColour(n.at(word).text) {
				c.tell(n.at(word), at, "%q is %q: want a colour such as \"#ee3e80\"", word, n.at(word).text)
			}
		}
		if strings.EqualFold(company.Color, company.Text) {
			c.tell(n.at("text"), at, "nobody can read %s on %s", company.Text, company.Color)
		}
		if !slices.IsSorted(company.Stations) {
			c.tell(n.at("stations"), at, "the costs of its stations %v fall", company.Stations)
		}
		if first := homed[company.Kind]; first > 0 && n.field("home") == nil {
			c.tell(n, at, `"home" is missing, which %s has, another %q; "" if it is chosen in play`, c.Companies[first-1].Sym, company.Kind)
		}
	}
}

// privates checks the kinds of private companies, which all have or none.
func (c *checker) privates() {
	for i, p := range c.Privates {
		n, at := c.root.at("privates", i), "private company "+p.Sym
		switch {
		case n.field("kind") == nil && len(c.PrivateKinds) > 0:
			c.tell(n, at, `"kind" is missing: one of "private_kinds"`)
		case n.field("kind") != nil && !slices.Contains(c.PrivateKinds, p.Kind):
			c.undeclared(n.at("kind"), at, "the kind", p.Kind, "private_kinds", c.PrivateKinds)
		}
	}
}

// shares wants as many shares as the kind says.
func (c *checker) shares(n *node, at string, company Company) {
	all, declared := c.Kinds[company.Kind]
	sum := 0
	for _, s := range company.Shares {
		sum += s
	}
	switch {
	case !declared:
		c.undeclared(n.at("kind"), at, "the kind", company.Kind, "kinds", slices.Sorted(maps.Keys(c.Kinds)))
	case slices.Contains(company.Shares, 0):
		c.tell(n.at("shares"), at, "a certificate has no share")
	case len(company.Shares) > 0 && slices.Max(company.Shares) > company.Shares[0]:
		c.tell(n.at("shares"), at, "the president's certificate comes first, and none has more shares")
	case sum != all:
		c.tell(n.at("shares"), at, "its certificates have %d shares; \"kinds\" says that a %q has %d", sum, company.Kind, all)
	}
}

func hexColour(s string) bool {
	return len(s) == 7 && s[0] == '#' && strings.Trim(s[1:], "0123456789abcdefABCDEF") == ""
}

func (c *checker) market() {
	for r, row := range c.Market.Cells {
		n, at := c.root.at("market", r), fmt.Sprintf("market row %d", r+1)
		before, spaces := 0, 0
		for i, s := range row {
			if s == nil {
				continue
			}
			spaces++
			in := at + ", space " + strconv.Itoa(i+1)
			if s.Price > 0 && s.Price <= before {
				c.tell(n.at(i, "price"), in, "%s comes after %s: prices rise along a row", c.Money(s.Price), c.Money(before))
			}
			if above := c.above(r, i); s.Price > above && above > 0 {
				c.tell(n.at(i, "price"), in, "%s lies below %s: prices fall down a column", c.Money(s.Price), c.Money(above))
			}
			if s.Price > 0 { // boxes without a price may lie between
				before = s.Price
			}
			for _, z := range s.Zones {
				if !slices.Contains(c.Zones, z) {
					c.undeclared(n.at(i, "zones"), in, "the zone", z, "zones", c.Zones)
				}
			}
		}
		if spaces == 0 {
			c.tell(n, at, "it is empty")
		}
	}
	if len(c.Market.Cells) == 0 {
		c.tell(c.root.at("market"), "", "the market has no row")
	}
}

// above returns the price of the space above another, 0 if there is none.
func (c *checker) above(row, col int) int {
	if s := c.Market.At(market.Cell{Row: row - 1, Col: col}); s != nil {
		return s.Price
	}
	return 0
}
