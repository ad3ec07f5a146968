package t1820

import (
	"fmt"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/step"
)

// sizes are the share-counts of companies. A private company has 1. // 13.1; 20-SC-03
var sizes = []int{1, 5, 10, 20, 50}

// place lets a player sell treasury shares of a company at its price, at most `most`, until holders
// have at least `least` shares. All buyers must agree, and are asked at once; after a refusal the
// player names buyers again. It returns false if the player gives up, perhaps because nobody can
// buy what is missing. // 6.6.2, 6.5.2.2; 20-FL-13, 20-FL-15, 20-SC-06, 20-RU-19
func (t *turn) place(p, sym string, least, most int) bool {
	for {
		parts, ok := t.allot(p, sym, least, most)
		if !ok {
			return false
		}
		var parties []step.Party
		for _, b := range parts {
			parties = append(parties, step.Party{By: t.speaker(b.holder), For: forHolder(b.holder, t.speaker(b.holder)),
				What: fmt.Sprintf("buy %s of %s for %s (%s)", step.Plural(b.n, "share"), sym, money(b.n*t.Price(sym)), t.named(b.holder))})
		}
		if !step.AgreedByAll(t.Turn, p, sym, parties) {
			continue
		}
		for _, b := range parts {
			t.subscribe(sym, b.holder, b.n)
		}
		return true
	}
}

// forHolder returns for whom a party answers: a cousin, or "" for the player.
func forHolder(holder, speaker string) string {
	if holder == speaker {
		return ""
	}
	return holder
}

// An allotment is a number of treasury shares for a holder.
type allotment struct {
	holder string
	n      int
}

// allot asks which holders buy how many treasury shares.
func (t *turn) allot(p, sym string, least, most int) (parts []allotment, ok bool) {
	voice := step.Voice{By: p, For: sym}
	for {
		given := 0
		for _, b := range parts {
			given += b.n
		}
		short := least - t.Held(sym) - given
		offers := voice.Tells("allot", fmt.Sprintf("say who buys how many shares of %s at %s%s", sym, money(t.Price(sym)), missingWord(short)),
			t.allotments(sym, parts, most-given), t.notAllotted(sym, parts, most-given), "nobody else can pay for a share, or no share is left for anybody (6.5.2.2, 6.6.2)")
		choices := []engine.Choice{offers, voice.Choice("withdraw", "give up: everything goes back", nil)}
		if short <= 0 {
			choices = append(choices, voice.Pass("that is all: ask the buyers"))
		} else {
			choices = append(choices, voice.Barred("pass", t.tooFew(sym, short)))
		}
		a := t.Ask("shares", choices...)
		switch a.Verb {
		case "withdraw":
			return nil, false
		case "pass":
			return parts, true
		}
		b := allotment{a.Arg(0), a.Int(1)}
		parts = append(parts, b)
		t.Note(p, "names %s for %s of %s", t.named(b.holder), step.Plural(b.n, "share"), sym)
	}
}

// missingWord tells how many shares are still missing.
func missingWord(short int) string {
	if short <= 0 {
		return ""
	}
	return "; " + step.Plural(short, "share") + " short of 40%"
}

// tooFew says how many shares are missing for a float or a larger share-count.
// // 6.6.2, 6.5.2.2; 20-FL-14, 20-SC-07
func (t *turn) tooFew(sym string, short int) string {
	section := "6.5.2.2"
	if t.Get(born.Of(sym)) == t.Get(stockNo) {
		section = "6.6.2"
	}
	return fmt.Sprintf("players and cousins must have 40%% of %s: %s missing (%s)", sym, step.Plural(short, "share"), section)
}

func (t *turn) allotments(sym string, parts []allotment, left int) func() []engine.Option {
	return func() []engine.Option {
		var out []engine.Option
		for _, h := range t.Holders() {
			for _, o := range step.Spans(1, left, 1, func(n int) string {
				return t.notAllotted(sym, parts, left)([]string{h, strconv.Itoa(n)})
			}) {
				o.Args, o.Label = []string{h}, t.named(h)
				out = append(out, o)
			}
		}
		return out
	}
}

// notAllotted says why a holder cannot buy so many treasury shares. // 6.6.2,
// 6.5.2.4; 20-FL-15, 20-BY-03, 20-BY-05, 20-SA-11
func (t *turn) notAllotted(sym string, parts []allotment, left int) func(words []string) string {
	return func(words []string) string {
		n, ok := step.Number(words, 1)
		h := step.Word(words, 0)
		switch {
		case !ok || n < 1 || len(words) != 2 || !slices.Contains(t.Holders(), h):
			return "say which player or cousin buys how many shares"
		case slices.ContainsFunc(parts, func(b allotment) bool { return b.holder == h }):
			return t.named(h) + " has been named"
		case n > left:
			return "only " + step.Plural(left, "share") + " can be sold"
		}
		if why := t.notBuyer(h, sym); why != "" {
			return why
		}
		switch {
		case t.Shares(h, sym)+n > t.mostShares(sym):
			return fmt.Sprintf("nobody may buy beyond 60%% of a company: %s may have %s of %s (6.5.2.4)", t.named(h), step.Plural(t.mostShares(sym), "share"), sym)
		case n*t.Price(sym) > t.Cash(h):
			return fmt.Sprintf("that costs %s, but %s has %s (6.5.1)", money(n*t.Price(sym)), t.named(h), money(t.Cash(h)))
		}
		return ""
	}
}

// subscribe sells treasury shares to a holder. // 6.6.2, 6.5.2.2; 20-SC-06
func (t *turn) subscribe(sym, h string, n int) {
	t.Pay(h, sym, n*t.Price(sym))
	t.handOver(sym, sym, h, n)
	t.Note(h, "bought %s of %s for %s", step.Plural(n, "share"), sym, money(n*t.Price(sym)))
	t.vignoles(sym, h)
}

// increases lists the larger share-counts of the companies a player directs, with a
// par price for a private one. // 6.5.2.2; 20-SC-01, 20-SC-03, 20-SC-04, 20-DC-14
func (t *turn) increases() []engine.Option {
	var out []engine.Option
	for _, sym := range t.playing() {
		for _, n := range sizes {
			o := engine.Option{Args: []string{sym, "to", strconv.Itoa(n)}, Label: "now " + strconv.Itoa(t.size(sym))}
			if t.President(sym) != t.Actor {
				continue
			}
			if !t.private(sym) {
				out = append(out, o)
				continue
			}
			for _, par := range data.Pars(t.Phase()) {
				out = append(out, engine.Option{Args: append(slices.Clone(o.Args), "at", strconv.Itoa(par)), Label: o.Label})
			}
		}
	}
	return out
}

// notIncreased says why a share-count cannot grow so. // 6.5.2.2
func (t *turn) notIncreased(words []string) string {
	sym := step.Word(words, 0)
	n, ok := step.Number(words, 2)
	par, priced := step.Number(words, 4)
	switch {
	case !ok || words[1] != "to" || len(words) != 3 && (len(words) != 5 || words[3] != "at" || !priced):
		return "say which company grows to how many shares, a private one also at which price: LSR to 10 at 78"
	case t.President(sym) != t.Actor:
		return "you do not direct " + sym + " (6.5.2.2)"
	case t.liquidating(sym): // 20-RU-16, 20-LQ-08
		return sym + " is in liquidation: its shares cannot be bought (10.7)"
	case t.Get(born.Of(sym)) == t.Get(stockNo): // 20-SC-02
		return sym + " was floated in this stock round (6.5.2.2)"
	case n <= t.size(sym) || !slices.Contains(sizes, n): // 20-RU-17
		return fmt.Sprintf("%s has %s: say a larger one of 5, 10, 20, 50 (13.1)", sym, step.Plural(t.size(sym), "share"))
	case t.private(sym) != (len(words) == 5):
		return "a price is said for a private company, and only for one (6.5.2.2)"
	case t.private(sym) && t.parOpen(par) == -1:
		return money(par) + " is not an open par price: say " + step.OneOf(data.Pars(t.Phase())) + " (16.1)"
	}
	return ""
}

// intoPool returns how many shares go to the pool without payment: 10%, at least one, and twice as
// many if a size is left out. // 6.5.2.2; 20-SC-09, 20-SC-10
func (v view) intoPool(from, to int) int {
	n := max(1, to/10)
	if slices.Index(sizes, to)-slices.Index(sizes, from) > 1 {
		return 2 * n
	}
	return n
}

// increase makes a larger share-count: new shares, sales to holders, sales by holders, and shares
// for the pool. If holders then have less than 40%, the director names more buyers until they have
// it. If the director gives up, everything is undone and it returns false.
// // 6.5.2.2; 20-SC-05, 20-SC-07, 20-SC-11, 20-RU-16, 20-RU-68
func (t *turn) increase(a engine.Command) bool {
	p, sym, n := a.By, a.Arg(0), a.Int(2)
	t.fetch(sym, n)
	t.Mark()
	pool := t.intoPool(t.size(sym), n)
	before := slices.DeleteFunc(t.Holders(), func(h string) bool { return t.Shares(h, sym) == 0 })
	t.enlarge(sym, n, a)
	least := n * 2 / 5
	// shares for the pool are not sold; there are always enough new shares for it; 20-RU-69
	ok := t.place(p, sym, least, t.Shares(sym, sym)-pool)
	if ok {
		t.sellInGrowth(before, sym)
		if t.Held(sym) < least {
			ok = t.place(p, sym, least, t.Shares(sym, sym)-pool)
		}
	}
	if !ok {
		t.Restore()
		t.Note(p, "does not increase the share-count of %s: everything goes back", sym)
		return false
	}
	t.Keep()
	t.handOver(sym, sym, step.Pool, pool)
	t.Set(grew.Of(sym), t.Get(stockNo))
	t.Note(sym, "has %d shares; %s went to the pool", n, step.Plural(pool, "share"))
	t.appointAgain(p, sym)
	return true
}

// enlarge makes the new shares. A private company becomes a public one first.
// // 6.5.2.2; 20-SC-04, 20-SC-05, 20-RU-61
func (t *turn) enlarge(sym string, n int, a engine.Command) {
	if t.private(sym) {
		t.Set(track.Of(sym), 0)
		t.Put(sym, cell(t.parOpen(a.Int(4))))
	}
	for i, left := 0, n-t.size(sym); left > 0; i++ {
		if t.Where(step.Share(sym, i)) == box {
			t.Move(step.Share(sym, i), sym)
			left--
		}
	}
	t.Set(size.Of(sym), n)
	t.Note(sym, "increases its share-count to %d", n)
}

// sellInGrowth asks everybody who had shares of a company before it grew whether they sell. All are
// asked at once. It is the last time in the round. // 6.5.2.2; 20-SC-08, 20-RU-16, 20-DC-17
func (t *turn) sellInGrowth(waiting []string, sym string) {
	for {
		waiting = slices.DeleteFunc(waiting, func(h string) bool { return t.mayShed(h, sym) < 1 })
		var choices []engine.Choice
		for i, h := range waiting {
			choices = append(choices, t.growthSale(h, sym))
			if by := t.speaker(h); !slices.ContainsFunc(waiting[:i], func(x string) bool { return t.speaker(x) == by }) {
				choices = append(choices, engine.Bare(by, "pass", "sell none"))
			}
		}
		if len(choices) == 0 {
			return
		}
		a := t.Ask("sell in growth", choices...)
		if a.Verb == "pass" {
			waiting = slices.DeleteFunc(waiting, func(x string) bool { return t.speaker(x) == a.By })
			continue
		}
		h := t.holderOf(a)
		waiting = slices.DeleteFunc(waiting, func(x string) bool { return x == h })
		t.sellShares(h, sym, a.Int(0))
	}
}

// mayShed returns how many shares a holder may sell while a company grows. One share stays with
// some holder. // 6.5.2.3; 20-SL-05, 20-RU-16
func (v view) mayShed(h, sym string) int { return min(v.Shares(h, sym), v.Held(sym)-1) }

func (t *turn) growthSale(h, sym string) engine.Choice {
	by, most := t.speaker(h), t.mayShed(h, sym)
	var options []engine.Option
	for n := 1; n <= most; n++ {
		options = append(options, as1820(engine.Option{Args: []string{strconv.Itoa(n), sym}, Label: money(n * t.Price(sym))}, by, h))
	}
	return step.Offer(by, forHolder(h, by), "sell", "sell shares while "+sym+" grows", step.Fixed(options), func(words []string) string {
		who := by
		if c := asCousin(words); c != "" {
			who = c
		}
		return fmt.Sprintf("%s may sell up to %s of %s now (6.5.2.2)", t.named(who), step.Plural(t.mayShed(who, sym), "share"), sym)
	})
}

// appointAgain makes the largest holder director after a company has grown. Among equals the
// present director stays; otherwise it is the first in number order, beginning with the player who
// let it grow. // 6.5.2.2, 13.4; 20-SC-12, 20-RU-18
func (t *turn) appointAgain(p, sym string) {
	for _, q := range append([]string{p}, t.Following(p)...) {
		if old := t.Director(sym); t.Shares(q, sym) > t.Shares(old, sym) {
			t.crown(sym, q)
		}
	}
}

// vignoles pays half of the distance fee back if Vignoles buys a share of a new company in the
// stock round of its float. The cousin gets half of the rest. // 14.3.1; 20-CO-10, 20-RU-60
func (t *turn) vignoles(sym, h string) {
	fee := t.Get(feePaid.Of(sym))
	if h != "CBV" || fee == 0 || t.Get(born.Of(sym)) != t.Get(stockNo) {
		return
	}
	t.Set(feePaid.Of(sym), 0)
	p := engine.PlayerID(t.Get(feePayer.Of(sym)) - 1)
	t.Pay(engine.Bank, p, fee/2)
	t.Pay(engine.Bank, h, fee/4)
	t.Note(p, "gets %s of the distance fee of %s back", money(fee/2), sym)
}
