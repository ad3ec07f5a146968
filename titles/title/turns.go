package title

// The steps that are one turn of a company, and one of a player in a stock round.
// Every title calls them so: what players say ahead is for these turns.
const (
	OperatingTurn = "operating turn"
	StockTurn     = "stock turn"
)
