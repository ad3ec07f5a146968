package t1820

import (
	"testing"

	"pbem/engine"
)

// A lobby is worth a company to its owner, as long as there is the money to start one. A third brings no more.
func TestLobbiesBring(t *testing.T) {
	setup, err := Title.Setup(engine.Started{Title: "1820", Players: []string{"Amy", "Brian", "Crystal"}, Seed: 1, Options: Title.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cash, lobbies, want int
	}{
		{800, 0, 0}, {800, 1, 110}, {800, 2, 175}, {800, 3, 175}, {0, 1, 0}, {150, 2, 110},
	} {
		g, _ := engine.Start(Title.Rules, setup)
		s := g.State()
		if spent := s.Cash("p1") - c.cash; spent > 0 {
			s = s.With(engine.Paid{From: "p1", To: engine.Bank, Amount: spent})
		}
		for n := range c.lobbies {
			s = s.With(engine.Set{Key: lobby.Of("p1", string(rune('0'+n))), Value: 20 + 10*n})
		}
		if got := see(s).lobbiesBring("p1"); got != c.want {
			t.Errorf("%d lobbies with £%d: %d, want %d", c.lobbies, c.cash, got, c.want)
		}
		if got := see(s).lobbiesBring("p2"); got != 0 {
			t.Errorf("p2 has no lobby, and %d", got)
		}
	}
}

// A train costs a company what its maintenance will be two columns later.
func TestUpkeep(t *testing.T) {
	setup, err := Title.Setup(engine.Started{Title: "1820", Players: []string{"Amy", "Brian", "Crystal"}, Seed: 1, Options: Title.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(setup)
	train := see(s).Trains("supply")[0]
	s = s.With(engine.Moved{Piece: train, From: s.Where(train), To: "LSR"})
	for col := range atEnd {
		want := chart[min(col+2, atEnd-1)].maintenance[0]
		if left := rounds(s.With(engine.Set{Key: column, Value: col})); left != 18-col {
			t.Errorf("in column %d %d rounds are left", col, left)
		}
		if got := upkeep(s.With(engine.Set{Key: column, Value: col}), "LSR"); got != want {
			t.Errorf("in column %d: %d, want %d", col, got, want)
		}
	}
	if got := upkeep(s, "GWR"); got != 0 {
		t.Errorf("a company without trains pays %d", got)
	}
}
