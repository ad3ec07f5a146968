package facts_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/route"
)

// eachTitle runs a test on the data file of every title.
func eachTitle(t *testing.T, test func(*testing.T, *facts.Title)) {
	t.Helper()
	files, err := filepath.Glob("../../titles/*/data.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no title has a data file")
	}
	for _, file := range files {
		slug := filepath.Base(filepath.Dir(file))
		t.Run(slug, func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			f, err := facts.Load(data)
			if err != nil {
				t.Fatal(err)
			}
			if f.Slug != slug {
				t.Errorf("the file in %s is of %s", slug, f.Slug)
			}
			test(t, f)
		})
	}
}

// The files of all titles have no faults.
func TestTitlesLoad(t *testing.T) {
	eachTitle(t, func(t *testing.T, f *facts.Title) {
		if len(f.Upgrades) == 0 || len(f.Map.Hexes) == 0 || len(f.Map.Tiles) == 0 {
			t.Errorf("%s has %d hexes, %d tiles and %d upgrades", f.Slug, len(f.Map.Hexes), len(f.Map.Tiles), len(f.Upgrades))
		}
	})
}

// small is a data file without faults.
const small = `{
	"title": "small", "name": "Small", "designer": "nobody", "rules": "none", "currency": "$%d", "bank": "unlimited",
	"layout": {"pointy": true, "letters": "rows"}, "kinds": {"public": 2}, "zones": [], "labels": [], "terrains": [],
	"seats": [{"players": 3, "cash": 100, "certificates": 5}],
	"trains": [{"name": "2", "color": "yellow", "price": 80, "count": 4, "stops": 2, "rusts_on": "3"}, {"name": "3", "color": "green", "price": 180, "count": 2, "stops": 3}],
	"phases": [{"name": "2", "limits": {"public": 4}, "tiles": ["yellow"], "offboard": "yellow"}, {"name": "3", "train": "3", "limits": {"public": 3}, "tiles": ["yellow"], "offboard": "green"}],
	"companies": [{"sym": "PRR", "name": "Pennsylvania", "kind": "public", "color": "#ee0000", "text": "#ffffff", "shares": [1, 1], "stations": [0], "home": "A1"}],
	"privates": [{"sym": "CM", "name": "Coal Mine", "value": 20, "income": 5}],
	"market": [[null, {"price": 40}, {"price": 0}]],
	"hexes": [{"at": "A1", "color": "white", "stops": [{"kind": "city", "revenue": 0, "slots": 1}], "reserved": {"PRR": 0}},
		{"at": "A3", "color": "red", "stops": [{"kind": "offboard", "revenue": {"yellow": 30, "green": 40}}], "track": ["1-s0"]}, {"at": "A5", "color": "white"}],
	"tiles": [{"id": "57", "color": "yellow", "count": 4, "stops": [{"kind": "city", "revenue": 20, "slots": 1}], "track": ["4-s0"]}],
	"upgrades": {"57": []}, "printed_upgrades": {"A1": ["57"]}}`

func TestSmallFileLoads(t *testing.T) {
	f, err := facts.Load([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	if f.Company("PRR") == nil || f.Company("CM") != nil || f.Private("CM") == nil || f.Private("PRR") != nil || f.Train("3").Price != 180 || f.Train("4") != nil {
		t.Error("companies, privates and trains are found by name")
	}
	if s, ok := f.SeatsFor(3); !ok || s.Cash != 100 {
		t.Errorf("three players: %+v, %v", s, ok)
	}
	if s, ok := f.SeatsFor(4); ok {
		t.Errorf("four players: %+v", s)
	}
	if f.Money(5) != "$5" || f.Money(0) != "$0" || f.Money(-5) != "-$5" {
		t.Error(f.Money(5), f.Money(0), f.Money(-5))
	}
	if got := printed(t, `"currency"`, `"office": "director", "currency"`).Officer(); f.Officer() != "president" || got != "director" {
		t.Errorf("the officer is %q where the file does not say, %q where it says director", f.Officer(), got)
	}
	if !f.Map.Layout.Pointy || f.Map.Layout.Letters != board.Rows {
		t.Errorf("layout %+v", f.Map.Layout)
	}
}

// Contradictions of trains, phases and values are named. strict_test.go has the typical mistakes of an
// author.
func TestContradictionsAreNamed(t *testing.T) {
	train := `{"name": "3", "color": "green", "price": 180, "count": 2, "stops": 3}`
	runs := func(words string) string {
		return `{"name": "3", "color": "green", "price": 180, "count": 2, ` + words + `}`
	}
	for _, c := range []struct{ old, new, want string }{
		{`"currency": "$%d"`, `"currency": 5`, `"currency" is 5: want a text`},
		{`"$%d"`, `"$"`, `"currency" is "$": want one %d`},
		{`"$%d"`, `"%s%d"`, `"currency" is "%s%d": want one %d`},
		{`"currency"`, `"office": "Chief director", "currency"`, `"office" is "Chief director": want one word in small letters`},
		{`"name": "Small"`, `"name": ""`, `"name" is empty: want what the game is called`},
		{`"sym": "CM"`, `"sym": "PRR"`, "private company PRR: PRR is there twice"},
		{train, runs(`"stops": 3, "rusts_on": "2"`), `train 3: "rusts_on" is "2", which is not sold after it`},
		{`"rusts_on": "3"`, `"obsolete_on": "4"`, `train 2: "obsolete_on" is "4", but there is no such train`},
		{`{"name": "2", "limits"`, `{"name": "2", "train": "2", "limits"`, "the first phase waits for train 2"},
		{`"market": [[null, {"price": 40}, {"price": 0}]]`, `"market": []`, "the market has no row"},
		{`{"price": 40}, {"price": 0}`, `null`, "market row 1: it is empty"},
		{`"seats": [{"players": 3, "cash": 100, "certificates": 5}]`, `"seats": []`, `"seats" is empty`},
		{train, runs(`"stops": 3, "pays": "towns"`), `train 3: no stops are "towns"; want "best", `},
		{train, runs(`"stops": 3, "pays": "best"`), "train 3: it pays its best, but not how many"},
		{train, runs(`"stops": 3, "best": 4`), "train 3: the best 4 of what?"},
		{train, runs(`"stops": 3, "pays": "best", "best": 5`), "train 3: 5 of at most 3 stops"},
		{train, runs(`"stops": 3, "majors": 4`), "train 3: 4 of at most 3 stops"},
		{train, runs(`"stops": 1`), "train 3: no route has one stop only"},
		{train, runs(`"stops": "unlimited", "express": true`), "train 3: an express has stops and no other limit"},
		{train, runs(`"stops": 3, "side_of": "4"`), `train 3: it is on the back of "4", but there is no such train`},
		{train, runs(`"stops": 3, "side_of": "3"`), "train 3: it is on the back of 3, which is no front"},
		{train, runs(`"stops": 3, "side_of": "2"`), "train 3: it is on the back of 2, but not on all of them"},
		{`"name": "3", "train": "3",`, `"name": "3", "train": "3", "rounds": 2,`, `phase 2: "rounds" is missing, which other phases have`},
		{`"name": "3", "train": "3",`, `"name": "3", "train": "3", "rounds": 0,`, "phase 3: no operating round in a set; leave the word out"},
		{`"phases": [{"name": "2",`, `"phases": [{"name": "2", "rounds": 1,`, `phase 3: "rounds" is missing, which other phases have`},
		{`"revenue": 20`, `"revenue": {"green": 20}`, `tile 57, stop s0: no revenue for "yellow", the colour of phase 2`},
		{`"at": "A1", "color": "white"`, `"at": "A1", "color": "white", "turns": {"4": [1]}`, "hex A1: turns of tile 4, which is none"},
		{`"at": "A1", "color": "white"`, `"at": "A1", "color": "white", "turns": {"57": [1, 6]}`, "hex A1: tile 57 is turned by 6, not 0 to 5"},
		{`"at": "A1", "color": "white"`, `"at": "A1", "color": "white", "again": ["green"]`, "hex A1: paid again, but it costs nothing"},
		{`"at": "A5", "color": "white"`, `"at": "A5", "color": "gray", "track": ["4-1"]`, "hex A5: its track over edge 4 (E) leads where no hex is"},
		{`"track": ["1-s0"]}, {"at": "A5", "color": "white"}`, `"track": ["1-s0", "4-s0"]}, {"at": "A5", "color": "gray"}`, "hex A3: its track over edge 4 (E) leads into A5, which has no track there and takes no tile"},
		{`"printed_upgrades": {"A1"`, `"printed_upgrades": {"A3"`, "hex A3: it is red and takes no tile, but has the upgrade 57"},
		{`"printed_upgrades": {"A1": ["57"]`, `"printed_upgrades": {"A5": ["57"]`, `hex A5: none of its upgrades "57" fits`},
	} {
		if !strings.Contains(small, c.old) {
			t.Fatalf("the small file has no %s", c.old)
		}
		data := []byte(strings.Replace(small, c.old, c.new, 1))
		if _, err := facts.Load(data); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "facts") {
			t.Errorf("%s for %s: %v, want %s", c.new, c.old, err, c.want)
		}
	}
}

// printed is the small file with more in it.
func printed(t *testing.T, pairs ...string) *facts.Title {
	t.Helper()
	f, err := facts.Load([]byte(strings.NewReplacer(pairs...).Replace(small)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The three kinds of train specifications are translated to what the router takes; its own table of kinds
// says what each means.
func TestTrainsAsTheyRun(t *testing.T) {
	for _, c := range []struct {
		words string // in the data file
		want  route.Train
	}{
		{`"stops": "unlimited"`, route.Train{}},                                                                                          // a diesel
		{`"stops": 5`, route.Train{Stops: 5}},                                                                                            // 5
		{`"majors": 3, "ports": 1`, route.Train{Majors: 3, Ports: 1}},                                                                    // 3+
		{`"majors": 4, "stops": 5`, route.Train{Majors: 4, Stops: 5}},                                                                    // 4+1
		{`"majors": 3, "times": 2`, route.Train{Majors: 3, Times: 2}},                                                                    // 3+D
		{`"majors": 8, "pays": "majors"`, route.Train{Majors: 8, Pay: route.PayMajors}},                                                  // 8E
		{`"stops": 5, "pays": "best", "best": 3`, route.Train{Stops: 5, Pay: route.PayBest, Best: 3}},                                    // 3/5
		{`"pays": "best majors", "best": 5, "ports": 1, "times": 2`, route.Train{Pay: route.PayBestMajors, Best: 5, Ports: 1, Times: 2}}, // 5D+
		{`"pays": "majors first", "best": 5`, route.Train{Pay: route.PayMajorsFirst, Best: 5}},
		{`"stops": 6, "express": true`, route.Train{Pay: route.PayMajorsFirst, Best: 6}}, // 6E
	} {
		f := printed(t, `"price": 180, "count": 2, "stops": 3`, `"price": 180, "count": 2, `+c.words)
		c.want.Name = "3"
		if got := f.Train("3").Run(); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s runs %+v, want %+v", c.words, got, c.want)
		}
	}
}

// A company may start where the phase says, the cheapest space first.
func TestParsOfAPhase(t *testing.T) {
	f := printed(t, `[[null, {"price": 40}, {"price": 0}]]`, `[[null, {"price": 90, "zones": ["end", "par_green"]}], [{"price": 67, "zones": ["par_yellow"]}, {"price": 70}], [{"price": 60, "zones": ["par_green"]}, {"price": 67, "zones": ["par_yellow"]}]]`,
		`"zones": []`, `"zones": ["par_yellow", "par_green", "end"]`,
		`"offboard": "yellow"`, `"pars": ["par_yellow"], "offboard": "yellow"`,
		`"offboard": "green"`, `"pars": ["par_green", "par_yellow"], "offboard": "green"`)
	for i, want := range []string{"[1,0 2,1]", "[2,0 1,0 2,1 0,1]"} {
		if got := fmt.Sprint(f.ParCells(f.Phases[i])); got != want {
			t.Errorf("phase %s: %s, want %s", f.Phases[i].Name, got, want)
		}
	}
}

// If values hold on, only the first one must not be missing.
func TestValuesThatHold(t *testing.T) {
	f := printed(t, `"currency"`, `"values_hold": true, "currency"`, `{"yellow": 30, "green": 40}`, `{"yellow": 30}`)
	if got := f.Map.Hex("A3").Stops[0].Revenue.In("green"); got != 30 {
		t.Errorf("A3 pays %d in green, want 30", got)
	}
	text := strings.NewReplacer(`"currency"`, `"values_hold": true, "currency"`, `{"yellow": 30, "green": 40}`, `{"green": 30}`).Replace(small)
	if _, err := facts.Load([]byte(text)); err == nil || !strings.Contains(err.Error(), `hex A3, stop s0: no revenue for "yellow", the colour of phase 2`) {
		t.Errorf("without a first value: %v", err)
	}
}

func TestWhoBlocksAHex(t *testing.T) {
	f := printed(t, `"income": 5}]`, `"income": 5, "blocks": ["A3", "A1"]}, {"sym": "BM", "name": "Bell", "value": 1, "income": 0}, {"sym": "LM", "name": "Lime", "value": 1, "income": 0, "blocks": ["A1"]}]`)
	for at, want := range map[string]string{"A1": "[CM LM]", "A3": "[CM]", "A5": "[]"} {
		if got := fmt.Sprint(f.Blocking(at)); got != want {
			t.Errorf("%s is blocked by %s, want %s", at, got, want)
		}
	}
}

func TestEmptyFilesAreRefused(t *testing.T) {
	for _, text := range []string{"", "{", "[]", "{}", small + "x"} {
		if f, err := facts.Load([]byte(text)); err == nil || f != nil {
			t.Errorf("%.20q is read as %v", text, f)
		}
	}
}

// A wrong data file of the program itself is found at once.
func TestMustLoadPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a wrong file is loaded")
		}
	}()
	facts.MustLoad([]byte(`{}`))
}
