package t1820

import (
	"fmt"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// startIssues begins an issue and takeover round. The Cost of Business rises, and a train on sale
// leaves the game. // 8.1; 20-IT-01, 20-IT-02, 20-IT-06, 20-GE-04
func startIssues(t *turn) {
	t.Set(roundKind, takeoverRound)
	t.Note("", "Issue and takeover round %d.%d", t.Get(stockNo), t.Get(roundNo))
	for i, sym := range t.publics() {
		for _, c := range []step.Counter{shrunk, acquired, offered, issued, doomed} {
			t.Set(c.Of(sym), 0)
		}
		t.Set(place.Of(sym), i+1)
		if t.liquidating(sym) && sym != british { // 20-RU-41
			t.Set(doomed.Of(sym), 1)
		}
	}
	for _, c := range data.Companies {
		t.Set(fresh.Of(c.Sym), 0)
	}
	t.markerTo(t.Get(column) + 1)
	if t.Get(column) == atEnd {
		t.finish("the Cost of Business has come to its end")
		return
	}
	t.discardExcess()
	t.export()
}

// Counters of an issue and takeover round.
const (
	issued step.Counter = "issued" // shares issued in this round
	place  step.Counter = "place"  // its place in operating order when the round began
	fresh  step.Counter = "fresh"  // 1 for a private company formed in this round
)

// export throws one train on sale out of the game. If it was the last of its colour, the first
// train of the next colour leaves too. // 8.1; 20-IT-03, 20-IT-04, 20-RU-39, 20-RU-75
func (t *turn) export() {
	if name := t.exportNext(); name != "" && t.TrainOf(step.Supply, name) == "" {
		t.exportNext()
	}
}

// exportNext throws the next train on sale out of the game. It returns the name of the train, "" if
// none is left.
func (t *turn) exportNext() string {
	next := t.OnSale()
	if len(next) == 0 {
		return ""
	}
	name := step.Label(next[0])
	t.Move(next[0], step.Out)
	t.Note("", "The next train, %s, leaves the game", step.ATrain(name))
	t.leftSupply(name)
	return name
}

// issues lets all directors reduce share-counts and issue shares, in any order, until all are done.
// Nobody waits for a director who is done, but they may still act while others are not done.
// What is issued later in the round pays for a takeover and falls for itself.
// // 8.1, 8.3; 20-IT-05, 20-RU-47, 20-RU-79, 20-DC-42
func issues(t *turn) {
	t.askIssues()
	for _, sym := range t.publics() {
		t.Set(issued.Of(sym), 0)
	}
}

func (t *turn) askIssues() {
	waiting := t.Order()
	for {
		var now, later []engine.Choice
		for _, p := range t.Order() {
			own := []engine.Choice{
				step.Telling(p, "", "issue", "issue treasury shares to the pool", t.issuables(p), t.notIssued(p), noneToIssue),
				step.Telling(p, "", "reduce", "reduce the share-count of a company", t.reductions(p), t.notReduced(p), "you direct no company (8.2)"),
			}
			switch {
			case !classic.AnyOpen(own...):
			case slices.Contains(waiting, p):
				now = append(append(now, own...), engine.Bare(p, "pass", "issue and reduce no more"))
			default:
				later = append(later, own...)
			}
		}
		if len(now) == 0 {
			return
		}
		a := t.Ask("issues", append(now, step.Aside(later...)...)...)
		switch a.Verb {
		case "pass":
			waiting = slices.DeleteFunc(waiting, func(p string) bool { return p == a.By })
		case "issue":
			t.issue(a.Arg(1), a.Int(0))
		case "reduce":
			t.reduce(a)
		}
	}
}

// issuables lists the shares that the companies of a player may issue. // 8.3; 20-IS-01, 20-DC-41
func (t *turn) issuables(p string) func() []engine.Option {
	return func() []engine.Option {
		var out []engine.Option
		for _, sym := range t.publics() {
			for n := 1; t.President(sym) == p && n <= t.Shares(sym, sym); n++ {
				out = append(out, engine.Option{Args: []string{strconv.Itoa(n), sym}, Label: fmt.Sprintf("for %s, price > %s", money(n*t.Price(sym)), money(priceAt(t.shifted(sym, -t.fall(sym, n)))))})
			}
		}
		return out
	}
}

// fall returns how far the price falls when shares are issued. Shares issued earlier in the step
// count. // 8.3; 20-IS-02, 20-RU-79
func (v view) fall(sym string, n int) int {
	before := v.S.Get(issued.Of(sym))
	return steps5(before+n, v.size(sym)) - steps5(before, v.size(sym))
}

// sinks reports whether an issue of n shares would bring a company into liquidation. // 8.3; 20-IS-03
func (v view) sinks(sym string, n int) bool { return v.col(sym)-v.fall(sym, n) <= liquidationCol }

// noneToIssue is why a player can issue nothing. // 8.3
const noneToIssue = "no company of yours has a share in its treasury (8.3)"

// notIssued says why shares may not be issued. // 8.3; 20-IS-01, 20-IS-03, 20-IS-04
func (t *turn) notIssued(p string) func(words []string) string {
	return func(words []string) string {
		n, sym, ok := classic.SaleWords(t.Table, words)
		switch {
		case !ok && len(t.issuables(p)()) == 0:
			return noneToIssue
		case !ok:
			return "say how many shares of which company are issued"
		case t.President(sym) != p:
			return "you do not direct " + sym
		case t.private(sym):
			return "a private company may not issue shares (8.3)"
		case t.liquidating(sym): // 20-LQ-08
			return sym + " is in liquidation and may not issue shares (8.3)"
		case n > t.Shares(sym, sym):
			return fmt.Sprintf("the treasury of %s has %s", sym, step.Plural(t.Shares(sym, sym), "share"))
		case t.sinks(sym, n):
			for n > 0 && t.sinks(sym, n) {
				n--
			}
			return "that would bring " + sym + " into liquidation" + step.AtMost("issue", n) + " (8.3)"
		}
		return ""
	}
}

// issue sells treasury shares to the pool. // 8.3; 20-IS-01, 20-IS-02
func (t *turn) issue(sym string, n int) {
	down := t.fall(sym, n)
	t.Pay(engine.Bank, sym, n*t.Price(sym))
	t.handOver(sym, sym, step.Pool, n)
	t.Note(sym, "issued %s for %s", step.Plural(n, "share"), money(n*t.Price(sym)))
	t.Set(issued.Of(sym), t.Get(issued.Of(sym))+n)
	t.shift(sym, -down)
}

// reductions lists the smaller share-counts for the companies of a player. // 8.2; 20-DC-40
func (t *turn) reductions(p string) func() []engine.Option {
	return func() []engine.Option {
		var out []engine.Option
		for _, sym := range t.publics() {
			for _, n := range sizes {
				if t.President(sym) == p {
					o := engine.Option{Args: []string{sym, "to", strconv.Itoa(n)}, Label: "now " + strconv.Itoa(t.size(sym))}
					back := t.tooMany(sym, n)
					loans := t.leastLoans(sym, back)
					if back > 0 {
						o.Label += fmt.Sprintf("; it buys %s back for %s", step.Plural(back, "share"), money(back*t.priceAfter(sym, loans)))
					}
					if n == 1 {
						o.Label += "; it becomes a private company"
					}
					if loans > 0 {
						o.Args = append(o.Args, "loans", strconv.Itoa(loans))
					}
					out = append(out, o)
				}
			}
		}
		return out
	}
}

// notReduced says why a share-count cannot be reduced like this.
// // 8.2; 20-RS-01, 20-RS-09, 20-RS-10
func (t *turn) notReduced(p string) func(words []string) string {
	return func(words []string) string {
		words, loans := withLoans(words)
		sym := step.Word(words, 0)
		n, ok := step.Number(words, 2)
		if !ok || len(words) != 3 || words[1] != "to" || !t.public(sym) {
			return "say which company shrinks to how many shares: LSR to 5"
		}
		back := t.tooMany(sym, n)
		cost, has := back*t.priceAfter(sym, loans), t.Cash(sym)+loans*loanValue
		left := n
		if n == 1 {
			left = 0 // 20-RS-09
		}
		switch {
		case t.President(sym) != p:
			return "you do not direct " + sym
		case t.Get(phase) >= brown:
			return "share-counts are not reduced from brown phase on (8.2)"
		case t.liquidating(sym): // 20-LQ-08
			return sym + " is in liquidation: its share-count stays (10.7)"
		case n >= t.size(sym) || !slices.Contains(sizes, n):
			return fmt.Sprintf("%s has %d shares: say a smaller one of 1, 5, 10, 20 (13.1)", sym, t.size(sym))
		case loans > t.borrowable(sym):
			return fmt.Sprintf("%s may take no more than %s (17.1)", sym, step.Plural(t.borrowable(sym), "loan"))
		case cost > has:
			return fmt.Sprintf("%s has to buy %s back for %s and has %s (8.2)", sym, step.Plural(back, "share"), money(cost), money(has))
		case loans != t.leastLoans(sym, back):
			return sym + " needs no more than " + step.Plural(t.leastLoans(sym, back), "loan") + " for it (17.1)"
		case !t.canShed(sym, min(left, t.inPlay(sym)-back), loans, has-cost+t.mostFreed(sym, n)*t.priceAfter(sym, loans)+t.raisable(t.Director(sym), sym)):
			return sym + " could not repay the loans above its shares in play (8.2)"
		}
		return ""
	}
}

// tooMany returns how many shares in play a company has above a smaller share-count.
// // 8.2; 20-RS-02
func (v view) tooMany(sym string, n int) int { return max(0, v.inPlay(sym)-n) }

// mostFreed returns how many shares of a company its director can turn into money when it reduces its
// share-count, and stay in office: the company buys them back, or the director sells them to the pool
// after that. It is most if the company buys from others what it can. // 8.2, 17.3; 20-RS-03, 20-RS-09, 20-LN-10
func (v view) mostFreed(sym string, n int) int {
	d := v.Director(sym)
	rest := v.tooMany(sym, n) - min(v.tooMany(sym, n), v.Shares(step.Pool, sym))
	if v.on(soldForLoans) {
		return max(0, v.Shares(d, sym)-max(1, v.largestLeft(sym, d, rest)))
	}
	k := min(rest, v.Shares(d, sym))
	for k > 0 && v.largestLeft(sym, d, rest-k) > v.Shares(d, sym)-k {
		k--
	}
	return k
}

// largestLeft returns the fewest shares that the largest other holder can keep if so many shares of
// the other holders are bought back, 0 or less if they have no more.
func (v view) largestLeft(sym, d string, back int) int {
	var left []int
	for _, h := range v.Holders() {
		if h != d {
			left = append(left, v.Shares(h, sym))
		}
	}
	for ; back > 0; back-- {
		slices.Sort(left)
		left[len(left)-1]--
	}
	return slices.Max(left)
}

// reduce reduces a share-count. The company buys shares back, first those of the pool, and removes
// the excess shares from its treasury. // 8.2; 20-RS-02, 20-RS-03, 20-RS-04, 20-RS-05
func (t *turn) reduce(a engine.Command) {
	p, sym, n := a.By, a.Arg(0), a.Int(2)
	t.Mark()
	_, loans := withLoans(a.Args)
	t.borrow(sym, loans)
	back := t.tooMany(sym, n)
	price := t.Price(sym)
	pool := min(back, t.Shares(step.Pool, sym))
	t.Pay(sym, engine.Bank, pool*price)
	t.handOver(sym, step.Pool, sym, pool)
	d := t.Director(sym)
	had := t.Shares(d, sym)
	t.buyBack(p, sym, back-pool, n)
	// a cousin may have had more before // 20-RU-18
	if heirs := t.heirs(d, sym); t.Shares(d, sym) < had && len(heirs) > 0 && t.Shares(heirs[0], sym) > t.Shares(d, sym) {
		t.Restore()
		t.Note(p, "would no longer direct %s: nothing is reduced", sym)
		return
	}
	if !t.canShed(sym, t.inPlay(sym), 0, t.Cash(sym)+t.raisable(d, sym)+t.ownBring(d, sym, t.Price(sym))) { // 20-RS-10
		t.Restore()
		t.Note(p, "could not repay the loans of %s above its shares in play: nothing is reduced", sym)
		return
	}
	t.Keep()
	for t.size(sym) > n {
		t.Move(t.Single(sym, sym, true), box)
		t.Set(size.Of(sym), t.size(sym)-1)
	}
	t.Set(shrunk.Of(sym), 1)
	t.Note(sym, "has %s", step.Plural(n, "share"))
	if n == 1 {
		t.turnPrivate(sym)
	}
	t.shedLoans(sym)
	if n == 1 {
		t.mergePrivates(p, sym)
	}
}

// buyBack buys shares from holders. The director chooses the holders, and nobody can refuse. If one
// share remains, it is the director's. // 8.2; 20-RS-03, 20-RU-57
func (t *turn) buyBack(p, sym string, left, n int) {
	take := func(h string, k int) {
		t.Pay(sym, h, k*t.Price(sym))
		t.handOver(sym, h, sym, k)
		t.Note(sym, "bought %s of %s back", step.Plural(k, "share"), t.named(h))
		left -= k
	}
	if n == 1 {
		for _, h := range t.Holders() {
			k := t.Shares(h, sym)
			if h == t.Director(sym) {
				k--
			}
			if k > 0 {
				take(h, k)
			}
		}
		return
	}
	for left > 0 {
		var options []engine.Option
		for _, h := range t.Holders() {
			for k := 1; k <= min(left, t.Shares(h, sym)); k++ {
				options = append(options, engine.Option{Args: []string{h, strconv.Itoa(k)}, Label: t.named(h)})
			}
		}
		if len(options) == 1 {
			take(options[0].Args[0], 1)
			continue
		}
		a := t.Ask("buy back", step.Offer(p, sym, "back", "say whose shares "+sym+" buys back", step.Fixed(options), func([]string) string {
			return fmt.Sprintf("say from whom %s buys back, and how many: %d are left (8.2)", sym, left)
		}))
		take(a.Arg(0), a.Int(1))
	}
}

// turnPrivate makes a company private. It takes the highest free space of the private track.
// Companies formed in one round keep their former order. Its treasury goes to its director.
// // 8.2, 13.2; 20-RS-06, 20-RS-07, 20-RU-61, 20-RU-76
func (t *turn) turnPrivate(sym string) {
	t.Pay(sym, t.Director(sym), t.Cash(sym))
	t.Put(sym, "")
	space := 1
	for slices.ContainsFunc(t.privatesInOrder(), func(s string) bool { return t.Get(track.Of(s)) == space }) {
		space++
	}
	t.Set(track.Of(sym), space)
	t.Set(fresh.Of(sym), 1)
	t.Note(sym, "is a private company")
	var spaces []int
	list := slices.DeleteFunc(t.privatesInOrder(), func(s string) bool { return t.Get(fresh.Of(s)) != 1 })
	for _, s := range list {
		spaces = append(spaces, t.Get(track.Of(s)))
	}
	slices.SortStableFunc(list, func(a, b string) int { return t.Get(place.Of(a)) - t.Get(place.Of(b)) })
	for i, s := range list {
		t.Set(track.Of(s), spaces[i])
	}
}

// mergePrivates lets the director of a new private company merge it with another of theirs, as in a
// takeover. The director says which one stays. // 8.2; 20-RS-08, 20-RU-57
func (t *turn) mergePrivates(p, sym string) {
	var options []engine.Option
	for _, other := range t.privatesInOrder() {
		if other != sym && t.President(other) == p {
			for _, stays := range []string{sym, other} {
				options = append(options, engine.Option{Args: []string{"with", other, "into", stays}})
			}
		}
	}
	if len(options) == 0 {
		return
	}
	a := t.Ask("merge", step.Offer(p, sym, "merge", "merge it with another private company of yours", step.Fixed(options),
		func([]string) string { return "say with which private company of yours, and which stays (8.2)" }), step.Voice{By: p, For: sym}.Pass("merge it with none"))
	if a.Verb == "pass" {
		return
	}
	gone := a.Arg(1)
	if a.Arg(3) == gone {
		gone = sym
	}
	t.Note(a.Arg(3), "merges with %s", gone)
	t.absorb(a.Arg(3), gone)
	t.packUp(gone)
}
