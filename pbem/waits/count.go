package waits

// A Count is how many answers a game waits for with some habits.
type Count struct {
	Habits Habits
	Waits  int // mails that the game waited for
	Mails  int // all mails
	Days   int // that the game takes: see Days
}

// Counts counts the waits of a game for every habit, each added to those
// before.
func Counts(r *Record) ([]Count, error) {
	var out []Count
	for h := Nothing; h <= Several; h++ {
		mails, err := Derive(r, h)
		if err != nil {
			return nil, err
		}
		out = append(out, Count{h, Waits(mails), len(mails), Days(r, mails)})
	}
	return out, nil
}

// Waits returns for how many of the mails the game waited.
func Waits(mails []Mail) int {
	n := 0
	for _, m := range mails {
		if m.Asked {
			n++
		}
	}
	return n
}
