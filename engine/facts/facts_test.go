package facts_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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

func TestTitlesAreComplete(t *testing.T) {
	eachTitle(t, func(t *testing.T, f *facts.Title) {
		if f.Name == "" || f.Designer == "" || f.Rules == "" || len(f.Companies) == 0 || len(f.Trains) == 0 || len(f.Seats) == 0 {
			t.Errorf("%s is not complete", f.Slug)
		}
		for _, s := range f.Seats {
			if s.Players < 2 || s.Cash <= 0 || s.Certificates < 0 {
				t.Errorf("seats %+v", s)
			}
		}
		for _, c := range f.Companies {
			if c.Name == "" || c.Kind == "" || !color(c.Color) || !color(c.Text) || slices.Contains(c.Shares, 0) || len(c.Shares) == 0 {
				t.Errorf("company %+v", c)
			}
			if !slices.IsSorted(c.Stations) {
				t.Errorf("%s: the costs of stations %v fall", c.Sym, c.Stations)
			}
		}
		for _, tile := range f.Map.Tiles {
			if tile.Count < 0 || len(tile.Track) == 0 {
				t.Errorf("tile %s: %d of them, %d pieces of track", tile.ID, tile.Count, len(tile.Track))
			}
		}
	})
}

func color(s string) bool {
	return len(s) == 7 && s[0] == '#' && strings.Trim(s[1:], "0123456789abcdefABCDEF") == ""
}

// Trains cost more and more, the back of a certificate more than its front, and
// only make older ones worthless.
func TestTrainsAreInOrder(t *testing.T) {
	eachTitle(t, func(t *testing.T, f *facts.Title) {
		order := func(name string) int {
			return slices.IndexFunc(f.Trains, func(tr facts.Train) bool { return tr.Name == name })
		}
		least, before := 0, ""
		for i, tr := range f.Trains {
			if tr.SideOf != "" {
				least, before = f.Train(tr.SideOf).Price+1, tr.SideOf
			}
			if tr.Price < least {
				t.Errorf("train %s costs less than train %s", tr.Name, before)
			}
			if tr.SideOf == "" {
				least, before = tr.Price, tr.Name
			} else {
				least, before = f.Train(tr.SideOf).Price, tr.SideOf
			}
			if tr.Price <= 0 || tr.Count < 0 {
				t.Errorf("train %+v", tr)
			}
			for _, by := range []string{tr.RustsOn, tr.ObsoleteOn} {
				if by != "" && order(by) <= i {
					t.Errorf("train %s goes with train %s", tr.Name, by)
				}
			}
		}
	})
}

// Phases come in the order of their trains; what may be laid grows, what may
// be owned does not.
func TestPhasesAreInOrder(t *testing.T) {
	eachTitle(t, func(t *testing.T, f *facts.Title) {
		order := func(name string) int {
			return slices.IndexFunc(f.Trains, func(tr facts.Train) bool { return tr.Name == name })
		}
		for i, p := range f.Phases[1:] {
			before := f.Phases[i]
			if order(p.Train) <= order(before.Train) {
				t.Errorf("phase %s comes with train %s", p.Name, p.Train)
			}
			for _, color := range before.Tiles {
				if !slices.Contains(p.Tiles, color) {
					t.Errorf("phase %s has no %s tiles any more", p.Name, color)
				}
			}
			for kind, limit := range p.Limits {
				if limit > before.Limits[kind] {
					t.Errorf("phase %s: a %s may own %d trains, %d before", p.Name, kind, limit, before.Limits[kind])
				}
			}
		}
	})
}

// Along a row of the market prices rise, but for boxes that have none.
func TestPricesRiseAlongARow(t *testing.T) {
	eachTitle(t, func(t *testing.T, f *facts.Title) {
		for _, row := range f.Market.Cells {
			before := 0
			for _, s := range row {
				if s == nil || s.Price == 0 {
					continue
				}
				if s.Price <= before {
					t.Errorf("%d comes after %d", s.Price, before)
				}
				before = s.Price
			}
		}
	})
}

var grades = []string{"white", "yellow", "green", "brown", "gray"}

// blanks is a board of blank white hexes, the middle one with neighbours all
// around, and all tiles of a title.
func blanks(t *testing.T, f *facts.Title) *board.Board {
	t.Helper()
	var hexes []board.Hex
	for _, at := range []string{"B4", "B6", "C3", "C5", "C7", "D4", "D6"} {
		hexes = append(hexes, board.Hex{At: at, Face: board.Face{Color: "white"}})
	}
	var tiles []board.Tile
	for _, tile := range f.Map.Tiles {
		tiles = append(tiles, board.Tile{ID: tile.ID, Face: board.Face{Color: tile.Color, Stops: tile.Stops, Track: tile.Track}})
	}
	m, err := board.NewMap(board.Layout{Pointy: true, Letters: board.Rows}, hexes, tiles)
	if err != nil {
		t.Fatal(err)
	}
	return m.On(func(string) (string, int, bool) { return "", 0, false })
}

func fitsSomehow(b *board.Board, hex, tile string) bool {
	for rot := range 6 {
		if _, err := b.Fit(hex, tile, rot); err == nil {
			return true
		}
	}
	return false
}

// An upgrade is of the next colours, keeps the track in at least one turn, and
// has a city for every city and label.
func TestUpgradesKeepTrack(t *testing.T) {
	eachTitle(t, func(t *testing.T, f *facts.Title) {
		b, pairs := blanks(t, f), 0
		for from, list := range f.Upgrades {
			for _, id := range list {
				pairs++
				if slices.Index(grades, f.Map.Tile(id).Color) <= slices.Index(grades, f.Map.Tile(from).Color) {
					t.Errorf("%s to %s: %s to %s", from, id, f.Map.Tile(from).Color, f.Map.Tile(id).Color)
				}
				if !fitsSomehow(b.With("C5", from, 0), "C5", id) {
					t.Errorf("%s to %s: the track is lost however it is turned", from, id)
				}
			}
		}
		if pairs == 0 {
			t.Error("no upgrades")
		}
	})
}

// Every tile can come to lie: it is yellow, or is an upgrade of a tile or of
// what is printed.
func TestEveryTileIsOfUse(t *testing.T) {
	eachTitle(t, func(t *testing.T, f *facts.Title) {
		used := map[string]bool{}
		for _, upgrades := range []map[string][]string{f.Upgrades, f.PrintedUpgrades} {
			for _, list := range upgrades {
				for _, id := range list {
					used[id] = true
				}
			}
		}
		for _, tile := range f.Map.Tiles {
			if tile.Color != "yellow" && !used[tile.ID] {
				t.Errorf("tile %s (%s) replaces nothing", tile.ID, tile.Color)
			}
		}
	})
}

// What replaces a printed hex fits there on the empty map.
func TestPrintedUpgradesFit(t *testing.T) {
	eachTitle(t, func(t *testing.T, f *facts.Title) {
		b := f.Map.On(func(string) (string, int, bool) { return "", 0, false })
		for hex, list := range f.PrintedUpgrades {
			if !slices.ContainsFunc(list, func(id string) bool { return fitsSomehow(b, hex, id) }) {
				t.Errorf("%s: none of %v fits", hex, list)
			}
		}
	})
}

// stands reports whether station markers may stand at a stop: in a city, or in an
// area off the board that has a space for one. // 28-ST-08
func stands(s board.Stop) bool {
	return s.Kind == board.City || s.Kind == board.Offboard && s.Slots > 0
}

// A home has room for a station; a space is kept for a company in its home or
// nowhere.
func TestHomesAreCities(t *testing.T) {
	eachTitle(t, func(t *testing.T, f *facts.Title) {
		for _, c := range f.Companies {
			if c.Home == "" {
				continue
			}
			room := func(s board.Stop) bool { return stands(s) && s.Slots > 0 }
			if !slices.ContainsFunc(f.Map.Hex(c.Home).Stops, room) {
				t.Errorf("the home of %s in %s is no city", c.Sym, c.Home)
			}
		}
		for i := range f.Map.Hexes {
			h := &f.Map.Hexes[i]
			for sym, n := range h.Reserved {
				if home := f.Company(sym).Home; !stands(h.Stops[n]) || home != h.At {
					t.Errorf("%s keeps a space for %s, whose home is %s", h.At, sym, home)
				}
			}
		}
	})
}

// Track printed on a hex leads to another hex.
func TestPrintedTrackLeadsSomewhere(t *testing.T) {
	eachTitle(t, func(t *testing.T, f *facts.Title) {
		for i := range f.Map.Hexes {
			h := &f.Map.Hexes[i]
			for _, e := range h.Exits() {
				if !f.Map.Open(h.At, e) {
					t.Errorf("%s has track to the %s, where none may go", h.At, f.Map.Layout.Compass(e))
				}
			}
		}
	})
}

// small is a data file in which everything hangs together.
const small = `{
	"title": "small", "currency": "$%d", "layout": {"pointy": true, "letters": "rows"},
	"seats": [{"players": 3, "cash": 100, "certificates": 5}],
	"trains": [{"name": "2", "price": 80, "rusts_on": "3"}, {"name": "3", "price": 180}],
	"phases": [{"name": "2", "offboard": "yellow"}, {"name": "3", "train": "3", "offboard": "green"}],
	"companies": [{"sym": "PRR", "home": "A1"}], "privates": [{"sym": "CM"}],
	"market": [[null, {"price": 40}, {"price": 0}]],
	"hexes": [{"at": "A1", "color": "white", "stops": [{"kind": "city"}], "reserved": {"PRR": 0}},
		{"at": "A3", "color": "red", "stops": [{"kind": "offboard", "revenue": {"yellow": 30, "green": 40}}]}],
	"tiles": [{"id": "57", "color": "yellow", "stops": [{"kind": "city", "revenue": 20}], "track": ["0-s0", "3-s0"]}],
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
	if !f.Map.Layout.Pointy || f.Map.Layout.Letters != board.Rows {
		t.Errorf("layout %+v", f.Map.Layout)
	}
}

// A file that does not hang together is refused with an error that names the
// fault.
func TestFaultsAreNamed(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"reserved"`, `"reservd"`, `unknown field "reservd"`},
		{`"currency": "$%d"`, `"currency": 5`, "cannot unmarshal"},
		{`"$%d"`, `"$"`, `currency "$"`},
		{`"letters": "rows"`, `"letters": "row"`, `not "row"`},
		{`"privates": [{"sym": "CM"}]`, `"privates": [{"sym": "PRR"}]`, `company "PRR"`},
		{`"privates": [{"sym": "CM"}]`, `"privates": [{}]`, `company ""`},
		{`{"name": "3", "price": 180}`, `{"name": "2", "price": 180}`, `train "2"`},
		{`{"name": "3", "train": "3", "offboard": "green"}`, `{"name": "2", "train": "3", "offboard": "green"}`, `phase "2"`},
		{`"seats": [`, `"seats": [{"players": 3}, `, `seats "3 players"`},
		{`"rusts_on": "3"`, `"rusts_on": "4"`, "train 2 goes with train 4"},
		{`"rusts_on": "3"`, `"obsolete_on": "4"`, "train 2 goes with train 4"},
		{`"train": "3"`, `"train": "4"`, `phase 3: no train "4"`},
		{`"train": "3", `, ``, `phase 3: no train ""`},
		{`{"name": "2", "offboard"`, `{"name": "2", "train": "2", "offboard"`, "the first phase waits for train 2"},
		{`"market": [[null, {"price": 40}, {"price": 0}]]`, `"market": []`, "the market has no row"},
		{`{"price": 40}, {"price": 0}`, `null`, "market row 0 is empty"},
		{`{"price": 40}`, `{"price": -1}`, "market 0,1: price -1"},
		{`"57": []`, `"57": ["14"]`, "upgrade of 57: no tile 14"},
		{`"57": []`, `"14": []`, "upgrade of 14: no tile 14"},
		{`"A1": ["57"]`, `"A1": ["14"]`, "printed A1: no tile 14"},
		{`"A1": ["57"]`, `"B2": ["57"]`, "printed B2: no such hex"},
		{`"home": "A1"`, `"home": "A5"`, "home of PRR: no hex A5"},
		{`{"PRR": 0}`, `{"NYC": 0}`, "hex A1 is reserved for NYC"},
		{`{"yellow": 30, "green": 40}`, `{"yellow": 30}`, `hex A3: no revenue for "green"`},
		{`"revenue": 20`, `"revenue": {"green": 20}`, `tile 57: no revenue for "yellow", the colour of phase 2`},
		{`"green": 40`, `"green": 40, "pink": 50`, `hex A3: a revenue for "pink"`},
		{`"name": "3", "price": 180`, `"name": "3", "price": 180, "pays": "towns"`, `train 3: no stops are "towns": want one of ["" "best" `},
		{`"name": "3", "price": 180`, `"name": "3", "price": 180, "pays": "best"`, "train 3: it pays its best, but not how many"},
		{`"name": "3", "price": 180`, `"name": "3", "price": 180, "best": 4`, "train 3: the best 4 of what?"},
		{`"name": "3", "price": 180`, `"name": "3", "price": 180, "stops": 3, "pays": "best", "best": 5`, "train 3: 5 of at most 3 stops"},
		{`"name": "3", "price": 180`, `"name": "3", "price": 180, "stops": 3, "majors": 4`, "train 3: 4 of at most 3 stops"},
		{`"name": "3", "price": 180`, `"name": "3", "price": 180, "stops": 1`, "train 3: no route has one stop only"},
		{`"name": "3", "price": 180`, `"name": "3", "price": 180, "times": -2`, "train 3: a limit below 0"},
		{`"name": "3", "price": 180`, `"name": "3", "price": 180, "express": true`, "train 3: an express has stops and no other limit"},
		{`"name": "3", "price": 180`, `"name": "3", "price": 180, "side_of": "4"`, "train 3 is on the back of 4, which is no front"},
		{`"name": "3", "price": 180`, `"name": "3", "price": 180, "side_of": "3"`, "train 3 is on the back of 3, which is no front"},
		{`"name": "3", "price": 180`, `"name": "3", "price": 180, "side_of": "2", "count": 9`, "train 3 is on the back of 2, but not on all of them"},
		{`{"name": "3", "price": 180}`, `{"name": "3", "price": 180, "side_of": "2"}, {"name": "4", "price": 190, "side_of": "2"}`, "train 4 is on the back of 2, but not on all of them"},
		{`"name": "3", "train": "3",`, `"name": "3", "train": "3", "rounds": 2,`, "phase 3: 2 rounds, where phase 2 has 0"},
		{`"phases": [{"name": "2",`, `"phases": [{"name": "2", "rounds": 1,`, "phase 3: 0 rounds, where phase 2 has 1"},
		{`"phases": [{"name": "2",`, `"phases": [{"name": "2", "rounds": -1,`, "phase 2: -1 rounds"},
		{`"phases": [{"name": "2",`, `"phases": [{"name": "2", "pars": ["par_red"],`, `phase 2: no space of the market is marked "par_red"`},
		{`{"sym": "CM"}`, `{"sym": "CM", "blocks": ["A1", "A5"]}`, "private CM blocks A5, which is no hex"},
		{`"id": "57", `, `"id": "57", "only": ["A1", "A5"], `, "tile 57 lies only on A5, which is no hex"},
		{`"at": "A1", "color": "white"`, `"at": "A1", "color": "white", "turns": {"4": [1]}`, "hex A1: turns of tile 4, which is none"},
		{`"at": "A1", "color": "white"`, `"at": "A1", "color": "white", "turns": {"57": [1, 6]}`, "hex A1: tile 57 is turned by 6, not 0 to 5"},
		{`"at": "A1", "color": "white"`, `"at": "A1", "color": "white", "again": ["green"]`, "hex A1: paid again, but it costs nothing"},
		{`"at": "A1", "color": "white"`, `"at": "A1", "color": "white", "cost": 40, "again": ["grene"]`, `hex A1: paid again for a tile of the colour "grene"`},
		{`"at": "A3"`, `"at": "A1"`, "A1 is on the map twice"},
		{`"3-s0"`, `"3-s1"`, "tile 57: track 3-s1: no stop 1"},
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

// What the three kinds of titles print on their trains is what the router
// takes; its own table of kinds says what it does with it.
func TestTrainsAsTheyRun(t *testing.T) {
	for _, c := range []struct {
		words string // in the data file
		want  route.Train
	}{
		{``, route.Train{}},                                                                                                              // a diesel
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
		f := printed(t, `"name": "3", "price": 180`, strings.TrimSuffix(`"name": "3", "price": 180, `+c.words, ", "))
		c.want.Name = "3"
		if got := f.Train("3").Run(); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s runs %+v, want %+v", c.words, got, c.want)
		}
	}
}

// A company may start where the phase says, the cheapest space first.
func TestParsOfAPhase(t *testing.T) {
	f := printed(t, `[[null, {"price": 40}, {"price": 0}]]`, `[[null, {"price": 90, "zones": ["end", "par_green"]}], [{"price": 67, "zones": ["par_yellow"]}, {"price": 70}], [{"price": 67, "zones": ["par_yellow"]}, {"price": 60, "zones": ["par_green"]}]]`,
		`{"name": "2", "offboard"`, `{"name": "2", "pars": ["par_yellow"], "offboard"`,
		`"train": "3", "offboard"`, `"train": "3", "pars": ["par_green", "par_yellow"], "offboard"`)
	for i, want := range []string{"[1,0 2,0]", "[2,1 1,0 2,0 0,1]"} {
		if got := fmt.Sprint(f.ParCells(f.Phases[i])); got != want {
			t.Errorf("phase %s: %s, want %s", f.Phases[i].Name, got, want)
		}
	}
}

// Where values hold on, only the first may not be missing.
func TestValuesThatHold(t *testing.T) {
	f := printed(t, `"currency"`, `"values_hold": true, "currency"`, `{"yellow": 30, "green": 40}`, `{"yellow": 30}`)
	if got := f.Map.Hex("A3").Stops[0].Revenue.In("green"); got != 30 {
		t.Errorf("A3 pays %d in green, want 30", got)
	}
	text := strings.NewReplacer(`"currency"`, `"values_hold": true, "currency"`, `{"yellow": 30, "green": 40}`, `{"green": 30}`).Replace(small)
	if _, err := facts.Load([]byte(text)); err == nil || !strings.Contains(err.Error(), `hex A3: no revenue for "yellow", the colour of phase 2`) {
		t.Errorf("without a first value: %v", err)
	}
}

func TestWhoBlocksAHex(t *testing.T) {
	f := printed(t, `"privates": [{"sym": "CM"}]`, `"privates": [{"sym": "CM", "blocks": ["A3", "A1"]}, {"sym": "BM"}, {"sym": "LM", "blocks": ["A1"]}]`)
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
