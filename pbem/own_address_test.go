package pbem

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/titles"
)

// The service's own address is not a player's, even with a tag. No game begins with it, and
// no imported game may have it.
func TestOwnAddressIsNoPlayers(t *testing.T) {
	d := newTestService(t)
	began := d.table(d.three())
	for _, own := range []string{d.cfg.Address, strings.ToUpper(d.cfg.Address), d.cfg.Local() + "+g1.p1@" + d.cfg.Domain()} {
		ti, _ := titles.Find("1817")
		n := table.NewGame{Title: ti, Name: "Own", Seed: 1, Seats: []table.Seat{
			{Name: "Amy", Address: "amy@example.org"}, {Name: "Brian", Address: own}, {Name: "Cleo", Address: "cleo@example.org"}}}
		_, starts := d.service.Start(n)
		n.Title = began.Title
		g := engine.Open(began.Title.Rules, began.Log)
		for i := range n.Seats {
			n.Seats[i].Name = g.State().PlayerName(engine.PlayerID(i))
		}
		_, adopts := d.service.Adopt(n, began.Log)
		for what, err := range map[string]error{"new": starts, "import": adopts} {
			if err == nil || !strings.Contains(err.Error(), own+" is the address of the service, and Brian needs one of their own") {
				t.Errorf("%s with %s: %v", what, own, err)
			}
		}
	}
	if games, err := d.db.Games(); err != nil || len(games) != 1 {
		t.Errorf("%d games, %v", len(games), err)
	}
}

// Nobody plays at an address to which nothing can be sent.
func TestUnsendableAddress(t *testing.T) {
	d := newTestService(t)
	began, _ := d.service.Draft().Table(d.three())
	n := table.NewGame{Title: began.Title, Name: "Blank", Seed: 1, Seats: slices.Clone(began.Record.Seats)}
	n.Seats[1].Address = "a b@example.org"
	_, starts := d.service.Start(n)
	_, adopts := d.service.Adopt(n, began.Log)
	for what, err := range map[string]error{"new": starts, "import": adopts} {
		if err == nil || !strings.Contains(err.Error(), `no mail can be sent to "a b@example.org", the address of Brian`) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A mail from the service's own address, with or without a tag, is not answered with a
// code: that mail would come back to the service.
func TestOwnAddressIsNoStranger(t *testing.T) {
	d := newTestService(t)
	d.cfg.Lobby = config.Open
	d.restart(d.db)
	for i, own := range []string{d.cfg.Address, d.cfg.Local() + "+b.x@" + d.cfg.Domain()} {
		raw := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nSubject: Hello\r\nMessage-ID: <%d@play.example>\r\n\r\ngames\r\n", own, d.cfg.Address, i)
		d.receive([]byte(raw), desk.OutcomeIgnored)
		if n := len(d.flush()); n > 0 {
			t.Errorf("%d mails to %s", n, own)
		}
	}
}
