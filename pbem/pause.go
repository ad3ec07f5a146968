package pbem

// A Pause stops a game's clock and its moves.
type Pause struct {
	By string `json:"by"`
}

func (p *Pause) sentence() string { return "The game is paused." }
