package t18newengland

import (
	"pbem/engine"
	"pbem/titles/title"
)

// soldForTrain is why a train must be bought.
const soldForTrain = "you have sold shares for a train and must buy it (11.8)" // NE-RUL-23

// closedNow says why the owner of a minor without a train can neither pass nor close it while it is at its trains. Of all other
// verbs moments say enough. // 11.8, 11.9; NE-LQ-01
func closedNow(s *engine.State, player, verb string) string {
	v := see(s)
	for i, f := range s.Stack {
		if f.Step != title.OperatingTurn || i+1 == len(s.Stack) || s.Stack[i+1].Step != "trains" {
			continue
		}
		if !isMinor(f.Actor) || len(v.Trains(f.Actor)) > 0 || v.President(f.Actor) != player {
			return ""
		}
		switch verb {
		case "pass":
			return f.Actor + " has no train: a minor gets one, or is closed with \"liquidate\" (11.9)"
		case "liquidate": // else it is offered
			return soldForTrain
		}
	}
	return ""
}
