package pbem

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem/config"
	"pbem/pbem/letter"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/table"
)

// What people may write behind "new", and what is made of it.
func TestNewGame(t *testing.T) {
	for rest, want := range map[string]string{
		"1817 for 4 players called Shoreline":                  "1817 4-4 Shoreline",
		"1817 players 3-5":                                     "1817 3-5 1817",
		"game of 1817, three to five players":                  "1817 3-5 1817",
		"18 New England 5 - 3 name 'The Bay'":                  "",
		`18NewEngland players 2 name "Nantucket Sound"`:        "18newengland 2-2 Nantucket Sound",
		"18newengalnd for two players":                         "18newengland 2-2 18NewEngland",
		"new england players 3 called Cape Cod seed 8":         "18newengland 3-3 Cape Cod seed 8",
		"1817 called Big One for 8-9 players more players":     "1817 8-9 Big One +more players",
		"1817 4 short-squeeze and modern trains private":       "1817 4-4 1817 +modern trains +short squeeze private",
		"1817 called Harbour short squeeze players 3":          "1817 3-3 Harbour +short squeeze",
		"1817 called \"Short Squeeze\" players 3":              "1817 3-3 Short Squeeze",
		"1817 players 3 players 4":                             "",
		"1817 players 2":                                       "",
		"1817 players 3-12":                                    "",
		"1818 players 3":                                       "",
		"1817 players 3 called":                                "",
		"1817 players 3 called 18 <evil>":                      "",
		"1817 players 3 seed -1":                               "",
		"1817 players 3 talk":                                  "",
		"1817 players 3 talk loud":                             "",
		"1817 players 3 pace never":                            "",
		"1817 players 3 pace 3 days called Slow":               "1817 3-3 Slow pace 3 days",
		"1817 players 99999999999999999999":                    "",
		"1817 players 3 called " + strings.Repeat("long ", 90): "",
	} {
		p, err := readPlan(rest, pace.Pace{})
		got := ""
		if err == nil {
			got = said(p)
		} else if _, ok := err.(*engine.Refusal); !ok {
			t.Errorf("%s: the fault is taken for ours: %v", rest, err)
		}
		if got != want {
			t.Errorf("new %s\n got %q, %v\nwant %q", rest, got, err, want)
		}
	}
}

// said writes a plan as it was understood.
func said(p *plan) string {
	out := fmt.Sprintf("%s %d-%d %s", p.Title, p.Least, p.Most, p.Name)
	for _, v := range []string{"more players", "modern trains", "short squeeze"} {
		if p.Options[v] != "" {
			out += " +" + v
		}
	}
	if p.Seeded {
		out += fmt.Sprintf(" seed %d", p.Seed)
	}
	if p.Pace != nil {
		out += " pace " + p.Pace.String()
	}
	if p.Private {
		out += " private"
	}
	return out
}

// The seats are drawn from the seed, all orders can come, and nobody is lost.
func TestSeatOrder(t *testing.T) {
	players := []people.Member{{Name: "Amy", Address: "a@x"}, {Name: "Brian", Address: "b@x"}, {Name: "amy", Address: "c@x"}}
	orders := map[string]int{}
	for seed := range int64(200) {
		g := Gathering{Title: "18newengland", Seed: seed + 1}
		n, err := g.openGame(players)
		if err != nil {
			t.Fatal(err)
		}
		var order, names []string
		for _, s := range n.Seats {
			order, names = append(order, s.Address), append(names, strings.ToLower(s.Name))
		}
		orders[strings.Join(order, " ")]++
		slices.Sort(names)
		if again, _ := g.openGame(players); !slices.EqualFunc(again.Seats, n.Seats, func(a, b table.Seat) bool { return a.Address == b.Address }) || strings.Join(names, ",") != "amy,amy 2,brian" {
			t.Fatalf("seed %d: %v", seed+1, n.Seats)
		}
	}
	if len(orders) != 6 {
		t.Errorf("of six orders came %v", orders)
	}
}

// A member invites twenty people in a day and no more, whatever becomes of the
// games; the next day they may go on.
func TestInvitationsOfADay(t *testing.T) {
	d := newDesk(t)
	d.three()
	for i := range 4 {
		lines := []string{"new 18newengland players 2", "invite"}
		for j := range 5 {
			lines[1] += fmt.Sprintf(" friend%d.%d@example.net", i, j)
		}
		d.receive(d.from("p1", fmt.Sprintf("%d@a", i), lines...), outcomeApplied)
		if i == 0 {
			list, err := d.service.draft().gatherings()
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			d.receive(d.from("p1", "leave@a", "leave "+list[0].ID), outcomeApplied)
		}
		if n := len(d.flush()); n != 6 && n != 7 {
			t.Errorf("%d mails", n)
		}
	}
	more := d.from("p1", "more@a", "new 18newengland players 2", "invite one.more@example.net")
	d.receive(more, outcomeRejected)
	d.now = d.now.Add(24 * time.Hour)
	d.receive(append(more, '\n'), outcomeRejected) // its Message-ID is known
	d.receive(d.from("p1", "next@a", "new 18newengland players 2", "invite one.more@example.net"), outcomeApplied)
}

// Nobody is invited at an address whose mails come back, and an invitation that
// comes back counts.
func TestNoInvitationsIntoTheVoid(t *testing.T) {
	d := newDesk(t)
	d.three()
	d.receive(d.from("p1", "1@a", "new 18newengland players 2-5", "invite zoe@example.net"), outcomeApplied)
	for _, m := range d.flush() {
		if m.to != "zoe@example.net" {
			continue
		}
		p, err := d.service.draft().proofOf(letter.Letter{Bounce: &letter.Failure{Class: 5, MessageID: readBack(t, m).header.Get("Message-ID")}})
		if p.address != m.to || err != nil {
			t.Errorf("the bounce is taken for that of %q, %v", p.address, err)
		}
	}
	if err := d.db.SetMark(suspendName("Yves@example.net"), "2026-03-01T00:00:00Z"); err != nil {
		t.Fatal(err)
	}
	d.receive(d.from("p1", "2@a", "new 18newengland players 2-5", "invite yves@example.net"), outcomeRejected)
}

// In an hour twenty strangers get a code at most, and none without a word for
// the lobby.
func TestStrangersOfAnHour(t *testing.T) {
	d := newDesk(t)
	d.cfg.Lobby = config.Open
	d.restart(d.db)
	stranger := func(i int, line string) []byte {
		return fmt.Appendf(nil, "From: <zoe%d@example.net>\r\nTo: <%s>\r\nMessage-ID: <%d.%s@z>\r\n\r\n%s\r\n", i, testAddress, i, line[:3], line)
	}
	for i := range 20 {
		d.receive(stranger(i, "join g1"), outcomeHeld)
		d.receive(stranger(i, "pass"), outcomeIgnored)
		d.receive(stranger(i, "settings"), outcomeIgnored)
		d.receive(stranger(i, "games"), outcomeIgnored) // one a day
	}
	d.receive(stranger(20, "games"), outcomeIgnored)
	if n := len(d.flush()); n != 20 {
		t.Errorf("%d mails to strangers", n)
	}
	d.now = d.now.Add(time.Hour)
	d.receive(stranger(21, "games"), outcomeHeld)
}

// Who changes to an address that is a member's already has the places of both.
func TestTwoMembersBecomeOne(t *testing.T) {
	d := newDesk(t)
	d.three()
	d.receive(d.from("p1", "1@a", "new 18newengland players 2-3 called Bay", "invite amelia@example.net brian@example.org"), outcomeApplied)
	marks := map[string]string{}
	if err := d.service.draft().moveGatherings(marks, "amy@example.org", "amelia@example.net"); err != nil {
		t.Fatal(err)
	}
	amy, _ := d.service.draft().member("amy@example.org")
	amelia, _ := d.service.draft().member("amelia@example.net")
	if text, ok := marks[people.Mark+amelia.ID]; !ok || text != "" {
		t.Errorf("the other member stays: %q", text)
	}
	list, err := d.service.draft().gatherings()
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	g := list[0].renamed(amelia.ID, amy.ID)
	if len(g.Players) != 1 || g.invitation(amelia.ID) != nil || g.invitation(amy.ID) == nil || slices.Contains(g.expected(), amy.ID) {
		t.Errorf("%+v", g)
	}
	if !strings.Contains(marks[gatheringMark+g.ID], amy.ID) || strings.Contains(marks[gatheringMark+g.ID], amelia.ID) {
		t.Error(marks)
	}
}
