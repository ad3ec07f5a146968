package pbem

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/table"
)

// silenced has the address of a player suspended because its mails come back.
func (d *testService) silenced(address string) {
	d.t.Helper()
	for n := 0; d.score(address) < d.service.Config.BounceLimit; n++ {
		d.receive(bounce(50+n, testAddress, address, "5.1.1", d.another(address)), desk.OutcomeIgnored)
	}
	d.flush()
}

// What others wrote to a player, and had not gone out when the player's address was suspended, goes out when the player is back:
// by a mail of theirs, or because the host says so.
func TestMessagesWaitForASuspendedReader(t *testing.T) {
	for name, back := range map[string]func(d *testService){
		"writes": func(d *testService) {
			d.receive(d.from("p2", "9@example.org", "reserve GR"), desk.OutcomeApplied)
		},
		"resend": func(d *testService) {
			d.says("resend g1 Brian") // the position, without news
			d.receive(d.from("p1", "9@example.org", "press hello"), desk.OutcomeApplied)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newTestService(t)
			d.talk = table.PrivateTalk
			d.three()
			d.flush()
			d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
			d.flush()
			last := d.another("brian@example.org")
			d.receive(bounce(1, testAddress, "brian@example.org", "5.1.1", d.another("brian@example.org")), desk.OutcomeIgnored)
			d.receive(bounce(2, testAddress, "brian@example.org", "5.1.1", d.another("brian@example.org")), desk.OutcomeIgnored)
			d.post.refuse = away("brian@example.org")
			d.receive(d.from("p1", "2@example.org", "press to Brian: let us start NLN together"), desk.OutcomeAnswered)
			d.receive(d.from("p3", "3@example.org", "press the bridge is mine"), desk.OutcomeApplied)
			d.says("tell all There is a new address.")
			d.flush()
			d.receive(bounce(3, testAddress, "brian@example.org", "5.1.1", last), desk.OutcomeIgnored)
			d.post.refuse = nil
			d.now = d.now.Add(intake.LastRetry)
			if mails := to(d.flush(), "brian@example.org"); mails != "" {
				t.Fatalf("Brian is suspended, and gets\n%s", mails)
			}
			if list := d.says("failed"); strings.Count(list, "goes out when the address can be reached again") != 2 {
				t.Errorf("the host is told:\n%s", list)
			}
			back(d)
			got := ""
			for _, m := range d.flush() {
				if m.to == "brian@example.org" {
					got += readBack(t, m).text
				}
			}
			for _, want := range []string{"> let us start NLN together", "the bridge is mine", "There is a new address."} {
				if strings.Count(got, want) != 1 {
					t.Errorf("Brian is told %d times of %q:\n%s", strings.Count(got, want), want, got)
				}
			}
			if failed, err := failures(d.db); err != nil || len(failed) > 0 {
				t.Errorf("%d mails have still failed, %v", len(failed), err)
			}
		})
	}
}

// A player who wants one mail a day was written to when the address was suspended, and comes back after many days. What is known of
// old mails is deleted by then, but not what they would have told.
func TestNewsWaitForASuspendedReader(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p2", "1@example.org", "set mail daily 18:00"), desk.OutcomeAnswered)
	d.receive(d.from("p1", "2@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.receive(d.from("p2", "3@example.org", "reserve GR"), desk.OutcomeApplied)
	d.flush()
	d.receive(d.from("p1", "4@example.org", "press the bridge is mine"), desk.OutcomeApplied)
	d.silenced("brian@example.org")
	for range 4 * (d.service.Config.KeepDays + 10) {
		d.now = d.now.Add(6 * time.Hour)
		mailroom{d.service}.Heard()
		d.service.Tick(t.Context())
		d.flush()
	}
	d.receive(d.from("p2", "5@example.org", "status"), desk.OutcomeAnswered)
	d.flush()
	d.receive(d.from("p1", "6@example.org", "press and the tunnel"), desk.OutcomeApplied)
	d.now = d.now.Add(24 * time.Hour)
	if got := to(d.flush(), "brian@example.org"); !strings.Contains(got, "the bridge is mine") || !strings.Contains(got, "and the tunnel") {
		t.Errorf("Brian is told:\n%s", got)
	}
}

// A player who can be reached again hears at once of all games in which something has happened, each once: what is asked, and the
// news. Nobody else gets a mail for that.
func TestAllGamesTellWhoIsBack(t *testing.T) {
	for name, back := range map[string]func(d *testService){
		"writes": func(d *testService) {
			d.receive(d.mail("brian@example.org", "g2.p2", "9@x", "reserve GR"), desk.OutcomeApplied)
		},
		"is refused": func(d *testService) {
			d.receive(d.mail("brian@example.org", "g2.p2", "9@x", "fly to the moon"), desk.OutcomeRejected)
		},
		"is tried by the host": func(d *testService) { d.says("resend g2 Brian") },
	} {
		t.Run(name, func(t *testing.T) {
			d := newTestService(t)
			for range 4 {
				d.three()
			}
			d.flush()
			for _, game := range []string{"g2", "g4"} { // in g4 he has heard all
				d.receive(d.mail("amy@example.org", game+".p1", game+"1@x", "reserve NLN"), desk.OutcomeApplied)
			}
			d.flush()
			d.silenced("brian@example.org")
			d.receive(d.mail("amy@example.org", "g1.p1", "2@x", "reserve NLN"), desk.OutcomeApplied)
			d.receive(d.mail("crystal@example.org", "g3.p3", "3@x", "press the bridge is mine"), desk.OutcomeApplied)
			d.flush()
			back(d)
			told := map[string]string{}
			for _, m := range d.flush() {
				o := readBack(t, m)
				if m.to == "brian@example.org" {
					told[o.subject(t)] += o.text
				} else if !strings.HasSuffix(o.subject(t), "(g2)") {
					t.Errorf("%s gets %q", m.to, o.subject(t))
				}
			}
			if got := told["[Shoreline] Draft - your move   (g1)"]; strings.Count(got, "reserved NLN") == 0 {
				t.Errorf("g1 does not ask him: %q", got)
			}
			if got := told["[Shoreline] Draft - Amy to move   (g3)"]; strings.Count(got, "the bridge is mine") != 1 {
				t.Errorf("g3 tells him: %q", got)
			}
			if len(told) != 3 {
				t.Errorf("he gets %d mails", len(told))
			}
			if again := d.flush(); len(again) > 0 {
				t.Errorf("again: %v", recipients(again))
			}
		})
	}
}

// Who gets a new address because mails to the old one come back gets there what the old one has not got, once, and nothing
// waits for the old one any more.
func TestNewAddressGetsWhatTheOldDidNot(t *testing.T) {
	for name, late := range map[string]bool{"kept": false, "still tried": true} {
		t.Run(name, func(t *testing.T) {
			d := newTestService(t)
			d.talk = table.PrivateTalk
			d.three()
			d.flush()
			d.post.refuse = away("brian@example.org")
			d.receive(d.from("p1", "1@example.org", "press to Brian: let us start NLN together"), desk.OutcomeAnswered)
			if !late {
				d.says("tell all There is a new address.")
			}
			d.receive(d.from("p1", "2@example.org", "reserve NLN"), desk.OutcomeApplied)
			d.receive(d.from("p3", "3@example.org", "press the bridge is mine"), desk.OutcomeApplied)
			d.flush()
			d.post.refuse = nil
			suspend := func() {
				for n := 0; d.score("brian@example.org") < d.service.Config.BounceLimit; n++ {
					d.receive(bounce(50+n, testAddress, "brian@example.org", "5.1.1", d.another("brian@example.org")), desk.OutcomeIgnored)
				}
			}
			suspend()
			if !late {
				d.now = d.now.Add(intake.LastRetry)
				d.flush()
			}
			d.says("address all brian@example.org brian@new.example")
			got := d.flush()
			d.now = d.now.Add(intake.LastRetry)
			got = append(append(got, d.flush()...), d.flush()...)
			text := ""
			for _, m := range got {
				if m.to != "brian@new.example" {
					if m.to == "brian@example.org" {
						t.Errorf("the old address gets %q", readBack(t, m).subject(t))
					}
					continue
				}
				o := readBack(t, m)
				text += o.text
				if reply := o.header.Get("Reply-To"); !strings.Contains(reply, d.service.Office.ReplyTo(d.service.Office.Tag("g1", "p2", 1))) && !strings.Contains(o.subject(t), "host") {
					t.Errorf("%q is answered to %s", o.subject(t), reply)
				}
			}
			for want, wanted := range map[string]bool{"let us start NLN together": true, "There is a new address.": !late, "the bridge is mine": true, "Amy reserved NLN": true} {
				if n := strings.Count(text, want); n != 1 && wanted {
					t.Errorf("Brian is told %d times of %q:\n%s", n, want, text)
				}
			}
			if list := d.says("failed"); !strings.HasSuffix(strings.TrimSpace(list), "No mail has failed.") {
				t.Errorf("the host is told:\n%s", list)
			}
			if got := to(d.flush(), "amy@example.org"); strings.Contains(got, "did not reach") {
				t.Errorf("Amy is told:\n%s", got)
			}
		})
	}
}

// The mail that told somebody the end of a game did not reach the old address. The new one gets it.
func TestNewAddressHearsOfTheEnd(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.three()
	d.flush()
	d.post.refuse = unknown("brian@example.org")
	d.says("close g1 really The table is needed.")
	d.flush()
	d.post.refuse = nil
	if list := d.says("failed"); !strings.Contains(list, "brian@example.org") {
		t.Fatalf("the host is told:\n%s", list)
	}
	d.says("address all brian@example.org brian@new.example")
	got := d.flush()
	n := 0
	for _, m := range got {
		if o := readBack(t, m); m.to == "brian@new.example" && strings.Contains(o.subject(t), "(g1)") {
			n++
			if !strings.Contains(o.text, "The table is needed.") {
				t.Errorf("he reads:\n%s", o.text)
			}
		}
	}
	if n != 1 {
		t.Errorf("Brian is told %d times of the end", n)
	}
	if list := d.says("failed"); !strings.HasSuffix(strings.TrimSpace(list), "No mail has failed.") {
		t.Errorf("the host is told:\n%s", list)
	}
}

// comesBackThrice has a mail to Brian come back, and him suspended, until he writes to another game, three times. He gets a mail in its
// place each time, whose subject and text have some words.
func (d *testService) comesBackThrice(last []sent, subject, words string) {
	d.t.Helper()
	for round := range 3 {
		d.receive(bounce(10*round+1, testAddress, "brian@example.org", "5.1.1", quotedTo(d.t, last, "brian@example.org")), desk.OutcomeIgnored)
		d.silenced("brian@example.org")
		d.receive(d.mail("brian@example.org", "g2.p2", fmt.Sprintf("%d@x", 2+round), fmt.Sprint("press hello ", round)), desk.OutcomeApplied)
		last = nil
		for _, m := range d.flush() {
			if m.to == "brian@example.org" && strings.Contains(readBack(d.t, m).subject(d.t), subject) {
				last = append(last, m)
			}
		}
		if len(last) != 1 {
			d.t.Fatalf("in round %d he gets %d mails", round, len(last))
		}
		if text := readBack(d.t, last[0]).text; !strings.Contains(text, words) {
			d.t.Errorf("in round %d he reads\n%s", round, text)
		}
	}
}

// The mail that asks a player for a move came back, and nothing has happened since, for the game waits for them. When they are back they get
// it once more, and again if that one comes back, too. The game read as told before.
func TestWhoIsBackIsAskedAgain(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.three()
	d.receive(d.mail("amy@example.org", "g1.p1", "1@x", "reserve NLN"), desk.OutcomeApplied)
	d.comesBackThrice(d.flush(), "your move   (g1)", "reserved NLN")
	d.receive(d.mail("brian@example.org", "g1.p2", "9@x", "reserve GR"), desk.OutcomeApplied)
}

// So is the end of a game told until that arrives.
func TestWhoIsBackIsToldTheEndAgain(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.three()
	d.says("close g1 really The table is needed.")
	d.comesBackThrice(d.flush(), "(g1)", "The table is needed.")
}

// A game ends while mails to a player come back, or the mail that tells its end comes back itself. The player hears of it when they are
// back, once, and of no other game that has ended.
func TestWhoIsBackHearsOfTheEnd(t *testing.T) {
	for name, ends := range map[string]func(d *testService){
		"while suspended": func(d *testService) {
			d.silenced("brian@example.org")
			d.says("close g1 really The table is needed.")
			d.flush()
		},
		"not sent yet": func(d *testService) {
			d.post.refuse = away("brian@example.org")
			d.says("close g1 really The table is needed.")
			d.flush()
			d.silenced("brian@example.org")
			d.post.refuse = nil
			d.now = d.now.Add(intake.LastRetry)
			d.flush()
		},
		"came back": func(d *testService) {
			d.says("close g1 really The table is needed.")
			d.receive(bounce(1, testAddress, "brian@example.org", "5.1.1", quotedTo(d.t, d.flush(), "brian@example.org")), desk.OutcomeIgnored)
			d.silenced("brian@example.org")
		},
		"came back, and he is not suspended": func(d *testService) {
			d.says("close g1 really The table is needed.")
			d.receive(bounce(1, testAddress, "brian@example.org", "5.1.1", quotedTo(d.t, d.flush(), "brian@example.org")), desk.OutcomeIgnored)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newTestService(t)
			d.three()
			d.three()
			d.three()
			d.says("close g3 really It was one too many.")
			d.flush()
			ends(d)
			for k, line := range []string{"press hello", "press I am here"} {
				got, n := "", 0
				d.receive(d.mail("brian@example.org", "g2.p2", fmt.Sprintf("%d@example.org", 70+k), line), desk.OutcomeApplied)
				for _, m := range d.flush() {
					if o := readBack(t, m); m.to == "brian@example.org" && strings.Contains(o.subject(t), "(g1)") {
						n++
						got += o.text
					} else if m.to == "brian@example.org" && strings.Contains(o.subject(t), "(g3)") {
						t.Errorf("Brian is told again of the end of g3:\n%s", o.text)
					}
				}
				if want := 1 - k; n != want || want == 1 && !strings.Contains(got, "The table is needed.") {
					t.Errorf("after mail %d Brian is told %d times of the end:\n%s", k+1, n, got)
				}
			}
		})
	}
}

// Who has one game, which has ended, and never writes, is told the end again if that did not arrive: after a day, once. If it never
// arrives it is tried three times, and the host is told.
func TestEndIsToldAgainToWhoNeverWrites(t *testing.T) {
	const brian, host = "brian@example.org", "host@example.org"
	for _, refused := range []bool{true, false} {
		for lost := range 4 {
			d := newTestService(t)
			d.service.Config.Hosts = []string{host}
			d.three()
			d.flush()
			told, alarms := 0, 0
			d.post.refuse = func(to string) error {
				if to != brian || !refused {
					return nil
				}
				if told++; told > lost {
					return nil
				}
				return unknown(brian)(to)
			}
			d.says("close g1 really The table is needed.")
			first := d.now
			for range 6 * 4 { // six days
				for _, m := range d.flush() {
					o := readBack(t, m)
					if m.to == host && strings.Contains(o.subject(t), brian+" come back") {
						alarms++
					}
					if m.to != brian || refused {
						continue
					}
					if !strings.Contains(o.text, "The table is needed.") {
						t.Errorf("Brian is told something else:\n%s", o.text)
					}
					if told++; told <= lost {
						d.receive(bounce(told, testAddress, brian, "5.1.1", string(m.raw)), desk.OutcomeIgnored)
					}
				}
				if told > 1 && d.now.Sub(first) < desk.EndAgain {
					t.Errorf("Brian is told again after %v", d.now.Sub(first))
				}
				d.now = d.now.Add(6 * time.Hour)
				d.service.Tick(t.Context())
			}
			if want := min(lost+1, 3); told != want || alarms != lost/3 {
				t.Errorf("refused %v, %d did not arrive: Brian was told %d times, want %d; the host %d times", refused, lost, told, want, alarms)
			}
		}
	}
}
