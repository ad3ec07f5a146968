package t1828

import (
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// roundsOfSet returns how many operating rounds follow a stock round. It depends on the phase at the end of
// the stock round. // 7.1, 17; 28-SR-11, 28-PH-04
func roundsOfSet(s *engine.State) int { return see(s).Phase().Rounds }

// revenues begins an operating round. The private companies pay. // 8.1; 28-OR-01, 28-PV-01, R-38
func revenues(t *turn) {
	t.Set(roundNo, t.Get(roundNo)+1)
	t.Set(serialNo, t.Get(serialNo)+1)
	t.Set(roundKind, operatingRound)
	t.Note("", "Operating round %d.%d", t.Get(stockNo), t.Get(roundNo))
	for _, p := range data.Privates {
		owner := t.owner(p.Sym)
		company := data.Company(owner) != nil
		n := income(p.Sym, company)
		if n == 0 || !company && t.Seat(owner) < 0 { // not sold, or out of the game
			continue
		}
		t.Pay(engine.Bank, owner, n)
		t.Note(owner, "received %s from %s", money(n), p.Sym)
	}
}

// income returns what a private company pays a player, or a company. // 13.2; 28-PV-01, 28-CP-05
func income(private string, company bool) int {
	switch {
	case private == "StCT" && company:
		return 10
	case private == cobourgSym && !company: // it builds and runs instead
		return 0
	}
	return data.Private(private).Income
}

// inOrder returns the floated companies in operating order. // 8.2; 28-MK-04,
// 28-OR-02
func (v view) inOrder() []string {
	return v.ByPrice(slices.DeleteFunc(v.parred(), func(sym string) bool { return !v.Floated(sym) }))
}

// nextToOperate returns the first company in the current order that has not had its turn. // 8.2; 28-OR-02,
// 28-FL-03
func nextToOperate(s *engine.State, _ string) string {
	v := see(s)
	for _, sym := range v.inOrder() {
		if !hasOperated(s, sym) {
			return sym
		}
	}
	return ""
}

// ready returns the facts that make a company the next to operate: all others have had their turn in this
// round, and it has not. // 8.2; 28-OR-02
func ready(s *engine.State, company string) []engine.Event {
	now := s.Get(serialNo)
	facts := []engine.Event{engine.Set{Key: operated.Of(company), Value: min(s.Get(operated.Of(company)), now-1)}}
	for _, sym := range see(s).inOrder() {
		if sym != company {
			facts = append(facts, engine.Set{Key: operated.Of(sym), Value: now})
		}
	}
	return facts
}

// begin notes that the company has begun its turn. It has no other turn in this round, and a company that
// floats from now on waits for the next round. // 13.2.2.6; 28-PV-12, R-16
func (t *turn) begin() {
	t.Set(begun, t.Get(serialNo))
	t.Set(operated.Of(t.Actor), t.Get(serialNo))
}

// voice speaks for the director of the operating company. // 13.3.3
func (t *turn) voice() step.Voice { return t.Voice(t.Actor) }

// asks asks the director of the operating company in a step. It also offers what the company may do at any
// time of its turn, and what others may do meanwhile. // 8.3; 28-OR-04, R-16, R-50
func (t *turn) asks(question string, own func() []engine.Choice) engine.Command {
	var now []engine.Choice
	a := step.Asks(t.Turn, question, func() []engine.Choice { now = own(); return now },
		func() []engine.Choice { return append(t.besides(now), t.asides()...) }, t.beside)
	if a.By != "" {
		t.begin()
	}
	return a
}

// besides offers what the company may do at any time of its turn. It leaves out verbs that the step offers
// itself, because their choices include this. // 8.3; 28-OR-04
func (t *turn) besides(own []engine.Choice) []engine.Choice {
	var out []engine.Choice
	for _, ch := range append([]engine.Choice{t.buying(t.extras, t.notExtra), t.champlain()}, t.ruin()...) {
		if !slices.ContainsFunc(own, func(o engine.Choice) bool { return o.Verb == ch.Verb }) {
			out = append(out, ch)
		}
	}
	return out
}

// asides offers what others may do between two actions: exchange the M&H, and propose a winner.
func (t *turn) asides() []engine.Choice {
	return append(t.exchangeAside(), t.proposals()...)
}

func (t *turn) exchangeAside() []engine.Choice {
	var out []engine.Choice
	for _, ch := range t.exchanges(t.owner(mohawk)) {
		if step.OpenNow(t.Turn, "exchange", ch) {
			out = append(out, step.Aside(ch)...)
		}
	}
	return out
}

// beside carries out an action of besides or asides. It reports whether the command was one.
func (t *turn) beside(a engine.Command) bool {
	switch {
	case a.Verb == "exchange":
		t.exchange(a.By, a.Args)
		return true
	case t.propose(a):
		return true
	case a.Verb == "buy" && a.Arg(0) == "private":
		t.begin()
		t.buyPrivate(a.Arg(1), a.Int(3))
		return true
	case a.Verb == "buy" && a.Arg(0) == "coal":
		t.begin()
		t.buyCoal()
		return true
	case a.Verb == "lay" && a.Arg(4) == champlainSym:
		t.begin()
		t.layChamplain(a)
		return true
	}
	return t.ruined(a)
}

// overtaken reports whether a company that floated just now operates before the present one, which has not
// begun. The present turn then ends, and begins again later. // 13.2.2.6; 28-PV-12
func (t *turn) overtaken() bool {
	return t.Get(operated.Of(t.Actor)) != t.Get(serialNo) && nextToOperate(t.State, "") != t.Actor
}

// buying offers purchases of private companies and coal, with a list and the rule for it.
func (t *turn) buying(list func() []engine.Option, whyNot func([]string) string) engine.Choice {
	return t.voice().Offers("buy", "buy a private company or coal", list, whyNot)
}

// extras lists what a company may buy at any time: private companies of players, and coal. // 8.3
func (t *turn) extras() []engine.Option {
	out := t.PrivateOptions(t.Actor, func(private string) (least, most int) {
		if p := data.Private(private); t.saleable() && p.Kind != charterKind {
			most = 2 * p.Value
		}
		return 1, most
	})
	return append(out, engine.Option{Args: []string{"coal"}, Label: "a coal marker for " + money(coalPrice)})
}

// notExtra says why the company may not buy a private company or coal.
func (t *turn) notExtra(words []string) string {
	switch step.Word(words, 0) {
	case "coal":
		return t.notCoal(words)
	case "private":
		return t.notPrivate(words)
	}
	now := "now a private company of a player may be bought, or coal (8.3)"
	switch {
	case step.Word(words, 0) == "train":
		return "trains are bought after the run (8.3.5); " + now
	case data.Company(step.Word(words, 0)) != nil:
		return "shares are bought in your own stock turn (7.3); " + now
	}
	return now
}

// home begins a company's turn. In its first turn its homes are placed. // 8.3; 28-OR-03, 28-OR-06,
// 28-ST-07
func home(t *turn) {
	t.Set(earned, 0)
	t.Set(stationed, 0)
	t.Set(scranton, 0)
	t.placeHomes(t.Actor)
}

// homesDue lists the companies whose homes a company or system still has to place. // 13.4; 28-ST-07, R-30
func (v view) homesDue(sym string) []string {
	return slices.DeleteFunc(v.shells(sym), func(shell string) bool { return v.S.Where(step.Keep(shell)) == step.Out })
}

// placeHomes places the homes that are due. They cost nothing. // 8.3; 28-OR-06
func (t *turn) placeHomes(sym string) {
	for _, shell := range t.homesDue(sym) {
		hex := data.Company(shell).Home
		if hex == buffalo {
			t.placeInBuffalo(sym)
		} else {
			t.putHome(sym, shell, t.homeCities(shell)[0])
		}
	}
}

// homeCities returns the cities in which a company's home may be: the one kept for it, or both cities of
// ERIE's hex. // 13.1; 28-ST-09, 28-ST-10
func (v view) homeCities(sym string) []board.Spot {
	if at, ok := board.ParseSpot(v.S.Where(step.Keep(sym))); ok {
		return []board.Spot{at}
	}
	return []board.Spot{{Hex: buffalo, N: 0}, {Hex: buffalo, N: 1}}
}

// putHome places a home marker.
func (t *turn) putHome(sym, shell string, at board.Spot) {
	t.Move(step.Keep(shell), step.Out)
	t.Move(t.homeMarker(sym, shell), at.String())
	t.Note(sym, "placed its home station in %s", t.HexName(at.Hex))
}

// homeMarker returns the marker for the home of a company. For ERIE that is the one that waits on the hex
// without a tile. Otherwise it is the first on the charter. // R-53
func (v view) homeMarker(sym, shell string) string {
	for _, token := range v.S.Kind(buffalo, "token") {
		if shell == "ERIE" {
			return token
		}
	}
	return v.Tokens(sym)[0]
}

// placeInBuffalo places the home of ERIE. While there is no tile, the marker is on the hex and in neither
// city. With a tile the director names the city. // 13.3.2; 28-ST-09, R-32, R-53
func (t *turn) placeInBuffalo(sym string) {
	if _, laid := t.Tile(buffalo); !laid {
		if len(t.S.Kind(buffalo, "token")) == 0 {
			t.Move(t.homeMarker(sym, "ERIE"), buffalo)
			t.Note(sym, "has its home in %s, in a city that it names when a tile lies there", t.HexName(buffalo))
		}
		return
	}
	b := t.Board()
	cities := t.homeCities("ERIE")
	a := t.Ask("home", step.Offer(t.director(sym), sym, "home", "name the city of the home station",
		step.Fixed(t.CityOptions(b, cities, "")), func([]string) string { return "say which city of " + buffalo + " is the home of " + sym })) // O-03
	at, _ := step.SpotNamed(b, a.Args)
	t.touch()
	t.putHome(sym, "ERIE", at)
}

// isSystem reports whether a company is a system of two companies. // 13.4
func (v view) isSystem(sym string) bool { return len(v.shells(sym)) > 1 }

// shells lists the companies that a company is made of, itself first. It lists none for an absorbed
// company. // 13.4
func (v view) shells(sym string) []string { return step.Labels(v.S.Kind(sym, "charter")) }

// absorbed reports whether a company is part of a system of another name.
func (v view) absorbed(sym string) bool { return v.S.Where(charter(sym)) != sym }

// partOf says of which system an absorbed company is part, "" for any other company. // 7.5.2; 28-MG-20
func (v view) partOf(sym string) string {
	if !v.absorbed(sym) {
		return ""
	}
	return sym + " is part of the system " + v.S.Where(charter(sym)) + " now (7.5.2)"
}

// trainsOf returns the trains of a company. For a system it returns those of both shells. // 13.4; 28-MG-05
func (v view) trainsOf(sym string) []string {
	var out []string
	for _, shell := range v.shells(sym) {
		out = append(out, v.Trains(shell)...)
	}
	return out
}

// block puts a blocking marker into a city. // 7.1; 28-SR-09
func (t *turn) block(at board.Spot) { t.Move(t.NextMarker(step.Blocking), at.String()) }
