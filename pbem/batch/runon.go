package batch

import (
	"regexp"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/moves"
	"pbem/pbem/grammar"
	"pbem/pbem/plan"
	"pbem/titles/title"
)

// spoken is a command that a line of the mail has carried out, and the scene in which it was said.
type spoken struct {
	command engine.Command
	in      plan.Scene
}

// runOn refuses one more purchase that would be the first of the player's next company, because the one before it has
// ended the turn of the other: whoever writes "buy train 2" twice buys for one company. skips tells whether optional
// steps of the next company would be passed for it. A line that names the next company is carried out.
func runOn(p *Speaker, text string, c engine.Command, skips bool) error {
	of, next, ok := otherCompany(p)
	if !ok || !skips || p.last.command.Verb != moves.Buy.Name || c.Verb != moves.Buy.Name || strings.Contains(strings.ToUpper(text), strings.ToUpper(next)) {
		return nil
	}
	return engine.Refuse("%q comes too late: what you said before it ends the turn of %s. If %s is to buy, say \"%s %s\".", text, of, next, next, text)
}

// otherCompany returns the company for which the last command of the mail was said, and the one that operates now, if they differ.
func otherCompany(p *Speaker) (of, next string, ok bool) {
	if p.last.in.Game == nil {
		return "", "", false
	}
	step, of := p.last.in.Turn()
	now, next := p.Scene().Turn()
	return of, next, step == title.OperatingTurn && now == title.OperatingTurn && of != next
}

// finished are words of somebody whose turn is over.
var finished = regexp.MustCompile(`(?i)^(?:` + strings.Join([]string{
	`(?:(?:i['’]?m|i am|we['’]?re|all) )?(?:done|finished)(?: for (?:now|today))?`,
	`that(?:['’]?s| is) (?:it|all)(?: from me| for (?:now|me|today|this turn))*`,
	`end (?:of )?(?:my |the )?turn`,
}, "|") + `)[ .!]*$`)

// over reports whether a line only says what is so already: the turn in which the mail has said something has ended. Nothing of the
// next player or company is passed for it. A pass behind a run that ends the turn of a company is such a line, too: it was meant for a
// step that is not asked. In a sandbox, where one person plays all, it may be for the next player.
func over(p *Speaker, text string) bool {
	if p.last.in.Game == nil || p.Table.IsSandbox() {
		return false
	}
	_, _, other := otherCompany(p)
	if other && !p.Table.Passes(p.last.command.Verb) && slices.ContainsFunc(grammar.Alone(&facts.Title{}, p.Table.Title.Verbs, text), p.Table.Passes) {
		return true
	}
	return finished.MatchString(strings.Join(strings.Fields(text), " ")) && (other || p.sealed != nil || !slices.Contains(engine.Awaited(p.Table.Game.Pending()), p.Player))
}

// passedBefore reports whether a line gives up what the last command of the mail has passed along with the rest of its step: "no track, no token"
// where one step is for both.
func passedBefore(p *Speaker, text string) bool {
	if p.last.in.Game == nil || !p.Table.Passes(p.last.command.Verb) {
		return false
	}
	c, err := p.last.in.Match(text)
	_, _, other := otherCompany(p)
	return err == nil && !other && p.Table.Passes(c.Verb)
}

// withoutName returns a line without the player's name before it: "Brian: pass", "Brian bids 35". A name of the title, such as that of a
// company, stays.
func withoutName(p *Speaker, text string) string {
	name := p.Table.Name(p.Player)
	if len(text) <= len(name) || !strings.EqualFold(text[:len(name)], name) || !strings.ContainsAny(text[len(name):len(name)+1], " :,") {
		return text
	}
	rest := strings.TrimLeft(text[len(name):], " :,-")
	ctx := grammar.Context{Facts: p.Table.Title.Facts, Verbs: p.Table.Title.Verbs}
	if exact, like, _ := grammar.Meant(ctx.Facts, name); len(exact)+len(like) > 0 || grammar.Known(ctx, text) || !grammar.Known(ctx, rest) {
		return text
	}
	return rest
}
