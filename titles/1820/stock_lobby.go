package t1820

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/step"
)

const leastLobby = 20 // 6.5.2.1; 20-LO-03

// A funded is a lobby with money: its owner, the number of its marker, and its total.
type funded struct {
	owner string
	n     int
	total int
}

// lobbies returns the funded lobbies, the highest first. // 6.6.1; 20-LO-05
func (v view) lobbies() []funded {
	var out []funded
	for _, p := range v.S.Players() {
		for n := range lobbyMarkers {
			if total := v.S.Get(lobby.Of(p, strconv.Itoa(n))); total > 0 {
				out = append(out, funded{p, n, total})
			}
		}
	}
	slices.SortFunc(out, func(a, b funded) int { return cmp.Compare(b.total, a.total) })
	return out
}

// A funding tells what a player may do with the present lobbies.
type funding struct {
	view view
	by   string
	list []funded
}

func (t *turn) funding() funding { return funding{t.view, t.Actor, t.lobbies()} }

// of finds the lobby with a total.
func (f funding) of(total int) (funded, bool) {
	i := slices.IndexFunc(f.list, func(l funded) bool { return l.total == total })
	if i < 0 {
		return funded{}, false
	}
	return f.list[i], true
}

// freeMarker returns the first unused lobby marker of a player, -1 if all are out.
// // 2, 4; 20-SE-05, 20-LO-01
func (v view) freeMarker(p string) int {
	for n := range lobbyMarkers {
		if v.S.Get(lobby.Of(p, strconv.Itoa(n))) == 0 {
			return n
		}
	}
	return -1
}

// sums lists new lobbies, and the sums to which the present ones may be raised.
// // 6.5.2.1; 20-LO-01, 20-LO-02, 20-DC-13
func (f funding) sums() []engine.Option {
	var out []engine.Option
	for _, o := range f.totals(leastLobby, f.view.S.Cash(f.by)) {
		o.Label = "a new lobby"
		out = append(out, o)
	}
	for _, l := range f.list {
		for _, o := range f.totals(l.total+bidStep, l.total+f.view.S.Cash(f.by)) {
			o.Args, o.Label = []string{strconv.Itoa(l.total), "to"}, "raise the lobby of "+f.view.named(l.owner)
			out = append(out, o)
		}
	}
	return out
}

// totals lists the sums that a lobby may have, from least to most: the lowest as an option of its
// own, and then the others.
func (f funding) totals(least, most int) []engine.Option {
	out := step.Spans(least, most, bidStep, f.notTotal)
	if len(out) == 0 || out[0].Range.Min == out[0].Range.Max {
		return out
	}
	low := *out[0].Range
	return append([]engine.Option{{Range: &engine.Range{Min: low.Min, Max: low.Min, Step: bidStep}},
		{Range: &engine.Range{Min: low.Min + bidStep, Max: low.Max, Step: bidStep}}}, out[1:]...)
}

// notTotal says why no lobby may have this total. // 6.5.2.1; 20-LO-03, 20-LO-04
func (f funding) notTotal(n int) string {
	_, taken := f.of(n)
	switch {
	case n < leastLobby || n%bidStep != 0:
		return fmt.Sprintf("a lobby has at least %s, in steps of %s (6.5.2.1)", money(leastLobby), money(bidStep))
	case taken:
		return "there is a lobby of " + money(n) + ": no two are alike (6.5.2.1)"
	}
	return ""
}

// notFunded says why a lobby cannot be funded or raised like this. // 6.5.2.1
func (f funding) notFunded(words []string) string {
	n, ok := step.Number(words, len(words)-1)
	if !ok || len(words) != 1 && (len(words) != 3 || words[1] != "to") {
		return "say the sum of a new lobby, or which is raised to what: 50 to 80"
	}
	costs := n
	if len(words) == 3 {
		from, _ := step.Number(words, 0)
		l, found := f.of(from)
		switch {
		case !found:
			return "there is no lobby of " + money(from)
		case n <= l.total:
			return "a lobby is raised to more than it has (6.5.2.1)"
		}
		costs = n - l.total
	} else if f.view.freeMarker(f.by) < 0 {
		return "all your ten lobby markers are out (6.5.2.1)"
	}
	if why := f.notTotal(n); why != "" {
		return why
	}
	if costs > f.view.S.Cash(f.by) {
		return fmt.Sprintf("that takes %s, but you have %s (6.5.1)", money(costs), money(f.view.S.Cash(f.by)))
	}
	return ""
}

// lobbied puts money under a lobby marker. // 6.5.2.1; 20-LO-01, 20-LO-02, 20-RU-21
func (t *turn) lobbied(a engine.Command) {
	n := a.Int(len(a.Args) - 1)
	l := funded{owner: a.By, n: t.freeMarker(a.By)}
	if len(a.Args) == 3 {
		l, _ = t.funding().of(a.Int(0))
		t.Note(a.By, "raised the lobby of %s from %s to %s", t.named(l.owner), money(l.total), money(n))
	} else {
		t.Note(a.By, "funded a lobby of %s", money(n))
	}
	t.Pay(a.By, lobbies, n-l.total)
	t.Set(lobby.Of(l.owner, strconv.Itoa(l.n)), n)
}

// nextLobby returns the owner of the highest lobby. // 6.6.1; 20-LO-05
func nextLobby(s *engine.State, _ string) string {
	if list := see(s).lobbies(); len(list) > 0 {
		return list[0].owner
	}
	return ""
}

// resolveLobby pays for the highest lobby and lets its owner float a company.
// // 6.6.1; 20-LO-05, 20-LO-06
func resolveLobby(t *turn) {
	l := t.lobbies()[0]
	t.Pay(lobbies, engine.Bank, l.total)
	t.Set(lobby.Of(l.owner, strconv.Itoa(l.n)), 0)
	t.Note(l.owner, "has the lobby of %s", money(l.total))
	t.float(l.owner)
}
