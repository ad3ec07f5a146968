package title

// Fields are what a title tells besides what every title does, by name:
// "reserved" -> ["NLN", "VRV"]. The names are those of docs/timeline.md. The
// values are JSON values.
type Fields map[string]any

// An Account is what the timeline of a title adds to a position: for the game,
// for its players by id, and for its companies by symbol.
type Account struct {
	Game      Fields
	Players   map[string]Fields
	Companies map[string]Fields
}

// A Namer names a holder, a player or a place, as timelines do.
type Namer func(holder string) string
