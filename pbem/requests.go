package pbem

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/sheet"
	"pbem/store"
	"pbem/titles/title"
)

// A Request is something that is done as soon as all other players have agreed.
// Only one of a kind is open at a time.
type Request struct {
	Kind     string    `json:"kind"` // one of the kinds below; stored
	By       string    `json:"by"`   // the player who asks
	At       time.Time `json:"at"`
	Until    time.Time `json:"until"`         // then it expires
	Position int       `json:"position"`      // length of the log once it was asked
	Yes      []string  `json:"yes,omitempty"` // who has agreed

	To    int       `json:"to,omitempty"`    // undo: the position to go back to
	Rest  time.Time `json:"rest,omitzero"`   // pause: until when; zero for as long as nobody resumes
	Words string    `json:"words,omitempty"` // pause: why; pace: all of it
}

// The kinds of request.
const (
	undoRequest  = "undo"
	endRequest   = "end"
	pauseRequest = "pause"
	paceRequest  = "pace"
)

// requestLife is how long a request waits for the others.
const requestLife = 7 * 24 * time.Hour

// A wish is what a kind of request is for.
type wish struct {
	kind string
	noun string // "Brian agrees to the undo"
	// text follows "Amy asks to ".
	text func(s *draft, t *table, r Request) string
	// grant does what was asked for.
	grant func(s *draft, t *table, r Request) (*table, error)
}

func wishes() []wish {
	return []wish{
		{undoRequest, "undo", undoText, grantUndo},
		{endRequest, "end of the game", endText, grantEnd},
		{pauseRequest, "pause", pauseText, grantPause},
		{paceRequest, "pace", paceText, grantPace},
	}
}

// wishOf returns the wish of a kind that a stored request has.
func wishOf(kind string) wish {
	all := wishes()
	return all[slices.IndexFunc(all, func(w wish) bool { return w.kind == kind })]
}

// wished finds the kind of request that words are about; "" for none.
func wished(words string) string {
	for _, word := range strings.Fields(strings.ToLower(words)) {
		word = strings.Trim(word, ".,:!")
		if slices.ContainsFunc(wishes(), func(w wish) bool { return w.kind == word }) {
			return word
		}
	}
	return ""
}

// asks tells a request: "Amy asks to end the game now".
func (s *draft) asks(t *table, r Request) string {
	return t.name(r.By) + " asks to " + wishOf(r.Kind).text(s, t, r)
}

// request returns the open request of a kind.
func (t *table) request(kind string) (r Request, ok bool) {
	i := slices.IndexFunc(t.record.Requests, func(r Request) bool { return r.Kind == kind })
	if i < 0 {
		return Request{}, false
	}
	return t.record.Requests[i], true
}

// without returns the table without the request of a kind.
func (t *table) without(kind string) *table {
	next := t.with(t.game, nil)
	next.record.Requests = slices.DeleteFunc(next.record.Requests, func(r Request) bool { return r.Kind == kind })
	return next
}

// missing lists the players whose word a request still waits for. Those who
// have left or are out of the game are not asked: nothing of theirs is at
// stake any more, and nobody should have to wait for them.
func (t *table) missing(r Request) []string {
	var out []string
	for _, p := range t.title.Position(t.game.State()).Players {
		if p.ID != r.By && !p.Out && !t.seat(p.ID).Open && !slices.Contains(r.Yes, p.ID) {
			out = append(out, p.ID)
		}
	}
	return out
}

// out reports whether a player is out of the game.
func (t *table) out(player string) bool {
	return slices.ContainsFunc(t.title.Position(t.game.State()).Players, func(p title.Player) bool { return p.ID == player && p.Out })
}

// ask puts a request to the other players.
func (d *speaker) ask(r Request) error {
	open, ok := d.table.request(r.Kind)
	switch {
	case d.table.game.State().Result != nil:
		return engine.Refuse("The game is over.")
	case d.table.out(d.player):
		return engine.Refuse("You are out of the game: that is for those who still play.")
	case ok && open.By == d.player:
		return engine.Refuse("You ask for that already: %s. \"withdraw %s\" takes it back.", d.table.waitingFor(open), open.Kind)
	case ok:
		return engine.Refuse("%s. Say \"accept %s\" or \"decline %s\" first.", d.errand.s.asks(d.table, open), open.Kind, open.Kind)
	}
	s := d.errand.s
	r.By, r.At = d.player, s.now().UTC()
	r.Until = r.At.Add(requestLife)
	d.table = d.table.said(d.player, "request", "asks to "+wishOf(r.Kind).text(s, d.table, r))
	r.Position = len(d.table.log)
	d.table.record.Requests = append(d.table.record.Requests, r)
	return d.fulfil()
}

// fulfil does what nobody's word is missing for.
func (d *speaker) fulfil() (err error) {
	d.table, err = d.errand.s.fulfilled(d.table)
	return err
}

// fulfilled returns the table once the requests are carried out to which nobody
// has still to agree.
func (s *draft) fulfilled(t *table) (*table, error) {
	for _, r := range t.record.Requests {
		if len(t.missing(r)) > 0 {
			continue
		}
		next, err := wishOf(r.Kind).grant(s, t.without(r.Kind), r)
		if err != nil {
			return nil, err
		}
		return s.fulfilled(next.lapsed())
	}
	return t, nil
}

// lapsed returns the table without the requests that have no object any more: the
// game has ended, or has moved on since somebody asked to take something back.
func (t *table) lapsed() *table {
	if t.game.State().Result != nil {
		next := t.with(t.game, nil)
		next.record.Requests, next.record.Paused = nil, nil
		return next
	}
	r, ok := t.request(undoRequest)
	if !ok || !slices.ContainsFunc(t.log[min(r.Position, len(t.log)):], isMove) {
		return t
	}
	return t.without(undoRequest).said("", sheet.Notice, fmt.Sprintf("The game has moved on, so the %s has lapsed that %s asked for.", wishOf(undoRequest).noun, t.name(r.By)))
}

// isMove reports whether an event moves the game, on or back.
func isMove(e engine.Event) bool {
	switch e.(type) {
	case engine.Said, engine.Undone:
		return true
	}
	return false
}

// answers makes a saying of a player's word about a request: "accept", with
// the kind of request or, where there is only one, without. The rules come
// first: a bare word is a move while they offer it.
func answers(verb string, do func(d *speaker, r Request) error) saying {
	return func(e *errand, rest string) (bool, error) {
		kind := wished(rest)
		if e.at != nil && kind == "" && slices.Contains(grammar.Offered(e.at.table.game.Pending(), e.at.player), verb) {
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

// meant finds the request that a word is about.
func (d *speaker) meant(verb, kind, rest string) (Request, error) {
	if r, ok := d.table.request(kind); ok {
		return r, nil
	}
	open := d.table.record.Requests
	switch {
	case len(open) == 1 && rest == "":
		return open[0], nil
	case len(open) == 0 && kind != "":
		return Request{}, engine.Refuse("Nobody asks for the %s now.", wishOf(kind).noun)
	case len(open) == 0:
		return Request{}, engine.Refuse("There is nothing to %s: nobody asks for anything now.", verb)
	}
	var kinds, texts []string
	for _, r := range open {
		kinds = append(kinds, fmt.Sprintf("%q", verb+" "+r.Kind))
		texts = append(texts, d.errand.s.asks(d.table, r))
	}
	return Request{}, engine.Refuse("%s. Say %s.", strings.Join(texts, "; "), strings.Join(kinds, " or "))
}

// accept agrees to a request.
func accept(d *speaker, r Request) error {
	switch {
	case r.By == d.player:
		return engine.Refuse("That is your own request: %s. \"withdraw %s\" takes it back.", d.table.waitingFor(r), r.Kind)
	case slices.Contains(r.Yes, d.player):
		return engine.Refuse("You have agreed already: %s.", d.table.waitingFor(r))
	case d.table.out(d.player):
		return engine.Refuse("You are out of the game: nobody waits for your word.")
	case r.Kind == undoRequest && d.applied > 0:
		return engine.Refuse("What you say before it in this mail goes on with the game, which ends the request. Send \"accept undo\" without moves.")
	}
	if n, ok := d.errand.s.position(d.errand.l, d.table.id); ok && n < r.Position {
		return engine.Refuse("Your mail answers position %d and may mean another request: %s asked for this %s later, at position %d. Answer a mail that tells you of it.", n, d.table.name(r.By), wishOf(r.Kind).noun, r.Position)
	}
	d.table = d.table.said(d.player, "accept", "agrees to the "+wishOf(r.Kind).noun)
	i := slices.IndexFunc(d.table.record.Requests, func(o Request) bool { return o.Kind == r.Kind })
	d.table.record.Requests[i].Yes = append(slices.Clip(r.Yes), d.player)
	return d.fulfil()
}

// decline ends a request of somebody else.
func decline(d *speaker, r Request) error {
	switch {
	case r.By == d.player:
		return engine.Refuse("That is your own request: \"withdraw %s\" takes it back.", r.Kind)
	case d.table.out(d.player):
		return engine.Refuse("You are out of the game: nobody waits for your word.")
	}
	d.table = d.table.without(r.Kind).said(d.player, "decline", "declines the "+wishOf(r.Kind).noun)
	return nil
}

// withdraw takes a player's own request back.
func withdraw(d *speaker, r Request) error {
	if r.By != d.player {
		return engine.Refuse("That is the request of %s: say \"accept %s\" or \"decline %s\".", d.table.name(r.By), r.Kind, r.Kind)
	}
	d.table = d.table.without(r.Kind).said(d.player, "withdraw", "no longer asks for the "+wishOf(r.Kind).noun)
	return nil
}

// requestKey begins the keys of the deadlines of requests; that of a pause's end
// is resumeKey.
const (
	requestKey = "request/"
	resumeKey  = requestKey + "resume"
)

// requestDeadlines sets when the requests of a game expire and when its pause is
// over, and clears what is no more.
func (s *draft) requestDeadlines(t *table) []store.Deadline {
	var out []store.Deadline
	for _, w := range wishes() {
		r, _ := t.request(w.kind)
		out = append(out, store.Deadline{Game: t.id, Key: requestKey + w.kind, At: r.Until})
	}
	d := store.Deadline{Game: t.id, Key: resumeKey}
	if p := t.record.Paused; p != nil {
		d.At = p.Until
	}
	return append(out, d)
}

// requestDue ends a request that is over, or a pause.
func (s *draft) requestDue(d store.Deadline) error {
	t, err := s.table(d.Game)
	if err != nil {
		return err
	}
	c := store.Commit{
		Cause: fmt.Sprintf("clock:%s/%s/%s", d.Game, d.Key, d.At.Format(time.RFC3339Nano)), Outcome: "expired",
		Deadlines: []store.Deadline{{Game: d.Game, Key: d.Key}},
	}
	next := s.overdue(t, strings.TrimPrefix(d.Key, requestKey))
	if next == nil {
		return s.queue(c)
	}
	return s.put(t, next, c, reply{})
}

// overdue returns the table after a request, or its pause, is over; nil when
// there is none any more that should be.
func (s *draft) overdue(t *table, what string) *table {
	if requestKey+what == resumeKey {
		if p := t.record.Paused; p == nil || p.Until.IsZero() || p.Until.After(s.now()) {
			return nil
		}
		return t.said("", sheet.Notice, "The pause is over; the game goes on.").goesOn(s.now())
	}
	r, ok := t.request(what)
	if !ok || r.Until.After(s.now()) {
		return nil
	}
	return t.without(what).said("", sheet.Notice, fmt.Sprintf("The %s that %s asked for is off: no answer came from %s in a week.",
		wishOf(what).noun, t.name(r.By), list(t.names(t.missing(r)))))
}

// aboutRequest reports whether a line is a player's word about a request, which
// it names; no rules of a game are asked then.
func aboutRequest(verb, line string) bool {
	return slices.Contains([]string{"accept", "decline", "withdraw"}, verb) && wished(line) != ""
}
