package walk

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
)

// rounds makes rules of one step without an end.
func rounds(round func(*engine.Turn)) *Walk {
	return &Walk{
		Rules: engine.Rules{Start: "game", Flow: engine.Flow{"game": engine.Loop("round"), "round": engine.Do(round)}},
		Setup: []engine.Event{
			engine.Started{Title: "toy", Players: []string{"Amy", "Bob"}},
			engine.Paid{From: engine.Box, To: engine.Bank, Amount: 100}, engine.Paid{From: engine.Bank, To: "p1", Amount: 10},
		},
		Limit: 3000,
	}
}

// A round in which nobody can do anything repeats for ever.
func TestStandstill(t *testing.T) {
	w := rounds(func(t *engine.Turn) {
		t.Set("rounds", t.Get("rounds")+1)
		t.Ask("what", engine.Bare("p1", "pass", ""), engine.Choice{By: "p1", Verb: "dig", Options: func() []engine.Option { return nil }})
		if t.Get("rounds") < 300 {
			t.Pay("p1", engine.Bank, 1)
			t.Pay(engine.Bank, "p1", 1)
			t.Lay("A1", "7", t.Get("rounds")%6)
		}
	})
	if err := w.Run(); err != nil || !w.Standstill {
		t.Fatalf("after %d decisions it is no standstill: %v", len(w.Commands), err)
	}
	if n := len(w.Commands); n < 300+2*patience || n > 300+4*patience {
		t.Errorf("found after %d decisions", n)
	}
}

// Money that goes round, or into ever higher bids, gets nobody anywhere, whatever else could be said. The walk says
// so instead of going on until its limit.
func TestMoneyInACircle(t *testing.T) {
	for name, round := range map[string]func(*engine.Turn){
		"round": func(t *engine.Turn) {
			t.Ask("what", engine.Bare("p1", "pass", ""), engine.Bare("p2", "wait", ""))
			if from, to := "p1", "p2"; t.Cash(from) > 0 {
				t.Pay(from, to, 1)
			} else {
				t.Pay(to, from, 10)
			}
		},
		"into bids": func(t *engine.Turn) {
			t.Pay(engine.Bank, "p1", 1)
			if t.Ask("bid", engine.Bare("p1", "pass", ""), engine.Bare("p1", "bid", "")).Verb == "bid" {
				t.Pay("p1", "bids", t.Cash("p1"))
				t.Set("bid", t.Get("bid")+1)
			}
		},
		"pieces there and back": func(t *engine.Turn) {
			to := []string{"A1", "B2", "C3"}[len(t.Ask("to", engine.Bare("p1", "a", ""), engine.Bare("p1", "bb", ""), engine.Bare("p1", "ccc", "")).Verb)-1]
			t.Move("marker", to)
			t.Pay(engine.Bank, "p1", 1)
		},
	} {
		w := rounds(round)
		w.Limit = 0
		if err := w.Run(); err != nil || !w.Standstill || !strings.Contains(w.Why, "nothing but money has changed") {
			t.Errorf("%s: after %d decisions: %v, standstill: %q", name, len(w.Commands), err, w.Why)
		}
		if n := len(w.Commands); n > usualLength+idle+10 {
			t.Errorf("%s: found after %d decisions only", name, n)
		}
	}
}

// A long game in which a piece comes to a new place now and then goes on to its end.
func TestLongGameIsNoCircle(t *testing.T) {
	w := rounds(func(t *engine.Turn) {
		t.Ask("what", engine.Bare("p1", "pass", ""), engine.Bare("p2", "wait", ""))
		t.Set("rounds", t.Get("rounds")+1)
		if t.Get("rounds")%(idle-100) == 0 {
			t.Move("marker", "A"+strconv.Itoa(t.Get("rounds")))
		}
		if t.Get("rounds") == 3*idle {
			t.End("enough", map[string]int{"p1": 0})
		}
	})
	w.Limit = 0
	if err := w.Run(); err != nil || w.Standstill {
		t.Errorf("after %d decisions: %v, %q", len(w.Commands), err, w.Why)
	}
}

// A game that goes on although somebody could do something, or something happens, is not given up soon.
func TestNoStandstill(t *testing.T) {
	for name, round := range map[string]func(*engine.Turn){
		"a choice": func(t *engine.Turn) { t.Ask("what", engine.Bare("p1", "pass", ""), engine.Bare("p2", "wait", "")) },
		"a number": func(t *engine.Turn) {
			t.Ask("what", engine.Choice{By: "p1", Verb: "say", Options: func() []engine.Option { return []engine.Option{{Range: &engine.Range{Min: 1, Max: 2}}} }})
		},
		"free words": func(t *engine.Turn) {
			t.Ask("what", engine.Bare("p1", "pass", ""), engine.Choice{By: "p1", Verb: "run", Usage: "STOP ...", Free: func(w []string) ([]string, error) { return w, nil }})
		},
		"money": func(t *engine.Turn) {
			t.Ask("what", engine.Bare("p1", "pass", ""))
			if t.Cash("p1") == 0 {
				t.Pay(engine.Bank, "p1", 7)
			}
			t.Pay("p1", engine.Bank, 1)
		},
	} {
		if err := rounds(round).Run(); !errors.Is(err, ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Choices beside the questions that take words in no list are never used by random players: they do not hide
// a standstill.
func TestStandstillBesideFreeWords(t *testing.T) {
	w := rounds(func(t *engine.Turn) {
		t.Ask("what", engine.Bare("p1", "pass", ""), engine.Choice{
			By: "p2", Verb: "propose", Usage: "NAME", Unawaited: true, Free: func(w []string) ([]string, error) { return w, nil },
		})
	})
	if err := w.Run(); err != nil || !w.Standstill {
		t.Errorf("after %d decisions it is no standstill: %v", len(w.Commands), err)
	}
}

// A piece that came into play in a step that is then undone has not vanished. A piece that does vanish is
// found.
func TestPiecesTakenBack(t *testing.T) {
	w := rounds(func(t *engine.Turn) {
		t.Ask("begin", engine.Bare("p1", "try", ""))
		t.Mark()
		t.Move("marker:"+strconv.Itoa(t.Get("tried")), "A1")
		t.Ask("end", engine.Bare("p1", "fail", ""))
		t.Restore()
		if t.Set("tried", t.Get("tried")+1); t.Get("tried") == 5 {
			t.End("enough", map[string]int{"p1": 0})
		}
	})
	w.Thorough = true
	if err := w.Run(); err != nil {
		t.Error(err)
	}
	w.pieces = 2
	if err := w.checkPieces(w.Game.State()); err == nil || !strings.Contains(err.Error(), "of 2 pieces 0 are left") {
		t.Errorf("two pieces that vanished: %v", err)
	}
}
