package classic

// Counters of the rounds. Their names are stored, and all titles use the same.
const (
	stockNo   = "stock round"
	roundNo   = "round"
	roundKind = "kind"
)
