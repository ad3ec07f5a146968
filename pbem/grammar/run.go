package grammar

import (
	"slices"
	"strings"

	"pbem/engine"
)

// automatic words leave the choice of routes to the program; those beside them say nothing more: "run all there are".
var (
	automatic = setOf(`auto automatic automatically best optimal max maximum all everything both`)
	beside    = setOf(`possible there is are you can find`)
	runs      = setOf(`run runs`)
)

// former are words for the runs of another round.
var former = setOf(`same again before last previous usual`)

// free reads words that are not in a list. The choice checks them.
func (m *matcher) free(ch engine.Choice, i, verb int) {
	if m.automatic() {
		m.byItself(ch, i, verb)
		return
	}
	if sum, ok := m.sumOnly(); ok {
		m.earning(ch, i, verb, sum)
		return
	}
	if behind := m.behindAuto(); behind != "" {
		m.refused = engine.Refuse("%q takes no more words; %q is not understood", ch.Verb+" auto", Brief(behind))
		return
	}
	if m.asBefore() {
		m.refused = engine.Refuse("runs of an earlier round are not repeated: \"%s auto\" takes the best there are now", ch.Verb)
		return
	}
	args, err := ch.Free(m.stops())
	if err == nil {
		m.note(rank{verb: verb}, reading{command: engine.Command{By: ch.By, Verb: ch.Verb, Args: args}})
		return
	}
	m.refused = err
}

// earning reads runs that are said by what they earn: "run for 330". Those are the best, or they have to be said by their stops.
func (m *matcher) earning(ch engine.Choice, i, verb, sum int) {
	list := m.options(i)
	switch {
	case len(list) != 1 || m.ctx.Facts == nil:
		m.refused = engine.Refuse("a %s is said by its stops, not by what it earns: %s", ch.Verb, ch.Usage)
	case m.saysSum(list[0], sum):
		m.byItself(ch, i, verb)
	default:
		m.refused = engine.Refuse("\"%s auto\" earns %s, and not %s: for another sum say the stops of each train", ch.Verb, list[0].Label, m.ctx.Facts.Money(sum))
	}
}

// around are words that may stand around the sum of a run.
var around = setOf(`it them all both run runs ran running earn earns earning make makes total`)

// sumOnly returns what a run earns if the words tell that, and no stop of it.
func (m *matcher) sumOnly() (sum int, ok bool) {
	for i, w := range m.words {
		_, isTrain := m.trainAt(i)
		_, hex := m.hexAt(i)
		city, _ := m.cityAt(i)
		n, isNumber := w.number()
		switch {
		case fillers[w.text] || around[w.text] || automatic[w.text]:
		case hex > 0 || city > 0 && !w.money:
			return 0, false
		case isNumber && (w.money || !isTrain):
			sum, ok = sum+n, true
		case w.money:
			ok = true
		case !isTrain:
			return 0, false
		}
	}
	return sum, ok
}

// automatic reports whether the words leave the routes to the program.
func (m *matcher) automatic() bool {
	auto, more := false, false
	for _, w := range m.words {
		switch {
		case automatic[w.text]:
			auto = true
		case beside[w.text]:
			more = true
		case !fillers[w.text] && !runs[w.text]:
			return false
		}
	}
	return auto || !more
}

// asBefore reports whether the words ask for the runs of another round: "run as last time".
func (m *matcher) asBefore() bool {
	return slices.ContainsFunc(m.words, func(w word) bool { return former[w.text] && !m.isName(w.text) }) && !slices.ContainsFunc(m.words, func(w word) bool {
		return w.colon || w.train || strings.ContainsAny(w.text, "0123456789")
	})
}

// behindAuto returns the words behind those that leave the routes to the program, "" if there are none of either.
func (m *matcher) behindAuto() string {
	at := slices.IndexFunc(m.words, func(w word) bool { return !fillers[w.text] })
	if at < 0 || !automatic[m.words[at].text] {
		return ""
	}
	var out []string
	for _, w := range m.words[at:] {
		if !automatic[w.text] && !beside[w.text] && !fillers[w.text] {
			out = append(out, w.raw)
		}
	}
	return strings.Join(out, " ")
}

// byItself takes the only option of the choice, or asks the choice for one.
func (m *matcher) byItself(ch engine.Choice, i, verb int) {
	if list := m.options(i); len(list) == 1 && list[0].Range == nil {
		m.note(rank{verb: verb}, reading{complete(ch, list[0], fit{}), list[0]})
		return
	}
	args, err := ch.Free([]string{"auto"})
	if err != nil {
		m.refused = err
		return
	}
	m.note(rank{verb: verb}, reading{command: engine.Command{By: ch.By, Verb: ch.Verb, Args: args}})
}

// stops writes the words as runs are written: trains with a colon, stops by hex.
func (m *matcher) stops() []string {
	var out []string
	for i := 0; i < len(m.words); {
		n, text := m.stop(i)
		if text != "" {
			out = append(out, text)
		}
		i += n
	}
	return out
}

// stop reads the thing at word i, and returns how many words it takes.
func (m *matcher) stop(i int) (n int, text string) {
	w := m.words[i]
	if name, ok := m.trainAt(i); ok {
		return 1, name + ":"
	}
	if hex, size := m.hexAt(i); size > 0 {
		return size, hex
	}
	if w.money {
		return 1, ""
	}
	if n, text := m.cityAt(i); n > 0 {
		return n, text
	}
	if fillers[w.text] {
		return 1, ""
	}
	return 1, w.raw
}

// trainAt reads a train: "3", "3:", "5E-train", or "2x5E" for two trains that run as one.
func (m *matcher) trainAt(i int) (string, bool) {
	w := m.words[i]
	text := w.text
	if times, name, ok := strings.Cut(text, "x"); ok && digits(times) && name != "" {
		text = name
	}
	if m.ctx.Facts != nil && !w.money {
		for _, t := range m.ctx.Facts.Trains {
			if strings.EqualFold(t.Name, text) || strings.EqualFold(t.Name+"t", text) {
				return t.Name, true
			}
		}
	}
	return w.raw, w.colon
}

// hexAt reads a hex, or a stop such as "L5.1".
func (m *matcher) hexAt(i int) (text string, n int) {
	f := m.ctx.Facts
	if f == nil || f.Map == nil {
		return "", 0
	}
	w := m.words[i]
	raw, dot, _ := strings.Cut(w.raw, ".")
	if f.Map.Hex(raw) != nil {
		return w.raw, 1
	}
	for _, h := range f.Map.Hexes {
		if strings.EqualFold(h.At, raw) {
			return strings.TrimSuffix(h.At+"."+dot, "."), 1
		}
	}
	if i+1 < len(m.words) && letters(w.text) && digits(m.words[i+1].text) {
		for _, h := range f.Map.Hexes {
			if strings.EqualFold(h.At, w.text+m.words[i+1].text) {
				return h.At, 2
			}
		}
	}
	return "", 0
}

// cityAt reads the longest name of a city. It returns the hex, or the stop if several stops of the hex have
// names.
func (m *matcher) cityAt(i int) (n int, text string) {
	f := m.ctx.Facts
	if f == nil || f.Map == nil {
		return 0, ""
	}
	best, several := span{how: misspelt + 1}, false
	for _, h := range f.Map.Hexes {
		for _, s := range m.spans(h.At) {
			if s.start != i || s.how > best.how || s.how == best.how && s.end < best.end {
				continue
			}
			several = s.how == best.how && s.end == best.end
			best, text = s, h.At
		}
	}
	if best.how > misspelt || several {
		return 0, ""
	}
	return best.end - best.start, m.within(text, i, best.end)
}

// within adds the number of the stop to a hex if the words name one of several stops there.
func (m *matcher) within(hex string, start, end int) string {
	if m.ctx.Board == nil {
		return hex
	}
	stops := m.ctx.Board.Face(hex).Stops
	for n, s := range stops {
		c := collector{m: m}
		if s.Name == "" || len(stops) < 2 {
			continue
		}
		if c.names([]string{s.Name}); slices.ContainsFunc(c.out, func(s span) bool { return s.start == start && s.end == end && s.how <= bare }) {
			return hex + "." + string(rune('0'+n))
		}
	}
	return hex
}
