package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const facts = `{
  "title": "toy", "bank": 0, "layout": {"pointy": true},
  "trains": [{"name": "2", "price": 100, "rusts_on": "4"}, {"name": "3", "price": 180, "rusts_on": "6", "express": true}],
  "market": [[null, {"price": 50, "zones": ["par"]}, {"price": 55, "zones": ["end"]}]],
  "companies": [{"sym": "B\u0026A", "color": "#ffffff", "stations": [0, 40]}],
  "upgrades": {"57": ["14", "15"], "X1": ["14"]}
}`

func TestDataRows(t *testing.T) {
	ms, err := dataMutants("data.json", []byte(facts))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range ms {
		got = append(got, fmt.Sprintf("%d %s %s", m.line, m.words(), m.column))
		if after := m.applied([]byte(facts)); !json.Valid(after) || slices.Equal(after, []byte(facts)) {
			t.Errorf("%s makes %s", m, after)
		}
	}
	want := []string{
		`2 bank: 0 to 1 .bank`,
		`3 trains[2].price: 100 to 101 .trains[].price`, `3 trains[2].rusts_on: "4" to "6" .trains[].rusts_on`,
		`3 trains[3].price: 180 to 181 .trains[].price`, `3 trains[3].rusts_on: "6" to "4" .trains[].rusts_on`,
		`3 trains[3].express: true to false .trains[].express`,
		`4 market[0][1].price: 50 to 51 .market[][].price`, `4 market[0][1].zones[0]: "par" to "end" .market[][].zones[]`,
		`4 market[0][2].price: 55 to 56 .market[][].price`, `4 market[0][2].zones[0]: "end" to "par" .market[][].zones[]`,
		`5 companies[B&A].stations[0]: 0 to 1 .companies[].stations[]`, `5 companies[B&A].stations[1]: 40 to 41 .companies[].stations[]`,
		`6 upgrades.57[0]: "14" to "15" .upgrades.*[]`, `6 upgrades.57[1]: "15" to "14" .upgrades.*[]`, `6 upgrades.X1[0]: "14" to "15" .upgrades.*[]`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("mutants are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestRowsOfEveryColumn(t *testing.T) {
	ms, err := dataMutants("data.json", []byte(facts))
	if err != nil {
		t.Fatal(err)
	}
	ms = append(ms, mutant{in: "rule"})
	some := rowsOf(ms, 1, 1)
	columns := map[string]int{}
	for _, m := range some {
		columns[m.column]++
	}
	for c, n := range columns {
		if n != 1 {
			t.Errorf("%d of %q", n, c)
		}
	}
	if len(columns) != 9 { // eight columns, and code
		t.Errorf("%d columns: %v", len(columns), columns)
	}
	if again := rowsOf(ms, 1, 1); !slices.Equal(some, again) {
		t.Error("the same seed picks others")
	}
	others := false
	for seed := range uint64(20) {
		others = others || !slices.Equal(some, rowsOf(ms, 1, seed))
	}
	if !others {
		t.Error("every seed picks the same")
	}
}

func TestBrokenData(t *testing.T) {
	for _, text := range []string{"", "{", `{"a": [1, }`} {
		if _, err := dataMutants("data.json", []byte(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
