package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/sheet"
)

// WaitingFor says whose word a request waits for.
func (t *Table) WaitingFor(r Request) string { return "it waits for " + List(t.Names(t.Missing(r))) }

// A Request is done as soon as all other players have agreed. Only one of each
// kind is open at a time.
type Request struct {
	Kind     string    `json:"kind"` // one of the kinds below; stored
	By       string    `json:"by"`   // the player who asks
	At       time.Time `json:"at"`
	Until    time.Time `json:"until"`         // when it expires if there is no outage
	Position int       `json:"position"`      // length of the log after it was made
	Yes      []string  `json:"yes,omitempty"` // who has agreed

	To    int       `json:"to,omitempty"`    // undo: the position to go back to
	Rest  time.Time `json:"rest,omitzero"`   // pause: when it ends; zero until somebody resumes
	Words string    `json:"words,omitempty"` // pause: the reason; pace: all settings
}

// The kinds of request. The values are stored.
const (
	UndoRequest   = "undo"
	EndRequest    = "end"
	PauseRequest  = "pause"
	PaceRequest   = "pace"
	AdviceRequest = "advice"
)

// RequestLife is how long a request waits for the others.
const RequestLife = 7 * 24 * time.Hour

// Nouns name the kinds of request: "Brian agrees to the undo".
var Nouns = map[string]string{UndoRequest: "undo", EndRequest: "end of the game", PauseRequest: "pause", PaceRequest: "pace", AdviceRequest: "advice"}

// Noun names what is asked for.
func (r Request) Noun() string { return Nouns[r.Kind] }

// Wished returns the kind of request that words are about; "" for none.
func Wished(words string) string {
	for _, word := range strings.Fields(strings.ToLower(words)) {
		if word = strings.Trim(word, ".,:!"); Nouns[word] != "" {
			return word
		}
	}
	return ""
}

// Request returns the open request of a kind.
func (t *Table) Request(kind string) (r Request, ok bool) {
	i := slices.IndexFunc(t.Record.Requests, func(r Request) bool { return r.Kind == kind })
	if i < 0 {
		return Request{}, false
	}
	return t.Record.Requests[i], true
}

// Without returns the table without the request of one kind.
func (t *Table) Without(kind string) *Table {
	next := t.With(t.Game, nil)
	next.Record.Requests = slices.DeleteFunc(next.Record.Requests, func(r Request) bool { return r.Kind == kind })
	return next
}

// Missing returns the players whose answer a request still waits for. Players
// who have left, are out of the game or are played by the caretaker are not
// asked: nobody should have to wait for them.
func (t *Table) Missing(r Request) []string {
	var out []string
	for _, p := range t.Title.Position(t.Game.State()).Players {
		if p.ID != r.By && !p.Out && !t.Seat(p.ID).Open && !t.Kept(p.ID) && !slices.Contains(r.Yes, p.ID) {
			out = append(out, p.ID)
		}
	}
	return out
}

// Lapsed returns the table without requests that have become pointless: the
// game has ended, or has moved on since somebody asked for an undo.
func (t *Table) Lapsed() *Table {
	if t.Game.State().Result != nil {
		next := t.With(t.Game, nil)
		next.Record.Requests, next.Record.Paused = nil, nil
		return next
	}
	r, ok := t.Request(UndoRequest)
	if !ok || !slices.ContainsFunc(t.Log[min(r.Position, len(t.Log)):], isMove) {
		return t
	}
	return t.Without(UndoRequest).Said("", sheet.Notice, fmt.Sprintf("The game has moved on, so the %s has lapsed that %s asked for.", Nouns[UndoRequest], t.Name(r.By)))
}

// isMove reports whether an event moves the game forward or back.
func isMove(e engine.Event) bool {
	switch e.(type) {
	case engine.Said, engine.Undone:
		return true
	}
	return false
}
