package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/titles/title"
)

// A change holds the position when a plan was made, the position now, and the log. before and between are its events in
// force until the plan was made and since.
type change struct {
	title     *title.Title
	then, now *engine.State
	was, is   title.Position
	log       []engine.Event
	before    []engine.Event
	between   []engine.Event
	player    string
	plan      Plan
	notOwn    bool // what the company of the plan has laid itself does not count
}

// since compares the scene with the one when the plan was made.
func (s Scene) since(p Plan) change {
	then := p.then
	if then == nil {
		then = engine.Fold(s.Log[:min(p.Since, len(s.Log))])
	}
	c := change{title: s.Title, now: s.state(), then: then, log: s.Log, player: s.Player, plan: p}
	c.before, c.between = inForce(s.Log, p.Since)
	c.was, c.is = s.Title.Position(c.then), s.position()
	return c
}

// aside returns which condition puts the plan aside, as the end of a sentence. It is "" if none does.
func (s Scene) aside(p Plan) (why string) {
	conditions := p.watched()
	if len(conditions) == 0 || p.Since >= len(s.Log) {
		return ""
	}
	c := s.since(p)
	for _, cond := range conditions {
		if why := c.broken(cond); why != "" {
			return why
		}
	}
	return ""
}

// broken says how a condition has come true. It is "" if it has not.
func (c change) broken(cond Condition) (why string) {
	switch cond.Kind {
	case above, below:
		return c.priced(cond)
	case bought, sold:
		return c.traded(cond)
	case shorted:
		return c.short(cond.Of)
	case started:
		return c.begun(cond.Of)
	case level:
		return c.level()
	case fell:
		return c.fell()
	case phase:
		return differs("the phase was %s and is %s", c.was.Phase, c.is.Phase)
	case train:
		return differs("the next train was %s and is %s", next(c.was), next(c.is))
	case gone:
		return c.trainSold(cond.Of)
	case fleet:
		return c.trainBought(cond.Of)
	case headed:
		return c.president(cond.Of)
	case merged:
		return c.merger(cond.Of)
	case larger:
		return c.converted(cond.Of)
	case loan:
		return c.lent(cond.Of)
	case costs:
		if c.is.Interest > cond.N {
			return "the interest of a loan is " + c.money(c.is.Interest)
		}
	case tile:
		if who := c.laid(cond.Of); who != "" {
			return who + " laid " + cond.Of
		}
	case less:
		return c.fewer("%s had %s and has %s", func(co *title.Company) int { return co.Cash })
	case lower:
		return c.fewer("the price of %s was %s and is %s", func(co *title.Company) int { return co.Price })
	case beside:
		return c.fromStart().built(c.plan.hexes(c.title), c.title)
	case reach:
		return c.inReach()
	}
	return "" // nothing has changed, or it is the revenue, which is known only when the trains run
}

func differs(format, was, is string) string {
	if was == is {
		return ""
	}
	return fmt.Sprintf(format, was, is)
}

// next returns the name of the next train on sale.
func next(p title.Position) string {
	if len(p.Supply) == 0 {
		return "none"
	}
	return p.Supply[0].Name
}

func (c change) money(n int) string { return c.title.Facts.Money(n) }

func (c change) name(id string) string { return c.now.PlayerName(id) }

func (c change) priced(cond Condition) string {
	co := c.is.Company(cond.Of)
	switch {
	case co == nil:
		return ""
	case cond.Kind == above && co.Price > cond.N, cond.Kind == below && co.Price < cond.N:
		return fmt.Sprintf("the price of %s is %s", cond.Of, c.money(co.Price))
	}
	return ""
}

// held returns how many shares a holder has.
func held(co *title.Company, holder string) int {
	if co == nil {
		return 0
	}
	return count(co.Held, holder)
}

func count(list []title.Stake, holder string) int {
	for _, st := range list {
		if st.Holder == holder {
			return st.Shares
		}
	}
	return 0
}

// fromStart returns the change since a plan for several turns was given, without what its own company has laid since.
func (c change) fromStart() change {
	n := c.plan.Given
	if n == 0 || n >= min(c.plan.Since, len(c.log)) {
		return c
	}
	c.then, c.notOwn = engine.Fold(c.log[:n]), true
	c.before, c.between = inForce(c.log, n)
	return c
}

// others returns the other players.
func (c change) others() []string {
	return slices.DeleteFunc(slices.Clone(c.now.Players()), func(p string) bool { return p == c.player })
}

func (c change) traded(cond Condition) string {
	was, is := c.was.Company(cond.Of), c.is.Company(cond.Of)
	for _, p := range c.others() {
		switch more := held(is, p) - held(was, p); {
		case cond.Kind == bought && more > 0:
			return fmt.Sprintf("%s bought %s", c.name(p), cond.Of)
		case cond.Kind == sold && more < 0:
			return fmt.Sprintf("%s sold %s", c.name(p), cond.Of)
		}
	}
	return ""
}

func (c change) short(sym string) string {
	was, is := c.was.Company(sym), c.is.Company(sym)
	for _, p := range c.others() {
		if is != nil && count(is.Shorts, p) > 0 && (was == nil || count(is.Shorts, p) > count(was.Shorts, p)) {
			return fmt.Sprintf("%s sold %s short", c.name(p), sym)
		}
	}
	return ""
}

func (c change) begun(sym string) string {
	was, is := c.was.Company(sym), c.is.Company(sym)
	if is == nil || was != nil && was.Price > 0 || is.Price == 0 && was != nil || is.President == c.player {
		return ""
	}
	if c.now.Seat(is.President) < 0 {
		return sym + " was started"
	}
	return fmt.Sprintf("%s started %s", c.name(is.President), sym)
}

// level says who has caught up with the player: as many shares of a company that the player directed, and
// fewer before.
func (c change) level() string {
	for _, was := range c.was.Companies {
		is := c.is.Company(was.Sym)
		if was.President != c.player {
			continue
		}
		for _, p := range c.others() {
			if n := held(is, p); n > 0 && n >= held(is, c.player) && held(&was, p) < held(&was, c.player) {
				return fmt.Sprintf("%s came level with you in %s", c.name(p), was.Sym)
			}
		}
	}
	return ""
}

// fell names a company in which the player holds shares and whose price has fallen.
func (c change) fell() string {
	for _, was := range c.was.Companies {
		is := c.is.Company(was.Sym)
		if is != nil && held(&was, c.player) > 0 && is.Price > 0 && is.Price < was.Price {
			return fmt.Sprintf("%s fell from %s to %s", was.Sym, c.money(was.Price), c.money(is.Price))
		}
	}
	return ""
}

// trainSold says that a train of a type was sold, or with "" any train. It counts the trains that companies own.
func (c change) trainSold(name string) string {
	owned := func(p title.Position) map[string]int {
		all := map[string]int{}
		for i := range p.Companies {
			for t, n := range fleetOf(&p.Companies[i]) {
				all[t] += n
			}
		}
		return all
	}
	was, is := owned(c.was), owned(c.is)
	for _, t := range c.title.Facts.Trains {
		if (name == "" || name == t.Name) && is[t.Name] > was[t.Name] {
			return "a " + t.Name + "-train was sold"
		}
	}
	return ""
}

// fleetOf returns how many trains of each type a company has, with those of its shells.
func fleetOf(co *title.Company) map[string]int {
	n := map[string]int{}
	if co == nil {
		return n
	}
	list := slices.Clone(co.Trains)
	for _, sh := range co.Shells {
		list = append(list, sh.Trains...)
	}
	for _, t := range list {
		n[strings.TrimSuffix(t, "*")]++
	}
	return n
}

// trainBought says that a company has one more train of a type.
func (c change) trainBought(sym string) string {
	was, is := fleetOf(c.was.Company(sym)), fleetOf(c.is.Company(sym))
	for _, t := range c.title.Facts.Trains {
		if is[t.Name] > was[t.Name] {
			return sym + " has one more " + t.Name + "-train" // bought, or with a company that merged
		}
	}
	return ""
}

// president says that a company has another president.
func (c change) president(sym string) string {
	was, is := c.was.Company(sym), c.is.Company(sym)
	if was == nil || is == nil || was.President == "" || was.President == is.President || c.now.Seat(is.President) < 0 {
		return ""
	}
	return fmt.Sprintf("%s is %s of %s", c.name(is.President), c.title.Facts.Officer(), sym)
}

// merger says that a company, or with "" any company, has become part of another, or another part of it.
func (c change) merger(sym string) string {
	for _, was := range c.was.Companies {
		if was.Price == 0 || c.plays(was.Sym) {
			continue
		}
		switch into := c.heir(was); {
		case into != "" && (sym == "" || sym == was.Sym || sym == into):
			return fmt.Sprintf("%s has merged into %s", was.Sym, into)
		case sym == "" || sym == was.Sym:
			return was.Sym + " is not in play any more"
		}
	}
	return ""
}

// plays reports whether a company is in play.
func (c change) plays(sym string) bool {
	is := c.is.Company(sym)
	return is != nil && is.Price > 0
}

// heir returns the company that has the stations of one that has left play, "" if none has.
func (c change) heir(gone title.Company) string {
	for _, is := range c.is.Companies {
		for _, stop := range is.Stations {
			if is.Price > 0 && slices.Contains(gone.Stations, stop) {
				return is.Sym
			}
		}
	}
	return ""
}

// converted says that a company, or with "" any company, has more shares than it had.
func (c change) converted(sym string) string {
	for _, is := range c.is.Companies {
		if was := c.was.Company(is.Sym); (sym == "" || sym == is.Sym) && was != nil && was.Price > 0 && is.Size > was.Size {
			return is.Sym + " has converted"
		}
	}
	return ""
}

// lent says that a company, or with "" any company, has one more loan.
func (c change) lent(sym string) string {
	for _, is := range c.is.Companies {
		loans := 0
		if was := c.was.Company(is.Sym); was != nil {
			loans = was.Loans
		}
		if (sym == "" || sym == is.Sym) && is.Loans > loans {
			return is.Sym + " has taken a loan"
		}
	}
	return ""
}

// fewer says that the company of the plan has less of something.
func (c change) fewer(format string, of func(*title.Company) int) string {
	was, is := c.was.Company(c.plan.For), c.is.Company(c.plan.For)
	if was == nil || is == nil || of(is) >= of(was) {
		return ""
	}
	return fmt.Sprintf(format, c.plan.For, c.money(of(was)), c.money(of(is)))
}

// hexes returns the hexes on which a turn builds.
func (q Turn) hexes(t *title.Title) []string {
	var out []string
	for _, l := range q.Lines {
		said, args := fields(l.Say)
		if v, _ := t.Verbs.Find(said); !v.Takes("HEX") {
			continue
		}
		for _, arg := range args {
			if t.Facts.Map != nil && t.Facts.Map.Hex(arg) != nil && !slices.Contains(out, arg) {
				out = append(out, arg)
			}
		}
	}
	return out
}

// built says that somebody other than the company has built on or beside the hexes.
func (c change) built(hexes []string, t *title.Title) string {
	for _, hex := range hexes {
		if who := c.laid(hex); who != "" {
			return who + " laid " + hex
		}
		for edge := range 6 {
			if at, ok := t.Facts.Map.Neighbour(hex, edge); ok {
				if who := c.laid(at); who != "" {
					return fmt.Sprintf("%s laid %s, beside %s", who, at, hex)
				}
			}
		}
	}
	return ""
}

// laid returns who last changed the tile of a hex, "" if it has not changed.
func (c change) laid(hex string) string {
	was, _ := c.then.Tile(hex)
	is, _ := c.now.Tile(hex)
	if was == is {
		return ""
	}
	actor, who := actorIn(stackAt(c.before)), ""
	for _, e := range c.between {
		switch e := e.(type) {
		case engine.Flowed:
			actor = actorIn(e.Stack)
		case engine.TileLaid:
			if e.Hex == hex && !(c.notOwn && actor == c.plan.For) {
				who = actor
			}
		}
	}
	if c.notOwn {
		return who
	}
	return cmp.Or(who, "somebody")
}

// actorIn returns who acts in a stack.
func actorIn(stack []engine.Frame) string {
	if len(stack) == 0 {
		return ""
	}
	return stack[len(stack)-1].Actor
}

// inReach says that there is new track on or beside the hexes to which the trains of the company can run.
func (c change) inReach() string {
	graph, _ := c.title.Network(c.then, c.plan.For)
	var hexes []string
	add := func(at string) {
		if !slices.Contains(hexes, at) {
			hexes = append(hexes, at)
		}
	}
	for _, stop := range graph.Stops {
		add(stop.Hex)
	}
	for _, seg := range graph.Segments {
		for _, at := range seg.Via {
			add(at)
		}
	}
	return c.built(hexes, c.title)
}
