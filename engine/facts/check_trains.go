package facts

import (
	"fmt"
	"maps"
	"slices"

	"pbem/engine/board"
)

// order returns the place of a train in the order in which they are sold, -1
// for none.
func (c *checker) order(name string) int {
	return slices.IndexFunc(c.Trains, func(t Train) bool { return t.Name == name })
}

func (c *checker) trainNames() []string {
	var out []string
	for _, t := range c.Trains {
		out = append(out, t.Name)
	}
	return out
}

func (c *checker) trains() {
	for i, tr := range c.Trains {
		n, at := c.root.at("trains", i), "train "+tr.Name
		c.goes(n, at, i, "rusts_on", tr.RustsOn)
		c.goes(n, at, i, "obsolete_on", tr.ObsoleteOn)
		c.colour(n.at("color"), at, tr.Color, board.Ages())
		if tr.Price == 0 {
			c.tell(n.at("price"), at, "it costs nothing")
		}
		if word, text := tr.checkRun(n.field("stops") != nil); text != "" {
			c.tell(n.at(word), at, "%s", text)
		}
		c.sides(n, at, tr)
	}
	c.prices()
}

// colour wants one of some colours.
func (c *checker) colour(n *node, at, said string, colours []string) {
	if !slices.Contains(colours, said) {
		c.tell(n, at, "there is no colour %q%s", said, meant(said, colours))
	}
}

// goes finds a train that goes with none, or with one that is sold before it.
func (c *checker) goes(n *node, at string, i int, word, with string) {
	switch o := c.order(with); {
	case with == "":
	case o < 0:
		c.tell(n.at(word), at, "%q is %q, but there is no such train%s", word, with, meant(with, c.trainNames()))
	case o <= i:
		c.tell(n.at(word), at, "%q is %q, which is not sold after it", word, with)
	case !slices.ContainsFunc(c.Phases, func(p Phase) bool { return p.Train == with }):
		c.tell(n.at(word), at, "%q is %q, with which no phase begins", word, with)
	}
}

// prices finds trains that cost less than those before. The back of a certificate
// costs more than its front.
func (c *checker) prices() {
	least, before := 0, ""
	for i, tr := range c.Trains {
		if tr.Name == "" {
			continue
		}
		front := c.Train(tr.SideOf)
		if front != nil {
			least, before = front.Price+1, front.Name
		}
		if tr.Price < least {
			c.tell(c.root.at("trains", i, "price"), "train "+tr.Name, "%s is too little after train %s, which costs %s", c.Money(tr.Price), before, c.Money(c.Train(before).Price))
		}
		least, before = tr.Price, tr.Name
		if front != nil {
			least, before = front.Price, front.Name
		}
	}
}

// sides finds a back of a certificate without its front, or one of two.
func (c *checker) sides(n *node, at string, tr Train) {
	front := c.Train(tr.SideOf)
	switch {
	case tr.SideOf == "":
	case front == nil:
		c.tell(n.at("side_of"), at, "it is on the back of %q, but there is no such train%s", tr.SideOf, meant(tr.SideOf, c.trainNames()))
	case front.SideOf != "":
		c.tell(n.at("side_of"), at, "it is on the back of %s, which is no front", tr.SideOf)
	case front.Count != tr.Count || c.Back(tr.SideOf).Name != tr.Name:
		c.tell(n.at("side_of"), at, "it is on the back of %s, but not on all of them", tr.SideOf)
	}
}

// checkRun finds limits that contradict each other, such as leave no route, and
// none at all. It returns the word that is wrong.
func (t *Train) checkRun(stops bool) (word, text string) {
	_, known := ways[t.Pays]
	picks := t.Pays == "best" || t.Pays == "best majors" || t.Pays == "majors first"
	switch {
	case !known:
		return "pays", fmt.Sprintf("no stops are %q%s", t.Pays, meant(t.Pays, slices.Sorted(maps.Keys(ways))[1:]))
	case t.Express && (t.Stops == 0 || t.Majors != 0 || t.Pays != "" || t.Best != 0):
		return "express", "an express has stops and no other limit"
	case t.Stops == 1:
		return "stops", "no route has one stop only"
	case picks && t.Best == 0:
		return "pays", fmt.Sprintf("it pays its %s, but not how many", t.Pays)
	case !picks && t.Best != 0:
		return "best", fmt.Sprintf("the best %d of what?", t.Best)
	case t.Stops > 0 && max(t.Best, t.Majors) > t.Stops:
		return "stops", fmt.Sprintf("%d of at most %d stops", max(t.Best, t.Majors), t.Stops)
	case !stops && t.Majors == 0 && t.Best == 0:
		return "", `nothing says how far it runs: want "stops", "majors" or "best"; "stops": "unlimited" for a diesel`
	}
	return "", ""
}

// phases wants a phase to begin with, and for each later one the train that
// brings it. What may be laid grows, what may be owned does not.
func (c *checker) phases() {
	for i, p := range c.Phases {
		n, at := c.root.at("phases", i), "phase "+p.Name
		c.begins(n, at, i, p)
		c.colour(n.at("offboard"), at, p.Offboard, board.Ages())
		for j, colour := range p.Tiles {
			c.colour(n.at("tiles", j), at, colour, board.Colors()[1:5])
		}
		for _, zone := range p.Pars {
			if !slices.Contains(c.Zones, zone) {
				c.undeclared(n.at("pars"), at, "the zone", zone, "zones", c.Zones)
			}
		}
		for _, word := range []string{"pars", "sizes", "rounds"} {
			hint := ": [] for none"
			if word == "rounds" {
				hint = ""
			}
			if n.field(word) == nil && c.said("phases", word) {
				c.tell(n, at, "%q is missing, which other phases have%s", word, hint)
			}
		}
		if p.Rounds == 0 && n.field("rounds") != nil {
			c.tell(n.at("rounds"), at, "no operating round in a set; leave the word out of all phases if that does not depend on them")
		}
		c.limits(n.at("limits"), at, p)
		if i > 0 {
			c.grows(n, at, p, c.Phases[i-1])
		}
	}
}

// said reports whether some member of a list has a word.
func (c *checker) said(list, word string) bool {
	return slices.ContainsFunc(c.root.at(list).items, func(n *node) bool { return n.field(word) != nil })
}

// begins wants trains in the order of phases.
func (c *checker) begins(n *node, at string, i int, p Phase) {
	switch o := c.order(p.Train); {
	case i == 0 && p.Train != "":
		c.tell(n.at("train"), at, "the first phase waits for train %s", p.Train)
	case i == 0:
	case n.field("train") == nil:
		c.tell(n, at, `"train" is missing: the train with which it begins`)
	case o < 0:
		c.tell(n.at("train"), at, "there is no train %q%s", p.Train, meant(p.Train, c.trainNames()))
	case i > 1 && o <= c.order(c.Phases[i-1].Train):
		c.tell(n.at("train"), at, "it begins with train %s, which is not sold after that of phase %s", p.Train, c.Phases[i-1].Name)
	}
}

// limits finds limits of what there is not.
func (c *checker) limits(n *node, at string, p Phase) {
	words, slips := append(slices.Sorted(maps.Keys(c.Kinds)), "trains", "certificates"), false
	for _, kind := range slices.Sorted(maps.Keys(p.Limits)) {
		if !slices.Contains(words, kind) {
			c.undeclared(n.at(kind), at, "the kind", kind, "kinds", words)
			slips = true
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(c.Phases[0].Limits)) {
		if _, same := p.Limits[kind]; !same && !slips && slices.Contains(words, kind) {
			c.tell(n, at, "no limit for %q, which phase %s has", kind, c.Phases[0].Name)
		}
	}
}

func (c *checker) grows(n *node, at string, p, before Phase) {
	for _, colour := range before.Tiles {
		if grade(colour) > 0 && !slices.Contains(p.Tiles, colour) {
			c.tell(n.at("tiles"), at, "no %s tiles may be laid any more, which may in phase %s", colour, before.Name)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(p.Limits)) {
		if limit, last := p.Limits[kind], before.Limits[kind]; last > 0 && limit > last {
			c.tell(n.at("limits"), at, "the limit of %q rises from %d to %d", kind, last, limit)
		}
	}
}
