package waits

import (
	"slices"

	"pbem/pbem/plan"
)

// Offered tells what the plans that mails suggest are worth in a recorded game.
type Offered struct {
	// Count is of players who plan nothing but what is suggested.
	Count Count
	All   Kept
	By    []Kept // by kind of plan, in the order in which they first came
}

// Kept counts suggestions.
type Kept struct {
	Kind  string // of plan, "" for all
	Shown int
	Right int // would have given exactly the recorded moves, at least one
}

// Offers plays a recorded game with players who plan nothing by themselves. Of what their mails suggest they take what
// turns out right, bids with their own maximum.
func Offers(r *Record) (Offered, error) {
	var o Offered
	kinds := map[string]string{}
	d := newDeriver(r, Rounds)
	d.offered = func(player string, moved bool) (out [][]string) {
		scene, has := d.table.Scene(player), d.table.Seat(player).Orders
		list := scene.Suggestions(has, nil)
		if moved {
			list = scene.Next(has, nil)
		}
		for _, s := range list {
			line := s.Line
			if s.Kind == plan.BidUpTo { // the mail says "or more"
				if own := d.auction(player); len(own) > 0 {
					line = own[0][0]
				}
			}
			kinds[line] = s.Kind
			out = append(out, []string{line})
		}
		return out
	}
	d.tried = func(line string, right bool) {
		i := slices.IndexFunc(o.By, func(k Kept) bool { return k.Kind == kinds[line] })
		if i < 0 {
			i, o.By = len(o.By), append(o.By, Kept{Kind: kinds[line]})
		}
		for _, k := range []*Kept{&o.All, &o.By[i]} {
			k.Shown++
			if right {
				k.Right++
			}
		}
	}
	mails, err := d.derive()
	if err != nil {
		return o, err
	}
	o.Count = Count{Waits: Waits(mails), Mails: len(mails), Days: Days(r, mails)}
	return o, nil
}
