package cli

import (
	"testing"

	"pbem/store/pg/pgtest"
)

// The service is killed as in TestKilled, with the games on PostgreSQL, whose server is killed too. A service that starts
// again goes on at once with what it had in hand.
func TestKilledOnPostgreSQL(t *testing.T) {
	t.Parallel()
	killsAskedFor(t)
	newHunt(t, pgtest.New(t)).kills(livesOf(4, 40))
}

// loseServer kills the server of the games, and starts it again.
func (h *hunt) loseServer() {
	h.lost++
	h.server.Kill()
	h.server.Start()
}
