package batch

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pbem/engine"
	"pbem/pbem/album"
	"pbem/pbem/grammar"
	"pbem/pbem/sheet"
	"pbem/titles/title"
)

// A Moment is a position of the past, and the round that was named, if any.
type Moment struct {
	At         int    // number of events
	Name       string // "when OR 3.1 began"
	From, Upto int    // the events of the round; for a number both are At
}

// A Chronicle answers a speaker's questions about the past of the game.
type Chronicle struct{ *Speaker }

// Words of a moment. Those of endWords ask for the end of a round, not for its beginning.
var (
	atWords  = strings.Fields("at as in of the when on during position move number round start beginning began begin before since from")
	endWords = strings.Fields("after end ended ends")
)

// Moment reads "at OR 3.1", "after OR 3.1", "at 120". ok is false if the words are about no moment.
func (p Chronicle) Moment(rest string) (m Moment, ok bool, err error) {
	words := strings.FieldsFunc(strings.ToLower(rest), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",:!?#\"()", r) })
	said, end := false, false
	for len(words) > 0 {
		w := strings.Trim(words[0], ".")
		if slices.Contains(endWords, w) {
			end = true
		} else if !slices.Contains(atWords, w) {
			break
		}
		said, words = true, words[1:]
	}
	text := strings.Trim(strings.Join(words, " "), ". ")
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(p.Table.Log) {
			return m, true, p.whichMoment(text)
		}
		return p.sealedAt(Moment{At: n, Name: fmt.Sprintf("at position %d", n), From: n, Upto: n}), true, nil
	}
	found := p.roundsCalled(text)
	if len(found) == 0 {
		if !said {
			return m, false, nil
		}
		return m, true, p.whichMoment(text)
	}
	first, last := found[0], found[len(found)-1]
	m = Moment{At: p.firstAsked(first), Name: "when " + first.Name + " began", From: first.From, Upto: last.Upto}
	if end {
		m.At, m.Name = last.Upto, "at the end of "+last.Name
		if last.Upto == len(p.Table.Log) {
			m.Name = "now, in " + last.Name
		}
	}
	return p.sealedAt(m), true, nil
}

// sealedAt leaves out the secret answers at the end of what a moment shows: nobody may learn how they were given
// before the others answered.
func (p Chronicle) sealedAt(m Moment) Moment {
	for i := m.At - 1; i > 0; i-- {
		said, ok := p.Table.Log[i].(engine.Said)
		if ok && slices.Contains(p.Table.Title.Sealed, said.Question) {
			m.At = i
		} else if !engine.Beside(p.Table.Log[i]) {
			break
		}
	}
	return m
}

// rounds returns the rounds of the game. They are worked out once for each mail.
func (p Chronicle) rounds() []album.Round {
	if p.parted == nil {
		p.budget().Question(min(roundWork*len(p.Table.Log), mostRounds))
		p.parted = album.Rounds(p.Table.Title, p.Table.Log)
	}
	return p.parted
}

// firstAsked returns the position at which the first player was asked in a round.
func (p Chronicle) firstAsked(r album.Round) int {
	for _, i := range engine.InForce(p.Table.Log) {
		if _, said := p.Table.Log[i].(engine.Said); said && i >= r.From && i < r.Upto {
			return i
		}
	}
	return r.Upto
}

// longNames are the words for the letters of rounds.
var longNames = strings.NewReplacer("operating", "or", "stock", "sr", "merger", "mr", "rounds", "", "round", "", "and", "")

// lettered parts the name of a round into letters and numbers: "OR 3.1" into "or" and "3", "1".
func lettered(name string) (letters string, numbers []string) {
	name = longNames.Replace(strings.ToLower(name))
	numbers = strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsDigit(r) })
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, name), numbers
}

// roundsCalled returns the rounds that a text means: one, or all of "OR 3".
func (p Chronicle) roundsCalled(text string) []album.Round {
	letters, numbers := lettered(text)
	if letters == "" || len(text) > 30 {
		return nil
	}
	named := func(same func(l string, n []string) bool) (out []album.Round) {
		for _, r := range p.rounds() {
			if l, n := lettered(r.Name); same(l, n) {
				out = append(out, r)
			}
		}
		return out
	}
	whole := strings.Join(numbers, "")
	for _, like := range []func(a, b string) bool{func(a, b string) bool { return a == b }, nearRound} {
		for _, same := range []func(l string, n []string) bool{
			func(l string, n []string) bool { return like(l, letters) && slices.Equal(n, numbers) },
			func(l string, n []string) bool {
				return like(l, letters) && whole != "" && strings.Join(n, "") == whole
			},
			func(l string, n []string) bool {
				return like(l, letters) && len(numbers) == 1 && len(n) > 1 && n[0] == whole
			},
		} {
			if found := named(same); len(found) > 0 && like(letters, lettersOf(found[0])) && oneKind(found) {
				return found
			}
		}
	}
	return nil
}

func lettersOf(r album.Round) string {
	l, _ := lettered(r.Name)
	return l
}

// oneKind reports whether rounds have the same letters.
func oneKind(rounds []album.Round) bool {
	return !slices.ContainsFunc(rounds, func(r album.Round) bool { return lettersOf(r) != lettersOf(rounds[0]) })
}

// nearRound reports whether one name of a kind of round may be a slip for another: "ors", "orr", "aucton".
func nearRound(a, b string) bool {
	return grammar.Near(a, b) || len(a) > 1 && len(b) > 1 && len(a)+len(b) < 6 && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a))
}

// whichMoment refuses a moment and says which there are.
func (p Chronicle) whichMoment(text string) error {
	var list []string
	var first, last album.Round
	flush := func() {
		switch {
		case first.Name == "":
		case first.Name == last.Name:
			list = append(list, first.Name)
		default:
			list = append(list, first.Name+" to "+last.Name)
		}
	}
	var kinds []string
	for _, r := range p.rounds() {
		if l := lettersOf(r); !slices.Contains(kinds, l) {
			kinds = append(kinds, l)
		}
	}
	for _, kind := range kinds {
		first, last = album.Round{}, album.Round{}
		for _, r := range p.rounds() {
			if lettersOf(r) == kind {
				if first.Name == "" {
					first = r
				}
				last = r
			}
		}
		flush()
	}
	if text != "" {
		text = fmt.Sprintf("%q is not a round or position of this game. ", Brief(text))
	}
	return engine.Refuse("%sThe rounds so far are %s. You can also give a position from 1 to %d, as \"history\" shows them.", text, strings.Join(list, ", "), len(p.Table.Log))
}

// then returns the table at a moment.
func (p Chronicle) then(m Moment) *engine.State {
	p.budget().Question(eventWork * m.At)
	return engine.Fold(p.Table.Log[:m.At])
}

// statusAt shows the position of the past.
func (p Chronicle) statusAt(m Moment) {
	at := p.seen(nil)
	at.State = p.then(m)
	p.Add("THE POSITION "+strings.ToUpper(m.Name)+m.numbered(), sheet.Position(at))
}

// numbered adds the position to the name of a round.
func (m Moment) numbered() string {
	if m.From == m.Upto {
		return ""
	}
	return fmt.Sprintf(" (position %d)", m.At)
}

// runsWords ask for the runs on the map.
var runsWords = strings.Fields("runs run routes route trains with and the last")

// Board shows the map, as it is or as it was, with the last runs where the line asks for them.
func Board(b *Batch, rest string) (bool, error) {
	if b.At == nil {
		return false, nil
	}
	p := Chronicle{b.At}
	words := strings.Fields(rest)
	others := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(runsWords, strings.ToLower(w)) })
	runs := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(runsWords[:5], strings.ToLower(w)) })
	at := strings.Join(others, " ")
	m, past, err := p.Moment(at)
	if runs && past && err == nil && m.From < m.Upto {
		m, past, err = p.Moment("end of " + strings.TrimSpace(strings.TrimPrefix(at, "at ")))
	}
	if err != nil {
		return true, err
	}
	seen, log := p.seen(nil), p.Table.Log
	head := "MAP"
	if past {
		seen.State, log = p.then(m), p.Table.Log[:m.At]
		head = "MAP " + strings.ToUpper(m.Name) + m.numbered()
	}
	if runs {
		seen.Runs = p.lastRuns(log)
	}
	p.Add(head, p.Once("map", rest, func() string { return sheet.Map(seen) }))
	if !p.chart {
		p.chart, p.runs, p.Answers[len(p.Answers)-1].Chart = true, seen.Runs, true
		if past {
			p.past = seen.State
		}
	}
	if runs && len(seen.Runs) == 0 {
		p.Add("RUNS", "  No trains had run.")
	}
	return true, nil
}

// lastRuns returns the runs of the round in which trains last ran.
func (p Chronicle) lastRuns(log []engine.Event) []title.Course {
	p.budget().Question(runWork/10 + eventWork*len(log))
	return p.Table.Title.LastCourses(log)
}

// stretch reads which part of the log is asked for: a round by its name, or positions.
func (p Chronicle) stretch(rest string) (from, to int, name string, err error) {
	if !strings.ContainsFunc(strings.NewReplacer("from", "", "to", "", "position", "", "positions", "", "since", "").Replace(strings.ToLower(rest)), unicode.IsLetter) {
		from, to, err = span(rest, len(p.Table.Log))
		return from, to, "", err
	}
	m, past, err := p.Moment(rest)
	switch {
	case err != nil:
		return 0, 0, "", err
	case !past && strings.ContainsAny(rest, "0123456789"):
		return 0, 0, "", p.whichMoment(strings.TrimSpace(rest))
	case !past:
		return 0, len(p.Table.Log), "", nil
	}
	if first, _, _ := strings.Cut(strings.ToLower(rest), " "); first == "from" || first == "since" || m.From == m.Upto {
		return m.From, len(p.Table.Log), "", nil // a position by its number is a beginning, too
	}
	return m.From, m.Upto, " of " + p.roundsCalledIn(m), nil
}

// roundsCalledIn names the rounds between two positions.
func (p Chronicle) roundsCalledIn(m Moment) string {
	var names []string
	for _, r := range p.rounds() {
		if r.From >= m.From && r.Upto <= m.Upto {
			names = append(names, r.Name)
		}
	}
	return names[0] + map[bool]string{true: " to " + names[len(names)-1]}[len(names) > 1]
}
