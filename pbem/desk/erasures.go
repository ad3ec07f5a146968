package desk

import (
	"time"

	"pbem/store"
)

// An Erasure is somebody who is being forgotten: see hosting.Erase. It is stored while that goes on, so that it is done to the end
// whatever happens. The last of it that is stored names nobody.
type Erasure struct {
	Member    string            `json:"member,omitempty"` // id
	Addresses []string          `json:"addresses,omitempty"`
	Names     []string          `json:"names,omitempty"`   // what they are called, as far as it is known
	Seats     map[string]string `json:"seats,omitempty"`   // games in which they have or had a seat, and which
	Watched   []string          `json:"watched,omitempty"` // games that they watch without a seat
	Game      string            `json:"game,omitempty"`    // it is about a seat of this game only
	Since     time.Time         `json:"since"`

	Step  string   `json:"step,omitempty"`
	After string   `json:"after,omitempty"` // how far the step is
	Waits bool     `json:"waits,omitempty"` // the step found something that is being worked on, and is to be done again
	Away  []string `json:"away,omitempty"`  // games that are to be put away again
}

// Erasures is the kind of marks that hold them, by a code.
var Erasures = store.NewKind("erasing", store.Text(), store.JSON[Erasure]())

// EraseKey begins the keys of the deadlines at which they go on. EraseGame is the name that these deadlines have in place of a
// game's.
const (
	EraseKey  = "erase"
	EraseGame = "erasing"
)
