package t1828

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// trains buys trains, several in one turn, and ends the turn of the company. // 8.3.5.1; 28-TB-06
func trains(t *turn) {
	s := &shopping{turn: t, arranging: true}
	s.arrangeFirst()
	for t.Result == nil {
		switch a := t.asks("trains", s.choices); a.Verb {
		case "move":
			s.rearrange(a)
		case "buy":
			s.arranging = false // 28-TB-01
			s.buyTrain(a)
		case "sell":
			t.sell(a.By, a.Arg(1), a.Int(0))
		case "bankrupt":
			t.goBankrupt(t.director(t.Actor))
		default:
			t.lastPurchases()
			return
		}
	}
}

// shopping is the train step of a company.
type shopping struct {
	turn      *turn
	arranging bool     // trains may still be moved: nothing else was done
	moved     []string // trains that were moved to the other shell
	need      int      // what the company needs at the end of this step
	funds     int      // what it could pay for a train
}

// choices lists what the director may do about trains. It returns nothing if they can only pass. // 8.3.5.1
func (s *shopping) choices() []engine.Choice {
	sym := s.turn.Actor
	s.need = s.turn.needs()
	s.funds = s.turn.means(s.need)
	buy := s.turn.voice().Offers("buy", "buy a train", func() []engine.Option { return append(s.offers(), s.turn.extras()...) }, s.notTrain) // O-14
	move := s.turn.voice().Offers("move", "move a train to the other shell", s.moves, s.notMoved)                                            // O-13
	pass := s.turn.voice().Pass("buy no train")                                                                                              // O-18
	switch {
	case s.turn.overfull() != "":
		why := s.turn.overfull() + " has more trains than it may: move one first (8.3.5.1)"
		return []engine.Choice{move, s.turn.voice().Barred("buy", why), s.turn.voice().Barred("pass", why)}
	case s.need == mustHave:
		pass = s.turn.voice().Barred("pass", sym+" has a route and must have a train (8.3.5.1)") // 28-TB-08
		if s.funds < step.Cheapest(s.turn.Lots("")) {                                            // 28-EM-06
			return append(s.salesFirst(), buy, pass, s.turn.voice().Choice("bankrupt", "you cannot pay for a train, and nobody will sell you one: the game ends", nil)) // O-17
		}
	case !s.asked(step.OpenNow(s.turn.Turn, "trains", buy, move)):
		return nil
	}
	if s.turn.isSystem(sym) {
		return append(s.salesFirst(), buy, move, pass)
	}
	return append(s.salesFirst(), buy, pass)
}

// What a company needs at the end of this step. // 8.3.5.1
const (
	nothing  = iota
	mayHelp  // the director may add money for an empty shell // 28-EM-05
	mustHave // 28-TB-08
)

// needs says whether the company must have a train, or its director may add money for an empty shell.
// // 8.3.5.1; 28-TB-08, 28-EM-05, R-46, R-48
func (t *turn) needs() int {
	sym := t.Actor
	empty := len(t.emptyShells(sym))
	switch {
	case empty == 0 || !t.Known("route", func() bool { return t.hasRoute(sym) }) && !t.helpsAnyway(sym, empty):
		return nothing
	case empty == len(t.shells(sym)):
		return mustHave
	}
	return mayHelp
}

// hasRoute reports whether a company has a route to another revenue centre.
// // 8.3.5.1; 28-TB-08, R-48
func (v view) hasRoute(sym string) bool { return route.Possible(v.counted(sym)) }

// emptyShells lists the shells of a company without a train.
func (v view) emptyShells(sym string) []string {
	return slices.DeleteFunc(v.shells(sym), func(shell string) bool { return len(v.Trains(shell)) > 0 })
}

// overfull returns a shell that was given more trains than it may have, "" if there is none. // 8.3.5.1;
// 28-TB-01
func (t *turn) overfull() string {
	for _, shell := range t.shells(t.Actor) {
		if len(t.Trains(shell)) > t.trainLimit(shell) {
			return shell
		}
	}
	return ""
}

// moves lists every train of a system with the shell to which it may move.
func (s *shopping) moves() []engine.Option {
	var out []engine.Option
	shells := s.turn.shells(s.turn.Actor)
	for i, shell := range shells {
		for _, o := range s.turn.DiscardOptions(shell) {
			out = append(out, engine.Option{Args: []string{"train", o.Args[1], "into", shells[len(shells)-1-i]}})
		}
	}
	return out
}

// notMoved says why a train may not be moved to a shell. Each train moves at most once, which is enough for
// every arrangement. // 8.3.5.1; 28-TB-01
func (s *shopping) notMoved(words []string) string {
	name, to := step.Word(words, 1), step.Word(words, 3)
	switch shells := s.turn.shells(s.turn.Actor); {
	case len(words) != 4 || words[0] != "train" || words[2] != "into" || !slices.Contains(shells, to):
		return "say which train, into which shell"
	case !s.arranging:
		return "trains are moved before anything is bought (8.3.5.1)"
	case s.movable(name, to) == "":
		return "there is no " + name + "-train to move into " + to
	}
	return ""
}

// movable returns a train of a type that may move into a shell, "" if there is none.
func (s *shopping) movable(name, to string) string {
	for _, shell := range s.turn.shells(s.turn.Actor) {
		for _, train := range s.turn.Trains(shell) {
			if shell != to && step.Label(train) == name && !slices.Contains(s.moved, train) {
				return train
			}
		}
	}
	return ""
}

func (s *shopping) rearrange(a engine.Command) {
	train := s.movable(a.Arg(1), a.Arg(3))
	s.turn.Move(train, a.Arg(3))
	s.moved = append(s.moved, train)
	s.turn.Note(s.turn.Actor, "moved %s into %s", step.ATrain(a.Arg(1)), a.Arg(3))
}

// A trainOrder is a purchase in words: from whom, and into which shell. Seller is the company that owns the
// shell of the train.
type trainOrder struct {
	step.TrainOrder
	Into, Seller string
}

// order reads a purchase: "train 3 from bank into PRR", "train 3 from NYC into PRR for 100". Only a system
// names the shell. // 8.3.5.1
func (t *turn) order(words []string) (o trainOrder, rest []string, ok bool) {
	shells := t.shells(t.Actor)
	rest, o.Into = words, shells[0]
	if len(shells) > 1 {
		if len(words) < 6 || words[4] != "into" || !slices.Contains(shells, words[5]) {
			return o, rest, false
		}
		o.Into, rest = words[5], append(slices.Clone(words[:4]), words[6:]...)
	}
	o.TrainOrder, ok = t.TrainOrder(rest, "")
	if !o.Shop {
		o.Seller = t.S.Where(charter(o.From))
	}
	return o, rest, ok
}

// offers lists the next train of the bank and those of all other companies, for each shell.
func (s *shopping) offers() []engine.Option {
	var out []engine.Option
	for _, shell := range s.turn.shells(s.turn.Actor) {
		if s.turn.full(shell) {
			continue
		}
		var into []string
		if s.turn.isSystem(s.turn.Actor) {
			into = []string{"into", shell}
		}
		out = append(out, step.Adding(classic.ShopOptions(data, s.turn.Lots(""), classic.Helped(data, s.turn.Cash(s.turn.Actor), s.turn.Cash(s.turn.director(s.turn.Actor)))), into...)...)
		for _, o := range s.trades(shell) {
			o.Args = slices.Concat(o.Args[:4], into, o.Args[4:])
			out = append(out, o)
		}
	}
	return out
}

// trades lists the trains of all other companies, at prices that the company can pay. The director's money
// counts for a shell that needs a train. // 8.3.5.1; 28-TB-05, R-41, R-42
func (s *shopping) trades(into string) []engine.Option {
	var out []engine.Option
	most := s.funds
	if !s.helped(into) {
		most = s.turn.Cash(s.turn.Actor)
	}
	for _, other := range s.turn.inOrder() {
		for _, shell := range s.turn.shells(other) {
			for _, o := range s.turn.TradeOptions(shell, most, s.turn.Seller(s.turn.Actor, other)) {
				o.Range.Max = min(most, max(data.Train(o.Args[1]).Price, s.turn.Cash(s.turn.Actor)))
				out = append(out, o)
			}
		}
	}
	return out
}

// means returns the most that the treasury can pay for a train. If there is a need, the director's money
// counts too.
func (t *turn) means(need int) int {
	if need == nothing || !t.short() {
		return t.Cash(t.Actor)
	}
	return t.Cash(t.Actor) + t.raising().Reach()
}

// notTrain says why the company may not buy a train. The same verb buys private companies and coal.
// // 8.3.5.1, 8.3.5.2
func (s *shopping) notTrain(words []string) string {
	if step.Word(words, 0) != "train" {
		return s.turn.notExtra(words)
	}
	sym := s.turn.Actor
	o, rest, ok := s.turn.order(words)
	switch {
	case s.turn.NamesPrice(rest, "") != "":
		return cmp.Or(s.notTrain(words[:len(words)-2]), s.turn.NamesPrice(rest, "")+" (8.3.5.1)")
	case !ok && s.turn.isSystem(sym):
		return cmp.Or(s.notAnywhere(words), "say which train, from bank or from a company, into which shell, and for how much")
	case !ok:
		return "say which train, from bank or from a company for a price"
	case s.turn.full(o.Into): // 28-TB-03
		return fmt.Sprintf("%s may own no more than %s (15.4)", o.Into, step.Plural(s.turn.trainLimit(o.Into), "train"))
	case o.Shop:
		return s.notInShop(o)
	case o.Seller == sym:
		return "a company buys trains of other companies, not its own (8.3.5.1)"
	case s.turn.TrainOf(o.From, o.Name) == "":
		return o.From + " has no " + o.Name + "-train to sell"
	case len(rest) != 6 || rest[4] != "for" || o.Price < 1: // 28-TB-05
		return "say for how much, " + money(1) + " at least (8.3.5.1)"
	}
	return s.notPaid(o, o.Price)
}

// notAnywhere says why a system may buy a train into neither of its shells, if the words name none. It is "" if the shells
// have different reasons, or one has none.
func (s *shopping) notAnywhere(words []string) string {
	if len(words) < 4 || step.Word(words, 4) == "into" {
		return ""
	}
	why := ""
	for _, shell := range s.turn.shells(s.turn.Actor) {
		not := s.notTrain(slices.Concat(words[:4], []string{"into", shell}, words[4:]))
		if not == "" || why != "" && not != why {
			return ""
		}
		why = not
	}
	return why
}

// notInShop says why the company may not buy a train of the bank. // 8.3.5.1; 28-TB-04
func (s *shopping) notInShop(o trainOrder) string {
	if why := s.turn.NotOnSale(s.turn.Lots(""), o.TrainOrder); why != "" {
		return why + " (8.3.5.1)"
	}
	return s.notPaid(o, data.Train(o.Name).Price)
}

// notPaid says why the company cannot pay a price. The treasury pays. If there is a need the director adds
// what is missing, but only for a price of at most face value. // 8.3.5.2; 28-EM-01, 28-EM-04, 28-EM-05,
//
func (s *shopping) notPaid(o trainOrder, price int) string {
	sym := s.turn.Actor
	switch {
	case price <= s.turn.Cash(sym):
		return ""
	case !s.helped(o.Into):
		return fmt.Sprintf("that costs %s, but %s has %s (8.3.5.1)", money(price), sym, money(s.turn.Cash(sym)))
	case !s.turn.short():
		return sym + " can pay for a train from the bank: its director adds nothing (8.3.5.2)"
	case price > data.Train(o.Name).Price:
		return fmt.Sprintf("with the director's help %s costs %s at most (8.3.5.2)", step.ATrain(o.Name), money(data.Train(o.Name).Price))
	case price > s.funds:
		return fmt.Sprintf("the treasury, your cash and all you can sell come to %s (8.3.5.2)", money(s.funds))
	}
	return ""
}

// helped reports whether a shell needs a train. // 8.3.5.1, 8.3.5.2
func (s *shopping) helped(shell string) bool {
	return s.need == mustHave || s.need == mayHelp && len(s.turn.Trains(shell)) == 0
}

// buyTrain carries out a purchase: the company pays and takes the train, and its effects follow.
// // 8.3.5.1; 28-TB-04, 28-TB-05, R-43
func (s *shopping) buyTrain(a engine.Command) {
	sym := s.turn.Actor
	o, _, _ := s.turn.order(a.Args)
	price, from := o.Price, o.Seller
	if o.Shop {
		price, from = data.Train(o.Name).Price, engine.Bank
	}
	if !s.turn.agreed(o) || !s.turn.raise(price, o) {
		return
	}
	s.turn.Pay(sym, from, price)
	s.turn.Turn.Move(s.turn.TrainOf(o.Place, o.Name), o.Into)
	s.turn.Note(sym, "bought %s from %s for %s", step.ATrain(o.Name), strings.Replace(o.From, "bank", "the bank", 1), money(price))
	s.turn.closeWithTrain(sym) // 28-PV-05
	if o.Shop && data.Train(o.Name).Count == 0 {
		step.Refill(s.turn.Turn, s.turn.Table, o.Name)
	}
	if o.Shop {
		s.turn.enterPhase(o.Name)
	}
}

// agreed asks the director of the selling company, who may always decline. // 8.3.5.1, 8.3.5.2; 28-TB-05,
// 28-EM-04, R-41
func (t *turn) agreed(o trainOrder) bool {
	by, owner := t.director(t.Actor), t.partner(o.Seller)
	if o.Shop || owner == "" || owner == by {
		return true
	}
	price := money(o.Price)
	t.Note(t.Actor, "offers %s for %s of %s", price, step.ATrain(o.Name), o.From)
	return step.AgreedByAll(t.Turn, by, t.Actor, []step.Party{{
		By: owner, For: o.Seller, What: "sell " + step.ATrain(o.Name) + " of " + o.From + " to " + t.Actor + " for " + price, Else: t.unlessSold(by),
	}})
}

// unlessSold says what a refusal to sell a train may lead to, "" for nothing. // 8.3.5.2, 9.1; 28-EM-06
func (t *turn) unlessSold(by string) string {
	if t.needs() != mustHave || t.means(mustHave) >= step.Cheapest(t.Lots("")) {
		return ""
	}
	return "if nobody sells a train, " + t.PlayerName(by) + " is bankrupt and the game ends"
}
