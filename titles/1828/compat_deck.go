package t1828

import (
	"slices"

	"pbem/engine/step"
)

// A deck has the certificates of a system by number, as 18xx.games deals them. left has those that are not
// dealt, in the order in which they will be. Number 0 is the 20% certificate. // D-19
type deck struct {
	left []int
	held map[string][]int // by holder, in the order of arrival
}

func newDeck() *deck {
	d := &deck{held: map[string][]int{}}
	for n := range 1 + singles {
		d.left = append(d.left, n)
	}
	return d
}

// has reports whether a certificate is not dealt yet.
func (d *deck) has(n int) bool { return slices.Contains(d.left, n) }

// deal gives the next 10% certificate to a holder. It gives none if more shares are needed than there are.
// // D-14
func (d *deck) deal(to string) {
	if i := slices.IndexFunc(d.left, func(n int) bool { return n > 0 }); i >= 0 {
		d.give(to, d.left[i])
	}
}

// give gives one of the undealt certificates to a holder.
func (d *deck) give(to string, n int) {
	d.left = slices.DeleteFunc(d.left, func(m int) bool { return m == n })
	d.held[to] = append(d.held[to], n)
}

// led returns who directs the system after a player got a share: the first player to have the most shares,
// and at least two. That player exchanges the two certificates they got first for the 20% one. // D-19
func (d *deck) led(lead, p string, got map[string]int) string {
	if p == lead || got[p] < 2 || got[p] <= got[lead] {
		return lead
	}
	if slices.Contains(d.held[p], 0) {
		return p
	}
	two := slices.Clone(d.held[p][:2])
	d.held[p] = append(d.held[p][2:], 0)
	if d.has(0) {
		d.left = append(slices.DeleteFunc(d.left, func(n int) bool { return n == 0 }), two...)
		return p
	}
	d.held[lead] = append(slices.DeleteFunc(d.held[lead], func(n int) bool { return n == 0 }), two...)
	return p
}

// single takes the 10% certificate that a holder got first.
func (d *deck) single(from string) int {
	i := slices.IndexFunc(d.held[from], func(n int) bool { return n > 0 })
	n := d.held[from][i]
	d.held[from] = slices.Delete(d.held[from], i, i+1)
	return n
}

// dealRecorded puts every certificate of the system where that program has it, because later entries of a
// record name certificates by their numbers. // D-19
func (m *merger) dealRecorded(chief string) {
	sym := m.stays
	at := map[int]string{m.system.single(chief): sym} // 28-MG-23
	for h, numbers := range m.system.held {
		for _, n := range numbers {
			at[n] = place(h, sym)
		}
	}
	for n := range 1 + singles {
		to := step.IPO(sym)
		if at[n] != "" {
			to = at[n]
		}
		if cert := step.Share(sym, n); m.turn.Where(cert) != to {
			m.turn.Turn.Move(cert, to)
		}
	}
}
