package title

// Fields are what a title tells beside what every title does, by name:
// "reserved" -> ["NLN", "VRV"]. The names are those of docs/timeline.md; values
// are what JSON has.
type Fields map[string]any

// An Account is what the timeline of a title tells of a position beside what
// those of all titles do: of the game, of its players by their ids, of its
// companies by their symbols.
type Account struct {
	Game      Fields
	Players   map[string]Fields
	Companies map[string]Fields
}

// A Namer names who holds something, a player or a place, as timelines do.
type Namer func(holder string) string
