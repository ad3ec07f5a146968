package picture

import (
	"os"
	"strconv"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/titles/games18xx"
	"pbem/titles/replay"
	"pbem/titles/title"
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
	for i, a := range r.Actions {
		if i == n {
			break
		}
		if _, err := r.Do(a); err != nil {
			t.Fatal(err)
		}
	}
	svg := SVG(r.Title, r.Game.State())
	png, err := PNG(r.Title, r.Game.State())
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile("/tmp/scratch/map.svg", svg, 0o644)
	os.WriteFile("/tmp/scratch/map.png", png, 0o644)
	t.Logf("svg %d png %d", len(svg), len(png))
}

func TestOther(t *testing.T) {
	if os.Getenv("SCRATCH") == "" {
		t.Skip()
	}
	for _, slug := range []string{"1817", "1820", "1828", "1843"} {
		data, _ := os.ReadFile("/tmp/scratch/" + slug + ".json")
		f, err := facts.Load(data)
		if err != nil {
			t.Log(err)
			continue
		}
		ti := &title.Title{Facts: f}
		log := []engine.Event{engine.Started{Players: []string{"A"}}}
		if slug == "1817" {
			log = append(log, engine.TileLaid{Hex: "F13", Tile: "X00", Rot: 0}, engine.TileLaid{Hex: "C14", Tile: "592", Rot: 1}, engine.TileLaid{Hex: "D19", Tile: "63", Rot: 0},
				engine.Moved{Piece: "token:PSNR:0", To: "C14.0"}, engine.Moved{Piece: "token:AC:0", To: "E22.0"}, engine.Moved{Piece: "token:PRR:0", To: "D9.0"})
		}
		png, err := PNG(ti, engine.Fold(log))
		if err != nil {
			t.Fatal(err)
		}
		os.WriteFile("/tmp/scratch/map"+slug+".png", png, 0o644)
		t.Log(slug, len(png))
	}
}
