package enginetest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
)

// checks are what scripts of every title may compare: each returns what is
// there and what the line wants to be there. "-" stands for nothing.
//
//	cash OWNER N             price SYM N            counter KEY N
//	shares PLACE SYM N       certs PLAYER N         trains PLACE NAME ...
//	president SYM PLAYER     piece PIECE PLACE      stations SYM STOP ...
//	tile HEX TILE ROT        cell MARKER CELL       stack CELL MARKER ...
//	pending PLAYER VERB,...  asked PLAYER ...       offered PLAYER VERB ARGS ...
//	noted WORDS ...          ended WORDS ...        score PLAYER N
//	silent WORDS ...         says PLAYER VERB WORDS ...
//	unoffered PLAYER VERB ARGS ...
var checks = map[string]func(s *script, t step.Table, args []string) (got, want string){
	"cash":     numbered(func(t step.Table, a []string) int { return t.S.Cash(a[0]) }),
	"price":    numbered(func(t step.Table, a []string) int { return t.Price(a[0]) }),
	"counter":  numbered(func(t step.Table, a []string) int { return t.S.Get(strings.Join(a, " ")) }),
	"shares":   numbered(func(t step.Table, a []string) int { return t.Shares(a[0], a[1]) }),
	"certs":    numbered(func(t step.Table, a []string) int { return t.CertificateCount(a[0]) }),
	"score":    numbered(func(t step.Table, a []string) int { return t.S.Result.Scores[a[0]] }),
	"trains":   listed(func(t step.Table, of string) []string { return t.TrainNames(of) }),
	"stack":    listed(func(t step.Table, of string) []string { return t.S.Cells(of) }),
	"stations": listed(stationNames),
	"president": listed(func(t step.Table, of string) []string {
		return slices.DeleteFunc([]string{t.President(of)}, func(p string) bool { return p == "" })
	}),
	"piece":   listed(func(t step.Table, of string) []string { return []string{t.S.Where(of)} }),
	"cell":    listed(func(t step.Table, of string) []string { return strings.Fields(t.S.Cell(of)) }),
	"tile":    listed(tileOn),
	"pending": pendingVerbs,
	"asked": func(s *script, _ step.Table, args []string) (got, want string) {
		return strings.Join(engine.Awaited(s.game.Pending()), " "), strings.Join(args, " ")
	},
	"offered": offered,
	"unoffered": func(s *script, t step.Table, args []string) (got, want string) {
		got, _ = offered(s, t, args)
		return got, "not offered"
	},
	"noted":  noted,
	"silent": silent,
	"says":   says,
	"ended": func(_ *script, t step.Table, args []string) (got, want string) {
		if t.S.Result == nil {
			return "the game is on", strings.Join(args, " ")
		}
		return t.S.Result.Reason, strings.Join(args, " ")
	},
}

func (s *script) check(word string, args []string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("cannot be checked: %v", r)
		}
	}()
	t := step.Table{S: s.game.State(), F: s.kit.Facts, H: s.kit.Holders}
	var got, want string
	if read, ok := s.kit.Reads[word]; ok {
		got, want = read(t), strings.Join(args, " ")
	} else if check, ok := checks[word]; ok {
		got, want = check(s, t, args)
	} else {
		return fmt.Errorf("there is no check %q", word)
	}
	if got != want && (got != "" || want != "-") { // "-" stands for nothing
		return fmt.Errorf("it is %q", got)
	}
	return nil
}

// numbered makes a check that compares a number with the last word.
func numbered(read func(step.Table, []string) int) func(*script, step.Table, []string) (string, string) {
	return func(_ *script, t step.Table, args []string) (got, want string) {
		n := len(args) - 1
		return strconv.Itoa(read(t, args[:n])), args[n]
	}
}

// listed makes a check that compares a list with the words after the first.
func listed(read func(t step.Table, of string) []string) func(*script, step.Table, []string) (string, string) {
	return func(_ *script, t step.Table, args []string) (got, want string) {
		list := read(t, args[0])
		if len(list) == 0 {
			list = []string{"-"}
		}
		return strings.Join(list, " "), strings.Join(args[1:], " ")
	}
}

func stationNames(t step.Table, sym string) []string {
	var out []string
	for _, at := range t.Stations(sym) {
		out = append(out, at.String())
	}
	return out
}

func tileOn(t step.Table, hex string) []string {
	l, ok := t.S.Tile(hex)
	if !ok {
		return nil
	}
	return []string{l.Tile, strconv.Itoa(l.Rot)}
}

// pendingVerbs returns the verbs that a player may use now, which are those that can be completed.
func pendingVerbs(s *script, _ step.Table, args []string) (got, want string) {
	var out []string
	for _, c := range engine.Of(s.game.Pending(), args[0]) {
		if len(c.List()) > 0 || c.Usage != "" {
			out = append(out, c.Verb)
		}
	}
	if len(out) == 0 {
		out = []string{"-"}
	}
	return strings.Join(out, ","), args[1]
}

// offered looks for the command among the options of the choices. The line may leave out the last words of an
// option.
func offered(s *script, _ step.Table, args []string) (got, want string) {
	for _, c := range engine.Of(s.game.Pending(), args[0]) {
		for _, o := range c.List() {
			words := append([]string{c.Verb}, o.Args...)
			if c.Verb == args[1] && (o.Match(args[2:]) || len(words) >= len(args)-1 && slices.Equal(words[:len(args)-1], args[1:])) {
				return "offered", "offered"
			}
		}
	}
	return "not offered", "offered"
}

// says looks for everything that a choice tells the player, or for an option and what is told about it: "pass
// do nothing", "buy NYC from pool: pay $100".
func says(s *script, _ step.Table, args []string) (got, want string) {
	want = strings.Join(args[2:], " ")
	var all []string
	for _, c := range engine.Of(s.game.Pending(), args[0]) {
		if c.Verb != args[1] {
			continue
		}
		all = append(all, c.Help)
		for _, o := range c.List() {
			all = append(all, strings.Join(o.Args, " ")+": "+o.Label)
		}
	}
	if slices.Contains(all, want) {
		return want, want
	}
	return strings.Join(all, "; "), want
}

// silent checks that the players were not told some words since the last command.
func silent(s *script, t step.Table, args []string) (got, want string) {
	if got, want := noted(s, t, args); got == want {
		return want, "nothing of it"
	}
	return "", ""
}

// noted checks that the players were told some words since the last command.
func noted(s *script, _ step.Table, args []string) (got, want string) {
	want = strings.Join(args, " ")
	var all []string
	for _, e := range s.news {
		if n, ok := e.(engine.Noted); ok {
			if strings.Contains(n.By+" "+n.Text, want) {
				return want, want
			}
			all = append(all, n.By+" "+n.Text)
		}
	}
	return strings.Join(all, "; "), want
}
