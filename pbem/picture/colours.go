package picture

// Colours of the drawing. They are light even on a dark screen, because the picture has a background of its
// own.
const (
	paper   = "#ffffff"
	ink     = "#1a1a1a"
	faint   = "#6b6b6b"
	soft    = "#33332e" // small print on coloured tiles
	grid    = "#8a8a7a"
	rail    = "#111111"
	bed     = "#ffffff"
	barrier = "#1f5fa8"
	water   = "#2f7fc1"
	rock    = "#8a6a4a"
	space   = "#ffffff"
)

// ground returns the colour that a name of paper, tile or printing stands for.
func ground(name string) string {
	switch name {
	case "yellow":
		return "#fde15a"
	case "green":
		return "#7cc35a"
	case "brown":
		return "#cf8a55"
	case "gray":
		return "#c2c4c8"
	case "red":
		return "#ee8b86"
	case "blue":
		return "#b5dcf2"
	}
	return "#f4f0e2"
}
