package enginetest

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// Circles watches the cities of one game: call what it returns with every position
// in turn. It finds more markers in a city than it has circles, markers where no
// city is, and tiles that join cities or lose a circle of what lay there.
// // 17-TL-08; 20-TR-08; 28-TR-09; 43-TR-13, 43-TR-21;
// NE-TR-12, NE-TR-15
func Circles(f *facts.Title) func(*engine.State) error {
	var before *engine.State
	return func(s *engine.State) error {
		then := before
		before = s
		t := step.Table{S: s, F: f}
		b := t.Board()
		for _, h := range f.Map.Hexes {
			if err := crowded(s, b, h.At); err != nil {
				return err
			}
			if then == nil {
				continue
			}
			was, _ := then.Tile(h.At)
			if is, laid := s.Tile(h.At); laid && is != was {
				old := (step.Table{S: then, F: f}).Board().Face(h.At)
				if err := kept(old, b.Face(h.At)); err != nil {
					return fmt.Errorf("tile %s turned by %d in %s: %w", is.Tile, is.Rot, h.At, err)
				}
			}
		}
		return misplaced(s, b)
	}
}

// crowded finds a hex with more markers than circles: in one of its cities, or in all, counting markers that
// have not been put on one side yet.
func crowded(s *engine.State, b *board.Board, hex string) error {
	circles, markers := 0, len(s.Kind(hex, "token"))
	for i, stop := range b.Face(hex).Stops {
		n := len(s.Kind(board.Spot{Hex: hex, N: i}.String(), "token"))
		if n > 0 && n > stop.Slots {
			return fmt.Errorf("%d markers in %s, stop %d, which has %d circles", n, hex, i, stop.Slots)
		}
		circles, markers = circles+stop.Slots, markers+n
	}
	if markers > circles {
		return fmt.Errorf("%d markers in %s, which has %d circles", markers, hex, circles)
	}
	return nil
}

// misplaced finds a marker at a stop that is not on the map.
func misplaced(s *engine.State, b *board.Board) error {
	for _, place := range s.Places() {
		at, ok := board.ParseSpot(place)
		if !ok || b.Hex(at.Hex) == nil || at.N >= 0 && at.N < len(b.Face(at.Hex).Stops) {
			continue
		}
		if lost := s.Kind(place, "token"); len(lost) > 0 {
			return fmt.Errorf("%s lies at %s, which is not there", lost[0], at)
		}
	}
	return nil
}

// ages are the colours of tiles in the order in which one replaces another.
var ages = []string{"white", "yellow", "green", "brown", "gray"}

// kept finds old cities that do not go to a separate city of the new face with all their track and circles.
// If the new face has fewer cities, several may go to the same one if it has a circle for each of theirs.
func kept(old, face *board.Face) error {
	if slices.Index(ages, face.Color) <= slices.Index(ages, old.Color) {
		return nil // the tile was taken back
	}
	was, is := cities(old), cities(face)
	circles := func(f *board.Face, list []int) (n int) {
		for _, i := range list {
			n += f.Stops[i].Slots
		}
		return n
	}
	if circles(face, is) < circles(old, was) {
		return fmt.Errorf("of %d circles %d are left", circles(old, was), circles(face, is))
	}
	heirs := make([][]int, len(was))
	for n, i := range was {
		heirs[n] = slices.DeleteFunc(slices.Clone(is), func(to int) bool {
			return face.Stops[to].Slots < old.Stops[i].Slots || !holdsTrack(old, i, face, to)
		})
		if len(heirs[n]) == 0 {
			return fmt.Errorf("stop %d has no city any more", i)
		}
	}
	if len(is) >= len(was) && !apart(heirs, nil) {
		return fmt.Errorf("cities are joined")
	}
	return nil
}

// cities lists the stops of a face that are cities.
func cities(f *board.Face) []int {
	var out []int
	for i, stop := range f.Stops {
		if stop.Kind == board.City {
			out = append(out, i)
		}
	}
	return out
}

// holdsTrack reports whether a stop has all track that another one had.
func holdsTrack(old *board.Face, i int, face *board.Face, to int) bool {
	for e := range 6 {
		if old.Joins(e, i) && !face.Joins(e, to) {
			return false
		}
	}
	return true
}

// apart reports whether each can have a different heir.
func apart(heirs [][]int, taken []int) bool {
	if len(heirs) == 0 {
		return true
	}
	return slices.ContainsFunc(heirs[0], func(to int) bool {
		return !slices.Contains(taken, to) && apart(heirs[1:], append(slices.Clone(taken), to))
	})
}
