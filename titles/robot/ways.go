package robot

import (
	"slices"
	"strconv"

	"pbem/engine"
)

// ways lists what may be said, at most mostTried of it: of a choice with more ways, some that lie
// evenly in its list.
func (b *brain) ways(g *engine.Game, choices []engine.Choice) []trial {
	var out []trial
	var lists [][]engine.Command
	for _, ch := range choices {
		if together := b.title.Together[ch.Verb]; together != nil {
			for _, row := range together(ch) {
				out = append(out, trial{choice: ch, command: row[0], rest: row[1:]})
			}
			lists = append(lists, nil)
			continue
		}
		if b.long(g, ch) {
			b.spent += hardWork
		}
		lists = append(lists, commands(ch))
	}
	most := share(lists, b.tried)
	for i, list := range lists {
		for _, c := range evenly(list, most) {
			out = append(out, trial{choice: choices[i], command: c})
		}
	}
	return out
}

// share returns how many of each list may be taken so that all together are at most n.
func share(lists [][]engine.Command, n int) int {
	var sizes []int
	for _, l := range lists {
		sizes = append(sizes, len(l))
	}
	slices.Sort(sizes)
	for i, size := range sizes {
		if each := n / (len(sizes) - i); size > each {
			return max(1, each)
		}
		n -= size
	}
	return mostTried
}

// evenly returns at most n of a list.
func evenly(list []engine.Command, n int) []engine.Command {
	if len(list) <= n {
		return list
	}
	out := make([]engine.Command, 0, n)
	for i := range n {
		out = append(out, list[i*len(list)/n])
	}
	return out
}

// commands lists the ways to complete a choice. Of a range of numbers it takes the lowest, the highest
// and two between. Routes are those that the program finds.
func commands(ch engine.Choice) []engine.Command {
	say := func(args []string) engine.Command { return engine.Command{By: ch.By, Verb: ch.Verb, Args: args} }
	if routes(ch) {
		if args, err := ch.Free([]string{"auto"}); err == nil {
			return []engine.Command{say(args)}
		}
	}
	var out []engine.Command
	for _, o := range ch.List() {
		if o.Range == nil {
			out = append(out, say(o.Args))
			continue
		}
		for _, n := range numbers(*o.Range) {
			out = append(out, say(append(slices.Clone(o.Args), strconv.Itoa(n))))
		}
	}
	return out
}

// routes reports whether a choice is that of the routes of a company.
func routes(ch engine.Choice) bool { return ch.Free != nil && ch.Usage != "" }

// numbers returns a few numbers of a range, in order.
func numbers(r engine.Range) []int {
	step := max(r.Step, 1)
	steps := (r.Max - r.Min) / step
	var out []int
	for _, k := range []int{0, steps / 3, 2 * steps / 3, steps} {
		if n := r.Min + k*step; !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
