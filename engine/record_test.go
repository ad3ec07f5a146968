package engine

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Many commands tried at the same time on one game, and on the games that result, do not affect each other's
// logs.
func TestGamesShareTheirLog(t *testing.T) {
	g, _ := walk(t, toy(10), 5, 3)
	before := slices.Clone(g.Log())
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			mine := g
			for n := range 20 {
				next, events := mine.Host("", "try", strings.Repeat("x", i*20+n))
				if want := append(slices.Clone(mine.Log()), events...); !reflect.DeepEqual(next.Log(), want) {
					t.Errorf("game %d has lost its log after %d acts", i, n)
				}
				mine = next
			}
			for n, e := range mine.Log()[len(before):] {
				if e.(Hosted).Text != strings.Repeat("x", i*20+n) {
					t.Errorf("act %d of game %d is another's", n, i)
				}
			}
		})
	}
	wg.Wait()
	if !reflect.DeepEqual(g.Log(), before) {
		t.Error("the log of the game they began with has changed")
	}
}

func TestRulesThatAskNobodyPanic(t *testing.T) {
	defer func() {
		if r, _ := recover().(string); !strings.Contains(r, "nobody is asked") {
			t.Errorf("the panic says %q", r)
		}
	}()
	Start(Rules{Start: "game", Flow: Flow{
		"game":  Loop("round"),
		"round": Do(func(t *Turn) { t.Set("rounds", t.Get("rounds")+1) }),
	}}, toySetup())
}
