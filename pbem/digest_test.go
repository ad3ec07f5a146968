package pbem

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/postbox"
	"pbem/pbem/senders"
	"pbem/store"
)

// daily begins three games of Amy, Brian, Crystal and Dora. Dora asks for one mail a day, at 18:00.
func (d *testService) daily() {
	d.t.Helper()
	d.now = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	four := []string{"Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>", "Dora <dora@example.org>"}
	for _, name := range []string{"Shoreline", "Steel", "Granite"} {
		if d.title = ""; name == "Steel" {
			d.title = "1817"
		}
		d.start(name, seats(d.t, four...)...)
	}
	d.receive(d.mail("dora@example.org", "g1.p4", "daily@example.org", "set mail daily 18:00"), desk.OutcomeAnswered)
	d.flush()
}

// play has Amy move in the three games, and Brian in one of them.
func (d *testService) play() {
	d.say("g1", "p1 reserve NLN")
	d.say("g2", "p1 pass")
	d.say("g3", "p1 reserve PE")
	d.say("g1", "p2 reserve PE")
}

// until sends all mails until a time of the day, every minute. It returns those to an address with the time of each.
func (d *testService) until(clock, to string) (mails []sent, at []string) {
	d.t.Helper()
	for d.now.Format("15:04") != clock {
		d.now = d.now.Add(time.Minute)
		for _, m := range d.flush() {
			meets(d.t, m.raw)
			if m.to == to {
				mails, at = append(mails, m), append(at, d.now.Format("15:04"))
			}
		}
	}
	return mails, at
}

// Who plays in three games and wants mails once a day gets one mail, with what each of the three mails would have told.
// The store knows that all of them were sent: the next mails tell only what is new.
func TestOneMailADay(t *testing.T) {
	d := newTestService(t)
	d.daily()
	d.play()
	mails, at := d.until("20:00", "dora@example.org")
	if len(mails) != 1 || at[0] != "18:00" {
		t.Fatalf("%d mails came at %v", len(mails), at)
	}
	o := readBack(t, mails[0])
	for _, part := range []string{
		"News of 3 games", "  g1 Shoreline Draft - Crystal to move Amy and Brian moved", "  g2 Steel     Auction - Brian to move Amy moved", "  g3 Granite   Draft - Brian to move   Amy moved",
		"g1 Shoreline\n\n  Crystal is to move - Draft\n", "reserved NLN", "reserved PE", ". game g1",
	} {
		if !strings.Contains(o.text, part) {
			t.Errorf("the text lacks %q:\n%s", part, o.text)
		}
	}
	for _, seat := range []string{"g1.p4", "g2.p4", "g3.p4"} {
		if !strings.Contains(o.html, strings.Replace(d.reply(seat), "+", "%2B", 1)) {
			t.Errorf("the HTML has no link to the reply address of %s", seat)
		}
	}
	if o.subject(t) != "3 games: Shoreline (g1), Steel (g2), Granite (g3)" || o.header.Get("Date") != "Mon, 02 Mar 2026 18:00:00 +0000" {
		t.Errorf("%s, %s", o.subject(t), o.header.Get("Date"))
	}
	if left, err := d.db.Due(d.now.AddDate(0, 0, 7), 0); err != nil || len(left) != 0 {
		t.Errorf("%d mails wait still, %v", len(left), err)
	}
	d.say("g1", "p3 reserve GR")
	for _, m := range d.flush() {
		if text := readBack(t, m).text; m.to == "dora@example.org" && (strings.Contains(text, "NLN") && !strings.Contains(text, "reserved GR") || !strings.Contains(text, "your move")) {
			t.Errorf("after the digest:\n%s", text)
		}
	}
}

// A mail that asks its reader comes at once and alone, and so does the mail of a game that is alone at the hour.
func TestWhatGoesInNoDigest(t *testing.T) {
	d := newTestService(t)
	d.daily()
	d.play()
	d.say("g1", "p3 reserve GR") // Dora is asked
	asked := 0
	for _, m := range d.flush() {
		if m.to == "dora@example.org" {
			asked++
			if o := readBack(t, m); !strings.Contains(o.subject(t), "[Shoreline] Draft - your move") || envelope.IsNews(m.raw) {
				t.Errorf("she is asked in %q", o.subject(t))
			}
		}
	}
	mails, _ := d.until("20:00", "dora@example.org")
	if asked != 1 || len(mails) != 1 || readBack(t, mails[0]).subject(t) != "2 games: Steel (g2), Granite (g3)" {
		t.Fatalf("%d mails ask, %d came at the hour", asked, len(mails))
	}
	d.say("g2", "p2 pass")
	mails, at := d.until("18:01", "dora@example.org")
	if len(mails) != 1 || at[0] != "18:00" || readBack(t, mails[0]).subject(t) != "[Steel] Auction - Crystal to move   (g2)" {
		t.Errorf("alone came %d mails at %v", len(mails), at)
	}
}

// Mails that a provider has put off for an hour come together, to readers who have a reply address for no game. Others get
// them one by one.
func TestPutOffTogether(t *testing.T) {
	d := newTestService(t)
	d.daily()
	d.receive(d.mail("dora@example.org", "g1.p4", "at.once@example.org", "set mail at once"), desk.OutcomeAnswered)
	d.flush()
	d.say("g1", "p1 reserve NLN")
	d.say("g2", "p1 pass")
	if got := recipients(d.flush()); strings.Count(strings.Join(got, " "), "dora") != 2 {
		t.Errorf("mails that wait for nothing went to %v", got)
	}
	back := d.now.Add(time.Hour)
	d.post.refuse = func(string) error {
		if d.now.Before(back) {
			return &postbox.SendError{Temporary: true, Stage: postbox.AtRcpt, Code: 451, Msg: "slow down"}
		}
		return nil
	}
	d.say("g1", "p2 reserve PE")
	d.say("g2", "p2 pass")
	d.say("g3", "p1 reserve PE")
	got := map[string][]string{}
	for d.now.Before(back.Add(2 * time.Hour)) {
		d.now = d.now.Add(time.Minute)
		for _, m := range d.flush() {
			meets(t, m.raw)
			got[m.to] = append(got[m.to], readBack(t, m).subject(t))
		}
	}
	if want := []string{"3 games: Shoreline (g1), Steel (g2), Granite (g3)"}; !slices.Equal(got["dora@example.org"], want) {
		t.Errorf("Dora got %q, want %q", got["dora@example.org"], want)
	}
	if n := len(got["amy@example.org"]); n != 3 {
		t.Errorf("Amy, who has no address for all games, got %q", got["amy@example.org"])
	}
	if n := len(got["crystal@example.org"]); n != 3 {
		t.Errorf("Crystal, who is asked in one game, got %q", got["crystal@example.org"])
	}
}

// An answer to a digest says for which game it is. Without that nothing is carried out.
func TestAnswerToADigest(t *testing.T) {
	d := newTestService(t)
	d.daily()
	d.play()
	mails, _ := d.until("20:00", "dora@example.org")
	o := readBack(t, mails[0])
	answer := func(id string, lines ...string) []byte {
		raw := fmt.Sprintf("From: <dora@example.org>\nTo: <%s>\nSubject: Re: %s\nMessage-ID: <%s>\nIn-Reply-To: %s\nReferences: %s %[4]s\n\n%[6]s\n\nAm 2.3.2026 schrieb 18xx by mail:\n> %[7]s",
			o.address(t, "Reply-To").Address, o.subject(t), id, o.header.Get("Message-ID"), o.header.Get("References"), strings.Join(lines, "\n"), strings.ReplaceAll(o.text, "\n", "\n> "))
		return []byte(strings.ReplaceAll(raw, "\n", "\r\n"))
	}
	before := []int{d.version("g1"), d.version("g2"), d.version("g3")}
	d.receive(answer("1@x", "press Well done"), desk.OutcomeRejected)
	if got := d.flush(); len(got) != 1 || !strings.Contains(text(t, got[0]), `Say first for which game, with a line such as "game g12"`) {
		t.Errorf("%d mails answer what is for no game", len(got))
	}
	if after := []int{d.version("g1"), d.version("g2"), d.version("g3")}; !slices.Equal(after, before) {
		t.Errorf("the games went from %v to %v", before, after)
	}
	d.receive(answer("2@x", "game g2", "press Well done"), desk.OutcomeApplied)
	if after := []int{d.version("g1"), d.version("g2"), d.version("g3")}; after[0] != before[0] || after[1] == before[1] || after[2] != before[2] {
		t.Errorf("the games went from %v to %v", before, after)
	}
	l := letter.Read(answer("3@x", "game g3", "pass"), letter.Limits{Verbs: desk.CommandWords()})
	for i, game := range []string{"g1", "g2", "g3"} {
		if n, ok := batch.PositionOf(d.service.Desk, o.header.Get("Message-ID"), game); ok && n != before[i] {
			t.Errorf("the digest is of position %d of %s, not %d", n, game, before[i])
		}
		if n, ok := batch.Position(d.service.Desk, l, game); !ok || n != before[i] {
			t.Errorf("the answer is to position %d of %s, %v; want %d", n, game, ok, before[i])
		}
	}
}

// Who unsubscribes from digests gets mails on their turn.
func TestUnsubscribedFromDigests(t *testing.T) {
	d := newTestService(t)
	d.daily()
	d.play()
	mails, _ := d.until("20:00", "dora@example.org")
	to, subject, _ := strings.Cut(strings.TrimPrefix(strings.Trim(readBack(t, mails[0]).header.Get("List-Unsubscribe"), "<>"), "mailto:"), "?subject=")
	d.receive(fmt.Appendf(nil, "From: <dora@example.org>\r\nTo: <%s>\r\nSubject: %s\r\nMessage-ID: <u@x>\r\n\r\n", to, strings.ReplaceAll(subject, "%20", " ")), desk.OutcomeAnswered)
	if m, err := d.service.Draft().Member("dora@example.org"); err != nil || m.News != people.TurnNews || m.Daily != "" {
		t.Errorf("%+v, %v", m, err)
	}
}

// Copies for a second address go as a digest of their own, whose answers count as well.
func TestDigestOfCopies(t *testing.T) {
	d := newTestService(t)
	d.daily()
	m, err := d.service.Draft().Member("dora@example.org")
	if err != nil {
		t.Fatal(err)
	}
	m.Also, m.Both, m.Plain = "dora@work.example", true, true
	if err := d.service.Unit(nil, func(w *desk.Draft) error {
		c := store.Commit{Marks: store.Marks{}}
		w.KeepMember(c.Marks, m)
		return w.Queue(c)
	}); err != nil {
		t.Fatal(err)
	}
	d.play()
	var ids []string
	for d.now.Hour() < 19 {
		d.now = d.now.Add(time.Hour)
		for _, s := range d.flush() {
			if strings.HasPrefix(s.to, "dora@") {
				meets(t, s.raw)
				o := readBack(t, s)
				ids = append(ids, s.to+" "+o.subject(t)[:8])
				if o.html != "" || !strings.Contains(o.text, "g3 Granite\n\n  Brian is to move") || o.address(t, "Reply-To").Address != d.tokenOf("dora@example.org") {
					t.Errorf("%s gets\n%s", s.to, s.raw)
				}
			}
		}
	}
	if want := []string{"dora@example.org 3 games:", "dora@work.example 3 games:"}; !slices.Equal(ids, want) {
		t.Errorf("sent %q, want %q", ids, want)
	}
}

// If a mail was written as text only, or its reader wants that now, the digest is text only.
func TestPlainDigest(t *testing.T) {
	for _, before := range []bool{true, false} {
		d := newTestService(t)
		d.daily()
		plain := func(yes bool, id string) {
			line := map[bool]string{true: "set mail plain", false: "set mail html"}[yes]
			d.receive(d.mail("dora@example.org", "g1.p4", id, line), desk.OutcomeAnswered)
			d.flush()
		}
		plain(before, "1@x")
		d.say("g1", "p1 reserve NLN")
		if before {
			plain(false, "2@x") // the first is text, the second has HTML
		}
		d.say("g2", "p1 pass")
		if !before {
			plain(true, "3@x") // both have HTML
		}
		mails, _ := d.until("18:01", "dora@example.org")
		if len(mails) != 1 {
			t.Fatalf("%d mails", len(mails))
		}
		if o := readBack(t, mails[0]); o.html != "" || !strings.HasPrefix(o.header.Get("Content-Type"), "text/plain") || !strings.Contains(o.text, "News of 2 games") {
			t.Errorf("plain %v at first:\n%s", before, mails[0].raw)
		}
	}
}

// tokenOf returns the reply address of a member.
func (d *testService) tokenOf(address string) string {
	d.t.Helper()
	m, err := d.service.Draft().Member(address)
	if err != nil {
		d.t.Fatal(err)
	}
	return d.service.Office.ReplyTo(d.service.Office.Tag(envelope.NoGame, m.ID, m.Token))
}

// A digest that comes back counts once, whichever of its mails the report is about, and only if it is ours.
func TestDigestComesBack(t *testing.T) {
	d := newTestService(t)
	d.daily()
	d.play()
	mails, _ := d.until("20:00", "dora@example.org")
	of := quotedTo(t, mails, "dora@example.org")
	d.receive(bounce(1, testAddress, "dora@example.org", "5.1.1", strings.Replace(of, "<digest.", "<digest.x", 1)), desk.OutcomeIgnored)
	if got := d.score("dora@example.org"); got != 0 {
		t.Errorf("a forged report counts %d", got)
	}
	d.receive(bounce(2, testAddress, "dora@example.org", "5.1.1", of), desk.OutcomeIgnored)
	d.receive(bounce(3, testAddress, "dora@example.org", "5.1.1", of), desk.OutcomeIgnored)
	if got := d.score("dora@example.org"); got != senders.LastingPoints {
		t.Errorf("a digest that came back counts %d", got)
	}
	refs := readBack(t, mails[0]).header.Get("References") // a report may quote all of the header
	d.receive(bounce(4, testAddress, "dora@example.org", "5.1.1", strings.Replace(of, "\r\n", "\r\nReferences: "+refs+"\r\n", 1)), desk.OutcomeIgnored)
	if got := d.score("dora@example.org"); got != senders.LastingPoints {
		t.Errorf("with what it refers to it counts %d", got)
	}
}

// A digest counts as one mail of the day.
func TestDigestPerDay(t *testing.T) {
	d := newTestService(t)
	d.daily()
	d.cfg.PerDay = 50 // counted one by one
	d.restart(d.db)
	d.play()
	count := func() int {
		h, err := desk.Sendings.Get(d.db)
		if err != nil {
			t.Fatal(err)
		}
		return h.Value.Total()
	}
	d.now = d.now.Add(8 * time.Hour)
	d.flush()
	was := count()
	d.now = d.now.Add(intake.FirstRetry + time.Hour)
	if n := len(d.flush()); n != 1 || count()-was != 1 {
		t.Errorf("%d mails went out, %d are counted", n, count()-was)
	}
}
