package pbem

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// A wish is what a kind of request is for.
type wish struct {
	// text follows "Amy asks to ".
	text func(d *draft, t *table.Table, r table.Request) string
	// grant does what was asked for.
	grant func(d *draft, t *table.Table, r table.Request) (*table.Table, error)
}

// wishOf returns the wish of a kind that a stored request has.
func wishOf(kind string) wish {
	return map[string]wish{
		table.UndoRequest:  {undoText, grantUndo},
		table.EndRequest:   {endText, grantEnd},
		table.PauseRequest: {pauseText, grantPause},
		table.PaceRequest:  {paceText, grantPace},
	}[kind]
}

// asks tells a request: "Amy asks to end the game now".
func (d *draft) asks(t *table.Table, r table.Request) string {
	return t.Name(r.By) + " asks to " + wishOf(r.Kind).text(d, t, r)
}

// ask puts a request to the other players.
func (p *speaker) ask(r table.Request) error {
	open, ok := p.table.Request(r.Kind)
	switch {
	case p.table.Game.State().Result != nil:
		return engine.Refuse("The game is over.")
	case p.table.Out(p.player):
		return engine.Refuse("You are out of the game: that is for those who still play.")
	case ok && open.By == p.player:
		return engine.Refuse("You ask for that already: %s. \"withdraw %s\" takes it back.", p.table.WaitingFor(open), open.Kind)
	case ok:
		return engine.Refuse("%s. Say \"accept %s\" or \"decline %s\" first.", p.batch.d.asks(p.table, open), open.Kind, open.Kind)
	}
	s := p.batch.d
	r.By, r.At = p.player, s.now().UTC()
	r.Until = r.At.Add(table.RequestLife)
	p.table = p.table.Said(p.player, "request", "asks to "+wishOf(r.Kind).text(s, p.table, r))
	r.Position = len(p.table.Log)
	p.table.Record.Requests = append(p.table.Record.Requests, r)
	return p.fulfil()
}

// fulfil does what nobody's word is missing for.
func (p *speaker) fulfil() (err error) {
	p.table, err = p.batch.d.fulfilled(p.table)
	return err
}

// fulfilled returns the table once the requests are carried out to which nobody
// has still to agree.
func (d *draft) fulfilled(t *table.Table) (*table.Table, error) {
	for _, r := range t.Record.Requests {
		if len(t.Missing(r)) > 0 {
			continue
		}
		next, err := wishOf(r.Kind).grant(d, t.Without(r.Kind), r)
		if err != nil {
			return nil, err
		}
		return d.fulfilled(next.Lapsed())
	}
	return t, nil
}

// answers makes the word with which a player answers a request: "accept", with
// the kind of request, or alone if there is only one. The rules come first: a
// bare word is a move if they offer it.
func answers(verb string, do func(d *speaker, r table.Request) error) saying {
	return func(e *batch, rest string) (bool, error) {
		kind := table.Wished(rest)
		if do := invited[verb]; do != nil && e.at == nil && kind == "" {
			return do(e, rest)
		}
		if e.at != nil && kind == "" && slices.Contains(grammar.Offered(e.at.table.Game.Pending(), e.at.player), verb) {
			return false, nil
		}
		return byPlayers(func(d *speaker, _ string) error {
			r, err := d.meant(verb, kind, rest)
			if err != nil {
				return err
			}
			return do(d, r)
		})(e, rest)
	}
}

// invited are what words about requests mean to who is at no table: they answer
// an invitation.
var invited = map[string]saying{"accept": join, "decline": leave}

// meant finds the request that a word is about.
func (p *speaker) meant(verb, kind, rest string) (table.Request, error) {
	if r, ok := p.table.Request(kind); ok {
		return r, nil
	}
	open := p.table.Record.Requests
	switch {
	case len(open) == 1 && rest == "":
		return open[0], nil
	case len(open) == 0 && kind != "":
		return table.Request{}, engine.Refuse("Nobody asks for the %s now.", table.Nouns[kind])
	case len(open) == 0:
		return table.Request{}, engine.Refuse("There is nothing to %s: nobody asks for anything now.", verb)
	}
	var kinds, texts []string
	for _, r := range open {
		kinds = append(kinds, fmt.Sprintf("%q", verb+" "+r.Kind))
		texts = append(texts, p.batch.d.asks(p.table, r))
	}
	return table.Request{}, engine.Refuse("%s. Say %s.", strings.Join(texts, "; "), strings.Join(kinds, " or "))
}

// accept agrees to a request.
func accept(d *speaker, r table.Request) error {
	switch {
	case r.By == d.player:
		return engine.Refuse("That is your own request: %s. \"withdraw %s\" takes it back.", d.table.WaitingFor(r), r.Kind)
	case slices.Contains(r.Yes, d.player):
		return engine.Refuse("You have agreed already: %s.", d.table.WaitingFor(r))
	case d.table.Out(d.player):
		return engine.Refuse("You are out of the game: nobody waits for your word.")
	case r.Kind == table.UndoRequest && d.applied > 0:
		return engine.Refuse("What you say before it in this mail goes on with the game, which ends the request. Send \"accept undo\" without moves.")
	}
	if n, ok := d.batch.d.position(d.batch.l, d.table.ID); ok && n < r.Position {
		return engine.Refuse("Your mail answers position %d and may mean another request: %s asked for this %s later, at position %d. Answer a mail that tells you of it.", n, d.table.Name(r.By), r.Noun(), r.Position)
	}
	d.table = d.table.Said(d.player, "accept", "agrees to the "+r.Noun())
	i := slices.IndexFunc(d.table.Record.Requests, func(o table.Request) bool { return o.Kind == r.Kind })
	d.table.Record.Requests[i].Yes = append(slices.Clip(r.Yes), d.player)
	return d.fulfil()
}

// decline ends a request of somebody else.
func decline(d *speaker, r table.Request) error {
	switch {
	case r.By == d.player:
		return engine.Refuse("That is your own request: \"withdraw %s\" takes it back.", r.Kind)
	case d.table.Out(d.player):
		return engine.Refuse("You are out of the game: nobody waits for your word.")
	}
	d.table = d.table.Without(r.Kind).Said(d.player, "decline", "declines the "+r.Noun())
	return nil
}

// withdraw takes a player's own request back.
func withdraw(d *speaker, r table.Request) error {
	if r.By != d.player {
		return engine.Refuse("That is the request of %s: say \"accept %s\" or \"decline %s\".", d.table.Name(r.By), r.Kind, r.Kind)
	}
	d.table = d.table.Without(r.Kind).Said(d.player, "withdraw", "no longer asks for the "+r.Noun())
	return nil
}

// requestKey begins the keys of the deadlines of requests; that of a pause's end
// is resumeKey.
const (
	requestKey = "request/"
	resumeKey  = requestKey + "resume"
)

// requestDeadlines sets when the requests of a game expire and when its pause
// ends, and clears old deadlines.
func (d *draft) requestDeadlines(t *table.Table) []store.Deadline {
	var out []store.Deadline
	for _, kind := range slices.Sorted(maps.Keys(table.Nouns)) {
		r, _ := t.Request(kind)
		out = append(out, store.Deadline{Game: t.ID, Key: requestKey + kind, At: r.Until})
	}
	due := store.Deadline{Game: t.ID, Key: resumeKey}
	if p := t.Record.Paused; p != nil {
		due.At = p.Until
	}
	return append(out, due)
}

// requestDue ends a request that is over, or a pause.
func (d *draft) requestDue(due store.Deadline) error {
	t, err := d.table(due.Game)
	if err != nil {
		return err
	}
	c := store.Commit{
		Cause: fmt.Sprintf("clock:%s/%s/%s", due.Game, due.Key, due.At.Format(time.RFC3339Nano)), Outcome: "expired",
		Deadlines: []store.Deadline{{Game: due.Game, Key: due.Key}},
	}
	next := d.overdue(t, strings.TrimPrefix(due.Key, requestKey))
	if next == nil {
		return d.queue(c)
	}
	return d.put(t, next, c, reply{})
}

// overdue returns the table after a request or pause has expired; nil if there
// is none any more.
func (d *draft) overdue(t *table.Table, what string) *table.Table {
	if requestKey+what == resumeKey {
		if p := t.Record.Paused; p == nil || p.Until.IsZero() || p.Until.After(d.now()) {
			return nil
		}
		return t.Said("", sheet.Notice, "The pause is over; the game goes on.").GoesOn(d.now())
	}
	r, ok := t.Request(what)
	if !ok || r.Until.After(d.now()) {
		return nil
	}
	return t.Without(what).Said("", sheet.Notice, fmt.Sprintf("The %s that %s asked for is off: no answer came from %s in a week.",
		table.Nouns[what], t.Name(r.By), table.List(t.Names(t.Missing(r)))))
}

// aboutRequest reports whether a line is an answer to a request that it names.
// Then the rules of the game are not asked.
func aboutRequest(verb, line string) bool {
	return slices.Contains([]string{"accept", "decline", "withdraw"}, verb) && table.Wished(line) != ""
}
