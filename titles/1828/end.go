package t1828

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// endOperating ends the game after an operating round in which a price reached $500. // 9.1; 28-EN-03
func endOperating(t *turn) {
	if t.Get(reached) == 1 {
		t.End("a share price reached $500", t.scores())
	}
}

// endSet ends the game after the last set of operating rounds. // 9.1; 28-EN-04,
//
func endSet(t *turn) {
	if n := t.Get(lastSet); n > 0 && t.Get(stockNo) >= n {
		t.End("the operating rounds of the purple phase are over", t.scores())
	}
}

// proposals lets every player propose a winner at any time. // 9.1; 28-EN-01, R-50
func (t *turn) proposals() []engine.Choice { // G-01
	var out []engine.Choice
	for _, p := range t.Order() {
		out = append(out, engine.Choice{
			By: p, Verb: "propose", Help: "propose who has won", Usage: "NAME of the player who has won: the game ends if all agree", Unawaited: true,
			Free: func(words []string) ([]string, error) {
				if id := t.playerNamed(strings.Join(words, " ")); id != "" {
					return []string{id}, nil
				}
				return nil, engine.Refuse("say which player has won: %s", strings.Join(t.S.Game.Players, ", "))
			},
		})
	}
	return out
}

// playerNamed finds a player by name or number, "" for none.
func (v view) playerNamed(text string) string {
	i := slices.IndexFunc(v.S.Players(), func(p string) bool {
		return strings.EqualFold(p, text) || strings.EqualFold(v.S.PlayerName(p), text)
	})
	if i < 0 {
		return ""
	}
	return engine.PlayerID(i)
}

// propose ends the game if all others agree on the proposed winner. It reports whether the command was a
// proposal. // 9.1; 28-EN-01, R-50
func (t *turn) propose(a engine.Command) bool {
	if a.Verb != "propose" {
		return false
	}
	winner := a.Arg(0)
	var parties []step.Party
	for _, p := range t.Following(a.By) {
		parties = append(parties, step.Party{By: p, What: "agree that " + t.PlayerName(winner) + " has won and the game ends"})
	}
	t.Note(a.By, "proposes that %s has won", t.PlayerName(winner))
	if step.AgreedByAll(t.Turn, a.By, "", parties) {
		scores := map[string]int{}
		for _, p := range t.Order() {
			scores[p] = 0
		}
		scores[winner] = 1
		t.End(allAgree+t.PlayerName(winner)+" has won", scores)
	}
	return true
}

// allAgree begins the reason of an end on which all have agreed. It is stored.
const allAgree = "all agree that "

// agreed reports whether all have agreed who has won. // 9.1; 28-EN-01
func agreed(end engine.Ended) bool { return strings.HasPrefix(end.Reason, allAgree) }

// scores returns the wealth of all players. The richest wins, and a tie is shared. // 9.2; 28-EN-05
func (v view) scores() map[string]int { return v.Scores(v.worth) }

// worth returns what a player would score now: cash, private companies at face value, and shares at the
// market price. // 9.2; 28-EN-05
func (v view) worth(p string) int { return v.Worth(p) + v.FaceValue(p) }

// habits are how often in a hundred prudent random players use a verb that is offered.
var habits = map[string]int{"propose": 1, "merge": 60, "move": 20, "exchange": 10, "cash": 20}

// landmarks are answers that change the course of a game.
var landmarks = title.Landmarks{
	{Verb: "merge", Text: "a merger"},
	{Verb: "sell", Question: "raise money", Text: "a crisis"},
	{Verb: "exchange", Text: "an exchange of M&H"},
	{Verb: "bankrupt", Text: "a bankruptcy"},
}
