package plan

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/pbem/grammar"
	"pbem/titles/title"
)

// A TurnLine is an example of the rest of a company's turn in one line, and what it would bring.
type TurnLine struct {
	Line  string // "lay B7 7 S-SW; run auto; pay; buy train 2"
	Gloss string // "means: runs for $60; $6 a share: you get $30, ..."
}

// longestLine is the most characters of such a line. It has to stay on one line of a mail to be copied.
const longestLine = 70

// TurnLine returns an example of how the player could say the rest of the present turn in one line: in each step
// that lays track, places a station or buys a train the likeliest move that the company can pay by itself and
// by which the player loses nothing; the best run; the first answer that has to be given. The other steps are passed.
// likely picks an option. ok is false if one command is enough, or if there is no company's turn.
func (s Scene) TurnLine(likely func(*engine.State, []engine.Option) engine.Option) (w TurnLine, ok bool) {
	t := telling{Scene: s, likely: likely, on: s.turn(), done: map[int]bool{}}
	if t.on.step != title.OperatingTurn || s.secret() {
		return w, false
	}
	for range MostSteps {
		if !t.ours() || !t.step() {
			break
		}
	}
	if t.moves < 2 {
		return w, false
	}
	t.ends()
	return TurnLine{strings.Join(t.lines, "; "), t.gloss()}, true
}

// A telling is a turn that is being said.
type telling struct {
	Scene  // the turn as far as it is said
	likely func(*engine.State, []engine.Option) engine.Option
	on     turn
	done   map[int]bool // the steps in which something was done, by where they began
	lines  []string
	brings []string
	moves  int     // lines that are no pass
	last   Scene   // after the last of them
	cash   int     // of the company then
	rest   string  // what may be said after the line, if the turn is not over by it
	over   []Scene // steps that were passed since the last line: the next one skips them
}

// ours reports whether the player is asked something in the turn.
func (t *telling) ours() bool { return t.turn() == t.on && t.asked() }

// step answers the present question. It returns false if the line ends before it.
func (t *telling) step() bool {
	for _, ch := range t.forIt() {
		if ch.Free != nil && ch.Usage != "" {
			return t.says(ch, engine.Command{By: t.Player, Verb: ch.Verb, Args: []string{"auto"}})
		}
	}
	if ch, c, ok := t.worth(); ok && !t.done[t.Entered()] && t.says(ch, c) {
		return true
	}
	if slices.ContainsFunc(t.forIt(), func(ch engine.Choice) bool { return t.Passes(ch.Verb) && bare(ch) }) {
		return t.skips()
	}
	for _, ch := range t.forIt() {
		if bare(ch) {
			return t.says(ch, engine.Command{By: t.Player, Verb: ch.Verb})
		}
	}
	return false
}

func bare(ch engine.Choice) bool { return ch.Options == nil && ch.Free == nil }

// forIt returns the choices for the company that the game waits for.
func (t *telling) forIt() []engine.Choice {
	return slices.DeleteFunc(slices.Clone(t.mine()), func(ch engine.Choice) bool { return ch.For != t.on.actor || ch.Unawaited })
}

// skips passes the step. The next line skips it by itself.
func (t *telling) skips() bool {
	next, ok := t.passed()
	if ok {
		t.over = append(t.over, t.Scene)
		t.Scene = next
	}
	return ok
}

// likeliest are the moves of optional steps that an example has. All titles share their names.
var likeliest = []string{moves.Lay.Name, moves.Token.Name, moves.Buy.Name}

// worth returns the likeliest move of the step.
func (t *telling) worth() (of engine.Choice, c engine.Command, ok bool) {
	for _, ch := range t.forIt() {
		if !slices.Contains(likeliest, ch.Verb) || ch.Options == nil {
			continue
		}
		list := slices.DeleteFunc(slices.Clone(ch.List()), func(o engine.Option) bool { return !t.plain(o) })
		if len(list) > 0 {
			return ch, engine.Command{By: t.Player, Verb: ch.Verb, Args: t.likely(t.state(), list).Args}, true
		}
	}
	return of, c, false
}

// plain reports whether an option is a plain move: a tile or a station on a hex, or a train of the bank.
func (t *telling) plain(o engine.Option) bool {
	switch f := t.Title.Facts; {
	case o.Range != nil, len(o.Args) == 0, slices.Contains(o.Args, "with"):
		return false
	case o.Args[0] == "train":
		return len(o.Args) > 3 && o.Args[3] == engine.Bank
	default:
		return f.Map.Hex(o.Args[0]) != nil
	}
}

// says adds a command if it can be said and the player loses nothing by it. It returns false if it cannot.
func (t *telling) says(ch engine.Choice, c engine.Command) bool {
	next, err := t.decide(c)
	text := t.words(c)
	if err != nil || next.turn() == t.on && !next.asked() || len(strings.Join(append(t.lines, text), "; ")) > longestLine {
		return false
	}
	elsewhere := func(s Scene) bool { _, err := s.Match(text); return err == nil }
	if slices.ContainsFunc(t.over, elsewhere) || !t.tells(ch, next) {
		return false
	}
	t.done[t.Entered()] = true
	t.lines, t.moves, t.over, t.Scene, t.last = append(t.lines, text), t.moves+1, nil, next, next
	return true
}

// words writes a command as a player would.
func (t *telling) words(c engine.Command) string {
	ctx := t.grammar()
	long := grammar.Phrase(ctx, c)
	for _, text := range []string{strings.ReplaceAll(long, " from "+engine.Bank, ""), long} {
		if read, err := t.Match(text); err == nil && (grammar.Same(ctx, read, c) || slices.Equal(c.Args, []string{"auto"})) {
			return text
		}
	}
	return c.String()
}

// tells notes what a command brings. It returns false if the player loses something by it: money, a company, a train.
func (t *telling) tells(ch engine.Choice, next Scene) bool {
	events := next.Log[len(t.Log):]
	before, after := t.state(), t.state().With(events[:t.turnLeft(events)]...)
	if after.Cash(t.Player) < before.Cash(t.Player) || len(t.Title.Lost(before, after, t.Player)) > 0 {
		return false
	}
	money, spent := t.Title.Facts.Money, before.Cash(t.on.actor)-after.Cash(t.on.actor)
	switch said := firstSaid(events); {
	case ch.Free != nil && ch.Usage != "":
		if _, earned, err := t.Title.Runs(before, t.on.actor).Read(said.Args); err == nil {
			t.brings = append(t.brings, "runs for "+money(earned))
		}
	case bare(ch) && ch.Help != "":
		t.brings = append(t.brings, ch.Help)
	case spent > 0:
		t.brings = append(t.brings, ch.Verb+" costs "+money(spent))
	}
	t.cash = after.Cash(t.on.actor)
	return true
}

// firstSaid returns the first command of a log.
func firstSaid(log []engine.Event) engine.Said {
	for _, e := range log {
		if said, ok := e.(engine.Said); ok {
			return said
		}
	}
	return engine.Said{}
}

// mostPasses is how many passes at the end of a turn an example names.
const mostPasses = 2

// ends adds the passes that end the turn. If they are too many, it tells what is asked after the line.
func (t *telling) ends() {
	at, lines := t.last, slices.Clone(t.lines)
	for at.turn() == t.on && at.asked() {
		c, ok := at.pass(true)
		lines = append(lines, c.Verb)
		next, err := at.decide(c)
		if !ok || err != nil || len(lines) > len(t.lines)+mostPasses || at.means(c) != "" || len(strings.Join(lines, "; ")) > longestLine {
			t.rest = strings.Join(grammar.Offered(t.last.Game.Pending(), t.Player), ", ")
			return
		}
		at = next
	}
	t.lines = lines
	events := at.Log[len(t.last.Log):]
	after := t.last.state().With(events[:t.last.turnLeft(events)]...)
	if due := t.cash - after.Cash(t.on.actor); due > 0 { // interest, for example
		t.brings = append(t.brings, "ending the turn costs "+t.Title.Facts.Money(due))
		t.cash -= due
	}
}

// gloss tells what the line brings, and what the company has then.
func (t *telling) gloss() string {
	then := fmt.Sprintf("then %s has %s", t.on.actor, t.Title.Facts.Money(t.cash))
	if t.rest != "" {
		then += fmt.Sprintf(", and you may say %s", t.rest)
	}
	return "means: " + strings.Join(append(t.brings, then), "; ")
}

// Again says why the player who passed last is asked next as well: "Amy passed one step of the turn of B&M; next: token".
// It is "" if somebody else is asked, or if the last command was no pass.
func (s Scene) Again() string {
	log := s.Game.Log()
	i := len(log) - 1
	for i >= 0 {
		if _, ok := log[i].(engine.Said); ok {
			break
		}
		i--
	}
	asked := engine.Awaited(s.Game.Pending())
	if i < 0 || len(asked) != 1 {
		return ""
	}
	said := log[i].(engine.Said)
	if said.By != asked[0] || !s.Passes(said.Verb) || s.secret() {
		return ""
	}
	who := s.name(said.By)
	if said.By == s.Player {
		who = "You"
	}
	switch was, now := turnAt(log[:i]), s.turn(); {
	case was == now && now.step == title.OperatingTurn:
		return fmt.Sprintf("%s passed one step of the turn of %s; the turn goes on.", who, now.actor)
	case was.step == title.OperatingTurn && now.step == was.step:
		return fmt.Sprintf("%s passed for %s; now it is the turn of %s.", who, was.actor, now.actor)
	case was.step != now.step:
		return fmt.Sprintf("%s passed, which ended a round; %s begins.", who, s.round())
	}
	return ""
}
