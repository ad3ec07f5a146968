package pbem

import (
	"fmt"
	"slices"

	"pbem/pbem/sheet"
)

// standing is what every mail to a seat ends with: what they said in advance,
// and what they are asked beside the game.
func (s *draft) standing(t *table, id string) []sheet.Section {
	out := slices.Concat(s.endedSection(t, id), ordersSection(t.seat(id)), s.diarySection(t, id))
	if t.game.State().Result != nil {
		return out
	}
	for _, r := range t.record.Requests {
		out = append(out, s.requestSection(t, id, r))
	}
	return append(append(out, s.pauseSection(t, id)...), t.openSeats(id)...)
}

// pauseSection tells how long a pause of the players lasts; nothing else.
func (s *draft) pauseSection(t *table, id string) []sheet.Section {
	p := t.record.Paused
	if p == nil || p.By == "" || !t.plays(id) {
		return nil
	}
	out := sheet.Section{Head: "The pause", Say: []sheet.Saying{{Line: "resume", Gloss: "let the game go on; any player may"}}}
	if !p.Until.IsZero() {
		out.Lines = []string{"  It is over by itself on " + s.when(s.reader(t, id), p.Until) + "."}
	}
	return []sheet.Section{out}
}

// wanted are the requests that wait for a player's word.
func (s *draft) wanted(t *table, id string) []sheet.Fact {
	var out []sheet.Fact
	for _, r := range t.record.Requests {
		if t.game.State().Result == nil && slices.Contains(t.missing(r), id) {
			out = append(out, sheet.Fact{Name: r.Kind, Text: wishOf(r.Kind).noun + " that " + t.name(r.By) + " asks for"})
		}
	}
	return out
}

// requestSection tells a seat of a request, and what they may say about it.
func (s *draft) requestSection(t *table, id string, r Request) sheet.Section {
	out := sheet.Section{Head: "A request"}
	text := s.asks(t, r)
	switch {
	case r.By == id:
		out.Head = "Your request"
		text = "You ask to " + wishOf(r.Kind).text(s, t, r)
		out.Say = []sheet.Saying{{Line: "withdraw " + r.Kind, Gloss: "take the request back"}}
	case slices.Contains(t.missing(r), id):
		out.Head = "Your answer is wanted"
		out.Say = []sheet.Saying{{Line: "accept " + r.Kind, Gloss: "agree"}, {Line: "decline " + r.Kind, Gloss: "say no, which ends the request"}}
	}
	if r.Kind == endRequest {
		out.Facts = t.scoresNow()
	}
	out.Lines = []string{"  " + text + ".", fmt.Sprintf("  It is good until %s, and %s.", s.when(s.reader(t, id), r.Until), t.waitingFor(r))}
	return out
}

// waitingFor says whose word a request waits for.
func (t *table) waitingFor(r Request) string { return "it waits for " + list(t.names(t.missing(r))) }

// names are the names of players.
func (t *table) names(players []string) []string {
	var out []string
	for _, p := range players {
		out = append(out, t.name(p))
	}
	return out
}
