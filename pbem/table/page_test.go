package table

import "testing"

// How a page is shown: less than usual if any player says so, more only if all do, and what the host has said of the game goes before what
// is usual. A seat that waits for a player has no say.
func TestHowAPageIsShown(t *testing.T) {
	for _, c := range []struct {
		usual, host string
		seats       []string // what each player has said; "open" for a seat without one
		want        string
	}{
		{PageUnlisted, "", []string{"", ""}, PageUnlisted},
		{PageUnlisted, "", []string{PagePublic, ""}, PageUnlisted},
		{PageUnlisted, "", []string{PagePublic, PagePublic}, PagePublic},
		{PageUnlisted, "", []string{PagePublic, "open"}, PagePublic},
		{PageUnlisted, "", []string{"open", "open"}, PageUnlisted},
		{PageUnlisted, "", []string{PageOff, PagePublic}, PageOff},
		{PagePublic, "", []string{PageUnlisted, PagePublic}, PageUnlisted},
		{PagePublic, "", []string{PageUnlisted, ""}, PageUnlisted},
		{PagePublic, "", []string{PageOff, ""}, PageOff},
		{PagePublic, PageUnlisted, []string{"", ""}, PageUnlisted},
		{PagePublic, PageUnlisted, []string{PagePublic, PagePublic}, PagePublic},
		{PageUnlisted, PagePublic, []string{"", ""}, PagePublic},
		{PagePublic, PageOff, []string{PagePublic, PagePublic}, PageOff},
		{PageOff, "", []string{PagePublic, ""}, PageOff},
		{PageOff, PagePublic, []string{"", ""}, PagePublic},
		{"", "", []string{PagePublic, PagePublic}, PageOff},
	} {
		r := Record{Shown: c.host}
		for _, said := range c.seats {
			if said == "open" {
				r.Seats = append(r.Seats, Seat{Open: true})
			} else {
				r.Seats = append(r.Seats, Seat{Page: said})
			}
		}
		if got := r.Page(c.usual); got != c.want {
			t.Errorf("usual %q, of the game %q, the players %q: %q, want %q", c.usual, c.host, c.seats, got, c.want)
		}
	}
}
