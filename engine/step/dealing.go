package step

import (
	"cmp"
	"slices"

	"pbem/engine"
)

// A Dealing is one turn of a stock round: sales, at most one main action, and
// sales again. A turn in which nothing was done is a pass.
// // 28-SR-02, 28-SR-03, R-09; 43-SR-02; 20-SA-12
type Dealing struct {
	By string
	// Sales and Main list what may be done now, after what was done in this turn.
	// What the main action was is told by its verb, which no sale has.
	Sales, Main func(done []engine.Command) []engine.Choice
	// Act carries one of them out and reports whether that ends the turn.
	Act func(engine.Command) (over bool)
	// Void reports whether what was just carried out came to nothing: the holder of a
	// share declined. Then it was no act, the turn goes on, and Main no longer offers
	// it. nil for never.
	// // 20-RU-80
	Void func(engine.Command) bool
	// On reports whether the main action goes on, such as several purchases that count
	// as one; nil for never. Then Main lists what is part of it.
	// // 43-SR-09
	On func(done []engine.Command) bool
	// MustAct says why the turn cannot end yet, "" if it can; nil for never. It gives a
	// reason only while the player can do something.
	// // 43-SR-25; 20-SA-03
	MustAct func(done []engine.Command) string
	// Rest says what ends a turn in which something was done; "" for "do nothing more".
	// // NE-SR-02
	Rest string
	// Beside lists what others may do meanwhile, and Aside carries it out: see Asks. nil
	// for nothing.
	// // 28-EN-01
	Beside func() []engine.Choice
	Aside  func(engine.Command) bool
}

// Run plays the turn and returns what was done in it. A player who can do nothing is
// not asked.
func (d Dealing) Run(t *engine.Turn) (done []engine.Command) {
	main := false
	var sales []engine.Choice
	own := func() []engine.Choice {
		sales = d.Sales(done)
		choices := slices.Clone(sales)
		if !main || d.On != nil && d.On(done) {
			choices = append(choices, d.Main(done)...)
		}
		if !slices.ContainsFunc(choices, Open) {
			return nil
		}
		return append(choices, d.pass(done))
	}
	for {
		a := d.ask(t, own)
		if a.Verb == "pass" {
			return done
		}
		sale := slices.ContainsFunc(sales, func(ch engine.Choice) bool { return ch.Verb == a.Verb })
		over := d.Act(a)
		if d.Void != nil && d.Void(a) {
			continue
		}
		main, done = main || !sale, append(done, a)
		if over {
			return done
		}
	}
}

// ask asks for the next action. If there is no choice, the player passes.
func (d Dealing) ask(t *engine.Turn, own func() []engine.Choice) engine.Command {
	beside, aside := d.Beside, d.Aside
	if beside == nil {
		beside, aside = func() []engine.Choice { return nil }, func(engine.Command) bool { return false }
	}
	return Asks(t, "stock turn", own, beside, aside)
}

// pass returns the choice that ends the turn, or the reason why it cannot end.
func (d Dealing) pass(done []engine.Command) engine.Choice {
	if d.MustAct != nil {
		if why := d.MustAct(done); why != "" {
			return Barred(d.By, "", "pass", why)
		}
	}
	if len(done) > 0 {
		return engine.Bare(d.By, "pass", cmp.Or(d.Rest, "do nothing more"))
	}
	return engine.Bare(d.By, "pass", "do nothing")
}

// SellingStep returns the sales since the main action, or since the turn began: the
// sales of the present selling step.
// // 28-R-11
func SellingStep(done []engine.Command) []engine.Command {
	for i, a := range slices.Backward(done) {
		if a.Verb != "sell" {
			return done[i+1:]
		}
	}
	return done
}
