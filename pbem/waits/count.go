package waits

// A Count is for how many answers a game waits with some habits.
type Count struct {
	Habits Habits
	Waits  int // mails for which it waited
	Mails  int // all of them
}

// Counts counts the waits of a game with every habit, each added to those before.
func Counts(r *Record) ([]Count, error) {
	var out []Count
	for h := Nothing; h <= Rounds; h++ {
		mails, err := Derive(r, h)
		if err != nil {
			return nil, err
		}
		out = append(out, Count{h, Waits(mails), len(mails)})
	}
	return out, nil
}

// Waits are how many of some mails the game waited for.
func Waits(mails []Mail) int {
	n := 0
	for _, m := range mails {
		if m.Asked {
			n++
		}
	}
	return n
}
