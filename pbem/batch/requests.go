package batch

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// EndGame asks the other players to end the game now. If somebody has asked already, it
// agrees.
func EndGame(p *Speaker, _ string) error {
	if r, ok := p.Table.Request(table.EndRequest); ok && r.By != p.Player {
		return Accept(p, r)
	}
	return p.Ask(table.Request{Kind: table.EndRequest})
}

// Ask puts a request to the other players.
func (p *Speaker) Ask(r table.Request) error {
	open, ok := p.Table.Request(r.Kind)
	switch {
	case p.Table.Game.State().Result != nil:
		return engine.Refuse("The game is over.")
	case p.Table.Out(p.Player):
		return engine.Refuse("You are out of the game: that is for those who still play.")
	case ok && open.By == p.Player:
		return engine.Refuse("You have asked for that already: %s. \"withdraw %s\" takes it back.", p.Table.WaitingFor(open), open.Kind)
	case ok:
		return engine.Refuse("%s. Say \"accept %s\" or \"decline %s\" first.", notices.Asks(p.Batch.Draft, p.Table, open), open.Kind, open.Kind)
	}
	s := p.Batch.Draft
	r.By, r.At = p.Player, s.Now().UTC()
	r.Until = r.At.Add(table.RequestLife)
	p.Table = p.Table.Said(p.Player, "request", "asks to "+notices.WishOf(r.Kind).Text(s, p.Table, r))
	r.Position = len(p.Table.Log)
	p.Table.Record.Requests = append(p.Table.Record.Requests, r)
	return p.fulfil()
}

// fulfil carries out requests that all players have agreed to.
func (p *Speaker) fulfil() (err error) {
	p.Table, err = Fulfilled(p.Batch.Draft, p.Table)
	return err
}

// Fulfilled returns the table after carrying out the requests that all players have
// agreed to.
func Fulfilled(d *desk.Draft, t *table.Table) (*table.Table, error) {
	for _, r := range t.Record.Requests {
		if len(t.Missing(r)) > 0 {
			continue
		}
		next, err := notices.WishOf(r.Kind).Grant(d, t.Without(r.Kind), r)
		if err != nil {
			return nil, err
		}
		return Fulfilled(d, next.Lapsed())
	}
	return t, nil
}

// Meant finds the request that an answer is about.
func (p *Speaker) Meant(verb, kind, rest string) (table.Request, error) {
	if r, ok := p.Table.Request(kind); ok {
		return r, nil
	}
	open := p.Table.Record.Requests
	switch {
	case len(open) == 1 && rest == "":
		return open[0], nil
	case len(open) == 0 && kind != "":
		return table.Request{}, engine.Refuse("Nobody is asking for the %s now.", table.Nouns[kind])
	case len(open) == 0:
		return table.Request{}, engine.Refuse("There is nothing to %s: nobody is asking for anything now.", verb)
	}
	var kinds, texts []string
	for _, r := range open {
		kinds = append(kinds, fmt.Sprintf("%q", verb+" "+r.Kind))
		texts = append(texts, notices.Asks(p.Batch.Draft, p.Table, r))
	}
	return table.Request{}, engine.Refuse("%s. Say %s.", strings.Join(texts, "; "), strings.Join(kinds, " or "))
}

// Accept agrees to a request.
func Accept(p *Speaker, r table.Request) error {
	switch {
	case r.By == p.Player:
		return engine.Refuse("That is your own request: %s. \"withdraw %s\" takes it back.", p.Table.WaitingFor(r), r.Kind)
	case slices.Contains(r.Yes, p.Player):
		return engine.Refuse("You have agreed already: %s.", p.Table.WaitingFor(r))
	case p.Table.Out(p.Player):
		return engine.Refuse("You are out of the game: nobody waits for your answer.")
	case r.Kind == table.UndoRequest && p.applied > 0:
		return engine.Refuse("What you say before it in this mail moves the game on, which ends the request. Send \"accept undo\" without moves.")
	}
	if n, ok := Position(p.Batch.Draft.Desk, p.Batch.Letter, p.Table.ID); ok && n < r.Position {
		return engine.Refuse("Your mail answers position %d and may mean another request: %s asked for this %s later, at position %d. Answer a mail that tells you of it.", n, p.Table.Name(r.By), r.Noun(), r.Position)
	}
	p.Table = p.Table.Said(p.Player, "accept", "agrees to the "+r.Noun())
	i := slices.IndexFunc(p.Table.Record.Requests, func(o table.Request) bool { return o.Kind == r.Kind })
	p.Table.Record.Requests[i].Yes = append(slices.Clip(r.Yes), p.Player)
	return p.fulfil()
}

// Decline ends a request of another player.
func Decline(p *Speaker, r table.Request) error {
	switch {
	case r.By == p.Player:
		return engine.Refuse("That is your own request: \"withdraw %s\" takes it back.", r.Kind)
	case p.Table.Out(p.Player):
		return engine.Refuse("You are out of the game: nobody waits for your answer.")
	}
	p.Table = p.Table.Without(r.Kind).Said(p.Player, "decline", "declines the "+r.Noun())
	return nil
}

// Withdraw ends the player's own request.
func Withdraw(p *Speaker, r table.Request) error {
	if r.By != p.Player {
		return engine.Refuse("That is the request of %s: say \"accept %s\" or \"decline %s\".", p.Table.Name(r.By), r.Kind, r.Kind)
	}
	p.Table = p.Table.Without(r.Kind).Said(p.Player, "withdraw", "no longer asks for the "+r.Noun())
	return nil
}

// RequestDue ends a request, or a pause, whose time is over. A request that is still open gets its deadline anew.
func RequestDue(d *desk.Draft, due store.Deadline) error {
	t, err := d.Table(due.Game)
	if err != nil {
		return err
	}
	c := store.Commit{
		Cause: fmt.Sprintf("clock:%s/%s/%s", due.Game, due.Key, due.At.Format(time.RFC3339Nano)), Outcome: "expired",
		Deadlines: []store.Deadline{{Game: due.Game, Key: due.Key}},
	}
	kind := strings.TrimPrefix(due.Key, timing.RequestKey)
	if until := timing.Doubted(d); due.Key == timing.ResumeKey && !until.IsZero() {
		return timing.Later(d, due, until)
	}
	next := overdue(d, t, kind)
	if next == nil {
		if r, open := t.Request(kind); open {
			return timing.Later(d, due, timing.RequestEnds(d, r))
		}
		return d.Queue(c)
	}
	return Put(d, t, next, c, notices.Reply{})
}

// overdue returns the table after a request or pause has expired, or nil if nothing
// expires.
func overdue(d *desk.Draft, t *table.Table, what string) *table.Table {
	if timing.RequestKey+what == timing.ResumeKey {
		if p := t.Record.Paused; p == nil || p.Until.IsZero() || p.Until.After(d.Now()) {
			return nil
		}
		return t.Said("", sheet.Notice, "The pause is over; the game goes on.").GoesOn(d.Now())
	}
	r, ok := t.Request(what)
	if !ok || timing.RequestEnds(d, r).After(d.Now()) {
		return nil
	}
	return t.Without(what).Said("", sheet.Notice, fmt.Sprintf("The %s that %s asked for is off: no answer came from %s within a week.",
		table.Nouns[what], t.Name(r.By), table.List(t.Names(t.Missing(r)))))
}

// AboutRequest reports whether a line names the request that it answers. Such a line is
// not a move.
func AboutRequest(verb, line string) bool {
	return slices.Contains([]string{"accept", "decline", "withdraw"}, verb) && table.Wished(line) != ""
}
