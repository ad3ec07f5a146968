package step

import (
	"cmp"
	"slices"
	"strings"

	"pbem/engine"
)

// Consent is the question put to the other party to a deal.
const Consent = "consent"

// Agreed asks the other party to a deal between two companies to accept or decline.
// Whoever proposed it may withdraw. what is the deal as the other party sees it: "sell
// the 3-train of B&O to C&O for $120".
func Agreed(t *engine.Turn, by, sym, other, partner, what string) bool {
	return agreed(t, by, sym, []Party{{By: other, For: partner, What: what}})
}

// A Party is who must agree to a deal: a player, the company or holder spoken for
// ("" for the player), and the deal as that party sees it. Else is what a refusal may lead to, "" for nothing.
type Party struct{ By, For, What, Else string }

// AgreedByAll asks everybody who must agree to what `by` proposes for sym, all at
// once and in any order. Who proposes it is not asked; a player who speaks for
// several parties is asked once. The first who declines, or the proposer who
// withdraws, ends it.
// // 28-MG-01; 20-SC-06, 20-FL-13, 20-TB-08
func AgreedByAll(t *engine.Turn, by, sym string, parties []Party) bool {
	return agreed(t, by, sym, merged(slices.DeleteFunc(slices.Clone(parties), func(p Party) bool { return p.By == by })))
}

// A Besides is what may be done beside a question for consent. It may change who must
// be asked.
type Besides struct {
	// Party is who must agree now, nobody with By "".
	Party func() Party
	// Off reports whether the deal has become impossible.
	Off    func() bool
	Beside func() []engine.Choice
	Act    func(engine.Command) bool
}

// AgreedBeside asks as Agreed does, and lets others act beside it; after each such act
// it is asked afresh, or the deal is off.
// // 43-PR-20, R-26, R-44
func AgreedBeside(t *engine.Turn, by, sym string, b Besides) bool {
	for {
		p := b.Party()
		if p.By == "" || p.By == by {
			return true
		}
		a := t.Ask(Consent, slices.Concat(p.choices(), []engine.Choice{withdraw(by, sym)}, b.Beside())...)
		switch {
		case b.Act(a) && b.Off():
			t.Note(cmp.Or(sym, by), "cannot make that deal any more")
			return false
		case a.Verb == "accept":
			return true
		case a.Verb == "decline" || a.Verb == "withdraw":
			refused(t, a, by, sym, []Party{p})
			return false
		}
	}
}

func agreed(t *engine.Turn, by, sym string, asked []Party) bool {
	for len(asked) > 0 {
		var choices []engine.Choice
		for _, p := range asked {
			choices = append(choices, p.choices()...)
		}
		a := t.Ask(Consent, append(choices, withdraw(by, sym))...)
		if a.Verb != "accept" {
			refused(t, a, by, sym, asked)
			return false
		}
		asked = slices.DeleteFunc(asked, func(p Party) bool { return p.By == a.By })
	}
	return true
}

// merged merges the parties for whom the same player speaks.
func merged(parties []Party) []Party {
	var out []Party
	for _, p := range parties {
		i := slices.IndexFunc(out, func(q Party) bool { return q.By == p.By })
		if i < 0 {
			out = append(out, p)
			continue
		}
		out[i].What = strings.Join([]string{out[i].What, p.What}, ", and ")
	}
	return out
}

func (p Party) choices() []engine.Choice {
	no := "do not " + p.What
	if p.Else != "" {
		no += "; " + p.Else
	}
	return []engine.Choice{
		{By: p.By, For: p.For, Verb: "accept", Help: p.What},
		{By: p.By, For: p.For, Verb: "decline", Help: no},
	}
}

// withdraw returns the choice with which the proposer withdraws the offer.
func withdraw(by, sym string) engine.Choice {
	return engine.Choice{By: by, For: sym, Verb: "withdraw", Help: "take the offer back", Unawaited: true}
}

// refused tells who ended the negotiation.
func refused(t *engine.Turn, a engine.Command, by, sym string, asked []Party) {
	if a.Verb == "withdraw" {
		t.Note(cmp.Or(sym, by), "withdrew the offer")
		return
	}
	p := asked[slices.IndexFunc(asked, func(p Party) bool { return p.By == a.By })]
	t.Note(cmp.Or(p.For, p.By), "declined the offer")
}
