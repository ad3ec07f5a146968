package waits

import (
	"fmt"
	"os"
	"testing"

	"pbem/titles/games18xx"
	"pbem/titles/replay"
)

func readGame(t *testing.T, name string) *Record {
	t.Helper()
	file, err := os.Open("../../../shared/games/" + name)
	if err != nil {
		t.Skip("no recorded games here: ../shared/games is absent")
	}
	defer file.Close()
	export, err := games18xx.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := replay.New(export)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range p.Actions {
		if _, err := p.Do(a); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Read(p.Title, p.Log)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestLook(t *testing.T) {
	name := os.Getenv("GAME")
	r := readGame(t, name)
	for h := Rounds; h <= Rounds; h++ {
		mails, err := Derive(r, h)
		if err != nil {
			t.Fatal(h, err)
		}
		q := map[string]int{}
		for i, m := range mails {
			if m.Asked {
				q[m.What]++
			}
			if os.Getenv("ALL") != "" {
				fmt.Println(i, m.By, m.Asked, m.What, m.Lines)
			}
		}
		fmt.Println(name, h, Waits(mails), len(mails), q)
	}
}
