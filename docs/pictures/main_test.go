package main

import (
	"bytes"
	"image/png"
	"os"
	"strings"
	"testing"

	"pbem/pbem/demo"
)

// most is how many bytes a picture may have: it comes with every clone, and with every
// look at the README.
const most = 200_000

// The pictures are small, and of the size that the README shows.
func TestPicturesAreSmall(t *testing.T) {
	for name, across := range map[string]int{"map.png": 1200, "mail.png": (across + 2*around) * 3 / 2} {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.DecodeConfig(bytes.NewReader(raw))
		if err != nil || img.Width != across || len(raw) > most {
			t.Errorf("%s: %d across, %d bytes, %v", name, img.Width, len(raw), err)
		}
	}
}

// The map is what the service paints today.
func TestMapIsAsPainted(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays a whole game: left out with -short")
	}
	script, err := demo.Recorded()
	if err != nil {
		t.Fatal(err)
	}
	want, err := endMap(script)
	if err != nil {
		t.Fatal(err)
	}
	if have, err := os.ReadFile("map.png"); err != nil || !bytes.Equal(have, want) {
		t.Errorf("map.png is not what is painted (%v): go run ./docs/pictures", err)
	}
}

// The mail asks the player whose move comes next, for that move, and brings the map.
func TestMailAsks(t *testing.T) {
	script, err := demo.Recorded()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := yourMove(script)
	if err != nil {
		t.Fatal(err)
	}
	from, subject, page, err := opened(raw)
	if err != nil || from != "18xx by mail" || subject != "[Shoreline] OR 3.2 - your move: GR   (g1)" || strings.Contains(page, "cid:") {
		t.Errorf("from %q, %q, %v", from, subject, err)
	}
}
