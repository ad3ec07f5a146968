package pbem

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/pbem/plan"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// Random players make random plans beside their moves. A plan only does what its player
// was asked and has written, or passes or bids. The commands of the log alone, decided
// again without plans, give the same log.
func TestRandomPlans(t *testing.T) {
	serial(t)
	games := testsize.More(1, 1, 2)
	for _, ti := range titles.All() {
		for seed := range uint64(games) {
			t.Run(fmt.Sprintf("%s/%d", ti.Facts.Slug, seed), func(t *testing.T) {
				t.Parallel()
				w := &planner{t: t, table: seated(t, ti.Facts.Slug, 3), chance: rand.New(rand.NewPCG(seed, 7)), thrifty: walk.NewThrifty(seed, ti.Habits)}
				for n := 0; n < testsize.More(60, 60, 150) && w.table.Game.State().Result == nil; n++ {
					w.turn()
				}
				if w.obeyed == 0 || w.kept == 0 {
					t.Errorf("%d plans were kept, %d commands came of them", w.kept, w.obeyed)
				}
				if err := replay.Again(ti, w.table.Log, nil); err != nil {
					t.Error(err)
				}
				t.Logf("%d plans kept, %d refused, %d commands of plans", w.kept, w.refused, w.obeyed)
			})
		}
	}
}

// A planner plays and plans at random.
type planner struct {
	t       *testing.T
	table   *table.Table
	chance  *rand.Rand
	thrifty *walk.Thrifty

	kept, refused, obeyed int
}

// turn plays the mail of a player who is asked, with plans of anybody before it.
func (w *planner) turn() {
	for range w.chance.IntN(3) {
		w.plan(engine.PlayerID(w.chance.IntN(3)))
	}
	pending := w.table.Game.Pending()
	if len(pending) == 0 {
		return
	}
	c, ok := w.thrifty.Pick(engine.Of(pending, engine.Awaited(pending)[0]))
	if !ok {
		c, ok = w.thrifty.Pick(pending)
	}
	if !ok {
		w.t.Fatal("nothing is offered to anybody")
	}
	w.mail(c.By, 1, c.String())
}

// plan gives a player a random plan, which may be refused.
func (w *planner) plan(player string) {
	line := w.line(player)
	if r := try(w.t, w.table, player, line); r.refused != nil {
		w.refused++
		return
	}
	w.kept++
	w.mail(player, 0, line)
}

// forced reports whether what was said was all that its player could say.
func (w *planner) forced(g *engine.Game, said engine.Said) bool {
	a, only := plan.Scene{Title: w.table.Title, Game: g, Log: g.Log(), Player: said.By}.Forced()
	return a.Says && only.String() == said.Command.String()
}

// mail plays a line that makes own commands itself, and checks the commands that plans
// have made after it.
func (w *planner) mail(player string, own int, line string) {
	w.t.Helper()
	before := w.table
	r := try(w.t, before, player, line)
	if r.refused != nil {
		w.t.Fatalf("%s said %q, which is offered: %s", player, line, r.refused.Reason)
	}
	w.table = r.next
	g := before.Game
	for _, e := range r.next.Log[len(before.Log):] {
		said, ok := e.(engine.Said)
		if !ok {
			continue
		}
		if !slices.Contains(engine.Actors(g.Pending()), said.By) {
			w.t.Fatalf("%s was not asked and says %q", said.By, said.Command)
		}
		if own--; own < 0 && !w.forced(g, said) {
			w.obeyed++
			w.written(before, line, player, said)
		}
		next, _, err := g.Decide(said.Command)
		if err != nil {
			w.t.Fatalf("%q of %s comes of a plan and is refused: %v", said.Command, said.By, err)
		}
		g = next
	}
}

// written fails if a command of a plan is neither a pass or bid, nor what its player has
// written.
func (w *planner) written(before *table.Table, line, player string, said engine.Said) {
	w.t.Helper()
	if before.Passes(said.Verb) || before.Bids(said.Verb) || said.By == player && strings.Contains(line, said.Verb) {
		return
	}
	for _, p := range before.Seat(said.By).Orders {
		lines := slices.Concat(p.Lines, p.After)
		for _, q := range p.Turns {
			lines = slices.Concat(lines, q.Lines, q.After)
		}
		for _, l := range lines {
			if l.Say == said.Command.String() || strings.HasSuffix(l.Say, " auto") && strings.HasPrefix(l.Say, said.Verb+" ") {
				return
			}
		}
	}
	w.t.Fatalf("%s has written nothing like %q: %v", said.By, said.Command, before.Seat(said.By).Orders)
}

// line returns a random line that gives or cancels a plan.
func (w *planner) line(player string) string {
	n := 5 * w.chance.IntN(40)
	lines := []string{
		"pass unless it concerns me", "pass whatever happens", "pass for the auction", "pass until somebody acts", "merger round: nothing",
		fmt.Sprintf("no bids over %d this round", n), fmt.Sprintf("bid up to %d", n), "plan all: run auto; pay", "cancel orders",
		"next: " + w.turnOf(player, title.StockTurn, player),
		"next: " + w.turnOf(player, title.StockTurn, player) + "; next: " + w.turnOf(player, title.StockTurn, player) + "; next: pass",
		"plan all: run auto; next: run auto; pay; every turn: run auto",
	}
	if c, ok := w.buys(player); ok {
		lines = append(lines, fmt.Sprintf("next: %s until I have %d, then pass", c, 1+w.chance.IntN(5)))
	}
	for _, c := range w.table.Title.Position(w.table.Game.State()).Companies {
		if c.President == player {
			lines = append(lines, "plan "+c.Sym+": "+w.turnOf(player, title.OperatingTurn, c.Sym), "plan "+c.Sym+" every turn: run auto; pay", "plan "+c.Sym+" this set: run auto",
				"plan "+c.Sym+": "+w.turnOf(player, title.OperatingTurn, c.Sym)+"; next: run auto")
		}
	}
	line := lines[w.chance.IntN(len(lines))]
	if unless := []string{"", "", " unless nothing", " unless revenue under 50", " unless the phase changes"}; !strings.HasPrefix(line, "bid") && !strings.HasPrefix(line, "cancel") {
		line += unless[w.chance.IntN(len(unless))]
	}
	return line
}

// buys returns a purchase of shares that a player could make in a supposed stock turn.
func (w *planner) buys(player string) (c engine.Command, ok bool) {
	g, err := w.table.Title.Suppose(w.table.Game, title.StockTurn, player)
	if err != nil {
		return c, false
	}
	for _, ch := range engine.Of(g.Pending(), player) {
		for _, o := range ch.List() {
			if ch.Verb == moves.Buy.Name && len(o.Args) == 3 && o.Args[1] == "from" && o.Range == nil {
				return engine.Command{By: player, Verb: ch.Verb, Args: o.Args}, true
			}
		}
	}
	return c, false
}

// turnOf returns what a random player would say in a supposed turn.
func (w *planner) turnOf(player, turn, actor string) string {
	g, err := w.table.Title.Suppose(w.table.Game, turn, actor)
	if err != nil {
		return "pass"
	}
	began := g.State().Stack
	var lines []string
	for range 1 + w.chance.IntN(6) {
		at := plan.Scene{Title: w.table.Title, Game: g, Player: player}
		if _, now := at.Turn(); now != actor || len(engine.Of(g.Pending(), player)) == 0 || len(g.State().Stack) < len(began)-1 {
			break
		}
		c, ok := w.thrifty.Pick(engine.Of(g.Pending(), player))
		if !ok {
			break
		}
		lines = append(lines, c.String())
		if g, _, err = g.Decide(c); err != nil {
			break
		}
	}
	return strings.Join(append(lines, "pass"), "; ")
}
