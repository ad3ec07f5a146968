package table

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/pbem/pace"
	"pbem/pbem/plan"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// idleTurns calls do for turns of stored games of a title in which a player could only raise money: with the table before
// the command that led there, and with the log that follows. It stops when do returns false.
func idleTurns(t *testing.T, ti *title.Title, do func(before *Table, c engine.Command, player string, rest []engine.Event) bool) {
	t.Helper()
	for _, g := range replaytest.StoredIn(t, ti, filepath.Join("..", "..", "titles", ti.Facts.Slug)) {
		all := g.Commands()
		for i, at := range all[:len(all)-1] {
			said := g.Log[at].(engine.Said)
			next := g.Log[all[i+1]].(engine.Said)
			if next.Question != "stock turn" {
				continue
			}
			tb := &Table{ID: "g7", Title: ti, Record: Record{Title: ti.Facts.Slug, Pace: &pace.Pace{Idle: pace.IdlePass}}}
			for _, name := range g.Log[0].(engine.Started).Players {
				tb.Record.Seats = append(tb.Record.Seats, Seat{Name: name})
			}
			tb = tb.With(engine.Open(ti.Rules, g.Log[:at]), g.Log[:at])
			later, events, err := tb.Game.Decide(said.Command)
			if err != nil || !tb.With(later, events).Scene(next.By).Idle().Says {
				continue
			}
			if !do(tb, said.Command, next.By, g.Log[all[i+1]:]) {
				return
			}
		}
	}
}

// after returns a table after a command, before any plan speaks.
func after(t *testing.T, tb *Table, c engine.Command) *Table {
	t.Helper()
	g, events, err := tb.Game.Decide(c)
	if err != nil {
		t.Fatal(err)
	}
	return tb.With(g, events)
}

// recorded reports whether a title has stored games beside those of random players, with which it begins.
func recorded(t *testing.T, ti *title.Title) bool {
	return slices.ContainsFunc(replaytest.StoredIn(t, ti, filepath.Join("..", "..", "titles", ti.Facts.Slug)), func(g replaytest.Stored) bool {
		return !strings.HasPrefix(filepath.Base(g.Name), "walk-")
	})
}

// Who could only raise money in a stock turn passes without being asked, if the table has agreed on that and nothing
// else stands against it. The player is told.
func TestIdlePass(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			found := false
			idleTurns(t, ti, func(tb *Table, c engine.Command, player string, _ []engine.Event) bool {
				found = true
				came := after(t, tb, c)
				was := came.Seat(player)
				for _, it := range []struct {
					what   string
					change func(tb *Table)
					asked  bool
				}{
					{"agreed", func(*Table) {}, false},
					{"not agreed", func(tb *Table) { tb.Record.Pace = &pace.Pace{} }, true},
					{"no pace of its own", func(tb *Table) { tb.Record.Pace = nil }, true},
					{"ask me", func(tb *Table) {
						tb.Seat(player).Orders = []plan.Plan{{Kind: plan.AskMe, Since: len(tb.Log)}}
					}, true},
					{"a sandbox", func(tb *Table) { tb.Record.Sandbox = &Sandbox{} }, true},
					{"a robot's seat", func(tb *Table) { tb.Seat(player).Caretaker, tb.Seat(player).Robot = KeptHost, "steady" }, true},
					{"asked already", func(tb *Table) { tb.Ask(tb, noon) }, true},
					{"asked for another turn", func(tb *Table) { tb.Seat(player).Asked, tb.Seat(player).Question = noon, 1 }, false},
				} {
					next := came.With(came.Game, nil)
					it.change(next)
					next = Obey(next)
					passed := len(next.Log) > len(came.Log)
					if passed == it.asked {
						t.Errorf("%s: %s passed: %v, want %v", it.what, player, passed, !it.asked)
					}
					if !passed {
						continue
					}
					said, ok := next.Log[len(came.Log)].(engine.Said)
					if !ok || said.By != player || !ti.Verbs.Does(said.Verb, moves.Passes) {
						t.Errorf("%s: the first event is %v, want a pass of %s", it.what, next.Log[len(came.Log)], player)
					}
					passes := 0
					for _, e := range next.Log[len(came.Log):] {
						if said, ok := e.(engine.Said); ok && said.By == player && ti.Verbs.Does(said.Verb, moves.Passes) {
							passes++
						}
					}
					told := next.Seat(player).Since(len(came.Log))
					if len(told) != len(was.Ended)+passes || !strings.Contains(told[0].Text, "ask me") {
						t.Errorf("%s: %s is told %v", it.what, player, told)
					}
				}
				return false
			})
			if !found && recorded(t, ti) {
				t.Error("no stored game has such a turn")
			}
		})
	}
}

// A plan comes before the pass, and after an undo the player is asked.
func TestIdlePassAfterOthers(t *testing.T) {
	ti, _ := titles.Find("18NewEngland")
	idleTurns(t, ti, func(tb *Table, c engine.Command, player string, _ []engine.Event) bool {
		came := after(t, tb, c)
		planned := came.With(came.Game, nil)
		line := ""
		for _, ch := range engine.Of(came.Game.Pending(), player) {
			if ch.Verb == "sell" {
				o := ch.List()[0]
				line = strings.Join(append([]string{"sell"}, o.Args...), " ")
				if o.Range != nil {
					line = fmt.Sprintf("sell %d", o.Range.Min)
				}
			}
		}
		planned.Seat(player).Orders = []plan.Plan{{Kind: plan.Stock, N: 1, Round: came.RoundAt(len(came.Log)), Since: len(came.Log), Turn: plan.Turn{Lines: []plan.Line{{Say: line}}}}}
		planned = Obey(planned)
		if said, ok := planned.Log[len(came.Log)].(engine.Said); !ok || said.Verb != "sell" {
			t.Errorf("with the plan %q the first event is %v", line, planned.Log[len(came.Log)])
		}

		f := strings.Fields(line)
		sold := after(t, came, engine.Command{By: player, Verb: f[0], Args: f[1:]})
		if at := sold.Scene(player); !at.SameTurn(came.Scene(player)) || at.Idle().Says {
			t.Errorf("after %q the turn is over, or passes by itself", line)
		}

		passed := Obey(came)
		back, _, err := passed.BackTo(player, len(came.Log))
		if err != nil {
			t.Fatal(err)
		}
		if next := Obey(back); len(next.Log) != len(back.Log) {
			t.Errorf("after the undo %s passed again: %v", player, next.Log[len(back.Log):])
		}
		return false
	})
}

// Whatever a player could have said instead of an idle pass brings money in, and takes none out.
func TestIdleTurnsOnlyRaiseMoney(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			turns, others := 0, 0
			idleTurns(t, ti, func(tb *Table, c engine.Command, player string, rest []engine.Event) bool {
				turns++
				came := after(t, tb, c)
				if said := rest[0].(engine.Said); !came.Passes(said.Verb) {
					others++
				}
				mine := func(tb *Table) (sum int) {
					for _, p := range tb.Title.Position(tb.Game.State()).Players {
						if p.ID == player {
							sum += p.Cash
						}
					}
					for _, co := range tb.Title.Position(tb.Game.State()).Companies {
						if co.President == player {
							sum += co.Cash
						}
					}
					return sum
				}
				for _, ch := range engine.Of(came.Game.Pending(), player) {
					if ch.Unawaited || came.Passes(ch.Verb) || ch.Options == nil {
						continue
					}
					for _, o := range ch.List() {
						args := slices.Clone(o.Args)
						if o.Range != nil {
							args = append(args, fmt.Sprint(o.Range.Min))
						}
						g, events, err := came.Game.Decide(engine.Command{By: player, Verb: ch.Verb, Args: args})
						if err != nil {
							t.Fatalf("%s %v: %v", ch.Verb, args, err)
						}
						if next := came.With(g, events); mine(next) <= mine(came) && len(came.Title.Lost(came.Game.State(), g.State(), player)) == 0 {
							t.Errorf("%s %v is an idle word and brings nothing: %d, before %d", ch.Verb, args, mine(next), mine(came))
						}
					}
				}
				return turns < testsize.More(5, 20, 2000)
			})
			t.Logf("%d turns, in %d of them people did something else than pass", turns, others)
		})
	}
}

// Nobody is asked where there is nothing to decide: whoever the game waits for has two things to say at least, such as
// to pass or not, but where the only one ends something of theirs. In random games of every title.
func TestNobodyIsAskedForNothing(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			forced := 0
			for seed := range int64(testsize.More(1, 2, 8)) {
				start := titletest.Names(seed, 3)
				for m := range titletest.Play(t, ti, start, walk.NewThrifty(uint64(seed), ti.Habits)) {
					came := &Table{ID: "g7", Title: ti, Record: Record{Title: ti.Facts.Slug}}
					for _, name := range start.Players {
						came.Record.Seats = append(came.Record.Seats, Seat{Name: name})
					}
					came = came.With(m.Game, m.Game.Log())
					tb := Obey(came)
					if n := len(tb.Commands()) - len(came.Commands()); n > 0 && n <= mostOpened {
						forced += n
						if tb.DecidedSince("", len(came.Log)) {
							t.Errorf("seed %d, after %d decisions: what was forced counts as decided", seed, m.N)
						}
						if before := came.Commands(); forced < 5 && len(before) > 0 && !tb.DecidedSince("", before[0]) {
							t.Errorf("seed %d: nobody has decided anything", seed)
						}
					}
					for _, player := range engine.Awaited(tb.Game.Pending()) {
						ways, beside, last := waysOf(engine.Of(tb.Game.Pending(), player))
						ends := ways == 1 && tb.Title.Lost(tb.Game.State(), decided(t, tb, last).State(), player) != nil
						if over := ways == 1 && decided(t, tb, last).State().Result != nil; ways < 2 && !beside && !ends && !over {
							t.Errorf("seed %d, after %d decisions: %s has %d things to say: %v", seed, m.N, player, ways, last)
						}
					}
					if m.N == testsize.More(300, 1000, 3000) {
						break
					}
				}
			}
			t.Logf("%d times the only thing was said", forced)
		})
	}
}

func decided(t *testing.T, tb *Table, c engine.Command) *engine.Game {
	t.Helper()
	g, _, err := tb.Game.Decide(c)
	if err != nil {
		t.Fatal(c, err)
	}
	return g
}

// waysOf counts what can be said: a range of numbers counts for two, and words that are free for more. A choice that
// only tells why nothing of it is possible counts for none. beside reports whether there is something that may be said
// though the game does not wait for it.
func waysOf(choices []engine.Choice) (n int, beside bool, last engine.Command) {
	for _, c := range choices {
		switch {
		case c.Unawaited:
			beside = beside || len(c.List()) > 0
		case c.Free != nil && c.Usage != "":
			n += 2
		default:
			for _, o := range c.List() {
				last = engine.Command{By: c.By, Verb: c.Verb, Args: slices.Clone(o.Args)}
				if n++; o.Range != nil && o.Range.Max > o.Range.Min {
					n++
				}
				if o.Range != nil {
					last.Args = append(last.Args, fmt.Sprint(o.Range.Min))
				}
			}
		}
	}
	return n, beside, last
}
