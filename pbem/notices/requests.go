package notices

import (
	"fmt"
	"slices"

	"pbem/pbem/account"
	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

func endText(*desk.Draft, *table.Table, table.Request) string {
	return "end the game now, with everybody's worth as it stands for the score"
}

// grantEnd ends a game because all players want it. No title has rules for this, so each
// player's score is what they are worth.
func grantEnd(_ *desk.Draft, t *table.Table, _ table.Request) (*table.Table, error) {
	g, events := t.Game.Finish("all players agreed to end it", t.Worths())
	return t.With(g, events), nil
}

func paceText(_ *desk.Draft, _ *table.Table, r table.Request) string {
	return "change the pace to " + r.Words
}

// grantPace sets the pace that all players agreed to.
func grantPace(_ *desk.Draft, t *table.Table, r table.Request) (*table.Table, error) {
	p, err := pace.Parse(r.Words, pace.Pace{})
	if err != nil {
		return nil, fmt.Errorf("game %s: the pace %q that was asked for cannot be read: %w", t.ID, r.Words, err)
	}
	return t.Paced(r.By, p), nil
}

func adviceText(*desk.Draft, *table.Table, table.Request) string {
	return "allow advice: each player could ask what a robot would say"
}

// grantAdvice allows advice.
func grantAdvice(_ *desk.Draft, t *table.Table, r table.Request) (*table.Table, error) {
	return t.WithAdvice(r.By, true), nil
}

func pauseText(d *desk.Draft, _ *table.Table, r table.Request) string {
	text := "pause the game"
	if !r.Rest.IsZero() {
		text += " until " + account.When(d, people.Member{}, r.Rest)
	}
	p := table.Pause{Reason: r.Words}
	return text + p.Why()
}

func grantPause(d *desk.Draft, t *table.Table, r table.Request) (*table.Table, error) {
	p := table.Pause{By: r.By, At: d.Now().UTC(), Until: r.Rest, Reason: r.Words}
	if !p.Until.IsZero() && !p.Until.After(p.At) {
		return t.Said("", sheet.Notice, fmt.Sprintf("All agreed to the pause that %s asked for, but it is over already.", t.Name(r.By))), nil
	}
	return t.Stopped(p), nil
}

// A Wish says what a kind of request asks for and how to grant it.
type Wish struct {
	// Text follows "Amy asks to ".
	Text func(d *desk.Draft, t *table.Table, r table.Request) string
	// Grant does what was asked for.
	Grant func(d *desk.Draft, t *table.Table, r table.Request) (*table.Table, error)
}

// WishOf returns the wish for the kind of a stored request.
func WishOf(kind string) Wish {
	return map[string]Wish{
		table.UndoRequest:   {undoText, GrantUndo},
		table.EndRequest:    {endText, grantEnd},
		table.PauseRequest:  {pauseText, grantPause},
		table.PaceRequest:   {paceText, grantPace},
		table.AdviceRequest: {adviceText, grantAdvice},
	}[kind]
}

// Asks writes a request as a sentence: "Amy asks to end the game now".
func Asks(d *desk.Draft, t *table.Table, r table.Request) string {
	return t.Name(r.By) + " asks to " + WishOf(r.Kind).Text(d, t, r)
}

// undoText tells how many commands a request would undo, and whose they are.
func undoText(_ *desk.Draft, t *table.Table, r table.Request) string {
	fallen := t.SaidSince(r.To)
	if len(fallen) == 0 { // the request lapses when the mail at hand is carried out
		return fmt.Sprintf("go back to position %d", r.To)
	}
	text := "take back the last command, of " + t.Name(fallen[len(fallen)-1])
	if n := len(fallen); n > 1 {
		var whose []string
		for _, p := range t.Game.State().Players() {
			if of := len(slices.DeleteFunc(slices.Clone(fallen), func(by string) bool { return by != p })); of > 0 {
				whose = append(whose, fmt.Sprintf("%d of %s", of, t.Name(p)))
			}
		}
		if len(whose) == 1 {
			whose[0] = "of " + t.Name(fallen[0])
		}
		text = fmt.Sprintf("take back the last %d commands, %s", n, table.List(whose))
	}
	return fmt.Sprintf("%s, and go back to position %d", text, r.To)
}

// GrantUndo goes back to the position that all players agreed on. It drops all standing
// orders, because they were given for a position that is gone.
func GrantUndo(_ *desk.Draft, t *table.Table, r table.Request) (*table.Table, error) {
	next, _, err := t.BackTo("", r.To)
	if err != nil {
		return nil, err
	}
	for i := range next.Record.Seats {
		next.Record.Seats[i].Orders = nil
	}
	return next.Said("", sheet.Notice, fmt.Sprintf("All agreed: the game is back at position %d. Standing orders are dropped.", r.To)), nil
}
