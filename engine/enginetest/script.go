package enginetest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// A Kit is a title as its scripts see it. A script is a text of cases; a case
// is played line by line:
//
//	== EX-01 the draft           a case and its name
//	# ...                        a comment
//	game 4 73885                 players and seed
//	option no consent            a switch of the setup
//	adopted                      the game was begun elsewhere, and goes on here now
//	+ cash p1 300                a fact, for a position that was not played to
//	+ at operate NYC trains      where the position stands in the flow
//	p1 buy train 3 from bank     a command; it must be accepted
//	refused p1 pass: must have   a command that is refused with these words
//	unless cash p1 400           with that fact it would be accepted
//	unless without p1 sell 1 R   without that line it would be
//	cash p1 120                  a check
//
// Facts of every title: cash OWNER N, move PIECE PLACE, counter KEY N,
// tile HEX TILE ROT, cell MARKER CELL, and adopted. Checks: see checks.
type Kit struct {
	Facts   *facts.Title
	Holders *step.Holders // nil for the usual holders
	Rules   engine.Rules
	Setup   func(engine.Started) ([]engine.Event, error)
	// Words are the title's own facts: events that bring something about.
	Words map[string]func(t step.Table, args []string) []engine.Event
	// At returns the flow where it stands at the words after "at".
	At func(t step.Table, args []string) []engine.Frame
	// Reads are the title's own checks: what is there to be compared with the
	// rest of the line.
	Reads map[string]func(t step.Table) string
	// Reasons asks every refusal of the scripts to say why: words of the rules, not
	// of the engine, which only knows that something is not possible.
	Reasons bool

	laid map[string]layout // by setup, cached: most cases begin with the same
}

// A layout is the position after a setup.
type layout struct {
	log   []engine.Event
	table *engine.State
}

// Scripts runs every case of the files that match the pattern as a subtest of
// its name.
func Scripts(t *testing.T, kit Kit, pattern string) {
	t.Helper()
	kit.laid = map[string]layout{}
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts match %s: %v", pattern, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases(string(text)) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+c.name, func(t *testing.T) {
				if err := kit.Run(c.lines); err != nil {
					t.Errorf("%s: %v", file, err)
				}
			})
		}
	}
}

// A line of a script and its number in the file.
type line struct {
	n    int
	text string
}

type scriptCase struct {
	name  string
	lines []line
}

func cases(text string) []scriptCase {
	var out []scriptCase
	for i, l := range strings.Split(text, "\n") {
		l = strings.TrimSpace(l)
		if name, ok := strings.CutPrefix(l, "== "); ok {
			out = append(out, scriptCase{name: name})
			continue
		}
		if l == "" || strings.HasPrefix(l, "#") || len(out) == 0 {
			continue
		}
		c := &out[len(out)-1]
		c.lines = append(c.lines, line{i + 1, l})
	}
	return out
}

// script is a case that is being played.
type script struct {
	kit   Kit
	start engine.Started
	log   []engine.Event // the setup and the facts
	table *engine.State  // with the facts so far
	game  *engine.Game   // nil while facts are read
	stack []engine.Frame
	news  []engine.Event // events since the last command

	played []string // the lines so far
	barred string   // the last command that was refused
}

// Run plays the lines of one case. The error names the first line that does not
// hold.
func (k Kit) Run(lines []line) (err error) {
	s := &script{kit: k}
	for _, l := range lines {
		if err := s.line(l.text); err != nil {
			return fmt.Errorf("line %d: %s: %w", l.n, l.text, err)
		}
		s.played = append(s.played, l.text)
	}
	if s.game == nil {
		return fmt.Errorf("the case checks nothing")
	}
	return nil
}

func (s *script) line(text string) error {
	f := strings.Fields(text)
	switch f[0] {
	case "game":
		return s.newGame(f[1:])
	case "option":
		if s.start.Options == nil {
			s.start.Options = map[string]string{}
		}
		s.start.Options[strings.Join(f[1:], " ")] = "yes"
		return nil
	case "+":
		return s.fact(f[1], f[2:])
	}
	if err := s.open(); err != nil {
		return err
	}
	switch {
	case text == "adopted":
		s.game, s.news = s.game.Host("", engine.Adopted, "It goes on here.")
		return s.game.Frozen()
	case f[0] == "refused":
		return s.refused(text)
	case f[0] == "unless":
		return s.unless(strings.TrimPrefix(text, "unless "))
	case s.game.State().Seat(f[0]) >= 0:
		return s.say(engine.Command{By: f[0], Verb: f[1], Args: f[2:]})
	}
	return s.check(f[0], f[1:])
}

// Table returns the table after a setup and facts in the words of scripts: "cash p1 300".
// The error names the fact that is wrong.
func (k Kit) Table(start engine.Started, facts ...string) (step.Table, error) {
	start.Title = k.Facts.Slug
	s := &script{kit: k, start: start}
	if err := s.setup(); err != nil {
		return step.Table{}, err
	}
	for _, text := range facts {
		f := strings.Fields(text)
		if err := s.fact(f[0], f[1:]); err != nil {
			return step.Table{}, fmt.Errorf("%s: %w", text, err)
		}
	}
	if s.stack != nil {
		s.table = s.table.With(engine.Flowed{Stack: s.stack})
	}
	return step.Table{S: s.table, F: k.Facts, H: k.Holders}, nil
}

func (s *script) newGame(args []string) error {
	n, err := number(args, 0)
	if err != nil {
		return err
	}
	seed, err := number(args, 1)
	if err != nil {
		return err
	}
	names := []string{"Amy", "Brian", "Crystal", "David", "Eve", "Frank", "Gwen", "Hugo", "Ines", "Jack", "Kate", "Luis"}
	s.start = engine.Started{Title: s.kit.Facts.Slug, Seed: int64(seed), Players: names[:n]}
	return nil
}

// setup plays the setup, once.
func (s *script) setup() (err error) {
	if s.log != nil {
		return nil
	}
	key := fmt.Sprint(s.start) // fmt prints maps in the order of their keys
	if l, ok := s.kit.laid[key]; ok {
		s.log, s.table = slices.Clip(l.log), l.table
		return nil
	}
	if s.log, err = s.kit.Setup(s.start); err != nil {
		return err
	}
	s.table = engine.Fold(s.log)
	if s.kit.laid != nil {
		s.kit.laid[key] = layout{slices.Clip(s.log), s.table}
	}
	return nil
}

// fact adds a fact of the script to the setup.
func (s *script) fact(word string, args []string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("no such fact: %v", r)
		}
	}()
	if err := s.setup(); err != nil {
		return err
	}
	if s.game != nil {
		return fmt.Errorf("facts come before the first command or check")
	}
	t := step.Table{S: s.table, F: s.kit.Facts, H: s.kit.Holders}
	if word == "at" {
		s.stack = s.kit.At(t, args)
		return nil
	}
	events, err := s.events(t, word, args)
	for _, e := range events {
		if err := s.kit.Rules.Names.Undeclared(e); err != nil {
			return err
		}
	}
	s.log = append(s.log, events...)
	s.table = s.table.With(events...)
	return err
}

func (s *script) events(t step.Table, word string, args []string) ([]engine.Event, error) {
	if make, ok := s.kit.Words[word]; ok {
		return make(t, args), nil
	}
	last, notNumber := number(args, len(args)-1)
	switch word {
	case "cash":
		return owns(t.S, args[0], last), notNumber
	case "move":
		return []engine.Event{engine.Moved{Piece: args[0], From: t.S.Where(args[0]), To: args[1]}}, nil
	case "counter":
		return []engine.Event{engine.Set{Key: strings.Join(args[:len(args)-1], " "), Value: last}}, notNumber
	case "tile":
		return []engine.Event{engine.TileLaid{Hex: args[0], Tile: args[1], Rot: last}}, notNumber
	case "cell":
		return []engine.Event{engine.Priced{Marker: args[0], Cell: args[1]}}, nil
	case engine.Adopted:
		return []engine.Event{engine.Hosted{Act: engine.Adopted}}, nil
	}
	return nil, fmt.Errorf("there is no fact %q", word)
}

// owns returns events with which the bank pays or takes money, so that the owner has the amount.
func owns(s *engine.State, owner string, amount int) []engine.Event {
	if owner == engine.Bank { // money of the bank comes from the box, or goes there
		if d := amount - s.Cash(owner); d != 0 {
			return []engine.Event{paid(engine.Box, engine.Bank, d)}
		}
		return nil
	}
	if d := amount - s.Cash(owner); d != 0 {
		return []engine.Event{paid(engine.Bank, owner, d)}
	}
	return nil
}

// paid returns a payment. A negative amount goes the other way.
func paid(from, to string, amount int) engine.Event {
	if amount < 0 {
		return engine.Paid{From: to, To: from, Amount: -amount}
	}
	return engine.Paid{From: from, To: to, Amount: amount}
}

// open begins the game at the position that the script describes.
func (s *script) open() error {
	if s.game != nil {
		return nil
	}
	if err := s.setup(); err != nil {
		return err
	}
	if s.stack == nil {
		s.game, s.news = engine.Start(s.kit.Rules, s.log)
		return nil
	}
	s.stack[len(s.stack)-1].Entered = len(s.log) + 1
	log := append(slices.Clone(s.log), engine.Flowed{Stack: s.stack})
	// A step that does something before it asks runs only when the game returns to its beginning.
	g, more, err := engine.Open(s.kit.Rules, append(log, engine.Noted{Text: "told"})).Undo("script", len(log))
	s.game, s.news = g, more
	return err
}

func (s *script) say(c engine.Command) error {
	if err := Blunders(s.game.Pending()); err != nil {
		return err
	}
	next, events, err := s.game.Decide(c)
	if err != nil {
		return err
	}
	s.game, s.news = next, events
	return nil
}

func (s *script) refused(text string) error {
	said, words, ok := strings.Cut(text, " -- ") // the command has a colon
	if !ok {
		said, words, ok = strings.Cut(text, ": ")
	}
	if !ok {
		return fmt.Errorf("say with which words: refused p1 pass: it is not your move")
	}
	f := strings.Fields(said)
	s.barred = strings.Join(f[1:], " ")
	_, _, err := s.game.Decide(engine.Command{By: f[1], Verb: f[2], Args: f[3:]})
	switch {
	case err == nil:
		return fmt.Errorf("it is accepted")
	case !strings.Contains(err.Error(), words):
		return fmt.Errorf("it is refused otherwise: %w", err)
	case s.kit.Reasons && unreasoned(err.Error()):
		return fmt.Errorf("the refusal gives no reason: %w", err)
	}
	return nil
}

// unreasoned reports whether a refusal is the engine's own, without a reason from the rules.
func unreasoned(sentence string) bool {
	return strings.HasSuffix(sentence, " is not possible now") || strings.HasSuffix(sentence, " cannot be said now")
}

func number(args []string, i int) (int, error) {
	if i < 0 || i >= len(args) {
		return 0, fmt.Errorf("a number is missing")
	}
	return strconv.Atoi(args[i])
}
