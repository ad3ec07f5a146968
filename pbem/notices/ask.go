package notices

import (
	"fmt"
	"slices"

	"pbem/pbem/account"
	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
)

// Standing returns the last sections of every mail to a seat: the player's plans, and
// what they are asked besides moves.
func Standing(d *desk.Draft, t *table.Table, id string) []sheet.Section {
	out := slices.Concat(endedSection(d, t, id), t.OrdersSection(id), diarySection(d, t, id))
	if t.Game.State().Result != nil {
		return out
	}
	for _, r := range t.Record.Requests {
		out = append(out, requestSection(d, t, id, r))
	}
	return slices.Concat(out, pauseSection(d, t, id), t.KeeperSections(id), t.OpenSeats(id), d.PageSection(t))
}

// pauseSection tells players how long a pause that they agreed on lasts. For a pause by
// the host there is no section.
func pauseSection(d *desk.Draft, t *table.Table, id string) []sheet.Section {
	p := t.Record.Paused
	if p == nil || p.By == "" || !t.Plays(id) {
		return nil
	}
	out := sheet.Section{Head: "The pause", Say: []sheet.Saying{{Line: "resume", Gloss: "let the game go on; any player may"}}}
	if !p.Until.IsZero() {
		out.Lines = []string{"  It ends automatically on " + account.When(d, account.Reader(d, t, id), p.Until) + "."}
	}
	return []sheet.Section{out}
}

// wanted returns the requests that the player has not answered.
func wanted(d *desk.Draft, t *table.Table, id string) []sheet.Fact {
	var out []sheet.Fact
	for _, r := range t.Record.Requests {
		if t.Game.State().Result == nil && slices.Contains(t.Missing(r), id) {
			out = append(out, sheet.Fact{Name: r.Kind, Text: r.Noun() + " that " + t.Name(r.By) + " asks for"})
		}
	}
	return out
}

// requestSection tells a seat about a request, and how to answer it.
func requestSection(d *desk.Draft, t *table.Table, id string, r table.Request) sheet.Section {
	out := sheet.Section{Head: "A request"}
	text := Asks(d, t, r)
	switch {
	case r.By == id:
		out.Head = "Your request"
		text = "You ask to " + WishOf(r.Kind).Text(d, t, r)
		out.Say = []sheet.Saying{{Line: "withdraw " + r.Kind, Gloss: "take the request back"}}
	case slices.Contains(t.Missing(r), id):
		out.Head = "Your answer is wanted"
		out.Say = []sheet.Saying{{Line: "accept " + r.Kind, Gloss: "agree"}, {Line: "decline " + r.Kind, Gloss: "say no, which ends the request"}}
	}
	if r.Kind == table.EndRequest {
		out.Facts = t.ScoresNow()
	}
	out.Lines = []string{"  " + text + "."}
	if r.Kind == table.UndoRequest {
		if moves := sheet.Undoing(t.Title, t.Game.State(), t.Log, r.To); moves != "" {
			out.Lines = append(out.Lines, "  That takes back: "+moves+".")
		}
		if t.Uncovers(r.By, r.To) {
			out.Lines = append(out.Lines, "  Secret answers opened since then are known now: whoever answers again knows what the others said.")
		}
	}
	out.Lines = append(out.Lines, fmt.Sprintf("  It is good until %s, and %s.", account.When(d, account.Reader(d, t, id), timing.RequestEnds(d, r)), t.WaitingFor(r)))
	return out
}

// endedSection lists the player's orders that have ended since the last mail that told
// them, and what was said for them without asking.
func endedSection(d *desk.Draft, t *table.Table, id string) []sheet.Section {
	seat := t.Seat(id)
	if len(seat.Ended) == 0 {
		return nil
	}
	from, _, err := Untold(d, t, id, *seat)
	if err != nil {
		d.Log.Error("game.told-unreadable", "game", t.ID, "player", id, "error", err)
	}
	over, said := sheet.Section{Head: "STANDING ORDERS THAT ARE OVER"}, sheet.Section{Head: "SAID FOR YOU"}
	for _, e := range seat.Since(from) {
		if e.Unasked {
			said.Lines = append(said.Lines, "  "+e.Text)
			continue
		}
		over.Lines = append(over.Lines, "  "+e.Text)
	}
	return slices.DeleteFunc([]sheet.Section{said, over}, func(s sheet.Section) bool { return len(s.Lines) == 0 })
}
