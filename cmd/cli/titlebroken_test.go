package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/engine/step"
	"pbem/internal/testsize"
	"pbem/titles/title"
	"pbem/titles/title/sample"
)

// madeTitle writes a new title that is kept in a module of its own, and returns its folder.
func madeTitle(t *testing.T) string {
	t.Helper()
	t.Chdir(t.TempDir())
	folder := filepath.Join(t.TempDir(), "my sources") // as people name folders
	if err := os.Symlink(sources(t), folder); err != nil {
		t.Fatal(err)
	}
	if err := dispatch([]string{"title", "new", "18moor", "--sources", folder}, &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	return "18moor"
}

// A broken is a data file with one mistake: a text of it that is replaced, and what is told of that.
type broken struct {
	what, old, new string
	want           string
	line           int // that is told, 0 for that of the mistake
}

// brokenFacts are mistakes in the facts of a new title.
var brokenFacts = []broken{
	{"a tile of a hex misspelt", `"C6": ["H1"]`, `"C6": ["H11"]`, `hex C6: its upgrade "H11" is no tile; did you mean "H1"?`, 0},
	{"a hex misspelt in the upgrades", `"C6": ["H1"]`, `"C66": ["H1"]`, `upgrades of what is printed on "C66", which is no hex; did you mean "C6"?`, 0},
	{"a home misspelt", `"home": "A4"`, `"home": "A44"`, `company NLR: its home is "A44", which is no hex; did you mean "A4"?`, 0},
	{"a home on another hex", `"home": "C2"`, `"home": "C4"`, `company HVR: its home C4 has no city with a space for a station marker`, 0},
	{"a company misspelt on its hex", `"reserved": {"NLR": 0}`, `"reserved": {"NRL": 0}`, `hex A4: it is reserved for "NRL", which is no company; did you mean "NLR"?`, 0},
	{"a train misspelt in a phase", `"train": "4", "limits"`, `"train": "44", "limits"`, `phase 4: there is no train "44"; did you mean "4"?`, 0},
	{"a train misspelt that rusts another", `"rusts_on": "5"`, `"rusts_on": "V"`, `train 2: "rusts_on" is "V", but there is no such train; want "2", "3", "4" or "5"`, 0},
	{"a zone misspelt", `{"price": 70, "zones": ["par"]}`, `{"price": 70, "zones": ["parr"]}`, `market row 1, space 8: the zone "parr" is not declared in "zones"; did you mean "par"?`, 0},
	{"a zone misspelt in a phase", `"offboard": "yellow", "pars": ["par"]`, `"offboard": "yellow", "pars": ["pra"]`, `phase 2: the zone "pra" is not declared in "zones"; did you mean "par"?`, 0},
	{"a colour misspelt on a tile", `"id": "8", "color": "yellow"`, `"id": "8", "color": "yelow"`, `tile 8: no colour "yelow"; did you mean "yellow"?`, 0},
	{"a colour misspelt on a hex", `{"at": "B3", "color": "white"}`, `{"at": "B3", "color": "wite"}`, `hex B3: no colour "wite"; did you mean "white"?`, 0},
	{"a colour misspelt in a phase", `"tiles": ["yellow", "green"]`, `"tiles": ["yellow", "gren"]`, `phase 3: there is no colour "gren"; did you mean "green"?`, 0},
	{"the colour of a company misspelt", `"color": "#1f4e9c"`, `"color": "#1f4e9"`, `company NLR: "color" is "#1f4e9": want a colour such as "#ee3e80"`, 0},
	{"a label misspelt on a hex", `"name": "Highmarket", "label": "H"`, `"name": "Highmarket", "label": "HH"`, `hex C6: the label "HH" is not declared in "labels"; did you mean "H"?`, 0},
	{"a label misspelt on a tile", `"5-s0"], "label": "H"`, `"5-s0"], "label": "h"`, `tile H2: the label "h" is not declared in "labels"; did you mean "H"?`, 0},
	{"a terrain misspelt", `"terrain": "fen"}`, `"terrain": "fenn"}`, `hex D1: the terrain "fenn" is not declared in "terrains"; did you mean "fen"?`, 0},
	{"a kind misspelt", `"name": "South Coast Line", "kind": "public"`, `"name": "South Coast Line", "kind": "publik"`, `company SCL: the kind "publik" is not declared in "kinds"; did you mean "public"?`, 0},
	{"a kind misspelt in the limits", `"limits": {"public": 3}, "tiles": ["yellow"]`, `"limits": {"pubic": 3}, "tiles": ["yellow"]`, `phase 2: the kind "pubic" is not declared in "kinds"; did you mean "public"?`, 0},
	{"a field misspelt", `"price": 160, "count": 4`, `"prise": 160, "count": 4`, `train 3: there is no word "prise" here; did you mean "price"?`, 0},
	{"count of a train left out", `"price": 160, "count": 4, `, `"price": 160, `, `train 3: "count" is missing: how many there are: a number from 1, or "unlimited"`, 0},
	{"count of a tile left out", `"id": "58", "color": "yellow", "count": 3, `, `"id": "58", "color": "yellow", `, `tile 58: "count" is missing: how many there are: a number from 1, or "unlimited"`, 0},
	{"stops of a train left out", `"count": 3, "stops": 4}`, `"count": 3}`, `train 4: nothing says how far it runs: want "stops", "majors" or "best"; "stops": "unlimited" for a diesel`, 0},
	{"revenue of a city left out", `"name": "Tarn", "stops": [{"kind": "city", "revenue": 0, "slots": 1}]`, `"name": "Tarn", "stops": [{"kind": "city", "slots": 1}]`, `hex D9, stop s0: "revenue" is missing: what it pays, 0 for nothing`, 0},
	{"slots of a city left out", `"name": "Tarn", "stops": [{"kind": "city", "revenue": 0, "slots": 1}]`, `"name": "Tarn", "stops": [{"kind": "city", "revenue": 0}]`, `hex D9, stop s0: "slots" is missing: how many station markers fit into the city`, 0},
	{"stations left out", `, "stations": [0, 40, 60], "home": "E4"`, `, "home": "E4"`, `company SCL: "stations" is missing: what each station marker costs, [] if there are none`, 0},
	{"home left out", `, "home": "C8"`, ``, `company EMR: "home" is missing, which NLR has, another "public"; "" if it is chosen in play`, 0},
	{"seats left out", `"seats": [`, `"seets": [`, `there is no word "seets" here; did you mean "seats"?`, 0},
	{"cash left out", `"players": 3, "cash": 320, `, `"players": 3, `, `seats for 3 players: "cash" is missing: the money of each`, 0},
	{"certificates left out", `"cash": 320, "certificates": 13`, `"cash": 320`, `seats for 3 players: "certificates" is missing: the limit of each player: a number from 1, or "unlimited"`, 0},
	{"the price of a train left out", `"color": "brown", "price": 270, `, `"color": "brown", `, `train 4: "price" is missing: what it costs`, 0},
	{"the privates left out", `  "privates": [],` + "\n", ``, `"privates" is missing: the private companies, [] if there are none`, 1},
	{"9 shares of 10", `"shares": [2, 1, 1, 1, 1, 1, 1, 1, 1], "stations": [0, 40, 60], "home": "C2"`, `"shares": [2, 1, 1, 1, 1, 1, 1, 1], "stations": [0, 40, 60], "home": "C2"`, `company HVR: its certificates have 9 shares; "kinds" says that a "public" has 10`, 0},
	{"a hex missing amid the map", `    {"at": "C4", "color": "white"},` + "\n", ``, `hex C4: it is missing, amid the map beside B3; list it in "holes" if no hex is there`, 46},
	{"a hex twice", `{"at": "D7", "color": "white"}`, `{"at": "D5", "color": "white"}`, `hex D5: it is on the map twice`, 0},
	{"a wrong number", `"price": 410`, `"price": 41`, `train 5: $41 is too little after train 4, which costs $270`, 0},
	{"a number that is a word", `"price": 410`, `"price": "dear"`, `train 5: "price" is "dear", a text: want a number without quotes`, 0},
	{"a market that falls", `{"price": 115}`, `{"price": 95}`, `market row 1, space 12: $95 comes after $100: prices rise along a row`, 0},
	{"an edge that is none", `"id": "9", "color": "yellow", "count": "unlimited", "track": ["0-3"]`, `"id": "9", "color": "yellow", "count": "unlimited", "track": ["0-6"]`, `tile 9: track "0-6": no end "6": want edges 0 to 5, stops s0 to s9 and j, such as "0-3", "1-s0" or "2-j"`, 0},
	{"track to a stop that is not there", `"track": ["1-s0", "4-s0"]`, `"track": ["1-s0", "4-s1"]`, `hex C6: track 4-s1: no stop 1`, 0},
	{"printed track that leads off the map", `"track": ["4-s0", "5-s0"]`, `"track": ["4-s0", "1-s0"]`, `hex B1: its track over edge 1 (W) leads where no hex is`, 0},
	{"a tile of another label", `"C6": ["H1"]`, `"C6": ["14"]`, `hex C6: it has the label "H", its upgrade 14 has ""`, 0},
	{"a symbol twice", `"sym": "EMR"`, `"sym": "HVR"`, `company HVR: HVR is there twice; the first is on line 37`, 0},
	{"the file cut", "\"tiles\": [\n    {\"id\": \"3\"", "\"tiles\": [\n    {\"id", `want a colon after "id, " and not`, 65},
	{"a comma too many", `"terrains": ["hill", "fen"],`, `"terrains": ["hill", "fen",],`, `there is a comma before ], and nothing after it`, 0},
}

// A new title is right, and each mistake in its facts is told with its line and what is meant.
func TestBrokenFactsAreTold(t *testing.T) {
	name := filepath.Join(madeTitle(t), dataFile)
	right, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := dispatch([]string{"title", "check", name}, &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	for _, b := range brokenFacts {
		before, after, ok := strings.Cut(string(right), b.old)
		if !ok {
			t.Errorf("%s: the facts have no %s", b.what, b.old)
			continue
		}
		if err := os.WriteFile(name, []byte(before+b.new+after), 0o644); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("line %d: %s", cmp.Or(b.line, strings.Count(before, "\n")+1), b.want)
		var out bytes.Buffer
		if err := dispatch([]string{"title", "check", name}, &out); err == nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v, it is told\n%swant %s", b.what, err, &out, want)
		}
	}
}

// brokenRules are mistakes in the code of a new title, and what is told of each.
var brokenRules = []struct {
	what   string
	change func(*title.Title)
	want   string
}{
	{"a flow in a circle", flowing("end of set", engine.Seq("stock round", "game")), `the steps go in a circle: "end of set" runs "game", which runs "end of set"`},
	{"a step that nothing runs", flowing("merger", engine.Do(func(*engine.Turn) {})), `the step "merger" is declared, but nothing that begins with "game" runs it`},
	{"a step misspelt", flowing("operating turn", engine.Seq("track", "station", "run", "dividend", "trians")), `"operating turn" runs the step "trians", which is not declared; the nearest is "trains"`},
	{"a step run twice", flowing("operating turn", engine.Seq("track", "track", "station", "run", "dividend", "trains")), `"operating turn" runs the step "track" twice: give the second a name of its own`},
	{"a lap without a question", flowing("stock turns", engine.Loop("stock turn")), `nobody is asked anything any more, in "game", "stock round", "stock turns", "stock turn"`},
	{"no names", func(ti *title.Title) { ti.Rules.Names = nil }, `names: none are declared; begin with step.Names of the facts`},
	{"rounds without a name", func(ti *title.Title) { ti.Round = nil }, `round: nothing names it; give the title the function Round`},
	{"station markers never set up", withoutPieces("token:NLR:"), `a game for 2: setup: the facts have station markers of NLR, and nothing puts token:NLR:0, token:NLR:1 and token:NLR:2 anywhere`},
	{"certificates never set up", withoutPieces("share:EMR:"), `setup: the facts have certificates of EMR, and nothing puts share:EMR:0, share:EMR:1, share:EMR:2 and 6 others anywhere`},
	{"trains never set up", withoutPieces("train:4:"), `setup: the facts have 4-trains, and nothing puts train:4:0, train:4:1 and train:4:2 anywhere`},
	{"a piece misspelt in the setup", withFact(engine.Moved{Piece: "kep:NLR", To: "A4.0"}), `setup: {"moved":{"piece":"kep:NLR","to":"A4.0"}}: "kep:NLR" is not declared as a piece; the nearest that is declared is "keep:NLR"`},
	{"a place misspelt in the setup", withFact(engine.Moved{Piece: "priority", To: "p9"}), `"p9" is not declared as a place`},
	{"money for nobody", withFact(engine.Paid{From: engine.Bank, To: "NRL", Amount: 5}), `"NRL" is not declared as a purse`},
	{"trains sent to poool", flowing("trains", engine.Do(func(t *engine.Turn) { t.Move(t.Kind(step.Supply, "train")[0], "poool") })), `"to":"poool"}}: "poool" is not declared as a place; the nearest that is declared is "pool"`},
	{"a counter misspelt", flowing("start of operating round", engine.Do(func(t *engine.Turn) { t.Set("ruond", 1) })), `step "start of operating round": {"set":{"key":"ruond","value":1}}: "ruond" is not declared as a counter; the nearest that is declared is "round"`},
	{"more money than the bank has", withFact(engine.Paid{From: engine.Bank, To: "p1", Amount: 5000}), `a game for 2: setup: it pays $1840 more than the bank has`},
	{"a setup in another order", setupOf(func(log []engine.Event) []engine.Event {
		orders++
		return append(log, engine.Set{Key: "round", Value: orders})
	}), `a game for 2: setup: it lays the same game out in another way the second time`},
	{"a verb that no table has", func(ti *title.Title) {
		ti.Verbs = slices.DeleteFunc(slices.Clone(ti.Verbs), func(v moves.Verb) bool { return v.Name == "pass" })
	}, `a game for 2: "pass" is offered, and Verbs does not have it`},
	{"a kind that the lesson leaves out", func(ti *title.Title) { ti.Lesson.Kinds = nil }, `lesson: Kinds does not tell what a "public" company is`},
	{"a question without an answer", flowing("track", engine.Do(func(t *engine.Turn) { t.Ask("track", step.Barred("p1", t.Actor, "lay", "it rains")) })),
		`stuck in the step "track" of `},
	{"a variable of the program", flowing("start of operating round", engine.Do(func(t *engine.Turn) {
		orders++
		t.Set("round", orders)
	})), `played again, the game goes another way (a rule depends on the order of a map, a variable outside of the state, or chance) after `},
	{"no track that is there", flowing("track", engine.Do(func(t *engine.Turn) { t.Lay([]string{"A4"}[t.Get("round")], "57", 0) })), `index out of range [1] with length 1, at cli/titlebroken_test.go:`},
}

// orders is what no rule may depend on.
var orders int

// flowing changes one step of the flow.
func flowing(name string, to engine.Step) func(*title.Title) {
	return func(ti *title.Title) { ti.Rules.Flow[name] = to }
}

// withoutPieces leaves pieces out of the setup.
func withoutPieces(prefix string) func(*title.Title) {
	return setupOf(func(log []engine.Event) []engine.Event {
		return slices.DeleteFunc(log, func(e engine.Event) bool {
			m, ok := e.(engine.Moved)
			return ok && strings.HasPrefix(m.Piece, prefix)
		})
	})
}

// withFact adds a fact to the setup.
func withFact(e engine.Event) func(*title.Title) {
	return setupOf(func(log []engine.Event) []engine.Event { return append(log, e) })
}

func setupOf(change func([]engine.Event) []engine.Event) func(*title.Title) {
	return func(ti *title.Title) {
		usual := ti.Setup
		ti.Setup = func(start engine.Started) ([]engine.Event, error) {
			log, err := usual(start)
			return change(log), err
		}
	}
}

// Mistakes in the rules of a title are told with the step, or the setup, and the name.
func TestBrokenRulesAreTold(t *testing.T) {
	testsize.SkipRace(t)
	for _, b := range brokenRules {
		ti := *sample.Title
		ti.Rules.Flow = maps.Clone(ti.Rules.Flow)
		b.change(&ti)
		var out bytes.Buffer
		if err := checkTitle(&ti, &out); err == nil || !strings.Contains(out.String(), b.want) {
			t.Errorf("%s: %v, it is told\n%swant %s", b.what, err, &out, b.want)
		}
	}
}

// As many mistakes are tried as were promised to be found.
func TestFortyMistakes(t *testing.T) {
	if n := len(brokenFacts) + len(brokenRules); n < 40 {
		t.Errorf("only %d mistakes are tried", n)
	}
}
