package batch

import (
	"slices"

	"pbem/engine"
	"pbem/pbem/advice"
	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/titles/robot"
)

// suggest adds to a mail what its reader can say in advance to save a wait. For a player
// who is to move, the lines are among their choices. For one who is asked together with
// others, who is told of a new round, or who has just moved, they follow what has happened.
// from is the first event that the reader had not been told; answers is set if the mail answers
// one of theirs.
func suggest(d *desk.Draft, m *sheet.Mail, t *table.Table, id string, from int, answers bool) {
	if m.Reader == "" || t.Record.Paused != nil || t.Game.Frozen() != nil || t.Game.State().Result != nil {
		return
	}
	scene, seat := t.Scene(id), t.Seat(id)
	asked, together := slices.Contains(t.Actors(), id), scene.AskedAtOnce()
	switch {
	case t.IsSandbox() && asked:
		m.Turn = wholeTurn(scene)
	case t.IsSandbox():
	case asked:
		m.Ahead, m.Turn = suggestions(d, t, id), wholeTurn(scene)
	case together && !answered(t, id):
		m.Extra = append(m.Extra, sheet.Section{Head: "You are asked with the others", Say: suggestions(d, t, id),
			Lines: []string{"  You may answer before it is your turn. The game does not wait for you yet."}})
	case begins(t, from):
		m.Extra = append(m.Extra, planAhead(suggestions(d, t, id), hint(t, id))...)
	case answers && acts(m.Since, id):
		m.Extra = append(m.Extra, planAhead(sayings(scene.Next(seat.Orders, seat.Declined)), "")...)
	}
}

// acts reports whether a player has moved in these events.
func acts(events []engine.Event, id string) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool {
		said, ok := e.(engine.Said)
		return ok && said.By == id
	})
}

// planAhead tells a player what they can plan: what is suggested, else the hint.
func planAhead(list []sheet.Saying, hint string) []sheet.Section {
	out := sheet.Section{Head: "You can plan ahead now", Say: list}
	switch {
	case len(list) > 0:
	case hint == "":
		return nil
	default:
		out.Lines = []string{"  " + hint}
	}
	return []sheet.Section{out}
}

// hint tells a player which of their turns they can plan, "" for none.
func hint(t *table.Table, id string) string {
	seat := t.Seat(id)
	turn, ok := t.Scene(id).Unplanned(seat.Orders, seat.Declined)
	if !ok {
		return ""
	}
	return turn.Hint()
}

// wholeTurn returns an example of the rest of a turn in one line.
func wholeTurn(s plan.Scene) sheet.Saying {
	line, ok := s.TurnLine(func(now *engine.State, options []engine.Option) engine.Option {
		return sheet.Likeliest(s.Title, now, options)
	})
	if !ok {
		return sheet.Saying{}
	}
	return sheet.Saying{Line: line.Line, Gloss: line.Gloss}
}

// answered reports whether a player has already answered the present step in advance.
func answered(t *table.Table, id string) bool {
	for _, p := range t.Seat(id).Orders {
		if p.Entered == t.Entered() && p.Entered > 0 {
			return true
		}
	}
	return false
}

// begins reports whether a round has begun since an event.
func begins(t *table.Table, from int) bool {
	if from <= 0 || from >= len(t.Log) {
		return false
	}
	return t.RoundAt(from) != t.RoundAt(len(t.Log))
}

// suggestions returns the plans that a mail suggests to a player, and how to see them no more.
func suggestions(d *desk.Draft, t *table.Table, id string) []sheet.Saying {
	scene, seat := t.Scene(id), t.Seat(id)
	list := scene.Suggestions(seat.Orders, seat.Declined)
	if t.Advises() && len(list) < plan.MostSuggested {
		if one, ok := byRobot(d, t, id); ok {
			list = append(list, one)
		}
	}
	return sayings(list)
}

func sayings(list []plan.Suggestion) (out []sheet.Saying) {
	if len(list) == 0 {
		return nil
	}
	for _, one := range list {
		out = append(out, sheet.Saying{Line: one.Line, Gloss: one.Gloss})
	}
	return append(out, sheet.Saying{Line: "no suggestion", Gloss: `ends these; "no suggestion LINE" only one`})
}

// robotWork bounds the search for a plan that a robot would give.
const robotWork = 300_000

// byRobot suggests what a robot would do in the next turn that the player has not planned.
func byRobot(d *desk.Draft, t *table.Table, id string) (s plan.Suggestion, ok bool) {
	seat := t.Seat(id)
	turn, ok := t.Scene(id).Unplanned(seat.Orders, seat.Declined)
	if !ok {
		return s, false
	}
	fault := guard.Do(func() error {
		a, found := robot.Advise(t.Title, turn.Game, id, robotWork)
		if ok = found && !a.Blind && !a.Ways[0].Passes; !ok {
			return nil
		}
		line, whole := turn.Lines(a.Ways[0].Commands)
		s = turn.Suggested(line)
		s.Gloss = "as a robot would: " + advice.Briefly(t.Title, a)
		_, read, err := t.Scene(id).Plans(s.Line)
		ok = whole && read && err == nil && !s.Declined(seat.Declined)
		return nil
	})
	if fault != nil {
		d.Log.Error("advice.failed", "game", t.ID, "player", id, "error", fault)
		return s, false
	}
	return s, ok
}

// NoSuggestion ends a suggestion for a player in a game, or all of them.
func NoSuggestion(p *Speaker, rest string) error {
	next, ok := p.Scene().Declining(p.Table.Seat(p.Player).Declined, rest)
	if !ok {
		return engine.Refuse("%q is no plan that mails suggest. Copy its line, or say \"no suggestion\" alone to see none of them in this game.", rest)
	}
	decline(p, next)
	what := "any plan"
	if rest != "" {
		what = rest
	}
	p.Add("IN YOUR MAILS", "  No longer suggested to you in this game: "+what+"\n"+`  To see them again, say "suggest again".`)
	return nil
}

// SuggestAgain lets mails suggest all plans to a player again.
func SuggestAgain(p *Speaker, _ string) error {
	decline(p, nil)
	p.Add("IN YOUR MAILS", "  They suggest plans to you again, from what you did before.")
	return nil
}

func decline(p *Speaker, list []string) {
	p.Table = p.Table.With(p.Table.Game, nil)
	p.Table.Seat(p.Player).Declined = list
	p.Recorded = true
}
