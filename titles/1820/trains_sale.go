package t1820

import (
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
)

// dearest returns the highest price of a train to which the director may add: the next one of the
// supply, and those of others at the norm. Trains of one company may be left out.
// // 7.2.7; 20-TB-05, 20-TB-06
func (v view) dearest(sym, but string) int {
	most := 0
	for _, l := range v.Lots("pool") {
		most = max(most, l.Train.Price)
	}
	for _, other := range v.playing() {
		for _, name := range v.TrainNames(other) {
			if other != sym && other != but && v.President(other) != "" && v.S.Get(unasked.Of(other)) == 0 {
				most = max(most, v.norm(name))
			}
		}
	}
	return most
}

// forTrain returns how many shares of a company a director may sell for a train of a price: no more
// than needed. // 7.2.7; 20-TB-07
func (v view) forTrain(p, sym, buyer string, price int) int {
	short := price - v.wallet(buyer)
	return min(v.shedable(p, sym, buyer), (short+v.Price(sym)-1)/v.Price(sym))
}

// forItsTrain is the end of "sell 1 LUR for LUR": the money is for a train of that company.
func forItsTrain(words []string) (rest []string, own bool) {
	if n := len(words); n > 2 && words[n-2] == "for" && words[n-1] == step.Word(words, 1) {
		return words[:n-2], true
	}
	return words, false
}

// trainSale offers the shares a director may sell to add to the price of a train. price is that of the
// dearest one, without those of a company. asks is set if a sale may be for a train of the company that is sold.
// // 7.2.7; 20-TB-07, 20-TB-08
func (t *turn) trainSale(asks bool, price func(but string) int) engine.Choice {
	p := t.President(t.Actor)
	return t.voice().Offers("sell", "sell shares of yours to add to the price of a train", func() []engine.Option {
		sales := t.SaleOptions(t.publics(), func(sym string) int { return t.forTrain(p, sym, t.Actor, price("")) })
		out := slices.Clone(sales)
		for _, o := range sales {
			n, _ := step.Number(o.Args, 0)
			if heir := t.newSpeaker(p, o.Args[1], n); heir != "" && asks {
				out = append(out, engine.Option{Args: append(slices.Clone(o.Args), "for", o.Args[1]), Label: o.Label + ", for a train of " + o.Args[1] + ": " + t.named(heir) + " is asked"})
			}
		}
		return out
	}, func(words []string) string { return t.notTrainSale(words, asks, price) })
}

func (t *turn) notTrainSale(words []string, asks bool, price func(but string) int) string {
	p, own := t.President(t.Actor), false
	if t.on(namedSales) {
		words, own = forItsTrain(words)
	}
	if why := t.notSold(p, words); why != "" {
		return why
	}
	n, _ := step.Number(words, 0)
	heir, dear := t.newSpeaker(p, words[1], n), price("")
	if asks && heir != "" && !own {
		dear = price(words[1])
	}
	switch {
	case n > t.shedable(p, words[1], t.Actor): // 20-TB-07
		return "you would no longer direct " + t.Actor + " (7.2.7)"
	case own && (heir == "" || !asks): // 20-TB-08
		return "nobody has to agree to that: say sell " + strings.Join(words, " ") + " (7.2.7)"
	case n > t.forTrain(p, words[1], t.Actor, dear):
		return "sell no more than a train takes: with you " + t.Actor + " can pay " + money(t.wallet(t.Actor)) + " (7.2.7)"
	}
	return ""
}

// newSpeaker returns the player who would speak for a company with trains if another one sells so many of its shares: "" if nobody else
// would. // 7.2.7; 20-TB-08
func (v view) newSpeaker(p, sym string, n int) string {
	heir := v.Heir(p, sym)
	if v.Director(sym) != p || heir == "" || v.Shares(p, sym)-n >= v.Shares(heir, sym) || len(v.Trains(sym)) == 0 || v.speaker(heir) == p {
		return ""
	}
	return v.speaker(heir)
}

// bar keeps trains of a company out of the turn if a sale of its shares lets somebody speak for it who was not asked.
// // 7.2.7; 20-TB-08
func (t *turn) bar(a engine.Command) {
	if t.on(namedSales) && t.newSpeaker(a.By, a.Arg(1), a.Int(0)) != "" {
		t.Set(unasked.Of(a.Arg(1)), 1)
	}
}

// sellForTrain sells shares of a director. If the money is for a train of their company, and it would
// get another director, the player who would then direct it must agree. // 7.2.7; 20-TB-08, 20-DC-27
func (t *turn) sellForTrain(a engine.Command) {
	sym, n := a.Arg(1), a.Int(0)
	if _, own := forItsTrain(a.Args); t.on(namedSales) && !own {
		t.bar(a)
	} else if p := t.newSpeaker(a.By, sym, n); p != "" {
		t.Note(a.By, "would sell %s of %s", step.Plural(n, "share"), sym)
		if !step.Agreed(t.Turn, a.By, "", p, "", "let "+t.named(a.By)+" sell "+strconv.Itoa(n)+" of "+sym+": it would be yours to direct") {
			return
		}
	}
	t.soldForTrain(a)
}

// soldForTrain counts the money that shares bring, and sells them. // 7.2.7; 20-TB-07
func (t *turn) soldForTrain(a engine.Command) {
	t.Set(raised, t.Get(raised)+a.Int(0)*t.Price(a.Arg(1)))
	t.sellShares(a.By, a.Arg(1), a.Int(0))
}

// forgetSales ends what sales of shares for a train mean in the turn of a company.
func (t *turn) forgetSales() {
	t.Set(raisedEarly, 0)
	for _, sym := range t.publics() {
		t.Set(unasked.Of(sym), 0)
	}
}
