package facts_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pbem/engine/facts"
)

// coast is a small title in which everything is right.
func coast(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/coast.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A slip is what an author may do to a right file, and how it is told.
type slip struct {
	name     string
	old, new string // a piece of the file and what stands there instead
	want     string // the fault that is told, without its line
	on       string // a piece of its line; "" for the line of what was changed
}

var slips = []slip{
	// names misspelt
	{"a tile in the upgrades", `"57": ["14"]`, `"57": ["41"]`, `tile 57: its upgrade "41" is no tile; did you mean "14"?`, ""},
	{"a tile that is upgraded", `"X1": ["X2"]`, `"XI": ["X2"]`, `upgrades of tile "XI", which is none; did you mean "X1"?`, ""},
	{"a tile of a printed hex", `"C4": ["Y2"]`, `"C4": ["Y3"]`, `hex C4: its upgrade "Y3" is no tile; did you mean "Y2"?`, ""},
	{"a hex with upgrades", `"C4": ["Y2"]`, `"C44": ["Y2"]`, `upgrades of what is printed on "C44", which is no hex; did you mean "C4"?`, ""},
	{"a hex to which a tile belongs", `"only": ["B5"]`, `"only": ["B55"]`, `tile X1: it lies only on B55, which is no hex; did you mean "B5"?`, ""},
	{"a home", `"home": "A4"`, `"home": "A44"`, `company NR: its home is "A44", which is no hex; did you mean "A4"?`, ""},
	{"a hex that is blocked", `"blocks": ["B3"]`, `"blocks": ["BB3"]`, `private company FER: it blocks "BB3", which is no hex; did you mean "B3"?`, ""},
	{"a company", `{"NR": 0}`, `{"NRR": 0}`, `hex A4: it is reserved for "NRR", which is no company; did you mean "NR"?`, ""},
	{"a kind of company", `"kind": "minor"`, `"kind": "minro"`, `company M1: the kind "minro" is not declared in "kinds"; did you mean "minor"?`, ""},
	{"a kind with a limit", `{"public": 3, "minor": 1}`, `{"publik": 3, "minor": 1}`, `phase 4: the kind "publik" is not declared in "kinds"; did you mean "public"?`, ""},
	{"a train that makes another rust", `"rusts_on": "4"`, `"rusts_on": "4T"`, `train 2: "rusts_on" is "4T", but there is no such train; did you mean "4"?`, ""},
	{"a train of a phase", `"train": "4"`, `"train": "4E"`, `phase 4: there is no train "4E"; did you mean "4"?`, ""},
	{"a train with a value", `{"D": 80}`, `{"DD": 80}`, `hex B7, stop s0: a value for train "DD", which is none; did you mean "D"?`, ""},
	{"a zone of the market", `"zones": ["par"]}, {"price": 80`, `"zones": ["parr"]}, {"price": 80`, `market row 1, space 3: the zone "parr" is not declared in "zones"; did you mean "par"?`, ""},
	{"a zone of a phase", `"offboard": "green", "pars": ["par"]`, `"offboard": "green", "pars": ["pra"]`, `phase 3: the zone "pra" is not declared in "zones"; did you mean "par"?`, ""},
	{"a colour of a tile", `{"id": "14", "color": "green"`, `{"id": "14", "color": "gren"`, `tile 14: no colour "gren"; did you mean "green"?`, ""},
	{"a colour of a hex", `{"at": "A2", "color": "white"`, `{"at": "A2", "color": "whit"`, `hex A2: no colour "whit"; did you mean "white"?`, ""},
	{"a colour of a phase", `"tiles": ["yellow", "green"]`, `"tiles": ["yellow", "gren"]`, `phase 3: there is no colour "gren"; did you mean "green"?`, ""},
	{"a colour that counts", `"brown"], "offboard": "brown", "pars": []},`, `"brown"], "offboard": "brwon", "pars": []},`, `phase 4: there is no colour "brwon"; did you mean "brown"?`, ""},
	{"a colour of a value", `"green": 40, "brown"`, `"grean": 40, "brown"`, `hex A6: a revenue for "grean", which is no colour of a phase; did you mean "green"?`, ""},
	{"a colour of a train", `"color": "brown", "price": 300`, `"color": "bron", "price": 300`, `train 4: there is no colour "bron"; did you mean "brown"?`, ""},
	{"a colour paid again", `"again": ["green"]`, `"again": ["grene"]`, `hex D3: paid again for a tile of the colour "grene", which is none; did you mean "green"?`, ""},
	{"a label of a hex", `"label": "OO"},
    {"at": "B7"`, `"label": "O0"},
    {"at": "B7"`, `hex B5: the label "O0" is not declared in "labels"; did you mean "OO"?`, ""},
	{"a terrain", `"cost": 20, "terrain": "river"`, `"cost": 20, "terrain": "rivre"`, `hex C2: the terrain "rivre" is not declared in "terrains"; did you mean "river"?`, ""},
	{"a kind of stop", `{"kind": "town", "revenue": 10}`, `{"kind": "twon", "revenue": 10}`, `tile 58: no kind of stop "twon"; did you mean "town"?`, ""},
	{"a kind of private company", `"kind": "ferry"`, `"kind": "fery"`, `private company FER: the kind "fery" is not declared in "private_kinds"; did you mean "ferry"?`, ""},
	{"a group of stops", `"slots": 1, "group": "hex"}]`, `"slots": 1, "group": "hexx"}]`, `hex B5: only one of its stops is of the group "hex"`, ""},
	{"a word of the form", `"rusts_on"`, `"rust_on"`, `train 2: there is no word "rust_on" here; did you mean "rusts_on"?`, ""},
	{"a word that must be there", `"price": 180`, `"prize": 180`, `train 3: there is no word "prize" here; did you mean "price"?`, ""},
	{"rows and columns", `"letters": "rows"`, `"letters": "row"`, `"letters" is "row": letters count "rows" or "columns"`, ""},

	// absence is not zero
	{"count of a tile", `"id": "8", "color": "yellow", "count": 8`, `"id": "8", "color": "yellow"`, `tile 8: "count" is missing: how many there are: a number from 1, or "unlimited"`, ""},
	{"count of a train", `"price": 180, "count": 4`, `"price": 180`, `train 3: "count" is missing: how many there are: a number from 1, or "unlimited"`, ""},
	{"stops of a train", `"count": 3, "stops": 4`, `"count": 3`, `train 4: nothing says how far it runs: want "stops", "majors" or "best"; "stops": "unlimited" for a diesel`, ""},
	{"revenue", `{"kind": "city", "revenue": 20, "slots": 1}`, `{"kind": "city", "slots": 1}`, `tile 57, stop s0: "revenue" is missing: what it pays, 0 for nothing`, ""},
	{"slots", `{"kind": "city", "revenue": 20, "slots": 1}`, `{"kind": "city", "revenue": 20}`, `tile 57, stop s0: "slots" is missing: how many station markers fit into the city`, ""},
	{"stations", `"shares": [2], "stations": [0]`, `"shares": [2]`, `company M1: "stations" is missing: what each station marker costs, [] if there are none`, ""},
	{"shares", `"shares": [2], "stations"`, `"stations"`, `company M1: "shares" is missing: the shares on each certificate, the president's first, such as [2, 1, 1]`, ""},
	{"players of seats", `{"players": 2, "cash": 600`, `{"cash": 600`, `seats for number 1: "players" is missing: how many play`, ""},
	{"certificates of seats", `"cash": 600, "certificates": 20`, `"cash": 600`, `seats for 2 players: "certificates" is missing: the limit of each player: a number from 1, or "unlimited"`, ""},
	{"cash of seats", `"players": 2, "cash": 600`, `"players": 2`, `seats for 2 players: "cash" is missing: the money of each`, ""},
	{"the seats", `  "seats": [
    {"players": 2, "cash": 600, "certificates": 20},
    {"players": 3, "cash": 400, "certificates": "unlimited"}
  ],
`, ``, `"seats" is missing: what each number of players begins with`, "{"},
	{"a price of the market", `{"price": 60}`, `{}`, `market row 1, space 2: "price" is missing: the price of a share`, ""},
	{"a home", `"stations": [0, 40], "home": "C4"`, `"stations": [0, 40]`, `company SR: "home" is missing, which NR has, another "public"; "" if it is chosen in play`, ""},
	{"a cost", `"cost": 20, "terrain": "river"`, `"terrain": "river"`, `hex C2: "terrain" without "cost": what does the river cost?`, ""},
	{"a terrain", `"cost": 20, "terrain": "river"`, `"cost": 20`, `hex C2: "cost" without "terrain": it costs $20 for what?`, ""},
	{"the zones of a phase", `"offboard": "green", "pars": ["par"]`, `"offboard": "green"`, `phase 3: "pars" is missing, which other phases have: [] for none`, ""},
	{"what a private company does", `"kind": "mine", `, ``, `private company MIN: "kind" is missing: one of "private_kinds"`, ""},
	{"the train of a phase", `"name": "4", "train": "4"`, `"name": "4"`, `phase 4: "train" is missing: the train with which it begins`, ""},
	{"a limit", `{"public": 3, "minor": 1}`, `{"public": 3}`, `phase 4: no limit for "minor", which phase 2 has`, ""},
	{"a value", `"green": 40, "brown": 60`, `"brown": 60`, `hex A6, stop s0: no revenue for "green", the colour of phase 3`, ""},
	{"a value for other trains", `{"value": 10, "trains"`, `{"trains"`, `hex B7, stop s0: "revenue" has no value for other trains: want "value" or colours of phases`, ""},
	{"income", `"value": 20, "income": 5`, `"value": 20`, `private company FER: "income" is missing: what it pays each round, 0 for nothing`, ""},

	// numbers
	{"nine shares of ten", `"#00aa00", "text": "#ffffff", "shares": [2, 1, 1, 1, 1, 1, 1, 1, 1]`, `"#00aa00", "text": "#ffffff", "shares": [2, 1, 1, 1, 1, 1, 1, 1]`, `company SR: its certificates have 9 shares; "kinds" says that a "public" has 10`, ""},
	{"a certificate without a share", `"shares": [2],`, `"shares": [2, 0],`, `company M1: a certificate has no share`, ""},
	{"a count of zero", `"price": 180, "count": 4`, `"price": 180, "count": 0`, `train 3: "count" is 0: want a number from 1, or "unlimited"`, ""},
	{"a count below zero", `"price": 180, "count": 4`, `"price": 180, "count": -4`, `train 3: "count" is -4: want 0 or more`, ""},
	{"a cost below zero", `"cost": 20, "terrain": "river"`, `"cost": -20, "terrain": "river"`, `hex C2: "cost" is -20: want 0 or more`, ""},
	{"a price too low", `"price": 300`, `"price": 30`, `train 4: $30 is too little after train 3, which costs $180`, ""},
	{"a price in quotes", `"price": 180`, `"price": "180"`, `train 3: "price" is "180", a text: want a number without quotes`, ""},
	{"half a number", `"price": 180`, `"price": 180.5`, `train 3: "price" is 180.5: want a whole number`, ""},
	{"a number too large", `"bank": 6000`, `"bank": 60000000`, `"bank" is 60000000: want no more than 1000000`, ""},
	{"a share price out of order", `{"price": 60}`, `{"price": 600}`, `market row 1, space 3: $70 comes after $600: prices rise along a row`, ""},
	{"spaces in a city", `"revenue": 20, "slots": 1`, `"revenue": 20, "slots": 21`, `tile 57, stop s0: 21 spaces for station markers are more than 12`, ""},
	{"a limit that rises", `{"public": 3, "minor": 1}`, `{"public": 5, "minor": 1}`, `phase 4: the limit of "public" rises from 4 to 5`, ""},
	{"a station that costs less", `[0, 40, 100]`, `[0, 400, 100]`, `company NR: the costs of its stations [0 400 100] fall`, ""},
	{"an edge", `"track": ["0-1"]`, `"track": ["0-6"]`, `tile 7: track "0-6": no end "6": want edges 0 to 5, stops s0 to s9 and j, such as "0-3", "1-s0" or "2-j"`, ""},
	{"one player", `{"players": 2,`, `{"players": 1,`, `seats for 1 players: want 2 to 20 players`, ""},

	// twice
	{"a tile", `{"id": "8"`, `{"id": "7"`, `tile 7: it is in the list twice`, ""},
	{"a hex", `{"at": "A2"`, `{"at": "A4"`, `hex A4: it is on the map twice`, "Norham"},
	{"a company", `"sym": "M1"`, `"sym": "NR"`, `company NR: NR is there twice; the first is on line 35`, ""},
	{"a private company like a company", `"sym": "MIN"`, `"sym": "M1"`, `private company M1: M1 is there twice; the first is on line 37`, ""},
	{"a number of players", `{"players": 3`, `{"players": 2`, `seats for 2 players: 2 is there twice; the first is on line 15`, ""},
	{"a word", `"bank": 6000`, `"bank": 6000, "bank": 8000`, `"bank" is there twice; the first is on line 8`, ""},
	{"track", `["0-3", "2-4"]`, `["0-3", "2-4", "4-2"]`, `tile 19: track 4-2 is there twice`, ""},
	{"an upgrade", `"8": ["19"]`, `"8": ["19", "19"]`, `tile 8: its upgrade 19 is there twice`, ""},

	// the map and the tiles
	{"a hex is missing to which track leads", `    {"at": "C6", "color": "white", "stops": [{"kind": "town", "revenue": 0}]},
`, ``, `hex B7: its track over edge 0 (SW) leads where no hex is`, "Easton"},
	{"a hex is missing amid others", `    {"at": "B3", "color": "white", "terrains": [{"kind": "mountain", "cost": 60}, {"kind": "river", "cost": 20}]},
`, ``, `hex B3: it is missing, amid the map beside A2; list it in "holes" if no hex is there`, `"A2"`},
	{"a hex between others", `{"at": "D5"`, `{"at": "D6"`, `hex D6: it lies between the hexes that A2 lies beside`, ""},
	{"a place that is none", `{"at": "D5"`, `{"at": "5D"`, `hex 5D: "5D" is no place: want letter and number, such as "G10"`, ""},
	{"a hole where a hex is", `"terrains": ["mountain", "river"]`, `"terrains": ["mountain", "river"], "holes": ["B3"]`, `"B3" of "holes" is no place amid the map without a hex`, ""},
	{"a tile without track to its city", `"track": ["0-s0", "3-s0"]}`, `"track": ["0-3"]}`, `tile 57: no track leads to its city (stop s0); "apart": true if none is to`, ""},
	{"track to a stop that is none", `"track": ["0-s0", "3-s0"]}`, `"track": ["0-s0", "3-s1"]}`, `tile 57: track 3-s1: no stop 1`, ""},
	{"a tile without track", `"track": ["0-1"]`, `"track": []`, `tile 7: it has no track`, ""},
	{"an upgrade that loses track", `["0-3", "2-4"]`, `["0-2", "3-5"]`, `tile 9: its upgrade 19 loses track or a city however it is turned`, `"9": [`},
	{"an upgrade that loses a city", `"stops": [{"kind": "city", "revenue": 30, "slots": 2}], "track": ["0-s0", "1-s0", "3-s0", "4-s0"]`, `"stops": [{"kind": "town", "revenue": 30}], "track": ["0-s0", "1-s0"]`, `tile 57: its upgrade 14 loses track or a city however it is turned`, `"57": [`},
	{"an upgrade that loses a label", `"4-s1"], "label": "OO"`, `"4-s1"]`, `tile X1: it has the label "OO", its upgrade X2 has ""`, `"X1": [`},
	{"an upgrade of the same colour", `"14": ["63"]`, `"14": ["63", "19"]`, `tile 14: it is green, and its upgrade 19 is green, which does not come later`, ""},
	{"a tile that is never laid", `"14": ["63"],
`, ``, `tile 63: it is brown, and no upgrade of any tile or hex`, `"id": "63"`},
	{"a port on no edge", `"track": ["4-s0"]`, `"track": []`, `hex B1: no track leads to its port (stop s0), and no tile is ever laid here`, ""},
	{"track off the map", `"track": ["4-s0"]`, `"track": ["1-s0"]`, `hex B1: its track over edge 1 (W) leads where no hex is`, ""},
	{"track into a blank side", `"revenue": 30, "slots": 1}], "track": ["1-s0", "3-s0"], "label": "Y"`, `"revenue": 30, "slots": 1}], "track": ["1-s0", "3-s0"], "label": "Y", "blocked": [3]`, `hex C4: its track over edge 3 (NE) leads over a side that is blocked`, ""},
	{"a home without a city", `"home": "A4"`, `"home": "A2"`, `company NR: its home A2 has no city with a space for a station marker`, ""},
	{"a zone that is declared and stands nowhere", `"zones": ["par", "end"]`, `"zones": ["par", "end", "stop"]`, `"stop" of "zones" stands nowhere in the file`, ""},
	{"terrain twice", `{"at": "B3", "color": "white",`, `{"at": "B3", "color": "white", "cost": 20,`, `hex B3: "terrains" lists the terrain with its costs: "terrain" and "cost" are for one kind`, ""},
	{"terrain that costs nothing", `{"kind": "river", "cost": 20}`, `{"kind": "river", "cost": 0}`, `hex B3: its river costs nothing`, ""},
	{"apart with track", `{"kind": "town", "revenue": 10}`, `{"kind": "town", "revenue": 10, "apart": true}`, `tile 58, stop s0: it is "apart", but track leads to it`, ""},

	// names that mean something else, and what no player could use
	{"a title in capitals", `"title": "coast"`, `"title": "Coast"`, `"title" is "Coast": want small letters and digits, at most 20, such as "18moor"`, ""},
	{"a symbol of two words", `"sym": "M1"`, `"sym": "M 1"`, `company M 1: a symbol is a letter, and after it letters, digits, "&" and "-", such as "B&O"`, ""},
	{"a symbol with a colon", `"sym": "MIN"`, `"sym": "M:N"`, `private company M:N: a symbol is a letter, and after it letters, digits, "&" and "-", such as "B&O"`, ""},
	{"a symbol of a player", `"sym": "M1"`, `"sym": "P1"`, `company P1: p1 stands for a player; choose another symbol`, ""},
	{"a symbol of a place", `"sym": "M1"`, `"sym": "POOL"`, `company POOL: "pool" names a place; choose another symbol`, ""},
	{"a symbol of a hex", `"sym": "M1"`, `"sym": "B3"`, `company B3: B3 is a hex, too; choose another symbol`, ""},
	{"symbols that differ in capitals", `"sym": "M1"`, `"sym": "Nr"`, `company Nr: only capitals tell it from NR, and players need not write them`, ""},
	{"a name of two companies", `"name": "First Minor"`, `"name": "South Railway"`, `company M1: the name "South Railway" is there twice`, ""},
	{"a train with a blank", `"name": "2", "color"`, `"name": "2 T", "color"`, `train 2 T: no blank or colon may be in the name of a train`, ""},
	{"letters on their own colour", `"#0000aa", "text": "#ffffff"`, `"#0000aa", "text": "#0000AA"`, `company M1: nobody can read #0000AA on #0000aa`, ""},
	{"a president's certificate that is not the first", `"#00aa00", "text": "#ffffff", "shares": [2, 1,`, `"#00aa00", "text": "#ffffff", "shares": [1, 2,`, `company SR: the president's certificate comes first, and none has more shares`, ""},
	{"more money than the bank has", `"players": 2, "cash": 600`, `"players": 2, "cash": 6000`, `seats for 2 players: they begin with $12000 together, and the bank has $6000`, ""},
	{"a train that rusts with one that begins no phase", `    {"name": "4", "train": "4", "limits": {"public": 3, "minor": 1}, "tiles": ["yellow", "green", "brown"], "offboard": "brown", "pars": []},
`, ``, `train 2: "rusts_on" is "4", with which no phase begins`, "rusts_on"},
	{"prices that rise down a column", `[{"price": 40}, {"price": 50}, null]`, `[{"price": 40}, {"price": 90}, null]`, `market row 2, space 2: $90 lies below $60: prices fall down a column`, ""},
	{"rounds of one phase only", `"offboard": "green", "pars": ["par"]`, `"offboard": "green", "pars": ["par"], "rounds": 2`, `phase 2: "rounds" is missing, which other phases have`, `"name": "2", "limits"`},
	{"no tile for a city", `{"id": "57", "color": "yellow"`, `{"id": "57", "color": "yellow", "only": ["D5"]`, `hex A4: no yellow tile has just its city, and "printed_upgrades" lists none`, "Norham"},
	{"the first hex between others", `{"at": "A2"`, `{"at": "A3"`, `hex A3: it lies between the hexes that A4 lies beside`, ""},
	{"a single letter that is none", `{"D": 80}`, `{"E": 80}`, `hex B7, stop s0: a value for train "E", which is none; want "2", "3", "4" or "D"`, ""},

	// JSON
	{"a text for a list", `"blocks": ["B3"]`, `"blocks": "B3"`, `private company FER: "blocks" is "B3", a text: want a list [...]`, ""},
	{"a list for an object", `"limits": {"public": 3, "minor": 1}`, `"limits": [3, 1]`, `phase 4: "limits" is a list [...]: want an object {...}`, ""},
	{"a comma too many", `"track": ["0-1"]`, `"track": ["0-1", ]`, `there is a comma before ], and nothing after it`, ""},
	{"a comma missing", `"bank": 6000,`, `"bank": 6000`, "want a comma or } before `\"kinds\": {\"p...`, in an object {...} that begins on line 1", "kinds"},
	{"quotes missing", `"id": "57"`, `"id": "57`, "want a comma or } before `color\": \"yel...`, in an object {...} that begins on line 61", ""},
	{"a word without quotes", `"bank": 6000`, `bank: 6000`, "want a word in \"quotes\" and not `bank: 6000,`, in an object {...} that begins on line 1", ""},
	{"a number that is none", `"bank": 6000`, `"bank": $6000`, "want a number, a text in quotes, [ or { and not `$6000,`", ""},
}

// mostBeside is how much may follow from one slip.
const mostBeside = 2

// Every slip is told at its line, with its thing and with the name that was meant,
// and little else is.
func TestSlipsAreTold(t *testing.T) {
	right := coast(t)
	if _, err := facts.Load([]byte(right)); err != nil {
		t.Fatal(err)
	}
	for _, s := range slips {
		before, after, found := strings.Cut(right, s.old)
		if !found || strings.Contains(after, s.old) {
			t.Errorf("%s: %q stands not once in the file", s.name, s.old)
			continue
		}
		broken := before + s.new + after
		_, faults := facts.Check([]byte(broken))
		told := slices.ContainsFunc(faults.List, func(f facts.Fault) bool {
			return strings.TrimPrefix(f.At+": "+f.Text, ": ") == s.want && f.Line == lineOf(broken, before, s.on)
		})
		if !told || len(faults.List) > 1+mostBeside {
			t.Errorf("%s: want line %d: %s\n%v", s.name, lineOf(broken, before, s.on), s.want, faults)
		}
	}
	if len(slips) < 40 {
		t.Errorf("only %d slips", len(slips))
	}
}

// Of a file that is no object only that is told, and a mark that some editors write before it does no harm.
func TestFileThatIsNoObject(t *testing.T) {
	for text, want := range map[string]string{
		"[]":                      "facts: line 1: the file is a list [...]: want an object {...}",
		"\n null":                 "facts: line 2: the file is null: want an object {...}",
		"\ufeff" + coast(t):       "",
		"\ufeff" + coast(t) + ",": "facts: line 82: there is more after the end of the file's object: `,`",
	} {
		_, err := facts.Load([]byte(text))
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
	}
}

// lineOf returns the line that has a piece, or on which a text ends.
func lineOf(file, text, piece string) int {
	if piece == "" {
		return strings.Count(text, "\n") + 1
	}
	before, _, _ := strings.Cut(file, piece)
	return strings.Count(before, "\n") + 1
}

// A file may be cut anywhere: it is told where, and what is not closed.
func TestFileThatIsCut(t *testing.T) {
	right := strings.TrimSpace(coast(t))
	for n := range len(right) {
		_, err := facts.Load([]byte(right[:n]))
		var faults *facts.Faults
		if !errors.As(err, &faults) || len(faults.List) == 0 {
			t.Fatalf("cut after %d letters: %v", n, err)
		}
		if last := faults.List[len(faults.List)-1].Line; last != strings.Count(strings.TrimRight(right[:n], " \n"), "\n")+1 && last != strings.Count(right[:n], "\n")+1 {
			t.Fatalf("cut after %d letters: told at line %d: %v", n, last, err)
		}
	}
	cut := right[:strings.Index(right, `{"at": "B5"`)]
	if _, err := facts.Load([]byte(cut)); err == nil || err.Error() != "facts: line 49: the file ends in the middle: a list [...] that begins on line 43 is not closed" {
		t.Error(err)
	}
}

// All faults are told at once, by lines; of very many the first twenty.
func TestAllFaultsAreToldAtOnce(t *testing.T) {
	text := strings.NewReplacer(`"bank": 6000`, `"bank": -6000`, `"price": 180`, `"price": "180"`, `{"at": "A2", "color": "white"`, `{"at": "A2", "colour": "white"`, `"C4": ["Y2"]`, `"C4": ["Y3"]`).Replace(coast(t))
	_, err := facts.Load([]byte(text))
	want := `facts of coast: 4 faults
	line 8: "bank" is -6000: want 0 or more
	line 20: train 3: "price" is "180", a text: want a number without quotes
	line 44: hex A2: there is no word "colour" here; did you mean "color"?
	line 79: hex C4: its upgrade "Y3" is no tile; did you mean "Y2"?`
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant\n%s", err, want)
	}
	_, err = facts.Load([]byte(strings.ReplaceAll(coast(t), `"color"`, `"colour"`)))
	if lines := strings.Split(err.Error(), "\n"); len(lines) != 22 || !strings.HasPrefix(lines[21], "\tand ") {
		t.Errorf("of very many faults: %v", err)
	}
}

// Whatever a hostile file says it is refused soon, with an error and no panic.
func TestHostileFiles(t *testing.T) {
	right := coast(t)
	for name, text := range map[string]string{
		"nested":         strings.Repeat("[", 1_000_000),
		"nested objects": strings.Repeat(`{"a":`, 1_000_000),
		"no UTF-8":       strings.Replace(right, "Norham", "Nor\xffham", 1),
		"a far hex":      strings.Replace(right, `{"at": "D5"`, `{"at": "D999999999"`, 1),
		"a long name":    strings.Replace(right, `"home": "A4"`, `"home": "`+strings.Repeat("A", 100_000)+`"`, 1),
		"null":           "null",
		"a number":       "7",
		"nulls":          strings.NewReplacer(`[0, 40]`, "null", `{"D": 80}`, "null", `["0-1"]`, "[null]").Replace(right),
		"empty lists":    `{"title": "x", "seats": [], "trains": [], "phases": [], "companies": [], "privates": [], "hexes": [], "tiles": [], "market": [], "upgrades": {}, "kinds": {}, "currency": "$%d", "layout": {"pointy": true, "letters": "rows"}, "bank": 1, "name": "x", "designer": "x", "rules": "x"}`,
	} {
		if f, err := facts.Load([]byte(text)); err == nil || f != nil || len(err.Error()) > 10_000 {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}

// Letters of the file are changed, moved and dropped at random: it is loaded or
// refused, and nothing panics.
func TestScrambledFiles(t *testing.T) {
	right, r := []byte(coast(t)), rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 1000 {
		b := slices.Clone(right)
		for range 1 + r.IntN(6) {
			i, j, n := r.IntN(len(b)-50), r.IntN(len(b)-50), r.IntN(30)
			switch r.IntN(3) {
			case 0:
				b[i] = b[j]
			case 1:
				copy(b[i:i+n], b[j:])
			default:
				b = slices.Delete(b, i, i+n)
			}
		}
		title, err := facts.Load(b)
		if (title == nil) == (err == nil) {
			t.Fatalf("%v, %v of\n%s", title, err, b)
		}
		if err != nil {
			refused++
		}
	}
	if refused < 900 {
		t.Errorf("only %d of 1000 are refused", refused)
	}
}

// Every value of the file is replaced by others of other types in turn.
func TestNoValuePanics(t *testing.T) {
	right := coast(t)
	tokens := regexp.MustCompile(`"[^"]*"(:?)|-?\d+|true|null|\[\]`).FindAllStringIndex(right, -1)
	if len(tokens) < 500 {
		t.Fatal("the file has few values")
	}
	for i, at := range tokens {
		if testing.Short() && i%7 != 0 {
			continue
		}
		if strings.HasSuffix(right[at[0]:at[1]], ":") {
			continue
		}
		for _, other := range []string{"null", "{}", "[]", `""`, "99", `"zz"`} {
			facts.Check([]byte(right[:at[0]] + other + right[at[1]:]))
		}
	}
}

// Of two companies with the same symbol the second is told, and where a list says what is possible instead it names the
// symbol once.
func TestSymbolTwice(t *testing.T) {
	text := strings.NewReplacer(`"sym": "M1"`, `"sym": "NR"`, `"sym": "SR"`, `"sym": "NR"`, `{"NR": 0}`, `{"Q": 0}`).Replace(coast(t))
	_, faults := facts.Check([]byte(text))
	got := faults.Error()
	for _, want := range []string{
		"line 36: company NR: NR is there twice; the first is on line 35", "line 37: company NR: NR is there twice; the first is on line 36",
		`it is reserved for "Q", which is no company; want "NR"`,
	} {
		if !strings.Contains(got, want+"\n") && !strings.HasSuffix(got, want) {
			t.Errorf("it is not told that %s:\n%s", want, got)
		}
	}
	if strings.Contains(got, `"NR" or "NR"`) || strings.Contains(got, `"NR", "NR"`) {
		t.Errorf("a symbol is listed twice:\n%s", got)
	}
}
