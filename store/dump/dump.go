// Package dump is what a store holds, in a form that every store gives and takes. So everything moves from a file to a
// database server, or back, and both sides can say that it is the same.
//
// A store gives [Item]s to a function, one after the other, in the order of their types here: first [Numbers], last
// [Counter]. Claims are left out: nobody works while a store is moved.
package dump

import "time"

// An Item is one thing that a store holds: one of the types below. Its bytes belong to whoever is given it.
type Item interface{ sum(*hasher) (kind string) }

// A Source gives everything that a store holds to emit. It stops at the first error.
type Source func(emit func(Item) error) error

// Numbers are numbers that the store has given. The new store gives greater ones.
type Numbers struct {
	IDs   uint64 // the last one given to whoever asks for one
	Games uint64 // of the last game
	Rest  uint64 // no commit, mark, mail or arrival has a greater one
}

// A Game is a game without its events.
type Game struct {
	ID      string
	N       uint64 // its place in the order of creation
	Created time.Time
	Events  int // how many there are, in all
	Record  int // how often its record was written
	Away    int // how many of the events were put away; they are not in the store
	Body    []byte
	Keys    []string
}

// A Mail is an outgoing mail.
type Mail struct {
	ID, To, Topic string
	N             uint64 // its place
	State         string
	Queued, Next  time.Time
	Tries         int
	Error         string
	Done, Answers time.Time // zero if there is none; Done of a queued mail is since when it has been tried in vain
	Unless        string
	Raw           []byte // nil once it is sent or dropped
}

// A Commit is what is kept of a commit: the events that it brought, and until it is pruned what it settled and queued.
type Commit struct {
	N       uint64 // only to tell it from others; another store may number it anew
	At      time.Time
	Cause   string // of the events
	Pruned  bool   // then it settles and queues nothing
	Settled []string
	Queued  []string
	Parts   []Part
}

// A Part is the events that one commit brought to one game.
type Part struct {
	Game   string
	First  int // the number of the first one
	Events [][]byte
}

// A Cause is an inbound mail, or something else that a commit has settled.
type Cause struct {
	Key     string
	Outcome string // "" while it is not settled
	Settled time.Time
	Commit  uint64   // that settled it; it may be gone
	Mail    *Inbound // nil if it is no mail
}

// Inbound is an inbound mail.
type Inbound struct {
	N       uint64 // in the order of arrival
	Kept    time.Time
	Faults  int
	Meta    []byte
	Raw     []byte   // nil once it is pruned
	Aliases []string // other keys of it, sorted
}

// A Deadline is a deadline of a game.
type Deadline struct {
	Game, Key string
	At        time.Time
}

// A Mark is a small text under a name.
type Mark struct {
	Name, Value string
	Rev         uint64
}

// A Counter is a count that is not 0.
type Counter struct {
	Name string
	N    int
}
