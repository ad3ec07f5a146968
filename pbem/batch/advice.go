package batch

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/advice"
	"pbem/pbem/guard"
	"pbem/pbem/notices"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/titles/robot"
)

// mostAdvice bounds the work for an advice, so that other questions of the mail are answered
// too.
const mostAdvice = 1_200_000

// wordsWork is what the lines of an advice cost, besides finding them: some are read again,
// to see that they say what was meant.
const wordsWork = 60_000

// Advice shows what a robot would say for the player. Like Choices, it answers a question
// about the position, once. Nothing is carried out.
func Advice(p *Speaker, _ string) {
	if no := unadvised(p); no != nil {
		p.Once("advice", "", func() string { p.Answers = append(p.Answers, *no); return "" })
		return
	}
	if _, known := p.asked[p.question("advice", "")]; !known && !p.budget().search("advice") {
		return // the budget lists it as unanswered
	}
	p.Once("advice", "", func() string { p.Answers = append(p.Answers, advised(p)...); return "" })
}

// unadvised says why there is no advice for the player now, nil if there is.
func unadvised(p *Speaker) *sheet.Section {
	t, g := p.Table, p.Table.Game
	why := ""
	switch actors := engine.Awaited(g.Pending()); {
	case !t.Plays(p.Player):
		why = "You watch this game as a guest: advice is for the player who is asked."
	case g.Frozen() != nil:
		why = notices.StandsStill
	case g.State().Result != nil:
		why = "The game is over."
	case !t.Advises():
		return adviceElsewhere(p.Table)
	case t.Record.Paused != nil:
		why = t.Record.Paused.Sentence()
	case p.sealed != nil:
		why = "You have answered in secret: until all have answered, nobody knows how the game goes on."
	case len(actors) == 0:
		why = "Nobody can move now."
	case !slices.Contains(actors, p.Player):
		why = fmt.Sprintf("You are not asked anything now: %s to move.", p.Are(actors))
	default:
		return nil
	}
	return &sheet.Section{Head: advice.Head, Lines: []string{"  " + why}}
}

// adviceElsewhere says that the table allows no advice, and where there is some.
func adviceElsewhere(t *table.Table) *sheet.Section {
	n := len(t.Record.Seats)
	return &sheet.Section{Head: advice.Head,
		Lines: []string{"  No advice is given at this table: that takes the agreement of all players. To learn, play a game of your own; there you can always ask."},
		Say: []sheet.Saying{
			{Line: "advice on", Gloss: "ask the others to allow it for everybody"},
			{Line: fmt.Sprintf("sandbox new %s %d with %s", t.Title.Facts.Slug, n, step.Plural(n-1, "robot")), Gloss: "a game to learn with"},
		}}
}

// advised works the advice out. If the robot fails, the answer says so.
func advised(p *Speaker) []sheet.Section {
	var out []sheet.Section
	fault := guard.Do(func() error {
		a, ok := robot.Advise(p.Table.Title, p.Table.Game, p.Player, min(mostAdvice, p.budget().ForSearch()))
		p.budget().Question(a.Work + wordsWork)
		if ok {
			out = advice.Sections(p.Table.Title, a, p.Scene().InWords)
		}
		return nil
	})
	if fault != nil {
		p.Batch.Draft.Log.Error("advice.failed", "game", p.Table.ID, "player", p.Player, "error", fault)
	}
	if len(out) == 0 {
		return []sheet.Section{{Head: advice.Head, Lines: []string{`  There is no advice for this position. "choices" lists what you may say.`}}}
	}
	return out
}

// AllowAdvice asks the other players to allow advice, or agrees if somebody has asked.
func AllowAdvice(p *Speaker, _ string) error {
	if p.Table.Advises() {
		return engine.Refuse("Advice is given here already: \"advice\" shows what a robot would say.")
	}
	if r, ok := p.Table.Request(table.AdviceRequest); ok && r.By != p.Player {
		return Accept(p, r)
	}
	return p.Ask(table.Request{Kind: table.AdviceRequest})
}

// EndAdvice ends advice at the table.
func EndAdvice(p *Speaker, _ string) error {
	switch r, ok := p.Table.Request(table.AdviceRequest); {
	case ok && r.By == p.Player:
		return Withdraw(p, r)
	case ok:
		return Decline(p, r)
	case !p.Table.Record.Advice && p.Table.Learning():
		return engine.Refuse("You play alone, and nobody else is advised: you need not ask.")
	case !p.Table.Record.Advice:
		return engine.Refuse("No advice is given at this table.")
	}
	p.Table = p.Table.WithAdvice(p.Player, false)
	return nil
}
