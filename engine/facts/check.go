package facts

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pbem/engine/board"
)

// check finds names that do not exist or are used twice, and values that are missing.
func (t *Title) check() error {
	for _, find := range []func(*Title) error{
		(*Title).checkNames, (*Title).checkTrains, (*Title).checkPhases, (*Title).checkMarket,
		(*Title).checkUpgrades, (*Title).checkHomes, (*Title).checkBlocks, (*Title).checkRevenues,
	} {
		if err := find(t); err != nil {
			return err
		}
	}
	return nil
}

func (t *Title) checkNames() error {
	if strings.Count(t.Currency, "%d") != 1 {
		return fmt.Errorf("currency %q: want one %%d", t.Currency)
	}
	var owners, trains, phases, seats []string
	for _, c := range t.Companies {
		owners = append(owners, c.Sym)
	}
	for _, p := range t.Privates {
		owners = append(owners, p.Sym)
	}
	for _, tr := range t.Trains {
		trains = append(trains, tr.Name)
	}
	for _, p := range t.Phases {
		phases = append(phases, p.Name)
	}
	for _, s := range t.Seats {
		seats = append(seats, fmt.Sprintf("%d players", s.Players))
	}
	for what, names := range map[string][]string{"company": owners, "train": trains, "phase": phases, "seats": seats} {
		for i, name := range names {
			if name == "" || slices.Contains(names[:i], name) {
				return fmt.Errorf("%s %q: no name, or the same name twice", what, name)
			}
		}
	}
	return nil
}

func (t *Title) checkTrains() error {
	for _, tr := range t.Trains {
		for _, name := range []string{tr.RustsOn, tr.ObsoleteOn} {
			if name != "" && t.Train(name) == nil {
				return fmt.Errorf("train %s goes with train %s, which is none", tr.Name, name)
			}
		}
		if err := tr.checkRun(); err != nil {
			return fmt.Errorf("train %s: %w", tr.Name, err)
		}
		if err := t.checkSides(tr); err != nil {
			return err
		}
	}
	return nil
}

// checkSides finds a back of a certificate without its front, and fronts with two backs.
func (t *Title) checkSides(tr Train) error {
	front := t.Train(tr.SideOf)
	switch {
	case tr.SideOf == "":
	case front == nil || front.SideOf != "":
		return fmt.Errorf("train %s is on the back of %s, which is no front", tr.Name, tr.SideOf)
	case front.Count != tr.Count || t.Back(tr.SideOf).Name != tr.Name:
		return fmt.Errorf("train %s is on the back of %s, but not on all of them", tr.Name, tr.SideOf)
	}
	return nil
}

// checkRun finds limits that contradict each other or allow no route.
func (t *Train) checkRun() error {
	_, known := ways[t.Pays]
	picks := t.Pays == "best" || t.Pays == "best majors" || t.Pays == "majors first"
	switch {
	case !known:
		return fmt.Errorf("no stops are %q: want one of %q", t.Pays, slices.Sorted(maps.Keys(ways)))
	case t.Express && (t.Stops == 0 || t.Majors != 0 || t.Pays != "" || t.Best != 0):
		return fmt.Errorf("an express has stops and no other limit")
	case min(t.Stops, t.Majors, t.Ports, t.Best, t.Times) < 0:
		return fmt.Errorf("a limit below 0")
	case t.Stops == 1:
		return fmt.Errorf("no route has one stop only")
	case picks && t.Best == 0:
		return fmt.Errorf("it pays its %s, but not how many", t.Pays)
	case !picks && t.Best != 0:
		return fmt.Errorf("the best %d of what?", t.Best)
	case t.Stops > 0 && max(t.Best, t.Majors) > t.Stops:
		return fmt.Errorf("%d of at most %d stops", max(t.Best, t.Majors), t.Stops)
	}
	return nil
}

// checkPhases checks that there is a first phase, and that each later phase has the train that begins it.
func (t *Title) checkPhases() error {
	if len(t.Phases) == 0 {
		return fmt.Errorf("there is no phase")
	}
	for i, p := range t.Phases {
		switch {
		case i == 0 && p.Train != "":
			return fmt.Errorf("phase %s: the first phase waits for train %s", p.Name, p.Train)
		case i > 0 && t.Train(p.Train) == nil:
			return fmt.Errorf("phase %s: no train %q", p.Name, p.Train)
		case p.Rounds < 0 || (p.Rounds == 0) != (t.Phases[0].Rounds == 0):
			return fmt.Errorf("phase %s: %d rounds, where phase %s has %d", p.Name, p.Rounds, t.Phases[0].Name, t.Phases[0].Rounds)
		}
		for _, zone := range p.Pars {
			if !t.Market.Marks(zone) {
				return fmt.Errorf("phase %s: no space of the market is marked %q", p.Name, zone)
			}
		}
	}
	return nil
}

func (t *Title) checkMarket() error {
	if len(t.Market.Cells) == 0 {
		return fmt.Errorf("the market has no row")
	}
	for r, row := range t.Market.Cells {
		spaces := 0
		for c, s := range row {
			if s != nil {
				spaces++
			}
			if s != nil && s.Price < 0 {
				return fmt.Errorf("market %d,%d: price %d", r, c, s.Price)
			}
		}
		if spaces == 0 {
			return fmt.Errorf("market row %d is empty", r)
		}
	}
	return nil
}

func (t *Title) checkUpgrades() error {
	for from, list := range t.Upgrades {
		for _, id := range append([]string{from}, list...) {
			if t.Map.Tile(id) == nil {
				return fmt.Errorf("upgrade of %s: no tile %s", from, id)
			}
		}
	}
	for hex, list := range t.PrintedUpgrades {
		if t.Map.Hex(hex) == nil {
			return fmt.Errorf("upgrade of the printed %s: no such hex", hex)
		}
		for _, id := range list {
			if t.Map.Tile(id) == nil {
				return fmt.Errorf("upgrade of the printed %s: no tile %s", hex, id)
			}
		}
	}
	return nil
}

func (t *Title) checkHomes() error {
	for _, c := range t.Companies {
		if c.Home != "" && t.Map.Hex(c.Home) == nil {
			return fmt.Errorf("home of %s: no hex %s", c.Sym, c.Home)
		}
	}
	for i := range t.Map.Hexes {
		for sym := range t.Map.Hexes[i].Reserved {
			if t.Company(sym) == nil {
				return fmt.Errorf("hex %s is reserved for %s, which is no company", t.Map.Hexes[i].At, sym)
			}
		}
	}
	return nil
}

// checkBlocks finds hexes of private companies that are not on the map.
func (t *Title) checkBlocks() error {
	for _, p := range t.Privates {
		for _, at := range p.Blocks {
			if t.Map.Hex(at) == nil {
				return fmt.Errorf("private %s blocks %s, which is no hex", p.Sym, at)
			}
		}
	}
	return nil
}

// checkRevenues checks that there is a value for every colour that counts in some phase.
func (t *Title) checkRevenues() error {
	for i := range t.Map.Hexes {
		if phase := t.unpaid(t.Map.Hexes[i].Stops); phase != nil {
			return fmt.Errorf("hex %s: no revenue for %q, the colour of phase %s", t.Map.Hexes[i].At, phase.Offboard, phase.Name)
		}
	}
	for i := range t.Map.Tiles {
		if phase := t.unpaid(t.Map.Tiles[i].Stops); phase != nil {
			return fmt.Errorf("tile %s: no revenue for %q, the colour of phase %s", t.Map.Tiles[i].ID, phase.Offboard, phase.Name)
		}
	}
	return nil
}

// unpaid returns a phase in which a stop with values by colour has none, nil if there is no such phase.
func (t *Title) unpaid(stops []board.Stop) *Phase {
	for _, s := range stops {
		for i, p := range t.Phases {
			from := s.Revenue.Holds(p.Offboard)
			if s.Revenue.By != nil && (from == "" || from != p.Offboard && !t.Holds) {
				return &t.Phases[i]
			}
		}
	}
	return nil
}
