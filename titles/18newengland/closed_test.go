package t18newengland

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles/title/titletest"
)

func TestEveryVerbThatIsClosedHasAReason(t *testing.T) {
	titletest.ClosedReasons(t, Title, 1, "draft turn", "stock turn", "track", "station", "run", "distribute", "trains", "issue", "merger turn")
}

// The owner of a minor without a train reads why it can neither be passed over nor, once shares were sold for a train, closed.
// // 11.8, 11.9
func TestWhyAMinorWithoutATrainIsNotPassedOver(t *testing.T) {
	facts := []string{"minor BL p1 60 top"}
	neither := `BL has no train: it gets one, or is closed with "liquidate" (11.9), but not while an offer is open (11.7), nor after shares were sold for a train, which must then be bought (11.8)`
	for _, c := range []struct {
		facts        []string
		player, verb string
		want         string
	}{
		{nil, "p1", "pass", neither},
		{nil, "p1", "liquidate", neither},
		{nil, "p1", "lay", "BL lays track (11.3) before it buys trains (11.7): it is too late for that this turn"},
		{nil, "p2", "pass", moments["pass"]},
		{[]string{"train 2 BL"}, "p1", "liquidate", moments["liquidate"]},
	} {
		at := append(append(facts[:1:1], c.facts...), "at operate BL trains")
		table, err := kit.Table(engine.Started{Seed: 164, Players: []string{"A", "B", "C", "D"}}, at...)
		if err != nil {
			t.Fatal(err)
		}
		if got := unavailable(table.S, c.player, c.verb); got != c.want {
			t.Errorf("%s: %q of %s is closed because %q, want %q", strings.Join(at, ", "), c.verb, c.player, got, c.want)
		}
	}
}
