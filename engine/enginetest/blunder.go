package enginetest

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"pbem/engine"
)

// odd are words that stand nowhere in a command, or not where they are put. The largest numbers are those for which a sum with other money
// or a product with a price does not fit into an int; that in tens is also a bid.
var odd = []string{"XX", "0", "-1", "99", "from", ":", strconv.Itoa(math.MaxInt), strconv.Itoa(math.MaxInt / 10 * 10), strconv.Itoa(math.MinInt)}

// Blunders says to every choice what a hurried player may: nothing, half of a command, one word more, and
// words that mean nothing. All may be refused with a sentence, or by chance accepted; none may make the rules fail.
func Blunders(choices []engine.Choice) error {
	strange := append(slices.Clone(odd), wordsOf(choices)...)
	for _, c := range choices {
		if c.Free == nil && c.Has == nil {
			continue // its options are compared with the words, and nothing else looks at them
		}
		for _, words := range blunders(c, strange) {
			if err := said(choices, engine.Command{By: c.By, Verb: c.Verb, Args: words}); err != nil {
				return err
			}
		}
	}
	return nil
}

// said says a command to the choices. The error is a failure of the rules, or a refusal without a word.
func said(choices []engine.Choice, c engine.Command) (err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("%s %s: the rules fail: %v", c.By, c, why)
		}
	}()
	if _, no := engine.Accept(choices, c); no != nil && no.Error() == "" { // whether it is accepted does not matter
		return fmt.Errorf("%s %s: it is refused without a reason", c.By, c)
	}
	return nil
}

// blunders lists words for a choice, made of some of its options and of strange words.
func blunders(c engine.Choice, strange []string) [][]string {
	out := [][]string{nil}
	for _, word := range strange {
		out = append(out, []string{word}, []string{"1", word}, []string{word, "1"})
	}
	for _, words := range some(c) {
		for i := range words {
			out = append(out, words[:i])
			for _, word := range strange {
				other := slices.Clone(words)
				other[i] = word
				out = append(out, other)
			}
		}
		out = append(out, append(slices.Clone(words), "now"), append(slices.Clone(words), words...))
	}
	return out
}

// some returns the words of the first and the last option of a choice.
func some(c engine.Choice) [][]string {
	list := c.List()
	if n := len(list); n > 1 {
		list = []engine.Option{list[0], list[n-1]}
	}
	var out [][]string
	for _, o := range list {
		words := slices.Clone(o.Args)
		if o.Range != nil {
			words = append(words, strconv.Itoa(o.Range.Min))
		}
		out = append(out, words)
	}
	return out
}

// wordsOf returns the words that some options have, those of other choices too.
func wordsOf(choices []engine.Choice) []string {
	var out []string
	for _, c := range choices {
		for _, words := range some(c) {
			out = append(out, words...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
