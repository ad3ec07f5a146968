package plan

import (
	"errors"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/engine/step"
	"pbem/pbem/grammar"
	"pbem/titles/title"
)

// MostSteps is how many optional steps one line may skip.
const MostSteps = 12

// Match reads a line as a command of the player.
func (s Scene) Match(text string) (engine.Command, error) {
	return grammar.Match(s.grammar(), s.Game.Pending(), s.Player, text)
}

// grammar returns what a line is read with.
func (s Scene) grammar() grammar.Context {
	names := map[string]string{}
	for _, id := range s.state().Players() {
		names[id] = s.name(id)
	}
	ctx := grammar.Context{Facts: s.Title.Facts, Verbs: s.Title.Verbs, Board: s.Title.Table(s.state()).Board(), Players: names, Stands: grammar.Standing(s.state()), Moments: s.Title.Moments}
	ctx.Shares = func(sym string) int {
		for _, c := range s.position().Companies {
			if c.Sym == sym {
				return c.Size
			}
		}
		return 0
	}
	if s.Title.Closed != nil {
		ctx.Closed = func(verb string) string { return s.Title.Closed(s.state(), s.Player, verb) }
	}
	return ctx
}

// Read reads a line and skips the optional steps before the step that it is
// for: the first that takes the line. It returns the scene in which the line can be said, and the command.
func (s Scene) Read(text string) (at Scene, c engine.Command, err error) {
	if c, err = s.Match(text); err == nil || s.unclear(err) {
		return s, c, err
	}
	foreign := grammar.NeedsSkip(s.Title.Verbs, s.Game.Pending(), s.Player, text)
	at = s
	for range MostSteps {
		if verbs, ok := grammar.MayFollow(s.Title.Verbs, at.Game.Pending(), s.Player, text); !ok || slices.ContainsFunc(verbs, s.Passes) {
			break
		}
		next, ok := at.passed()
		if !ok {
			break
		}
		at = next
		c, later := at.Match(text)
		if later == nil {
			return at, c, nil
		}
		if foreign && at.reached(text) {
			return s, c, later
		}
	}
	return s, c, err
}

// unclear reports whether a line was refused because it may mean several things.
func (s Scene) unclear(err error) bool {
	no := new(grammar.Refusal)
	return errors.As(err, &no) && len(no.Readings) > 0
}

// Later explains a line that is refused though a step of the turn takes it that has not come yet: what has to be said
// before it. It is nil if there is no such step.
func (s Scene) Later(text string) error {
	if asked := s.offeredTo(); len(asked) > 0 {
		return engine.Refuse("%q has to wait for the answer to your offer, which is up to %s: leave it out until then. \"withdraw\" takes the offer back.", grammar.Brief(text), step.OneOf(asked))
	}
	if s.secret() || !s.asked() {
		return nil
	}
	verbs, ok := grammar.MayFollow(s.Title.Verbs, s.Game.Pending(), s.Player, text)
	if ok && slices.ContainsFunc(verbs, s.Passes) {
		return nil
	}
	on, at := s.turn(), s
	if on.step != title.OperatingTurn {
		if s.Title.Mergers != "" && s.runs(s.Title.Mergers) {
			return nil // what companies do in their turns some do here too, such as borrowing: the title knows when
		}
		return s.inOperating(text)
	}
	if s.trainless(on.actor) && slices.ContainsFunc(verbs, func(v string) bool { return slices.Contains(runOrPaid, v) }) {
		return engine.Refuse("%s has no train, so nothing is run or paid: leave %q out.", on.actor, grammar.Brief(text))
	}
	var before []string
	for range MostSteps {
		c, must := at.plainest(nil)
		next, err := at.decide(c)
		if err != nil || next.turn() != on || !next.asked() || !must && at.means(c) != "" {
			return nil
		}
		if must {
			before = append(before, c.String())
		}
		at = next
		if _, err := at.Match(text); err == nil && len(before) > 0 {
			return engine.Refuse("%q is for a later step of %s's turn: first say %q, in the same mail if you like.", grammar.Brief(text), on.actor, strings.Join(before, "; "))
		}
	}
	return nil
}

// offeredTo returns who has not answered yet whether they accept what the player offers.
func (s Scene) offeredTo() (names []string) {
	if !slices.ContainsFunc(s.mine(), func(ch engine.Choice) bool { return ch.Verb == moves.Withdraw.Name }) {
		return nil
	}
	for _, ch := range s.Game.Pending() {
		if name := s.name(ch.By); ch.Verb == moves.Accept.Name && ch.By != s.Player && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// runOrPaid are verbs for what a company does with its trains.
var runOrPaid = []string{moves.Run.Name, moves.Pay.Name, moves.Half.Name, moves.Withhold.Name}

// trainless reports whether a company has no train, nor one that lives on in it.
func (s Scene) trainless(sym string) bool {
	all := s.position().Companies
	i := slices.IndexFunc(all, func(c title.Company) bool { return c.Sym == sym })
	return i >= 0 && len(all[i].Trains) == 0 && !slices.ContainsFunc(all[i].Shells, func(sh title.Shell) bool { return len(sh.Trains) > 0 })
}

// inOperating says that a line is for the turn of a company in an operating round. It is nil if no company of the
// player would take it.
func (s Scene) inOperating(text string) error {
	for _, sym := range s.own() {
		at, err := s.turnOf(sym)
		if err != nil {
			continue
		}
		_, _, err = at.Read(text)
		if err == nil || at.Later(text) != nil {
			return engine.Refuse("%q is for the turn of %s in an operating round; this is %s.", grammar.Brief(text), sym, s.round())
		}
	}
	return nil
}

// OnlyPasses reports whether a line only says to pass, whoever is asked.
func (s Scene) OnlyPasses(text string) bool {
	return slices.ContainsFunc(grammar.Alone(s.Title.Facts, s.Title.Verbs, text), s.Passes)
}

// passed passes an optional step of a company for the player. ok is false if another company is asked next,
// or if the pass ends something.
func (s Scene) passed() (next Scene, ok bool) {
	if s.secret() {
		return s, false
	}
	for _, ch := range s.mine() {
		if !s.Passes(ch.Verb) || ch.For == "" {
			continue
		}
		if s.means(engine.Command{By: s.Player, Verb: ch.Verb}) != "" {
			return s, false
		}
		g, events, err := s.Game.Decide(engine.Command{By: s.Player, Verb: ch.Verb})
		if err != nil || !slices.ContainsFunc(engine.Of(g.Pending(), s.Player), func(c engine.Choice) bool { return c.For == ch.For }) {
			return s, false
		}
		return s.with(g, events), true
	}
	return s, false
}

// reached reports whether the present step is the one that the verb of the line is for. Then the refusal of
// this step is the one to tell.
func (s Scene) reached(text string) bool {
	mayPass := slices.ContainsFunc(grammar.Offered(s.Game.Pending(), s.Player), s.Passes)
	return mayPass && !grammar.NeedsSkip(s.Title.Verbs, s.Game.Pending(), s.Player, text)
}

// decide carries out a command.
func (s Scene) decide(c engine.Command) (Scene, error) {
	g, events, err := s.Game.Decide(c)
	if err != nil {
		return s, err
	}
	return s.with(g, events), nil
}

// exact says a stored line of a plan, and skips optional steps before it. at is the scene in which it is
// said.
func (s Scene) exact(l Line) (at, next Scene, err error) {
	c := commandOf(s.Player, l.Say)
	var first error
	for range MostSteps {
		next, err := s.decide(c)
		if err == nil {
			return s, next, nil
		}
		if first == nil {
			first = err
		}
		later, ok := s.passed()
		if !ok {
			break
		}
		s = later
	}
	return s, s, first
}

// all says lines of a plan one after another. failed is the line that could not be said.
func (s Scene) all(lines []Line) (next Scene, failed Line, err error) {
	for _, l := range lines {
		if _, next, err = s.exact(l); err != nil {
			return s, l, err
		}
		s = next
	}
	return s, failed, nil
}

// commandOf parses a command in canonical words.
func commandOf(by, text string) engine.Command {
	verb, args := fields(text)
	return engine.Command{By: by, Verb: verb, Args: args}
}

// fields splits canonical words into a verb and its arguments.
func fields(text string) (verb string, args []string) {
	f := strings.Fields(text)
	if len(f) == 0 {
		return "", nil
	}
	if len(f) > 1 {
		args = f[1:]
	}
	return f[0], args
}
