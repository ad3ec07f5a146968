// Package walk plays games of any title at random and checks every promise of the
// engine meanwhile. Its players choose at random; the same seed gives the same game.
package walk

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
)

// A Player picks commands at random; the same seed gives the same commands.
type Player struct{ rng *rand.Rand }

// NewPlayer makes a player of a seed.
func NewPlayer(seed uint64) *Player { return &Player{rand.New(rand.NewPCG(seed, 18))} }

// Pick returns one of the offered commands. All choices are equally likely, and so are
// all options of a choice. ok is false if nothing is offered.
func (p *Player) Pick(choices []engine.Choice) (c engine.Command, ok bool) {
	for _, i := range p.rng.Perm(len(choices)) {
		options := choices[i].List()
		if len(options) == 0 {
			continue
		}
		o := options[p.rng.IntN(len(options))]
		return p.say(choices[i], o), true
	}
	return engine.Command{}, false
}

// say completes an option. From a range it takes any number, the lowest and the highest more often than
// others.
func (p *Player) say(ch engine.Choice, o engine.Option) engine.Command {
	c := engine.Command{By: ch.By, Verb: ch.Verb, Args: o.Args}
	if o.Range == nil {
		return c
	}
	n, steps := o.Range.Min, (o.Range.Max-o.Range.Min)/max(o.Range.Step, 1)
	switch p.rng.IntN(4) {
	case 0:
	case 1:
		n += steps * max(o.Range.Step, 1)
	default:
		n += p.rng.IntN(steps+1) * max(o.Range.Step, 1)
	}
	c.Args = append(slices.Clone(o.Args), strconv.Itoa(n))
	return c
}

// A Manner is how the players of a walk choose.
type Manner int

// The manners: at random; seldom passing; keeping companies alive; by somebody else who knows how to play, see Kept.
const (
	Careless Manner = iota
	Eager
	Prudent
	Skilled
)

// Manners lists all.
func Manners() []Manner { return []Manner{Careless, Eager, Prudent, Skilled} }

func (m Manner) String() string { return [...]string{"careless", "eager", "prudent", "skilled"}[m] }

// MannerOf assigns the manners to games: every second one is prudent.
func MannerOf(seed int64) Manner { return []Manner{Eager, Prudent, Careless, Prudent}[uint64(seed)%4] }

// A picker is a player of a walk.
type picker interface {
	Pick([]engine.Choice) (engine.Command, bool)
}

func (w *Walk) player() picker {
	switch w.Manner {
	case Eager:
		return NewDoer(w.Seed)
	case Prudent:
		return NewThrifty(w.Seed, w.Habits)
	}
	return NewPlayer(w.Seed)
}

// A Walk is a game played at random with every invariant checked.
type Walk struct {
	Rules engine.Rules
	Setup []engine.Event
	// From is the log of a game to go on with; nil to begin a new one.
	From []engine.Event
	Seed uint64 // of the players' choices
	// Limit is the number of decisions after which an unended game is an error; 0 is
	// 20,000.
	Limit int
	// Manner is how the players choose. Habits are for prudent ones. Skilled players are in Kept.
	Manner Manner
	Habits map[string]int
	// Kept are the players who do not choose at random. Each function returns what they
	// say in a game that asks them, and false if they have nothing to say.
	Kept map[string]func(*engine.Game) (engine.Command, bool)
	// Thorough checks everything after every decision instead of now and then.
	Thorough bool
	// Also checks what holds for this title; nil for nothing.
	Also func(*engine.State) error

	Game     *engine.Game
	Log      []engine.Event
	Commands []engine.Command
	// Standstill reports that the game was not played to its end, which no rule causes. Why says in words
	// what was seen; "" if it was played to its end.
	Standstill bool
	Why        string

	pieces int
	money  int
	stored []engine.Event // the log as it was read back from its stored form, as far as it was checked
	folded *engine.State  // the state after stored
}

// ErrLimit is the error of a walk that has made as many decisions as it may.
var ErrLimit = errors.New("not at its end")

// Run plays to the end, or to a standstill. An error names what was broken; the walk
// then holds the last position.
func (w *Walk) Run() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("after %d decisions: panic: %v%s", len(w.Commands), r, at(engine.PanicPlace(string(debug.Stack()), "(*Walk).Run")))
		}
	}()
	rules := w.Rules
	rules.Recheck = len(w.Kept) == 0 // players who know how to play try much on their game
	if w.From == nil {
		w.Game, w.Log = engine.Start(rules, w.Setup)
	} else {
		w.Game, w.Log = engine.Open(rules, w.From), slices.Clone(w.From)
	}
	if why := w.Game.Frozen(); why != nil {
		return why
	}
	w.money = w.Game.State().Money()
	player := w.player()
	var still stillness
	limit := cmp.Or(w.Limit, 20_000)
	for w.Game.State().Result == nil && !w.Standstill {
		if len(w.Commands) >= limit {
			return fmt.Errorf("%w after %d decisions", ErrLimit, limit)
		}
		if err := w.step(player); err != nil {
			return fmt.Errorf("after %d decisions: %w", len(w.Commands), err)
		}
		w.Why = still.why(w.Game, len(w.Commands))
		w.Standstill = w.Why != ""
	}
	if err := w.check(true); err != nil {
		return err
	}
	return w.again()
}

// step makes one decision and checks the result.
func (w *Walk) step(player picker) error {
	c, ok := w.pick(player)
	if !ok {
		return fmt.Errorf("stuck%s: of what %s could say nothing is possible; offer a pass, or do not ask", w.inStep(), strings.Join(engine.Awaited(w.Game.Pending()), " and "))
	}
	full := w.Thorough || len(w.Commands)%200 == 0
	var before []byte
	if full {
		before = snapshot(w.Game)
	}
	next, events, err := w.Game.Decide(c)
	if err != nil {
		return fmt.Errorf("%s was offered %q and is refused: %w", c.By, c, err)
	}
	if full && !bytes.Equal(before, snapshot(w.Game)) {
		return fmt.Errorf("%q changed the game it was decided on", c)
	}
	w.Game, w.Log, w.Commands = next, append(w.Log, events...), append(w.Commands, c)
	if slices.ContainsFunc(events, func(e engine.Event) bool { _, back := e.(engine.Restored); return back }) {
		w.pieces = 0 // pieces that came into play since the mark may leave again
	}
	return w.check(full)
}

// pick takes the decision of the first player asked who has a function in Kept, otherwise of one of the
// others at random.
func (w *Walk) pick(player picker) (engine.Command, bool) {
	pending := w.Game.Pending()
	for _, p := range engine.Awaited(pending) {
		if say := w.Kept[p]; say != nil {
			return say(w.Game)
		}
	}
	if len(w.Kept) == 0 {
		return player.Pick(pending)
	}
	return player.Pick(slices.DeleteFunc(slices.Clone(pending), func(ch engine.Choice) bool { return w.Kept[ch.By] != nil }))
}

// snapshot returns everything visible of a game.
func snapshot(g *engine.Game) []byte {
	s := g.State()
	var b bytes.Buffer
	fmt.Fprintln(&b, s.Stack, g.Version(), len(g.Log()))
	b.Write(table(s))
	return b.Bytes()
}

// table returns money, pieces, markers and tiles.
func table(s *engine.State) []byte {
	var b bytes.Buffer
	for _, o := range s.Owners() {
		fmt.Fprintln(&b, cmp.Or(o, "box"), s.Cash(o))
	}
	b.Write(pieces(s))
	return b.Bytes()
}

// pieces returns what table does, without money.
func pieces(s *engine.State) []byte {
	var b bytes.Buffer
	for _, p := range s.Places() {
		fmt.Fprintln(&b, p, s.At(p))
	}
	for _, m := range s.Markers() {
		fmt.Fprintln(&b, m, s.Cell(m))
	}
	for _, h := range s.Tiles() {
		l, _ := s.Tile(h)
		fmt.Fprintln(&b, h, l)
	}
	return b.Bytes()
}

func (w *Walk) check(full bool) error {
	s := w.Game.State()
	if s.Money() != w.money {
		return fmt.Errorf("there was %d on the table, now there is %d", w.money, s.Money())
	}
	for _, o := range s.Owners() {
		if s.Cash(o) < 0 && o != engine.Bank && o != engine.Box {
			return fmt.Errorf("%s owes %d", o, -s.Cash(o))
		}
	}
	if s.Result == nil && len(w.Game.Pending()) == 0 {
		return fmt.Errorf("stuck%s: nobody is asked anything", w.inStep())
	}
	if w.Game.Version() != len(w.Log) {
		return fmt.Errorf("version %d of a log of %d events", w.Game.Version(), len(w.Log))
	}
	if w.Also != nil {
		if err := w.Also(s); err != nil {
			return err
		}
	}
	if !full {
		return nil
	}
	if err := w.checkPieces(s); err != nil {
		return err
	}
	return w.checkLog(s)
}

// checkPieces finds pieces that vanished or are in two places. A piece may leave play when the step that
// brought it is undone.
func (w *Walk) checkPieces(s *engine.State) error {
	all := s.Pieces()
	if len(all) < w.pieces {
		return fmt.Errorf("of %d pieces %d are left", w.pieces, len(all))
	}
	w.pieces = len(all)
	lying := 0
	for _, place := range s.Places() {
		for _, p := range s.At(place) {
			lying++
			if s.Where(p) != place {
				return fmt.Errorf("%s lies at %s and at %s", p, place, s.Where(p))
			}
		}
	}
	if lying != len(all) {
		return fmt.Errorf("%d pieces lie in %d places", len(all), lying)
	}
	return nil
}

// checkLog stores the log, reads it back and opens it. The result must have the same state and the same
// choices.
func (w *Walk) checkLog(s *engine.State) error {
	if err := w.store(); err != nil {
		return err
	}
	g := engine.Open(w.Rules, w.stored)
	if g.Frozen() != nil {
		return g.Frozen()
	}
	if !reflect.DeepEqual(g.State(), s) || !reflect.DeepEqual(w.folded, s) {
		return fmt.Errorf("the stored log folds to another position")
	}
	if a, b := verbs(g.Pending()), verbs(w.Game.Pending()); a != b {
		return fmt.Errorf("the opened game asks %s, the played one %s", a, b)
	}
	return nil
}

// store stores the new events of the log, reads them back and folds them.
func (w *Walk) store() error {
	raws, err := engine.MarshalLog(w.Log[len(w.stored):])
	if err != nil {
		return err
	}
	back, err := engine.UnmarshalLog(raws)
	if err != nil {
		return err
	}
	again, err := engine.MarshalLog(back)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(raws, again) {
		return fmt.Errorf("the log changes when it is read and written")
	}
	if w.folded == nil {
		w.folded = engine.Fold(nil)
	}
	w.stored, w.folded = append(w.stored, back...), w.folded.With(back...)
	return nil
}
