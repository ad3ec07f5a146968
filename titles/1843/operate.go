package t1843

import (
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// roundsOfSet returns the number of operating rounds in a set. The phase at the end of the stock
// round fixes it. // 5, 7.1; 43-SU-08
func roundsOfSet(s *engine.State) int { return see(s).Phase().Rounds }

// startOperating begins an operating round. Private companies and ports pay.
// // 8.1; 43-OR-01, 43-OR-02, 43-PT-04
func startOperating(t *turn) {
	classic.BeginOperating(t.Turn, operatingRound)
	t.payPrivates()
	t.payPorts()
	for _, c := range data.Companies {
		if t.Floated(c.Sym) { // 43-SR-17, R-41
			t.Set(operates.Of(c.Sym), 1)
		}
	}
	t.idle()
}

// running returns the companies that operate, in order of their prices.
// // 8.2; 43-OR-03, 43-MK-11, R-9
func (v view) running() []string {
	return v.ByPrice(data.Syms(func(sym string) bool { return v.S.Get(operates.Of(sym)) == 1 }))
}

// nextToOperate returns the first company that has not operated in this round, in the operating
// order of this moment. // 8.2, 8.8.3; 43-OR-03, 43-OR-04, 43-OR-08, 43-EM-08
func nextToOperate(s *engine.State, done []string) string {
	return step.FirstNotIn(see(s).running(), done)
}

// home begins an operation. In its first operation a company places its home marker, free of
// charge. // 8.3, 8.5.1; 43-OR-05, 43-OR-07
func home(t *turn) {
	sym := t.Actor
	t.Set(earned, 0)
	t.Set(stationed, 0)
	t.Set(hadTrain, min(1, len(t.Trains(sym)))) // 43-PT-02, R-27, R-30
	if marker := step.Token(sym, 0); t.Where(marker) == sym {
		if sym == compMID {
			t.Move(marker, t.homeHex())
		} else {
			t.Move(marker, t.Where(step.Keep(sym)))
			t.Move(step.Keep(sym), step.Out)
		}
		t.Note(sym, "placed its home marker in %s", t.HexName(data.Company(sym).Home))
	}
	t.takeSide()
}

// homeHex returns the home of MID.
func (v view) homeHex() string { return data.Company(compMID).Home }

// undecided reports whether MID has not chosen a side of its home yet. // 8.5.1; 43-ST-07, R-12
func (v view) undecided() bool {
	at := v.S.Where(step.Token(compMID, 0))
	return at == compMID || at == v.homeHex()
}

// takeSide lets MID choose one of the cities of its home once a tile lies there. // 8.5.1; R-12
func (t *turn) takeSide() {
	if t.Actor != compMID || !t.undecided() || t.notLaidYet(t.homeHex()) {
		return
	}
	at := t.chooseCity("home", "is the home of MID", t.citiesOf(t.Board(), t.homeHex()))
	t.Move(step.Token(compMID, 0), at.String())
	t.Note(compMID, "has its home in %s", at.Hex)
}

// chooseCity asks the director for one of several cities of a hex. // 8.5.1, 10.2
func (t *turn) chooseCity(question, what string, cities []board.Spot) board.Spot {
	b := t.Board()
	var names []string
	for _, at := range cities {
		names = append(names, strings.Join(step.SpotName(b, at), " "))
	}
	v, say := t.voice(), "say which city "+what
	a := t.Ask(question, step.Offer(v.By, v.For, "token", say, step.Fixed(t.CityOptions(b, cities, "")), func([]string) string {
		return say + ": " + strings.Join(names, " or ") + " (8.5.1)"
	}))
	at, _ := t.CityNamed(b, a.Args)
	return at
}

// citiesOf lists the cities of a hex.
func (v view) citiesOf(b *board.Board, hex string) []board.Spot {
	var out []board.Spot
	for i, s := range b.Face(hex).Stops {
		if s.Kind == board.City {
			out = append(out, board.Spot{Hex: hex, N: i})
		}
	}
	return out
}

// from returns where the track of a company begins: at its markers, and for MID, until it has
// chosen a side, at both cities of its home. // 8.4.1; 43-TR-17, R-12
func (v view) from(b *board.Board, sym string) []board.Spot {
	out := v.Stations(sym)
	if sym == compMID && v.undecided() {
		out = append(out, v.citiesOf(b, v.homeHex())...)
	}
	return out
}

// reach returns what the company's track reaches. // 8.4.1, 8.5.1; 43-TR-17, 43-ST-04, R-40
func (v view) reach(b *board.Board, sym string) *board.Reach {
	return b.Reach(v.from(b, sym), v.Blocks(b, sym))
}

// notLaidYet reports whether no tile lies on a hex.
func (v view) notLaidYet(hex string) bool {
	_, laid := v.S.Tile(hex)
	return !laid
}
