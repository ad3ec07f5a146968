package pbem

import (
	"testing"
	"time"

	"pbem/engine"
)

// Who asks for daily mails without an hour gets them shortly before the hours in which they have written so far. What plans
// said for them while others wrote does not count, nor do few mails.
func TestDailyHour(t *testing.T) {
	d := newTestService(t)
	game := d.three()
	day := time.Date(2026, 3, 3, 0, 0, 0, 0, time.UTC)
	moves := 0
	for n := 0; moves < 9; n++ {
		actor := d.table(game).Actors()[0]
		hour := 6*time.Hour + 20*time.Minute
		if actor == "p1" {
			if hour = 20*time.Hour + time.Duration(moves%3)*20*time.Minute; moves == 5 {
				d.dailyIs("few@example.org", "18:00")
			}
			moves++
		}
		if now := day.AddDate(0, 0, n).Add(hour); now.After(d.now) {
			d.now = now
		}
		d.say(game, actor+" "+firstSaid(t, d.table(game).Game, actor))
	}
	d.dailyIs("many@example.org", "19:30")
}

// dailyIs has Amy ask for daily mails, and checks their hour.
func (d *testService) dailyIs(id, want string) {
	d.t.Helper()
	d.receive(d.from("p1", id, "set mail daily"), "answered")
	amy, err := d.service.Draft().Member("amy@example.org")
	if err != nil || amy.Daily != want {
		d.t.Errorf("mails come at %q, want %q; %v", amy.Daily, want, err)
	}
}

// firstSaid returns a command that a player may say.
func firstSaid(t *testing.T, g *engine.Game, player string) string {
	t.Helper()
	for _, ch := range engine.Of(g.Pending(), player) {
		if ch.Options == nil && ch.Free == nil {
			return ch.Verb
		}
	}
	ch := engine.Of(g.Pending(), player)[0]
	return engine.Command{Verb: ch.Verb, Args: ch.List()[0].Args}.String()
}
