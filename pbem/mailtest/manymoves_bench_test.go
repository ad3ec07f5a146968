package mailtest

import "time"

// moveTimes are how long moves have taken: until they were committed, and until their three answers had come.
type moveTimes struct{ decided, answered []time.Duration }

func (t *moveTimes) tell(name string) {
	took(name, t.decided)
	took(name+", answered", t.answered)
}

// evenMoves measures moves in eight games, the same in stores of every size, and returns the games.
func (h *hall) evenMoves() (games []int) {
	seen := map[int]int{}
	for len(games) < 2*len(mailsPlayed) {
		if game := h.g.take(); seen[playedIn(game)] < 2 {
			seen[playedIn(game)]++
			games = append(games, game)
		}
	}
	var first, open, closed moveTimes
	h.moves(&first, games, false)
	for range len(games) {
		h.moves(&open, games, false)
		h.moves(&closed, games, true)
	}
	open.tell("a move, its game open")
	closed.tell("a move, its game not open")
	return games
}

// moves measures a move in each of some games.
func (h *hall) moves(t *moveTimes, games []int, forget bool) {
	h.b.Helper()
	for _, game := range games {
		from, raw := h.next(game)
		if forget {
			h.nodes[0].service.Cache.Forget(gameOf(game))
		}
		came, began := h.came.Load(), time.Now()
		h.receive(from, raw)
		t.decided = append(t.decided, time.Since(began))
		h.quiet(came + 3)
		t.answered = append(t.answered, time.Since(began))
	}
}
