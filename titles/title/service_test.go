package title_test

import (
	"maps"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/titles/title"
	"pbem/titles/title/sample"
)

// with returns a copy of a table with one more row, or another one.
func with(table map[string]string, key, value string) map[string]string {
	out := maps.Clone(table)
	out[key] = value
	return out
}

// Everything that the service needs and a title does not have is told, and nothing of a title that has it.
func TestCheckService(t *testing.T) {
	if err := sample.Title.CheckService(); err != nil {
		t.Errorf("of the sample it is told: %v", err)
	}
	without := func(name string) func(*title.Title) {
		return func(ti *title.Title) {
			ti.Rules.Flow = maps.Clone(ti.Rules.Flow)
			delete(ti.Rules.Flow, name)
		}
	}
	for want, change := range map[string]func(*title.Title){
		"title: it has no Setup, which the service needs":                                          func(ti *title.Title) { ti.Setup = nil },
		"title: it has no Position, which the service needs":                                       func(ti *title.Title) { ti.Position = nil },
		"title: it has no Network, which the service needs":                                        func(ti *title.Title) { ti.Network = nil },
		"title: it has no Verbs, which the service needs":                                          func(ti *title.Title) { ti.Verbs = nil },
		`flow: there is no step "stock turn"; plans of players are for the turns of that name`:     without(title.StockTurn),
		`flow: there is no step "operating turn"; plans of players are for the turns of that name`: without(title.OperatingTurn),
		`title: Doomed is "closed", which is no zone of the facts`:                                 func(ti *title.Title) { ti.Doomed = "closed" },
		"title: EndsAtPrice is 301, which is no price of the market":                               func(ti *title.Title) { ti.EndsAtPrice = 301 },
		`title: the variant "long" needs a key of its own and a text`: func(ti *title.Title) {
			ti.Variants = []title.Variant{{Key: "long", Text: "a"}, {Key: "long", Text: "b"}}
		},
		`title: Habits names the verb "bidd", which Verbs does not have`:                func(ti *title.Title) { ti.Habits = map[string]int{"sell": 1, "bidd low": 90} },
		`title: Caretaker names the verb "loan", which Verbs does not have`:             func(ti *title.Title) { ti.Caretaker = []string{"pass", "", "loan"} },
		`title: Together names the verb "tie", which Verbs does not have`:               func(ti *title.Title) { ti.Together = map[string]func(engine.Choice) [][]engine.Command{"tie": nil} },
		`title: Moments names the verb "bidd", which Verbs does not have`:               func(ti *title.Title) { ti.Moments = with(ti.Moments, "bidd", "bids are made") },
		`title: Moments does not say when "pay" is used, as a sentence without its end`: func(ti *title.Title) { ti.Moments = with(ti.Moments, "pay", "It is paid.") },
		`title: Moments does not say when "run" is used, as a sentence without its end`: func(ti *title.Title) { ti.Moments = with(ti.Moments, "run", "") },
		"lesson: it needs a Goal, an End, a Round and a Rulebook":                       func(ti *title.Title) { ti.Lesson.End = "" },
		`lesson: Kinds does not tell what a "public" company is`:                        func(ti *title.Title) { ti.Lesson.Kinds = nil },
		`lesson: Kinds tells of "minor", which is no kind of company`:                   func(ti *title.Title) { ti.Lesson.Kinds = map[string]string{"public": "a", "minor": "b"} },
		`lesson: Zones tells of "red", which is no zone of the market`:                  func(ti *title.Title) { ti.Lesson.Zones = map[string]string{"red": "a"} },
	} {
		ti := *sample.Title
		change(&ti)
		if err := ti.CheckService(); err == nil || !strings.HasPrefix(err.Error()+"\n", want+"\n") {
			t.Errorf("it is told %v, want %s", err, want)
		}
	}
	ti := made(t, func(ti *title.Title) { ti.Verbs = moves.Table{moves.Pass} })
	for _, want := range []string{"Privates does not tell how private companies", "Power does not tell what FER does", "Power does not tell what MIN does"} {
		if err := ti.CheckService(); err == nil || !strings.Contains(err.Error(), "lesson: "+want) {
			t.Errorf("it is told %v, want %s", err, want)
		}
	}
}
