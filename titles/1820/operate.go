package t1820

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// startOperating begins an operating round. All markers lie face up. // 7.1; 20-OP-01, 20-RU-40
func startOperating(t *turn) {
	t.Set(roundNo, t.Get(roundNo)+1)
	t.Set(roundKind, operatingRound)
	t.Set(fromBrown, 0)
	if t.Get(phase) >= brown {
		t.Set(fromBrown, 1)
	}
	for _, sym := range append(t.publics(), t.privatesInOrder()...) {
		t.Set(turned.Of(sym), 0)
	}
	t.Note("", "Operating round %d.%d", t.Get(stockNo), t.Get(roundNo))
}

// nextToOperate returns the first company that has not operated: public companies and British Rail
// by price, then private ones. // 7.1, 13.2; 20-OP-01, 20-OP-03, 20-OP-04
func nextToOperate(s *engine.State, done []string) string {
	v := see(s)
	return step.FirstNotIn(append(v.publics(), v.privatesInOrder()...), done)
}

// idle reports whether no player decides for the company whose turn it is: it is British Rail, or a
// cousin directs it. A cousin's company builds nothing and pays nothing.
// // 13.5, 14.1; 20-CO-03, 20-BR-02
func (t *turn) idle() bool { return t.President(t.Actor) == "" }

// purse returns whose cash a company uses: its own, or for a private company its director's.
// // 13.2; 20-RU-37, 20-RU-61
func (v view) purse(sym string) string {
	if v.private(sym) {
		return v.Director(sym)
	}
	return sym
}

// voice returns the voice of the operating company's director.
func (t *turn) voice() step.Voice { return t.Voice(t.Actor) }

// asks asks the director of the operating company. At any moment loans may be taken, and players
// may give their future trains. // 17.1, 6.4.3; 20-LN-02, 20-FT-08, 20-DC-30
func (t *turn) asks(question string, choices func() []engine.Choice) engine.Command {
	beside := func() []engine.Choice { return append(t.loanChoices(t.Actor), t.giftChoices(t.Actor)...) }
	return step.Asks(t.Turn, question, choices, beside, func(a engine.Command) bool {
		switch a.Verb {
		case "loan":
			t.borrow(t.Actor, a.Int(0))
		case "give":
			t.giveFuture(a)
		default:
			return false
		}
		return true
	})
}

// endTurn turns the marker of the company face down. // 7.1; 20-OP-02
func endTurn(t *turn) { t.faceDown(t.Actor) }

// endOperating ends an operating round. Queen Victoria may die, and a price of £500 ends the game.
// // 7.1, 10.8, 9.1; 20-OP-05, 20-BR-01, 20-DV-06, 20-GE-03
func endOperating(t *turn) {
	for _, sym := range append(t.publics(), t.privatesInOrder()...) {
		t.Set(turned.Of(sym), 0)
	}
	t.endIfReached("a price has reached £500")
	if t.Get(fromBrown) == 1 && t.Get(victoria) == 0 {
		t.foundBritishRail()
	}
}

// giftChoices returns the choices of players to give future trains to the company whose turn it is.
// Nobody waits for them. // 6.4.3; 20-FT-08, 20-DC-31
func (t *turn) giftChoices(sym string) []engine.Choice {
	var out []engine.Choice
	for _, p := range t.Order() {
		if len(t.Trains(p)) > 0 {
			out = append(out, step.Telling(p, "", "give", "give a future train to "+sym, t.gifts(p, sym), t.notGiven(p, sym), ""))
		}
	}
	return step.Aside(out...)
}

// mayBeGiven reports whether a player could now give a train to the company whose turn it is. Then
// its director is asked even if nothing else can be done. // 6.4.3; 20-FT-08
func (t *turn) mayBeGiven(sym string) bool { return classic.AnyOpen(t.giftChoices(sym)...) }

func (t *turn) gifts(p, sym string) func() []engine.Option {
	return func() []engine.Option {
		var out []engine.Option
		for _, train := range t.Trains(p) {
			label := ""
			if t.President(sym) != p {
				label = "if " + t.named(t.President(sym)) + " agrees"
			}
			out = append(out, engine.Option{Args: []string{"train", step.Label(train), "to", sym}, Label: label})
		}
		return out
	}
}

func (t *turn) notGiven(p, sym string) func(words []string) string {
	return func(words []string) string {
		name := step.Word(words, 1)
		next := t.OnSale()
		switch {
		case data.Train(name) != nil && t.TrainOf(p, name) == "": // 6.4.3
			return fmt.Sprintf("you have no %s-train among your future trains, which are: %s", name, strings.Join(t.TrainNames(p), ", "))
		case len(words) != 4 || words[0] != "train" || words[2] != "to" || t.TrainOf(p, name) == "":
			return "say which of your future trains goes to " + sym
		case words[3] != sym:
			return "it is the turn of " + sym + " (6.4.3)"
		case len(next) > 0 && colourOf(step.Label(next[0])) < colourOf(name):
			return fmt.Sprintf("no %s-train has been on sale yet (6.4.3)", name)
		}
		return ""
	}
}

// giveFuture gives a future train to the company if its director agrees. The company may then own
// one too many. The train begins its phase if it is the first of its colour.
// // 6.4.3; 20-FT-09, 20-FT-10, 20-FT-11
func (t *turn) giveFuture(a engine.Command) {
	sym, name := a.Arg(3), a.Arg(1)
	if p := t.President(sym); p != a.By {
		t.Note(a.By, "offers %s to %s", step.ATrain(name), sym)
		if !step.Agreed(t.Turn, a.By, "", p, sym, "take "+step.ATrain(name)+" as a gift for "+sym) {
			return
		}
	}
	t.Move(t.TrainOf(a.By, name), sym)
	t.Note(a.By, "gave %s to %s", step.ATrain(name), sym)
	t.leftSupply(name)
	t.discardExcess()
}

// anyDirected reports whether a player controls a company. // 9.1; 20-GE-02
func (v view) anyDirected() bool {
	return slices.ContainsFunc(v.playing(), func(sym string) bool { return v.President(sym) != "" })
}
