package enginetest

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
)

// operating is a flow with a turn of each company in two operating rounds.
var operating = engine.Flow{
	"game":             engine.Loop("stock round", "operating rounds"),
	"stock round":      engine.Seq("stock turns", "end of stock round"),
	"stock turns":      engine.Turns(func(*engine.State, string) string { return "p1" }, "stock turn"),
	"operating rounds": engine.Times(func(*engine.State) int { return 2 }, "companies"),
	"companies":        engine.Each(func(*engine.State, []string) string { return "NR" }, "operating turn"),
	"operating turn":   engine.Seq("run", "trains"),

	"stock turn": engine.Do(nil), "end of stock round": engine.Do(nil), "run": engine.Do(nil), "trains": engine.Do(nil),
}

var somewhere = Stands{
	Flow: operating, Start: "game", Steps: map[string]string{"stock": "stock turn", "stock end": "end of stock round"},
	Orders: map[string]func(step.Table) []string{Operate: func(step.Table) []string { return []string{"SR", "NR", "ER"} }},
	Laps:   func(step.Table) int { return 2 },
}

// Words after "at" are read as a step and an actor, and the frames around the step are made
// by the flow.
func TestStands(t *testing.T) {
	for words, want := range map[string]string{
		"stock p2":                 "game; stock round; stock turns p2; stock turn p2",
		"stock end":                "game; stock round; end of stock round",
		"round end of stock round": "game; stock round; end of stock round",
		"operate NR trains":        "game; operating rounds 2/2; companies NR [SR NR]; operating turn NR; trains NR",
		"operate XR run":           "game; operating rounds 2/2; companies XR [XR]; operating turn XR; run XR",
	} {
		var got []string
		for _, f := range somewhere.At(step.Table{}, strings.Fields(words)) {
			got = append(got, shown(f))
		}
		if text := strings.Join(got, "; "); text != want {
			t.Errorf("%s: %s, want %s", words, text, want)
		}
	}
}

func shown(f engine.Frame) string {
	text := strings.TrimSpace(f.Step + " " + f.Actor)
	if f.Total > 0 {
		text += " " + string(rune('0'+f.Laps)) + "/" + string(rune('0'+f.Total))
	}
	if len(f.Done) > 0 {
		text += " [" + strings.Join(f.Done, " ") + "]"
	}
	return text
}

func TestNoSuchPlace(t *testing.T) {
	for words, want := range map[string]string{"auction p1": `no place "auction p1"`, "operate NR tokens": `the flow has no step "tokens"`} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("%s: %v, want %s", words, got, want)
				}
			}()
			somewhere.At(step.Table{}, strings.Fields(words))
		}()
	}
}

// Table plays the facts of a script and names the one that is wrong.
func TestTable(t *testing.T) {
	table, err := mint.Table(engine.Started{Players: []string{"A", "B"}}, "cash p2 8", "coin p2", "at p2")
	if err != nil || table.S.Cash("p2") != 8 || table.S.Where("coin") != "p2" || len(table.S.Stack) != 3 {
		t.Errorf("%v, %v", table.S, err)
	}
	if _, err := mint.Table(engine.Started{Players: []string{"A"}}, "cash p1 8", "gold p1 2"); err == nil || !strings.HasPrefix(err.Error(), "gold p1 2: ") {
		t.Errorf("%v", err)
	}
}
