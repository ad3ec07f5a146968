package t1817

import (
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// postProcess lets the president buy treasury shares. Then each other player may once buy one share or sell
// some. // 7.1.4; 17-PP-01, 17-PP-02, 17-PP-03, 17-PP-05, R-26
func (t *turn) postProcess(sym string) {
	first := t.President(sym)
	passed := t.buyMore(first, sym)
	for _, p := range t.after(first) {
		if p == first {
			continue
		}
		t.oneDeal(p, sym)
		if t.newPresidentBuys() && t.President(sym) == p { // D-42
			t.buyMore(p, sym)
		}
	}
	if t.oldPresidentDeals() && !passed && t.President(sym) != first { // D-27
		t.oneDeal(first, sym)
	}
}

// treasuryShare offers a share from the treasury. // 7.1.4
func (t *turn) treasuryShare(p, company, sym string) engine.Choice {
	share := engine.Option{Args: []string{sym, "from", fromTreasury}, Label: "for " + money(t.Price(sym))}
	return step.Ruled(p, company, "buy", "buy a share of "+sym, step.Fixed([]engine.Option{share}), func(words []string) string {
		switch {
		case len(words) != 3 || words[0] != sym || words[1] != "from" || words[2] != fromTreasury:
			return "only shares of " + sym + " from its treasury are sold now (7.1.4)"
		case t.Single(sym, sym, false) == "":
			return "there is no share in the treasury of " + sym
		}
		return t.notTaken(p, sym)
	})
}

// buyMore lets the president buy any number of shares. It reports whether the president passed. // 7.1.4;
// 17-PP-01
func (t *turn) buyMore(p, sym string) (passed bool) {
	for {
		buy := t.treasuryShare(p, sym, sym)
		if !classic.AnyOpen(buy) {
			return false
		}
		if t.Ask("purchase", buy, step.Barred(p, sym, "sell", "the president buys only, and does not sell now (7.1.4)"),
			step.Voice{By: p, For: sym}.Pass("buy no more")).Verb == "pass" {
			return true
		}
		t.buy(p, sym, sym)
	}
}

// oneDeal lets another player buy one share, sell some, or pass. A player who can neither buy nor sell is
// not asked. // 7.1.4; 17-PP-02, 17-PP-03, 17-PP-04, R-26
func (t *turn) oneDeal(p, sym string) {
	buy := t.treasuryShare(p, "", sym)
	sell := step.Ruled(p, "", "sell", "sell shares of "+sym, t.sales(p, sym), func(words []string) string {
		if step.Word(words, 1) != sym {
			return "only shares of " + sym + " are sold now (7.1.4)"
		}
		return t.notSold(p, words)
	})
	if !classic.AnyOpen(buy, sell) {
		return
	}
	switch a := t.Ask("deal", buy, sell, engine.Bare(p, "pass", "neither buy nor sell shares of "+sym)); a.Verb {
	case "buy":
		t.buy(p, sym, sym)
	case "sell":
		t.sell(p, sym, a.Int(0))
	}
}

// loansAfter lets the present president take loans after a conversion, merger or purchase. due says at any time what has to be paid
// afterwards. // 7.1.1, 7.1.2, 7.1.3; 17-CV-03, 17-M2-06, 17-M5-08, 17-PP-06, 17-LN-05
func (t *turn) loansAfter(sym string, due func() string) {
	for t.borrowable(sym) > 0 {
		p := t.speaker(sym)
		a := t.Ask("loans", t.loanChoice(sym), step.Voice{By: p, For: sym}.Pass("take no more loans"+due()))
		if a.Verb == "pass" {
			return
		}
		t.borrow(sym, a.Int(0))
	}
}

// takeMarkers gives a company the station markers of one that disappears. At most eight stay in all, and
// one in each hex. If there is a choice, the president says which are removed. // 7.3, 7; 17-AM-01,
// 17-AM-02, 17-AM-03, 17-MA-06, 17-IP-13
func (t *turn) takeMarkers(gone, sym string) {
	total := min(t.TokenCount(gone)+t.TokenCount(sym), len(data.Company(sym).Stations))
	for _, at := range t.Stations(gone) {
		if own := t.TokenAt(sym, at.String()); own != "" {
			t.Move(own, sym)
		}
	}
	for {
		options := t.surplusMarkers(gone, sym)
		if len(options) == 0 {
			break
		}
		a := t.Ask("markers", step.Offer(t.speaker(sym), sym, "remove", "take a station marker off the map", step.Fixed(options), func([]string) string {
			return "one of these markers goes: " + listed(options) + " (7.3)"
		}))
		t.removeMarker(gone, sym, a.Args)
	}
	t.replaceMarkers(gone, sym)
	t.charterMarkers(sym, total)
}

// surplusMarkers lists the markers of which one must be removed: those that share a hex, or all if there
// are more than eight. // 7.3; 17-AM-02, 17-AM-03
func (t *turn) surplusMarkers(gone, sym string) []engine.Option {
	b := t.Board()
	own, theirs := t.Stations(sym), t.Stations(gone)
	all := append(own, theirs...)
	var twice, every []engine.Option
	for i, at := range all {
		o := engine.Option{Args: step.SpotName(b, at), Label: t.HexName(at.Hex)}
		every = append(every, o)
		for j, other := range all {
			if i != j && other.Hex == at.Hex {
				twice = append(twice, o)
			}
		}
	}
	if len(twice) > 0 {
		return twice
	}
	if len(all) > len(data.Company(sym).Stations) {
		return every
	}
	return nil
}

// listed names the options.
func listed(options []engine.Option) string {
	var out []string
	for _, o := range options {
		out = append(out, strings.Join(o.Args, " "))
	}
	return strings.Join(out, ", ")
}

// removeMarker returns the marker in a named city to its charter.
func (t *turn) removeMarker(gone, sym string, name []string) {
	at, _ := step.SpotNamed(t.Board(), name)
	for _, c := range []string{sym, gone} {
		if tok := t.TokenAt(c, at.String()); tok != "" {
			t.Move(tok, c)
			t.Note(sym, "takes its marker off %s", t.HexName(at.Hex))
			return
		}
	}
}

// replaceMarkers puts markers of a company in the places of the other company's markers. // 7.3; 17-AM-01
func (t *turn) replaceMarkers(gone, sym string) {
	for _, at := range t.Stations(gone) {
		t.Move(t.TokenAt(gone, at.String()), gone)
		tok := t.boxed(sym)
		if own := t.Tokens(sym); len(own) > 0 {
			tok = own[0]
		}
		t.Move(tok, at.String())
		t.Note(sym, "has the station marker in %s", t.HexName(at.Hex))
	}
}

// charterMarkers moves markers from the box to the charter until the company has total markers on map and
// charter. There are never more: own markers that left the map are on the charter, and they replace the
// other company's markers first.
func (t *turn) charterMarkers(sym string, total int) {
	for t.TokenCount(sym) < total && t.boxed(sym) != "" {
		t.Move(t.boxed(sym), sym)
	}
}
