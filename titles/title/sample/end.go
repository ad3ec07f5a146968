package sample

// lastSet is the stock round after whose operating rounds the game ends at the latest. // 5; SA-20
const lastSet = 10

// endOperating ends the game when a price has come to the end of the market. // 5; SA-20
func endOperating(t *turn) {
	if t.Get(reached) == 1 {
		t.End("a share price reached the end of the market", t.Scores(t.worth))
	}
}

// endSet ends the game with the operating rounds in which the bank broke, or with the last ones. // 5; SA-20
func endSet(t *turn) {
	switch {
	case t.Get(broken) == 1:
		t.End("the bank is broken", t.Scores(t.worth))
	case t.Get(stockNo) >= lastSet:
		t.End("the last operating rounds are over", t.Scores(t.worth))
	}
}

// worth is a player's wealth: cash, and shares at the market price. // 5; SA-22
func (v view) worth(p string) int { return v.Worth(p) }
