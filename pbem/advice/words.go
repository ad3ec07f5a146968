package advice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/engine/step"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// An effect is one thing that a way changes for a player, in words that fit every reader.
type effect struct {
	text   string
	weight int // how much it counts, in money
}

// A teller writes what changes between two positions.
type teller struct {
	title    *title.Title
	from, to robot.Worth
	sells    bool // one of the commands between them sells shares
	out      []effect
}

// effects tells what some commands change, what counts most first.
func effects(t *title.Title, from, to robot.Worth, list []engine.Command) []effect {
	w := &teller{title: t, from: from, to: to}
	w.sells = slices.ContainsFunc(list, func(c engine.Command) bool { return c.Verb == moves.Sell.Name })
	if to.Over {
		w.say(to.Now, "the game ends, with a score of %s", w.money(to.Now))
		return w.out
	}
	for _, sym := range w.companies() {
		w.company(from.Stake(sym), to.Stake(sym))
	}
	w.player()
	slices.SortStableFunc(w.out, func(a, b effect) int { return b.weight - a.weight })
	return w.out
}

// companies lists those in which the player has a stake before or after.
func (w *teller) companies() (out []string) {
	for _, k := range slices.Concat(w.to.Stakes, w.from.Stakes) {
		if !slices.Contains(out, k.Company) {
			out = append(out, k.Company)
		}
	}
	return out
}

func (w *teller) money(n int) string { return w.title.Facts.Money(n) }

// signed writes a gain or a loss: "+$48", "-$12".
func signed(t *title.Title, n int) string {
	if n < 0 {
		return "-" + t.Facts.Money(-n)
	}
	return "+" + t.Facts.Money(n)
}

func (w *teller) say(weight int, form string, args ...any) {
	w.out = append(w.out, effect{fmt.Sprintf(form, args...), max(weight, -weight)})
}

// company tells what changes for the player in one company.
func (w *teller) company(was, is robot.Stake) {
	switch more := is.Shares - was.Shares; {
	case more > 0:
		w.say(more*is.Price+is.Earns-was.Earns, "%s", w.gained(was, is))
	case more < 0:
		w.say(is.Earns-was.Earns+was.Due-is.Due, "%s", w.lost(was, is))
	default:
		w.held(was, is)
	}
	switch due := is.Due - was.Due; {
	case due > 0:
		w.say(due, "perhaps %s to add for the next train of %s, which has %s", w.money(is.Due), is.Company, w.money(is.Cash))
	case due < 0 && is.Due == 0:
		w.say(due, "no %s to add for the next train of %s", w.money(was.Due), is.Company)
	case due < 0:
		w.say(due, "%s less to add for the next train of %s", w.money(-due), is.Company)
	}
	w.aiming(was, is)
	w.failing(was, is)
}

// aiming tells where a price goes: "the price of PLE, $150 now, goes to perhaps $90".
func (w *teller) aiming(was, is robot.Stake) {
	switch weight := (is.Aim - is.Price) * is.Shares; {
	case is.Shares == 0 || is.Aim == 0 || is.Aim == was.Aim:
	case was.Shares != 0 && was.Aim != 0:
		w.say((is.Aim-was.Aim)*is.Shares, "the price of %s goes to perhaps %s, and not %s", is.Company, w.money(is.Aim), w.money(was.Aim))
	case weight != 0:
		w.say(weight, "the price of %s, %s now, goes to perhaps %s", is.Company, w.money(is.Price), w.money(is.Aim))
	}
}

// failing tells how likely a company is wound up: "PLE may be wound up, and its loans cost perhaps $180".
func (w *teller) failing(was, is robot.Stake) {
	more := is.Fails - was.Fails
	weight := more * (is.Price*is.Shares + is.Owes) / 100
	switch {
	case more > 0 && is.President && is.Owes > 0:
		w.say(weight, "%s may be wound up, and its loans cost perhaps %s", is.Company, w.money(is.Owes))
	case more > 0:
		w.say(weight, "%s may be wound up", is.Company)
	case more < 0:
		w.say(weight, "%s is less likely to be wound up", is.Company)
	}
}

// gained tells of shares that are new: "third share of NYC, which runs for $60: $6 a share, about 3 rounds".
func (w *teller) gained(was, is robot.Stake) string {
	text := step.Plural(is.Shares-was.Shares, "share")
	if is.Shares-was.Shares == 1 && is.Shares > 0 && is.Shares <= len(ordinals) {
		text = ordinals[is.Shares-1] + " share"
	}
	if !was.President && is.President {
		text += " and the presidency"
	}
	if text += " of " + is.Company; was.Shares == 0 && is.Shares == is.Size {
		text = "the whole of " + is.Company
	}
	if was.Shares < 0 {
		text += " bought back"
	}
	return text + w.running(is)
}

var ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

// running tells what a company earns, to follow its name.
func (w *teller) running(k robot.Stake) string {
	switch {
	case k.Run > 0 && k.Runs && k.Shares == k.Size:
		return fmt.Sprintf(", which runs for %s, %s", w.money(k.Run), w.rounds(k))
	case k.Run > 0 && k.Runs:
		return fmt.Sprintf(", which runs for %s: %s a share, %s", w.money(k.Run), w.perShare(k), w.rounds(k))
	case k.Run > 0:
		return fmt.Sprintf(", which would run for %s with a %s", w.money(k.Run), train(k.Train))
	case k.Runs || k.Train != "":
		return ", which cannot run yet"
	}
	return ", which has yet to begin"
}

// perShare is what a share gets of a whole dividend.
func (w *teller) perShare(k robot.Stake) string {
	n := w.money(k.Run / max(1, k.Size))
	if k.Run%max(1, k.Size) != 0 {
		return "about " + n
	}
	return n
}

// rounds says for how long: as long as the trains last, or the game.
func (w *teller) rounds(k robot.Stake) string {
	n := max(1, (k.Rounds+50)/100)
	if k.Rounds < w.to.Rounds {
		return "its trains last about " + step.Plural(n, "round")
	}
	return "about " + step.Plural(n, "round") + " left"
}

func train(name string) string { return cmp.Or(name, "new") + "-train" }

// lost tells of shares that are gone.
func (w *teller) lost(was, is robot.Stake) string {
	text := step.Plural(was.Shares-is.Shares, "share")
	if was.President && !is.President {
		text += " and the presidency"
	}
	if text += " of " + was.Company; is.Shares == 0 && was.Shares == was.Size {
		text = "the whole of " + was.Company
	}
	switch {
	case is.Shares < 0:
		text += " sold short"
	case w.sells:
		text += " sold"
	default: // for another company, or for nothing
		text += " given up"
	}
	switch {
	case was.Run == 0 || !was.Runs:
	case was.Shares == was.Size:
		text += fmt.Sprintf(" (it runs for %s)", w.money(was.Run))
	default:
		text += fmt.Sprintf(" (it runs for %s a share)", w.perShare(was))
	}
	return text
}

// held tells what changes in a company in which the player's shares stay the same.
func (w *teller) held(was, is robot.Stake) {
	if was.President != is.President {
		word := "the presidency of " + is.Company
		if was.President {
			word += " goes to another"
		}
		w.say(was.Due-is.Due, "%s", word)
	}
	switch {
	case is.Run != was.Run || is.Runs != was.Runs:
		w.say(is.Earns-was.Earns, "%s", w.runsNow(was, is))
	case rounds(is.Rounds) != rounds(was.Rounds) && is.Runs && agrees(is.Rounds-was.Rounds, is.Earns-was.Earns):
		w.say(is.Earns-was.Earns, "the trains of %s last about %s, now %s", is.Company, rounds(is.Rounds), rounds(was.Rounds))
	case is.Reach != was.Reach && agrees(is.Reach-was.Reach, is.Earns-was.Earns):
		w.say(is.Earns-was.Earns, "stops at the track of %s and near it: %s, now %s", is.Company, w.money(is.Reach), w.money(was.Reach))
	case is.Earns != was.Earns:
		w.say(is.Earns-was.Earns, "the shares of %s%s bring %s until the end", is.Company, w.has(was, is), w.moreOrLess(is.Earns-was.Earns))
	}
	if is.Price != was.Price && is.Shares != 0 && was.Price != 0 {
		w.say((is.Price-was.Price)*is.Shares, "price of %s %s > %s: %s on %s", is.Company, w.money(was.Price), w.money(is.Price), signed(w.title, (is.Price-was.Price)*is.Shares), step.Plural(is.Shares, "share"))
	}
}

// agrees reports whether a change can be the reason of another: neither falls while the other
// rises.
func agrees(cause, change int) bool { return cause == 0 || change == 0 || cause > 0 == (change > 0) }

// has tells what a company has that it had not, loans or money, to follow its name.
func (w *teller) has(was, is robot.Stake) string {
	switch {
	case was.Loans != is.Loans && is.Loans == 0:
		return ", with no loan,"
	case was.Loans != is.Loans:
		return ", with " + step.Plural(is.Loans, "loan") + ","
	case was.Cash != is.Cash:
		return ", with " + w.money(is.Cash) + ","
	}
	return ""
}

// private names a private company and what it is.
func (w *teller) private(sym string) string {
	p := w.title.Facts.Private(sym)
	text := sym
	if p.Value > 0 {
		text += ", face value " + w.money(p.Value)
	}
	switch pays := w.title.Lesson.Pays; {
	case p.Income > 0 && pays != nil:
		text += ", " + pays(sym)
	case p.Income > 0:
		text += fmt.Sprintf(", %s a round", w.money(p.Income))
	}
	return text
}

func (w *teller) moreOrLess(n int) string {
	if n < 0 {
		return w.money(-n) + " less"
	}
	return w.money(n) + " more"
}

// runsNow tells how the best run of a company changes.
func (w *teller) runsNow(was, is robot.Stake) string {
	switch {
	case is.Runs && is.Run == 0:
		return is.Company + " then has a train, which cannot run yet"
	case is.Runs && was.Runs:
		return fmt.Sprintf("%s then runs for %s, now %s", is.Company, w.money(is.Run), w.money(was.Run))
	case is.Runs:
		return fmt.Sprintf("%s then runs for %s, %s", is.Company, w.money(is.Run), w.rounds(is))
	case was.Runs:
		return fmt.Sprintf("%s has no train then, and runs for %s now", is.Company, w.money(was.Run))
	case is.Train == "":
		return fmt.Sprintf("%s no longer operates", is.Company)
	}
	return fmt.Sprintf("%s would run for %s with a %s, now %s", is.Company, w.money(is.Run), train(is.Train), w.money(was.Run))
}

func rounds(hundredths int) string { return step.Plural(max(1, (hundredths+50)/100), "round") }

// player tells what changes beside companies.
func (w *teller) player() {
	for _, sym := range w.to.Owned {
		if !slices.Contains(w.from.Owned, sym) {
			w.say(w.title.Facts.Private(sym).Value, "%s", w.private(sym))
		}
	}
	for _, sym := range w.from.Owned {
		if !slices.Contains(w.to.Owned, sym) {
			w.say(w.title.Facts.Private(sym).Value, "without %s", w.private(sym))
		}
	}
	if more := w.to.Rights - w.from.Rights; more != 0 {
		w.say(more, "a company that nobody else may start")
	}
	for _, h := range w.to.Hints {
		switch more := h.Brings - w.from.Hint(h.Words); {
		case more != 0 && h.Brings < 0:
			w.say(more, "%s, which may cost %s", h.Words, w.money(-h.Brings))
		case more != 0:
			w.say(more, "%s, worth perhaps %s", h.Words, w.money(h.Brings))
		}
	}
	if w.to.Broken > w.from.Broken {
		w.say(w.to.Broken, "bankruptcy")
	}
	switch more := w.to.Cash - w.from.Cash; {
	case more > 0:
		w.say(more, "%s more in cash", w.money(more))
	case more < 0:
		w.say(-more, "%s less in cash", w.money(-more))
	}
	if more := w.to.Rivals - w.from.Rivals; more != 0 && w.to.Others != w.from.Others {
		w.say(w.to.Others-w.from.Others, "each of the others has %s, on average", w.moreOrLess(more))
	}
}

// told writes the effects that count most.
func told(list []effect, most int) string {
	var out []string
	for _, e := range list[:min(most, len(list))] {
		out = append(out, e.text)
	}
	return strings.Join(out, "; ")
}
