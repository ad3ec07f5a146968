package sheet

import (
	"fmt"

	"pbem/titles/title"
)

// ranking lists the final scores, and what each is made of.
func (v *view) ranking(d *doc) {
	if v.unscored() {
		return
	}
	places := v.places()
	parts := v.sums(places)
	t := &table{Columns: []column{{Right: true}, {Most: 30}, {Right: true}}}
	shown := shownParts(parts)
	for _, head := range shown {
		t.Columns = append(t.Columns, column{Head: head, Right: true})
	}
	for _, p := range places {
		row := []cell{plain(fmt.Sprintf("%d.", p.N)), plain(v.name(p.Player)), strong(v.money(p.Score))}
		for _, head := range shown {
			row = append(row, plain(v.money(parts[p.Player][head])))
		}
		t.add(row...)
	}
	if len(shown) > 0 {
		t.Columns[1].Head, t.Columns[2].Head = "Player", "Score"
	}
	note := ""
	if v.Title.AgreedOn(v.State) {
		note = "what everybody was worth when all agreed on the winner"
	}
	d.head("Final scores", note)
	d.add(block{Table: t})
}

// What a score is made of, in the order of the columns. Shorts count against it.
const (
	ofCash     = "Cash"
	ofShares   = "Shares"
	ofShorts   = "Shorts"
	ofPrivates = "Privates"
)

// shownParts returns the parts that any score has, none if nothing is known of them, or if all scores are cash.
func shownParts(parts map[string]map[string]int) (heads []string) {
	for _, head := range []string{ofCash, ofShares, ofShorts, ofPrivates} {
		for _, sums := range parts {
			if sums[head] != 0 {
				heads = append(heads, head)
				break
			}
		}
	}
	if len(heads) == 1 {
		return nil
	}
	return heads
}

// sums returns what the score of each player is made of: cash, shares at their prices, short shares, and private companies at face
// value where the title counts them. It returns nil if that does not come to the score.
func (v *view) sums(places []title.Place) map[string]map[string]int {
	all := map[string]map[string]int{}
	for _, p := range places {
		has := title.PlayerOf(v.pos.Players, p.Player)
		sums := map[string]int{ofCash: has.Cash}
		for _, c := range v.pos.Companies {
			for _, held := range c.Held {
				if held.Holder == p.Player {
					sums[ofShares] += held.Shares * c.Price
				}
			}
			for _, short := range c.Shorts {
				if short.Holder == p.Player {
					sums[ofShorts] -= short.Shares * c.Price
				}
			}
		}
		rest := p.Score - sums[ofCash] - sums[ofShares] - sums[ofShorts]
		if rest != 0 {
			sums[ofPrivates] = v.faceValues(p.Player)
		}
		switch {
		case rest == sums[ofPrivates]:
			all[p.Player] = sums
		case !has.Out || p.Score != 0: // nothing counts for who is bankrupt
			return nil
		}
	}
	return all
}

// faceValues returns the face value of a player's private companies.
func (v *view) faceValues(player string) (n int) {
	for _, p := range v.pos.Privates {
		if p.Owner == player && !p.Gone {
			n += v.Title.Facts.Private(p.Sym).Value
		}
	}
	return n
}
