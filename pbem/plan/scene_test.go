package plan

import (
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles"
	"pbem/titles/title/titletest"
)

// A player has said nothing yet in a turn if the log has no word of theirs in it, in none of its steps. What others have
// said in it does not count. In random games of every title.
func TestUntouched(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			touched, others := 0, 0
			for m := range titletest.Play(t, ti, titletest.Names(5, 3), walk.NewThrifty(5, ti.Habits)) {
				for _, player := range m.Game.State().Players() {
					s := Scene{Title: ti, Game: m.Game, Log: m.Log, Player: player}
					at, spoke, heard := turn{}, false, false
					for _, e := range m.Log {
						switch e := e.(type) {
						case engine.Flowed:
							if now := turnOf(e.Stack); now != at {
								at, spoke, heard = now, false, false
							}
						case engine.Said:
							spoke, heard = spoke || e.By == player, heard || e.By != player
						}
					}
					if at == (turn{}) {
						continue
					}
					if s.Untouched() == spoke {
						t.Fatalf("at %d of %s, %s: untouched is %t", len(m.Log), s.round(), player, !spoke)
					}
					if spoke {
						touched++
					} else if heard {
						others++
					}
				}
				if m.N == 250 {
					break
				}
			}
			if touched == 0 || others == 0 {
				t.Errorf("%d turns in which the player has spoken, %d in which only others have", touched, others)
			}
		})
	}
}
