// Package written reads games that people wrote down elsewhere, such as in a spreadsheet
// or in mails to one another: the title, the players, and every move on a line of its own.
//
//	title TITLE
//	players Amy, Brian, Crystal, Dora
//
//	# stock round 1
//	Amy: buy PSG
//	Brian: bid BA 55; pass
//	lay J5 57; pass
//
// The head says what a game needs to begin:
//
//	title    what is played
//	players  who plays, in the order in which they sit or have their first turn
//	drawn    the private companies, or the companies, that chance has brought into the game;
//	         as they lie in their row, where chance orders them too
//	options  the variants of the table
//	seed     the seed, for a game that was drawn with one
//
// A move reads like a line of a mail. A name and a colon before it say who makes it;
// without a name it is made by the one who is asked. Cells of a spreadsheet, with tabs
// between them, are read alike: the first may be the name, each other is a move. What a player cannot but pass need
// not be written. A line that begins with # is a remark.
//
// Nothing is stored here. A line that is no move ends the reading, with the number of the
// line and the reason.
package written

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/pbem/grammar"
	"pbem/pbem/plan"
	"pbem/titles/title"
)

// A Game is a game that was written down, as far as it was read.
type Game struct {
	Title *title.Title
	Game  *engine.Game
	Log   []engine.Event
	Lines int // of the text
}

// All has Read read the whole text.
const All = -1

// begins is how each text begins, after remarks.
const begins = "title"

// Begins reports whether a text is a game that was written down. The beginning of the
// text is enough.
func Begins(text []byte) bool {
	for line := range strings.SplitSeq(string(text), "\n") {
		if line = tidy(line); line != "" {
			word, _ := key(line)
			return word == begins
		}
	}
	return false
}

// tidy takes remarks, blanks and the mark of a text in UTF-8 away.
func tidy(line string) string {
	line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
	if strings.HasPrefix(line, "#") {
		return ""
	}
	return line
}

// key splits a line of the head.
func key(line string) (word, rest string) {
	at := strings.IndexAny(line+" ", " \t")
	word, rest = line[:at], line[at:]
	return strings.ToLower(strings.TrimRight(word, ":")), strings.TrimSpace(rest)
}

// Read reads a text, and makes its moves up to a line of it, or All.
func Read(in io.Reader, last int) (*Game, error) {
	var h head
	var g *Game
	n := 0
	for s := bufio.NewScanner(in); ; {
		if !s.Scan() {
			if err := s.Err(); err != nil {
				return nil, fmt.Errorf("line %d: %w", n+1, err)
			}
			break
		}
		n++
		line := tidy(s.Text())
		if line == "" || last != All && n > last && g != nil {
			continue
		}
		if g == nil && h.takes(line) {
			if err := h.take(line); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			continue
		}
		if g == nil {
			var err error
			if g, err = h.begin(); err != nil {
				return nil, err
			}
			if last != All && n > last {
				continue
			}
		}
		if err := g.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if g == nil {
		var err error
		if g, err = h.begin(); err != nil {
			return nil, err
		}
	}
	g.Lines = n
	return g, nil
}

// line makes the moves of a line.
func (g *Game) line(text string) error {
	by, said := g.speaker(text)
	for _, part := range grammar.Split(said) {
		if err := g.part(by, part); err != nil {
			return fmt.Errorf("%q%s: %w", part, g.turn(by), explained(err))
		}
	}
	return nil
}

// speaker splits a line that begins with the name of a player and a colon. Otherwise by is "".
func (g *Game) speaker(text string) (by, said string) {
	who, said, ok := strings.Cut(text, ":")
	if cells := cellsOf(text); len(cells) > 1 {
		who, said, ok = strings.TrimRight(cells[0], ":"), strings.Join(cells[1:], "; "), true
		text = strings.Join(cells, "; ")
	}
	if !ok {
		return "", text
	}
	s := g.Game.State()
	var named, begun []string
	for _, id := range s.Players() {
		switch name := s.PlayerName(id); {
		case strings.EqualFold(name, who), strings.EqualFold(id, who):
			named = append(named, id)
		case len(who) > 0 && len(who) <= len(name) && strings.EqualFold(name[:len(who)], who) && !g.names(who):
			begun = append(begun, id)
		}
	}
	for _, list := range [][]string{named, begun} {
		if len(list) == 1 {
			return list[0], said
		}
	}
	return "", text
}

// cellsOf returns what stands between tabs, without what is empty.
func cellsOf(text string) []string {
	var out []string
	for cell := range strings.SplitSeq(text, "\t") {
		if cell = strings.TrimSpace(cell); cell != "" {
			out = append(out, cell)
		}
	}
	return out
}

// names reports whether a word is a company: "B: pass" is said for it.
func (g *Game) names(word string) bool {
	return g.Title.Facts.Company(strings.ToUpper(word)) != nil
}

// part makes a move, or several that "and" or "then" joins.
func (g *Game) part(by, text string) error {
	err := g.move(by, text)
	if err == nil {
		return nil
	}
	parts := grammar.Clauses(g.Title.Verbs, text)
	if len(parts) < 2 {
		return err
	}
	for _, p := range parts {
		if err := g.move(by, p); err != nil {
			return err
		}
	}
	return nil
}

// mostPasses is how many passes may be left out between two moves.
const mostPasses = 100

// move makes one move. Passes of those who cannot do anything else come before it.
func (g *Game) move(by, text string) error {
	var first error
	at := *g
	for range mostPasses {
		player, err := at.mover(by)
		if err == nil {
			err = at.say(player, text)
		}
		if err == nil {
			*g = at
			return nil
		}
		if first == nil {
			first = err
		}
		if !at.passed() {
			break
		}
	}
	return first
}

// mover returns who makes a move: the player named, or the only one who is asked.
func (g *Game) mover(by string) (string, error) {
	s := g.Game.State()
	if s.Result != nil {
		return "", errors.New("the game is over")
	}
	asked := engine.Awaited(g.Game.Pending())
	switch {
	case len(engine.Of(g.Game.Pending(), by)) > 0:
		return by, nil
	case by != "":
		return "", fmt.Errorf("%s is not asked: %s to move", s.PlayerName(by), g.called(asked))
	case len(asked) != 1:
		return "", fmt.Errorf("begin the line with a name and a colon: %s to move", g.called(asked))
	}
	return asked[0], nil
}

// called names players, with a verb.
func (g *Game) called(players []string) string {
	var names []string
	for _, p := range players {
		names = append(names, g.Game.State().PlayerName(p))
	}
	switch len(names) {
	case 0:
		return "nobody has"
	case 1:
		return names[0] + " is"
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are"
}

// say reads and makes a move of a player.
func (g *Game) say(player, text string) error {
	at, c, err := plan.Scene{Title: g.Title, Game: g.Game, Log: g.Log, Player: player}.Read(text)
	if err != nil {
		return err
	}
	next, made, err := at.Game.Decide(c)
	if err != nil {
		return err
	}
	g.Game, g.Log = next, append(slices.Clip(at.Log), made...)
	return nil
}

// turn says where the game is, and who is asked: the player named, or the only one.
func (g *Game) turn(by string) string {
	s := g.Game.State()
	round := g.Title.Position(s).Round
	if asked := engine.Awaited(g.Game.Pending()); by == "" && len(asked) == 1 {
		by = asked[0]
	}
	mine := engine.Of(g.Game.Pending(), by)
	if len(mine) == 0 {
		return " (" + round + ")"
	}
	who := s.PlayerName(by) + " is asked"
	if i := slices.IndexFunc(mine, func(ch engine.Choice) bool { return ch.For != "" }); i >= 0 {
		who += " for " + mine[i].For
	}
	return fmt.Sprintf(" (%s, %s)", round, who)
}

// passed passes for one who can do nothing else. ok is false if there is nobody.
func (g *Game) passed() (ok bool) {
	for _, p := range engine.Awaited(g.Game.Pending()) {
		mine := engine.Of(g.Game.Pending(), p)
		if len(mine) != 1 || !g.Title.Verbs.Does(mine[0].Verb, moves.Passes) {
			continue
		}
		next, made, err := g.Game.Decide(engine.Command{By: p, Verb: mine[0].Verb})
		if err == nil {
			g.Game, g.Log = next, append(slices.Clip(g.Log), made...)
			return true
		}
	}
	return false
}

// explained adds the commands closest to a line to the reason why it is none.
func explained(err error) error {
	var no *grammar.Refusal
	if !errors.As(err, &no) {
		return err
	}
	close := no.Readings
	if len(close) == 0 {
		close = no.Closest
	}
	if len(close) == 0 {
		return err
	}
	return fmt.Errorf("%w Closest: %s", err, strings.Join(close, "; "))
}
