package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// An Event is one fact about the table. The names of its kinds and their fields are a file format and are never
// renamed.
type Event interface{ kind() string }

// Started is the first event of every log.
type Started struct {
	Title   string            `json:"title"`             // slug
	Seed    int64             `json:"seed"`              // for everything random in the setup
	Players []string          `json:"players"`           // names in seat order; the ids are p1, p2, ...
	Options map[string]string `json:"options,omitempty"` // variants and compatibility switches
}

// Paid moves money. Every purse except the bank's stays at zero or above.
type Paid struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Amount int    `json:"amount"`
}

// Moved moves a piece (certificate, train, station, ...) between places. From is "" for a piece that was nowhere.
type Moved struct {
	Piece string `json:"piece"`
	From  string `json:"from,omitempty"`
	To    string `json:"to"`
}

// TileLaid puts a tile on a hex in place of the one there. Rot counts sixths of a turn clockwise.
type TileLaid struct {
	Hex  string `json:"hex"`
	Tile string `json:"tile"`
	Rot  int    `json:"rot"`
}

// Priced puts a marker at the bottom of a market cell's stack, or directly over one of its markers. An empty Cell takes
// the marker off the market.
type Priced struct {
	Marker string `json:"marker"`
	Cell   string `json:"cell"`
	Over   string `json:"over,omitempty"` // a marker of that cell
}

// Set changes a counter.
type Set struct {
	Key   string `json:"key"`
	Value int    `json:"value"`
}

// Flowed stores where the game stands in its Flow. It also stores the tables of the flow if they differ from the last
// ones in the log.
type Flowed struct {
	Stack  []Frame          `json:"stack"`
	Tables map[string]Table `json:"tables,omitempty"`
}

// Said is an accepted command: an answer to a question of the unfinished step. Old logs have no names of questions.
type Said struct {
	Command
	Question string `json:"question,omitempty"`
}

// Noted tells the players in words what happened. By is the player or company concerned. The wording may change between
// versions.
type Noted struct {
	By   string `json:"by,omitempty"`
	Text string `json:"text"`
}

// Marked remembers the table, so that Restored can put everything back. Kept forgets the mark. Marks nest.
type Marked struct{}

// Restored puts the table back to the last mark and forgets the mark.
type Restored struct{}

// Kept forgets the last mark.
type Kept struct{}

// Undone returns the game to its first To events, counted without those already undone.
type Undone struct {
	By string `json:"by"`
	To int    `json:"to"`
}

// Hosted is something said or done beside the table that belongs into the game's log: a pause, a request, words to all.
// It does not change the table. By is a player, or "" for the host.
type Hosted struct {
	By   string `json:"by,omitempty"`
	Act  string `json:"act"`
	Text string `json:"text"`
}

// Adopted is the Act with which the host takes over a game that was begun elsewhere: see State.Adopted.
const Adopted = "adopted"

// Seated gives a player's seat to somebody else: the id stays, the name changes.
type Seated struct {
	Player string `json:"player"`
	Name   string `json:"name"`
}

// Ended is the last event of a finished game.
type Ended struct {
	Reason string         `json:"reason"`
	Scores map[string]int `json:"scores"` // by player id
}

func (Started) kind() string  { return "started" }
func (Paid) kind() string     { return "paid" }
func (Moved) kind() string    { return "moved" }
func (TileLaid) kind() string { return "tile" }
func (Priced) kind() string   { return "priced" }
func (Set) kind() string      { return "set" }
func (Flowed) kind() string   { return "flow" }
func (Said) kind() string     { return "said" }
func (Noted) kind() string    { return "note" }
func (Marked) kind() string   { return "marked" }
func (Restored) kind() string { return "restored" }
func (Kept) kind() string     { return "kept" }
func (Undone) kind() string   { return "undone" }
func (Hosted) kind() string   { return "hosted" }
func (Seated) kind() string   { return "seated" }
func (Ended) kind() string    { return "ended" }

// MarshalEvent encodes an event as {"kind": {fields}}.
func MarshalEvent(e Event) (json.RawMessage, error) {
	body, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", e.kind(), err)
	}
	return json.RawMessage(fmt.Sprintf("{%q:%s}", e.kind(), body)), nil
}

// UnmarshalEvent decodes what MarshalEvent wrote. An unknown kind is an ErrNewer.
func UnmarshalEvent(data []byte) (Event, error) {
	if kind, body, ok := split(data); ok {
		if e, err := decode(kind, body); err == nil {
			return e, nil
		}
	}
	var tagged map[string]json.RawMessage
	if err := json.Unmarshal(data, &tagged); err != nil {
		return nil, fmt.Errorf("decode event: %w", err)
	}
	if len(tagged) != 1 {
		return nil, fmt.Errorf("decode event: want one kind, have %d", len(tagged))
	}
	for kind, body := range tagged {
		return decode(kind, body)
	}
	panic("unreachable")
}

// IsCommand reports whether what MarshalEvent wrote is a Said.
func IsCommand(data []byte) bool { return bytes.HasPrefix(data, saying) }

var saying = []byte(`{"said":`)

// split splits what MarshalEvent wrote without decoding the fields twice. ok is false for anything else; then
// the fields cannot be decoded either.
func split(data []byte) (kind string, fields []byte, ok bool) {
	rest, begins := bytes.CutPrefix(data, []byte(`{"`))
	name, rest, named := bytes.Cut(rest, []byte(`":`))
	fields, ends := bytes.CutSuffix(rest, []byte("}"))
	return string(name), fields, begins && named && ends
}

func decode(kind string, body []byte) (Event, error) {
	switch kind {
	case "started":
		return into[Started](body)
	case "paid":
		return into[Paid](body)
	case "moved":
		return into[Moved](body)
	case "tile":
		return into[TileLaid](body)
	case "priced":
		return into[Priced](body)
	case "set":
		return into[Set](body)
	case "flow":
		return into[Flowed](body)
	case "said":
		return into[Said](body)
	case "note":
		return into[Noted](body)
	case "marked":
		return into[Marked](body)
	case "restored":
		return into[Restored](body)
	case "kept":
		return into[Kept](body)
	case "undone":
		return into[Undone](body)
	case "hosted":
		return into[Hosted](body)
	case "seated":
		return into[Seated](body)
	case "ended":
		return into[Ended](body)
	}
	return nil, fmt.Errorf("event kind %q is unknown: the log was %w", kind, ErrNewer)
}

func into[E Event](body []byte) (Event, error) {
	var e E
	err := json.Unmarshal(body, &e)
	return e, err
}

// MarshalLog encodes each event of a log.
func MarshalLog(log []Event) ([]json.RawMessage, error) {
	out := make([]json.RawMessage, len(log))
	for i, e := range log {
		raw, err := MarshalEvent(e)
		if err != nil {
			return nil, err
		}
		out[i] = raw
	}
	return out, nil
}

// UnmarshalLog decodes a whole stored log, packed or not. An error names the faulty event.
func UnmarshalLog(raws []json.RawMessage) ([]Event, error) {
	log := make([]Event, len(raws))
	// A place (Flowed) is decoded relative to the one before, everything else by itself. So two goroutines
	// can share the work: one decodes all places, a quarter of the work, and a third of the rest; the other
	// decodes what is left.
	third := len(raws) / 3
	beside := aside(func() error {
		return readEvents(raws, log, func(i int, place bool) bool { return place || i < third })
	})
	err := readEvents(raws, log, func(i int, place bool) bool { return !place && i >= third })
	if err = errors.Join(beside(), err); err != nil { // in order: it may succeed, or name the faulty event
		err = readEvents(raws, log, func(int, bool) bool { return true })
	}
	if err != nil {
		return nil, err
	}
	return log, nil
}

// aside runs do on its own goroutine. wait returns its error, and panics if do did.
func aside(do func() error) (wait func() error) {
	done := make(chan struct{})
	var err error
	var panicked any
	go func() {
		defer close(done)
		defer func() { panicked = recover() }()
		err = do()
	}()
	return func() error {
		if <-done; panicked != nil {
			panic(panicked)
		}
		return err
	}
}

// errPlace means that a place is not written as MarshalEvent and PackLog write it.
var errPlace = errors.New("a place that is written otherwise")

// readEvents decodes the wanted events of a log: all of them, or all places, or none of the places.
func readEvents(raws []json.RawMessage, log []Event, wanted func(i int, place bool) bool) error {
	var last []Frame
	quick := reader{texts: map[string]string{}}
	for i, raw := range raws {
		place := bytes.HasPrefix(raw, flowing)
		if !wanted(i, place) {
			continue
		}
		e, ok := quick.read(raw, last)
		if !ok {
			var err error
			if e, err = slowly(raw, last); err != nil {
				return fmt.Errorf("event %d: %w", i, err)
			}
		}
		if f, ok := e.(Flowed); ok {
			if last = f.Stack; !place && !wanted(i, !place) {
				return errPlace
			}
		}
		log[i] = e
	}
	return nil
}

// flowing is how every Flowed begins.
var flowing = []byte(`{"flow":`)

// slowly decodes what a reader cannot: a rare event, or a faulty one whose error is needed.
func slowly(raw []byte, place []Frame) (Event, error) {
	if bytes.HasPrefix(raw, packed) {
		return unpack(raw, place)
	}
	return UnmarshalEvent(raw)
}

// A packedFlow is a Flowed without the frames that it shares with the Flowed before it.
type packedFlow struct {
	Keep   int              `json:"keep"` // number of frames it shares
	Stack  []Frame          `json:"stack,omitempty"`
	Tables map[string]Table `json:"tables,omitempty"`
}

// packed is how every event that PackLog has shortened begins.
var packed = []byte(`{"flow":{"keep":`)

// PackLog encodes the events of a log from one on, as MarshalLog does. Of a place it writes only what differs from the
// place before it. UnmarshalLog reads the result as part of the whole log.
func PackLog(log []Event, from int) ([]json.RawMessage, error) {
	out, err := MarshalLog(log[from:])
	if err != nil {
		return nil, err
	}
	before, known := lastFlow(log[:from])
	for i, e := range log[from:] {
		f, ok := e.(Flowed)
		if !ok {
			continue
		}
		n := 0
		for known && n < min(len(f.Stack), len(before)) && f.Stack[n].equal(before[n]) {
			n++
		}
		if n > 0 {
			body, err := json.Marshal(packedFlow{n, f.Stack[n:], f.Tables})
			if err != nil {
				return nil, err
			}
			out[i] = json.RawMessage(fmt.Sprintf(`{"flow":%s}`, body))
		}
		before, known = f.Stack, true
	}
	return out, nil
}

// lastFlow returns the last place in a log.
func lastFlow(log []Event) (stack []Frame, ok bool) {
	for _, e := range slices.Backward(log) {
		if f, ok := e.(Flowed); ok {
			return f.Stack, true
		}
	}
	return nil, false
}

// unpack decodes an event that PackLog has shortened.
func unpack(raw []byte, before []Frame) (Event, error) {
	var of struct {
		Flow packedFlow `json:"flow"`
	}
	if err := json.Unmarshal(raw, &of); err != nil {
		return nil, fmt.Errorf("decode event: %w", err)
	}
	p := of.Flow
	if p.Keep < 1 || p.Keep > len(before) {
		return nil, fmt.Errorf("decode event: it keeps %d frames of %d", p.Keep, len(before))
	}
	return Flowed{Stack: slices.Concat(before[:p.Keep], p.Stack), Tables: p.Tables}, nil
}
