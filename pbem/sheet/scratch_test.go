package sheet

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"pbem/titles/games18xx"
	"pbem/titles/replay"
)

func TestScratch(t *testing.T) {
	if os.Getenv("SCRATCH") == "" {
		t.Skip()
	}
	f, _ := os.Open("/work/shared/games/18newengland/" + os.Getenv("GAME") + ".json")
	e, err := games18xx.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	r, err := replay.New(e)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := strconv.Atoi(os.Getenv("N"))
	from := 0
	for i, a := range r.Actions {
		if i == n-15 {
			from = len(r.Log)
		}
		if i == n {
			break
		}
		if _, err := r.Do(a); err != nil {
			t.Fatal(err)
		}
	}
	zone, _ := time.LoadLocation("Europe/Berlin")
	reader := "p1"
	if p := r.Game.Pending(); len(p) > 0 {
		reader = p[0].By
	}
	m := Mail{Title: r.Title, Game: "g12", Name: "Shoreline", Reader: reader, State: r.Game.State(), Pending: r.Game.Pending(), Since: r.Log[from:],
		Deadline: time.Date(2026, 11, 26, 17, 0, 0, 0, time.UTC), Zone: zone}
	fmt.Println(Subject(m))
	fmt.Println(Text(m))
	if v := os.Getenv("VERB"); v != "" {
		fmt.Println(Choices(m, v))
	}
	if os.Getenv("LOG") != "" {
		fmt.Println(Log(m.Title, r.Log))
	}
	os.WriteFile("/tmp/scratch/mail.html", []byte(HTML(m)), 0o644)
}
