package robot

// A Worth is what a position is worth to a player, in money at the end of the game, and what that is made of.
// What is to come is an estimate, from the best runs as they are now.
type Worth struct {
	Total    int      // by this positions are compared: the sum of the parts
	Now      int      // what the player is worth as the title counts it: money, shares at their prices
	Earns    int      // what the player's shares will still earn
	Privates int      // what the player's private companies will still bring
	Rights   int      // companies that only the player may start
	Due      int      // less: what the player may have to pay for trains, for companies that are wound up, and for shares sold short
	Hints    []Hinted // what only the title makes worth something
	Broken   int      // less: to be bankrupt
	Others   int      // less: a part of Rivals
	Rivals   int      // what each of the others has and will have, on average
	Cash     int      // the money in Now
	Income   int      // what the private companies pay in an operating round
	Owned    []string // private companies of the player
	Rounds   int      // operating rounds that the game has left, about, in hundredths
	Stakes   []Stake  // in companies in which the player has shares, or directs
	Over     bool     // the game has ended: only Now and Others count
}

// A Hinted is what one of the title's hints is worth.
type Hinted struct {
	Words  string
	Brings int
}

// A Stake is what a player has in a company.
type Stake struct {
	Company   string
	Shares    int // those sold short count less
	Size      int // shares of the company in all
	Price     int
	Aim       int // where the price goes until the end; 0 if the title does not say how prices move
	Cash      int // of the company
	Loans     int
	Trains    []string
	President bool
	Runs      bool   // the company has trains, and Run is their best run
	Run       int    // the best run
	Train     string // the train next on sale, which Run is of, if the company has none; "" if it does not operate
	Reach     int    // the values of stops at its track and, in part, near it
	Rounds    int    // for how many operating rounds its trains run, in hundredths
	Earns     int    // what the player's shares will still earn
	Due       int    // what the player may have to pay for its next train
	Fails     int    // how likely it is, in hundredths, that it is wound up soon
	Owes      int    // what its president has to pay then

	per int // what a share still earns, in hundredths
}

// Stake returns the stake in a company, which is empty if the player has none.
func (w Worth) Stake(company string) Stake {
	for _, k := range w.Stakes {
		if k.Company == company {
			return k
		}
	}
	return Stake{Company: company}
}

// Hint returns what the hint of these words is worth.
func (w Worth) Hint(words string) int {
	for _, h := range w.Hints {
		if h.Words == words {
			return h.Brings
		}
	}
	return 0
}

// add adds a stake, if the player has one in the company.
func (w *Worth) add(k Stake) {
	if k.Shares == 0 && !k.President {
		return
	}
	w.Stakes = append(w.Stakes, k)
	w.Earns += k.Earns
	w.Due += k.Due
}
