package plan

import (
	"slices"
	"strconv"
	"testing"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/engine/walk"
	"pbem/pbem/grammar"
	"pbem/titles"
	"pbem/titles/title/titletest"
)

// A lay is written with the sides its track leads to, in whichever of the rotations that look
// alike it was chosen, and reads back as one that looks the same.
func TestLaysInWords(t *testing.T) {
	ti, _ := titles.Find("18newengland")
	turned := 0
	for m := range titletest.Play(t, ti, titletest.Names(3, 3), walk.NewThrifty(3, ti.Habits)) {
		s := Scene{Title: ti, Game: m.Game, Log: m.Log}
		choices := m.Game.Pending()
		if len(choices) == 0 || turned > 20 {
			break
		}
		s.Player = choices[0].By
		for _, ch := range s.mine() {
			if ch.Verb != moves.Lay.Name {
				continue
			}
			for _, o := range ch.List() {
				turned += s.writesTurned(t, engine.Command{By: s.Player, Verb: ch.Verb, Args: o.Args})
			}
		}
	}
	if turned == 0 {
		t.Error("no tile that looks alike in two rotations")
	}
}

// writesTurned tries the other rotations of a lay that look the same, and returns how many there are.
func (s Scene) writesTurned(t *testing.T, c engine.Command) (n int) {
	ctx := s.grammar()
	want := grammar.Phrase(ctx, c)
	for rot := range 6 {
		other := c
		other.Args = slices.Clone(c.Args)
		other.Args[2] = strconv.Itoa(rot)
		if rot == int(c.Args[2][0]-'0') || !grammar.Same(ctx, c, other) || want == c.String() {
			continue
		}
		n++
		line, _ := s.InWords([]engine.Command{other})
		if read, err := s.Match(line); line != want || err != nil || !grammar.Same(ctx, read, other) {
			t.Errorf("%s is written %q, want %q, and read as %s, %v", other, line, want, read, err)
		}
	}
	return n
}
