package senders

import (
	"slices"
	"strings"

	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// noAddress are the statuses that say that an address does not exist, or cannot: that of the mailbox or the domain
// (RFC 3463, RFC 7505).
var noAddress = []string{"5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"}

// nobodyThere tells the host when the first mail comes back because there is no such address. It is most likely mistyped: without
// that its game would wait for days until enough mails have come back for the address to be suspended. An invitation is
// told otherwise: see invitationBack.
func nobodyThere(d *desk.Draft, c *store.Commit, address, status string) error {
	if !slices.Contains(noAddress, status) {
		return nil
	}
	n, err := d.DB.Counter(ScoreName(address))
	if err != nil || n > 0 || LastingPoints >= d.Config.BounceLimit {
		return err
	}
	var lines []string
	for _, t := range d.TablesAt(address) {
		var names []string
		for _, seat := range t.Record.Seats {
			if !seat.Open && strings.EqualFold(seat.Address, address) {
				names = append(names, seat.Name)
			}
		}
		if len(names) > 0 {
			lines = append(lines, "  "+t.Called()+": "+table.List(names))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	page := sheet.Note("There is no address "+address, "A mail to it came back: its mail server does not know it. Perhaps it is mistyped, or was given up. More mails are tried; if they come back too, the other players are told, and you once more.",
		sheet.Section{Head: "Who is affected", Lines: lines},
		sheet.Section{Head: "What you can say", Say: []sheet.Saying{{Line: "host address all " + address + " NEW", Gloss: "send their mails to the right address, also those that came back"}}})
	c.Mails = append(c.Mails, d.Alarm("nobody "+c.Cause, address, page)...)
	return nil
}

// Scores returns the points of all addresses that have some.
func Scores(d *desk.Draft) (map[string]int, error) {
	all, err := d.Store.Counters(scores)
	points := map[string]int{}
	for name, n := range all {
		points[strings.TrimPrefix(name, scores)] = n
	}
	return points, err
}
