package pbem

import (
	"fmt"
	"slices"

	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// standing is the end of every mail to a seat: what its player said in advance,
// and what they are asked besides the game.
func (d *draft) standing(t *table.Table, id string) []sheet.Section {
	out := slices.Concat(d.endedSection(t, id), t.OrdersSection(id), d.diarySection(t, id))
	if t.Game.State().Result != nil {
		return out
	}
	for _, r := range t.Record.Requests {
		out = append(out, d.requestSection(t, id, r))
	}
	return slices.Concat(out, d.pauseSection(t, id), t.CaretakerSection(id), t.OpenSeats(id))
}

// pauseSection tells how long a pause of the players lasts; nothing else.
func (d *draft) pauseSection(t *table.Table, id string) []sheet.Section {
	p := t.Record.Paused
	if p == nil || p.By == "" || !t.Plays(id) {
		return nil
	}
	out := sheet.Section{Head: "The pause", Say: []sheet.Saying{{Line: "resume", Gloss: "let the game go on; any player may"}}}
	if !p.Until.IsZero() {
		out.Lines = []string{"  It is over by itself on " + d.when(d.reader(t, id), p.Until) + "."}
	}
	return []sheet.Section{out}
}

// wanted are the requests that wait for a player's word.
func (d *draft) wanted(t *table.Table, id string) []sheet.Fact {
	var out []sheet.Fact
	for _, r := range t.Record.Requests {
		if t.Game.State().Result == nil && slices.Contains(t.Missing(r), id) {
			out = append(out, sheet.Fact{Name: r.Kind, Text: r.Noun() + " that " + t.Name(r.By) + " asks for"})
		}
	}
	return out
}

// requestSection tells a seat of a request, and what they may say about it.
func (d *draft) requestSection(t *table.Table, id string, r table.Request) sheet.Section {
	out := sheet.Section{Head: "A request"}
	text := d.asks(t, r)
	switch {
	case r.By == id:
		out.Head = "Your request"
		text = "You ask to " + wishOf(r.Kind).text(d, t, r)
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
			out.Lines = append(out.Lines, "  The answers in secret that were opened since are known by now: whoever answers again knows those of the others.")
		}
	}
	out.Lines = append(out.Lines, fmt.Sprintf("  It is good until %s, and %s.", d.when(d.reader(t, id), r.Until), t.WaitingFor(r)))
	return out
}
