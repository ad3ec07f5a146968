package written

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles"
	"pbem/titles/title"
)

// A head is what a game needs to begin.
type head struct {
	title   *title.Title
	players []string
	drawn   []string // symbols
	ordered bool     // chance also orders those that were drawn
	options map[string]string
	seed    *int64
}

// keys are the words with which lines of the head begin, and what each takes.
var keys = map[string]func(h *head, rest string) error{
	begins:    (*head).setTitle,
	"players": (*head).setPlayers,
	"drawn":   (*head).setDrawn,
	"options": (*head).setOptions,
	"seed":    (*head).setSeed,
}

// takes reports whether a line is one of the head. The first line that is none ends it.
func (h *head) takes(line string) bool {
	word, _ := key(line)
	return keys[word] != nil
}

func (h *head) take(line string) error {
	word, rest := key(line)
	if rest == "" {
		return fmt.Errorf("there is nothing after %q", word)
	}
	return keys[word](h, rest)
}

func (h *head) setTitle(rest string) error {
	t, ok := titles.Find(rest)
	if !ok {
		var all []string
		for _, t := range titles.All() {
			all = append(all, t.Facts.Slug)
		}
		return fmt.Errorf("%q is not a title; titles: %s", rest, strings.Join(all, ", "))
	}
	h.title = t
	return nil
}

// listed splits words at commas and tabs, or else at blanks.
func listed(rest string) []string {
	rest = strings.ReplaceAll(rest, "\t", ",")
	if !strings.Contains(rest, ",") {
		return strings.Fields(rest)
	}
	var out []string
	for name := range strings.SplitSeq(rest, ",") {
		if name = strings.Join(strings.Fields(name), " "); name != "" {
			out = append(out, name)
		}
	}
	return out
}

func (h *head) setPlayers(rest string) error {
	h.players = listed(rest)
	for i, name := range h.players {
		if slices.ContainsFunc(h.players[:i], func(other string) bool { return strings.EqualFold(name, other) }) {
			return fmt.Errorf("two players are called %s", name)
		}
	}
	return nil
}

func (h *head) setDrawn(rest string) error {
	h.drawn = append(h.drawn, listed(rest)...)
	return nil
}

func (h *head) setOptions(rest string) error {
	h.options = map[string]string{}
	for _, part := range listed(strings.TrimRight(rest, ", \t") + ",") {
		option, value, valued := strings.Cut(strings.TrimSpace(part), "=")
		if !valued {
			value = "yes"
		}
		h.options[strings.TrimSpace(option)] = strings.TrimSpace(value)
	}
	return nil
}

func (h *head) setSeed(rest string) error {
	n, err := strconv.ParseInt(rest, 10, 64)
	if err != nil {
		return fmt.Errorf("the seed is a number, not %q", rest)
	}
	h.seed = &n
	return nil
}

// mostSeeds is how many seeds are tried. Ten companies drawn from fifteen take three thousand on average, six of eight in a row twenty
// thousand.
const mostSeeds = 200_000

// begin begins the game. Chance is a seed here, and what was drawn elsewhere is known: the
// first seed is taken that brings it about.
func (h *head) begin() (*Game, error) {
	switch {
	case h.title == nil:
		return nil, errors.New("say first what is played, such as: title " + titles.All()[0].Facts.Slug)
	case len(h.players) == 0:
		return nil, errors.New("say first who plays, in the order of their seats, such as: players Amy, Brian, Crystal")
	}
	if err := h.known(); err != nil {
		return nil, err
	}
	h.options = h.title.Spelt(h.options)
	start := engine.Started{Title: h.title.Facts.Slug, Seed: 1, Players: h.players, Options: h.title.AsOfNow(h.options)}
	h.ordered = h.orders(start)
	if h.seed != nil {
		start.Seed = *h.seed
		g, log, err := titles.Start(h.title, start)
		if err == nil && !h.fits(log, g) {
			err = fmt.Errorf("seed %d deals the players or draws what is in the game in another way; without a seed one is looked for that fits", start.Seed)
		}
		return &Game{Title: h.title, Game: g, Log: log}, err
	}
	for ; start.Seed <= mostSeeds; start.Seed++ {
		setup, err := h.title.Setup(start)
		if err == nil && start.Seed == 1 {
			err = h.many(setup)
		}
		if err != nil {
			return nil, h.title.Unlike(err, h.options)
		}
		if !h.drew(setup) || !h.seated(setup) {
			continue
		}
		if g, log := engine.Start(h.title.Rules, setup); h.offers(g) {
			return &Game{Title: h.title, Game: g, Log: log}, nil
		}
	}
	return nil, h.never()
}

// never says that no game begins like that.
func (h *head) never() error {
	if h.ordered {
		return fmt.Errorf("no game of %s with %s begins with %s drawn, in that order: name all that are in it, as they lie in their row", h.title.Facts.Name, step.Plural(len(h.players), "player"), strings.Join(h.drawn, " "))
	}
	return fmt.Errorf("no game of %s with %s begins with %s drawn: name all that are in it, of each kind of which the rules draw some", h.title.Facts.Name, step.Plural(len(h.players), "player"), strings.Join(h.drawn, " "))
}

// known finds the symbols that were drawn. It refuses those of nothing, and companies beside private companies.
func (h *head) known() error {
	f, companies := h.title.Facts, 0
	all := func(string) bool { return true }
	for n, said := range h.drawn {
		is := func(sym string) bool { return strings.EqualFold(sym, said) }
		if i := slices.IndexFunc(f.PrivateSyms(all), is); i >= 0 {
			h.drawn[n] = f.PrivateSyms(all)[i]
		} else if i := slices.IndexFunc(f.Syms(all), is); i >= 0 {
			h.drawn[n] = f.Syms(all)[i]
			companies++
		} else {
			return fmt.Errorf("%s is no company of %s", said, f.Name)
		}
	}
	if companies > 0 && companies < len(h.drawn) {
		return errors.New("say either private companies or companies behind \"drawn\", those of which the rules draw some")
	}
	return nil
}

// fits reports whether a game began with the players in their order, and with those in it that were drawn.
func (h *head) fits(log []engine.Event, g *engine.Game) bool {
	return h.drew(log) && h.seated(log) && h.offers(g)
}

// seated reports whether the players have their turns in the order of their seats.
func (h *head) seated(setup []engine.Event) bool {
	s := engine.Fold(setup)
	return slices.Equal(h.title.Table(s).Order(), s.Players())
}

// drew reports whether those that were drawn lie apart from all others of their kinds, in the game, and in their order.
func (h *head) drew(setup []engine.Event) bool {
	if len(h.drawn) == 0 {
		return true
	}
	lies := h.places(setup)
	place := lies[h.drawn[0]]
	if place == step.Out {
		return false
	}
	for sym, in := range lies {
		if (in == place) != slices.Contains(h.drawn, sym) {
			return false
		}
	}
	return !h.ordered || slices.Equal(h.laid(setup, h.drawn), h.drawn)
}

// many refuses a number of companies that is never drawn.
func (h *head) many(setup []engine.Event) error {
	at := map[string]int{}
	for _, in := range h.places(setup) {
		at[in]++
	}
	for _, n := range at {
		if n == len(h.drawn) {
			return nil
		}
	}
	if len(h.drawn) == 0 {
		return nil
	}
	return h.never()
}

// places returns where a setup has put what can be drawn.
func (h *head) places(setup []engine.Event) map[string]string {
	if len(h.drawn) == 0 {
		return nil
	}
	of, lies := map[string]string{}, map[string]string{}
	for _, sym := range h.drawable() {
		of[h.piece(sym)] = sym
	}
	for _, e := range setup {
		if moved, ok := e.(engine.Moved); ok && of[moved.Piece] != "" {
			lies[of[moved.Piece]] = moved.To
		}
	}
	return lies
}

// piece is what shows where a company is: its first certificate.
func (h *head) piece(sym string) string {
	if h.title.Facts.Private(sym) != nil {
		return step.Private(sym)
	}
	return step.Share(sym, 0)
}

// drawable returns those from which the ones that were drawn come: all of their kinds.
func (h *head) drawable() []string {
	f := h.title.Facts
	var kinds []string
	private := f.Private(h.drawn[0]) != nil
	kindOf := func(sym string) string {
		if private {
			return f.Private(sym).Kind
		}
		return f.Company(sym).Kind
	}
	for _, sym := range h.drawn {
		kinds = append(kinds, kindOf(sym))
	}
	alike := func(sym string) bool { return slices.Contains(kinds, kindOf(sym)) }
	if private {
		return f.PrivateSyms(alike)
	}
	return f.Syms(alike)
}

// offers reports whether the first question names the companies that were drawn, where it names companies. Which
// of two piles is in the game shows only there.
func (h *head) offers(g *engine.Game) bool {
	if len(h.drawn) == 0 || h.title.Facts.Private(h.drawn[0]) != nil {
		return true
	}
	for _, ch := range g.Pending() {
		for _, o := range ch.List() {
			if slices.ContainsFunc(o.Args, func(arg string) bool { return slices.Contains(h.drawn, arg) }) {
				return true
			}
		}
	}
	return false
}
