// Package board knows hexes, tiles and track: which hex lies beside which, how
// a tile looks when it is turned, whether a tile fits, what a company's stations
// reach, and the network of stops and bare track its trains may run on. It
// holds no state: a Board is a view of a Map with the tiles now laid on it.
//
// Edges are numbered 0 to 5 clockwise, 0 at the bottom (flat hexes) or at the
// lower left (pointy hexes). A tile turned by r has its edge e at (e+r) mod 6.
package board

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Kind is a kind of stop.
type Kind string

// The kinds of stop.
const (
	City     Kind = "city"
	Town     Kind = "town"
	Offboard Kind = "offboard"
	Port     Kind = "port"
	Halt     Kind = "halt"
)

// A Revenue is what a stop pays: one value, or one for each colour of phase.
type Revenue struct {
	Fixed int
	By    map[string]int // by phase colour; nil when fixed
	// Trains has values that belong to a train: what the stop pays to trains of
	// that name, in every phase.
	Trains map[string]int
}

// ages are the colours of phases in order.
var ages = []string{"yellow", "green", "blue", "brown", "red", "gray", "purple"}

// In returns the value in a phase of that colour.
func (r Revenue) In(colour string) int {
	if r.By == nil {
		return r.Fixed
	}
	return r.By[r.Holds(colour)]
}

// Holds returns the colour whose value counts in a phase of some colour: that
// colour or, where no value is printed for it, the last before it. It is "" for
// none, and where the value is fixed. // 43-RT-17
func (r Revenue) Holds(colour string) string {
	if _, printed := r.By[colour]; printed {
		return colour
	}
	for i := slices.Index(ages, colour) - 1; i >= 0; i-- {
		if _, printed := r.By[ages[i]]; printed {
			return ages[i]
		}
	}
	return ""
}

// UnmarshalJSON reads a number or an object of colours, in which "trains" are
// the values that belong to trains, and "value" is one for every colour.
func (r *Revenue) UnmarshalJSON(data []byte) error {
	if data[0] != '{' {
		return json.Unmarshal(data, &r.Fixed)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	for word, value := range all {
		var err error
		switch word {
		case "trains":
			err = json.Unmarshal(value, &r.Trains)
		case "value":
			err = json.Unmarshal(value, &r.Fixed)
		default:
			err = r.add(word, value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *Revenue) add(colour string, value []byte) error {
	if r.By == nil {
		r.By = map[string]int{}
	}
	n := 0
	err := json.Unmarshal(value, &n)
	r.By[colour] = n
	return err
}

// A Stop is a revenue centre printed on a tile or a hex.
type Stop struct {
	Kind    Kind    `json:"kind" facts:"must, such as \"city\" or \"town\""`
	Revenue Revenue `json:"revenue" facts:"must, what it pays, 0 for nothing"`
	Slots   int     `json:"slots"` // station spaces of a city
	Name    string  `json:"name"`
	// Group: at most one stop of a group lies on a route. OfHex stands for the
	// stops of this hex that have the same group.
	Group string `json:"group"`
	// Apart: no track leads to it yet. Without it a tile's stop has track.
	Apart bool `json:"apart"`
}

// OfHex is the group of stops of one hex that no route may join.
const OfHex = "hex"

// An End is one end of a piece of track: an edge 0 to 5, the junction, or a
// stop.
type End int

const (
	junction  End = -1
	firstStop End = 10
)

// StopEnd is the end at the i-th stop of the face.
func StopEnd(i int) End { return firstStop + End(i) }

// Edge returns the edge the end lies on.
func (e End) Edge() (int, bool) { return int(e), e >= 0 && e < 6 }

// Stop returns the index of the stop the end lies at.
func (e End) Stop() (int, bool) { return int(e - firstStop), e >= firstStop }

// A Path is one piece of track. If Terminal, a route ends where the path meets
// the stop.
type Path struct {
	A, B     End
	Terminal bool
}

// UnmarshalJSON reads what ParsePath does.
func (p *Path) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	var err error
	*p, err = ParsePath(text)
	return err
}

// ParsePath reads "0-3", "5-s1", "2-j" or, terminal, "2-s0!".
func ParsePath(text string) (p Path, err error) {
	body, terminal := strings.CutSuffix(text, "!")
	a, b, ok := strings.Cut(body, "-")
	if !ok {
		return p, fmt.Errorf("track %q: want two ends", text)
	}
	if p.A, err = parseEnd(a); err != nil {
		return p, fmt.Errorf("track %q: %w", text, err)
	}
	if p.B, err = parseEnd(b); err != nil {
		return p, fmt.Errorf("track %q: %w", text, err)
	}
	p.Terminal = terminal
	return p, nil
}

func parseEnd(s string) (End, error) {
	if s == "j" {
		return junction, nil
	}
	number, stop := strings.CutPrefix(s, "s")
	n, err := strconv.Atoi(number)
	e := End(n)
	if stop {
		e = StopEnd(n)
	}
	if err != nil || n < 0 || n > 9 || !stop && n > 5 || e.String() != s {
		return 0, fmt.Errorf("no end %q", s)
	}
	return e, nil
}

// A Face is what is printed on a tile or a hex.
type Face struct {
	Color string `json:"color" facts:"must, such as \"white\" or \"yellow\""`
	Label string `json:"label"`
	Stops []Stop `json:"stops"`
	Track []Path `json:"track"`

	links []link
}

// A link joins two ends that are edges or stops. Track that meets at a junction makes a link for each pair of
// ends.
type link struct {
	a, b     End
	terminal bool
}

// prepare computes the links of a face that was read from data.
func (f *Face) prepare() {
	for i, p := range f.Track {
		if p.A != junction && p.B != junction {
			f.links = append(f.links, link{p.A, p.B, p.Terminal})
			continue
		}
		for _, q := range f.Track[i+1:] {
			if q.A == junction || q.B == junction {
				f.links = append(f.links, link{p.outer(), q.outer(), p.Terminal || q.Terminal})
			}
		}
	}
}

// outer returns the end of a path that is not the junction.
func (p Path) outer() End {
	if p.A == junction {
		return p.B
	}
	return p.A
}

// turned returns the face rotated clockwise by r sixths.
func (f *Face) turned(r int) *Face {
	turn := func(e End) End {
		if n, ok := e.Edge(); ok {
			return End((n + r) % 6)
		}
		return e
	}
	g := &Face{Color: f.Color, Label: f.Label, Stops: f.Stops}
	for _, p := range f.Track {
		g.Track = append(g.Track, Path{turn(p.A), turn(p.B), p.Terminal})
	}
	g.prepare()
	return g
}

// Exits returns the edges with track, ascending.
func (f *Face) Exits() []int {
	var has [6]bool
	for _, p := range f.Track {
		for _, e := range []End{p.A, p.B} {
			if n, ok := e.Edge(); ok {
				has[n] = true
			}
		}
	}
	var out []int
	for e, ok := range has {
		if ok {
			out = append(out, e)
		}
	}
	return out
}

// joins reports whether the face has track from a to b.
func (f *Face) joins(a, b End) bool {
	for _, l := range f.links {
		if l.a == a && l.b == b || l.a == b && l.b == a {
			return true
		}
	}
	return false
}

// Joins reports whether track leads from an edge to a stop. An edge may lead to
// several. // 20-RU-59
func (f *Face) Joins(edge, stop int) bool { return f.joins(End(edge), StopEnd(stop)) }

// StopAt returns the first stop to which the track at an edge leads, -1 for
// none.
func (f *Face) StopAt(edge int) int {
	for _, l := range f.links {
		if s, ok := l.b.Stop(); ok && l.a == End(edge) {
			return s
		}
		if s, ok := l.a.Stop(); ok && l.b == End(edge) {
			return s
		}
	}
	return -1
}
