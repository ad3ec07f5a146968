package pbem

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/album"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/pbem/hosting"
	"pbem/pbem/letter"
	"pbem/pbem/postbox"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/trust"
	"pbem/store"
)

// says carries out a line of the host, which must not be refused.
func (d *testService) says(line string) string {
	d.t.Helper()
	answer, err := d.service.HostSays(line)
	if err != nil {
		d.t.Fatalf("host %s: %v", line, err)
	}
	return answer
}

// refuses checks that a line of the host is refused, with want in the sentence.
func (d *testService) refuses(line, want string) {
	d.t.Helper()
	if answer, err := d.service.HostSays(line); err == nil || answer != "" || !strings.Contains(err.Error(), want) {
		d.t.Errorf("host %s: %q, %v; want a refusal with %q", line, answer, err, want)
	}
}

// A game that this version cannot open is in the list with the reason. The other games
// are listed too.
func TestHostListsBrokenGames(t *testing.T) {
	d := newTestService(t)
	d.three()
	record := json.RawMessage(`{"title":"9999","name":"Later","seats":[]}`)
	event, err := engine.MarshalEvent(engine.Started{Title: "9999"})
	if err != nil {
		t.Fatal(err)
	}
	c := store.Commit{At: d.now, Changes: []store.Change{{Game: "g77", Record: record, Events: []json.RawMessage{event}, Keys: []string{desk.KeyOn}}}}
	if err := d.db.Commit(c); err != nil {
		t.Fatal(err)
	}
	d.start("Third", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	list := d.says("list")
	for _, want := range []string{"g1    Shoreline", "g77   cannot be opened: ", "Third"} {
		if !strings.Contains(list, want) {
			t.Errorf("the list has no %q:\n%s", want, list)
		}
	}
	d.refuses("show g77", "cannot be opened")
	d.refuses("pause g77", "cannot be opened")
}

// Failed mails are kept until the host does something about them. Of many the last ones are listed, and those of an address or a game.
func TestHostListsManyFailedMails(t *testing.T) {
	d := newTestService(t)
	d.post.refuse = func(string) error { return &postbox.SendError{Stage: postbox.AtRcpt, Code: 550} }
	c := store.Commit{At: d.now}
	for i := range 60 {
		c.Mails = append(c.Mails, store.Mail{ID: fmt.Sprintf("<move.g%d.7.p1.x@example.org>", i), To: fmt.Sprintf("p%d@example.org", i), Raw: []byte("Subject: x\r\n\r\nx\r\n")})
	}
	if err := d.db.Commit(c); err != nil {
		t.Fatal(err)
	}
	d.flush()
	for _, c := range []struct {
		line        string
		mails       int
		first, last string
	}{
		{"failed", 50, " p10@", " p59@"},
		{"failed p3@example.org", 1, " p3@", " p3@"},
		{"failed G59", 1, " p59@", " p59@"},
		{"failed g60", 0, "g60", "has failed"},
	} {
		list := d.says(c.line)
		if n := strings.Count(list, "host retry"); n != c.mails || !strings.Contains(list, c.first) || !strings.Contains(list, c.last) {
			t.Errorf("%s: %d mails\n%s", c.line, n, list)
		}
		if strings.Contains(list, "60 mails have failed") != (c.mails == 50) {
			t.Errorf("%s begins: %.100s", c.line, list)
		}
	}
}

// A mail that could not be delivered is listed, and sent again when the host asks for it.
// A mail to a suspended address is sent only if the host names the address.
func TestHostRetries(t *testing.T) {
	d := newTestService(t)
	d.post.refuse = func(to string) error {
		if to == "brian@example.org" {
			return &postbox.SendError{Stage: postbox.AtRcpt, Code: 550}
		}
		return nil
	}
	d.three()
	if list := d.says("failed"); !strings.Contains(list, "brian@example.org") || !strings.Contains(list, "host retry move.g1.178.p2.") {
		t.Fatal(list)
	}
	if list := d.says("show g1"); !strings.Contains(list, "failed") || !strings.Contains(list, "score 4 of 10") {
		t.Error(list)
	}
	d.post.refuse = nil
	d.refuses("retry g2", "no failed mail")
	_, line, _ := strings.Cut(d.says("failed"), "    host ")
	d.says(strings.TrimSpace(line))
	if sent := d.flush(); len(sent) != 1 || sent[0].to != "brian@example.org" {
		t.Errorf("%d mails are sent again", len(sent))
	}
	if err := suspend(d.db, "brian@example.org", d.now); err != nil {
		t.Fatal(err)
	}
	answer := d.says("resend g1")
	if sent := d.flush(); len(sent) != 2 || !strings.Contains(answer, "Mails to Brian") {
		t.Errorf("%d mails: %s", len(sent), answer)
	}
	d.now = d.now.Add(1e9)
	d.says("resend g1 brian")
	if sent := d.flush(); len(sent) != 1 || sent[0].to != "brian@example.org" {
		t.Errorf("%d mails are sent to who was named", len(sent))
	}
	if list := d.says("show g1"); strings.Contains(list, "SUSPENDED") || strings.Contains(list, "score") {
		t.Error(list)
	}
}

// An address to which several mails failed is named once.
func TestHostRetriesNone(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.flush()
	d.post.refuse = func(to string) error { return &postbox.SendError{Stage: postbox.AtRcpt, Code: 550} }
	for range 3 {
		d.says("tell g1 Are you there?")
		d.flush()
	}
	if answer := d.says("retry g1"); strings.Count(answer, "amy@example.org is suspended") != 1 {
		t.Error(answer)
	}
}

// A host can have several addresses tried again with one mail.
func TestResendToTwo(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Hal <host@example.org>")...)
	for _, a := range []string{"amy@example.org", "brian@example.org"} {
		if err := suspend(d.db, a, d.now); err != nil {
			t.Fatal(err)
		}
		if err := d.db.Commit(store.Commit{At: d.now, Add: map[string]int{senders.ScoreName(a): 10}}); err != nil {
			t.Fatal(err)
		}
	}
	d.receive(d.mail("host@example.org", "g1.p3", "1@example.org", "host resend g1 Amy", "host resend g1 Brian", "host resend g1 Amy"), desk.OutcomeApplied)
	for _, a := range []string{"amy@example.org", "brian@example.org"} {
		if n := d.score(a); n != 0 {
			t.Errorf("the score of %s is %d", a, n)
		}
	}
}

// positionsNamed returns the positions that a refusal offers.
func positionsNamed(text string) (out []int) {
	_, list, _ := strings.Cut(text, "Take one ")
	for _, number := range regexp.MustCompile(`\d+`).FindAllString(list, -1) {
		n, _ := strconv.Atoi(number)
		out = append(out, n)
	}
	return out
}

// For every position, either the game can go back to it and goes on from there, or the
// refusal names positions to which it can.
func TestRollbackToEveryPosition(t *testing.T) {
	d := newTestService(t)
	id := d.three()
	for _, line := range []string{"p1 reserve NLN", "p2 reserve PE", "p3 reserve GR; value GR 70"} {
		d.say(id, line)
	}
	d.says("tell g1 Hello.")
	whole, err := d.service.Draft().Table(id)
	if err != nil {
		t.Fatal(err)
	}
	rested := 0
	for n := 1; n <= len(whole.Log); n++ {
		next, _, err := whole.BackTo("", n)
		if err != nil {
			for _, named := range positionsNamed(err.Error()) {
				if _, _, err := whole.BackTo("", named); err != nil {
					t.Errorf("position %d: position %d is named, and refused: %v", n, named, err)
				}
			}
			if !strings.Contains(err.Error(), "Take one ") || len(positionsNamed(err.Error())) == 0 {
				t.Errorf("position %d: %v", n, err)
			}
			continue
		}
		rested++
		again := engine.Open(whole.Title.Rules, next.Log)
		if again.Frozen() != nil || len(again.Pending()) == 0 {
			t.Errorf("from position %d the game cannot go on: %v", n, again.Frozen())
		}
	}
	if rested != 6 { // before each of the 4 commands, after the last, and after the host's note
		t.Errorf("the game can rest at %d positions, want 6", rested)
	}
}

// The game cannot go back to a position that was undone, but to one before it. What was
// said beside the game stays.
func TestRollbackTwice(t *testing.T) {
	d := newTestService(t)
	id := d.three()
	start := d.version(id)
	d.say(id, "p1 reserve NLN")
	first := d.version(id)
	d.say(id, "p2 reserve PE")
	second := d.version(id)
	d.says("tell g1 Hello.")
	d.says(fmt.Sprintf("rollback g1 to %d", first))
	d.refuses(fmt.Sprintf("rollback g1 to %d", second), "was itself taken back")
	now := len(d.table(id).Log)
	before := fmt.Sprintf("To take its last command back: host rollback g1 to %d", start)
	for _, senseless := range []string{"0", "-1", "100000", "99999999999999999999", "1.5", "yesterday", ""} {
		d.refuses("rollback g1 to "+senseless, fmt.Sprintf("Write the position. g1 (Shoreline) is at position %d. ", now)+before)
	}
	d.refuses(fmt.Sprintf("rollback g1 to %d", now), "Nothing is taken back by that. ")
	d.refuses("rollback g1 to 5", "in the middle")
	d.says(fmt.Sprintf("rollback g1 to %d", start))
	d.say(id, "p1 reserve GR")
	g, err := d.service.Game(id)
	if err != nil {
		t.Fatal(err)
	}
	said := slices.ContainsFunc(g.Log(), func(e engine.Event) bool { h, ok := e.(engine.Hosted); return ok && h.Text == "Hello." })
	if !said {
		t.Error("the host's words are lost")
	}
}

// When an ended game is opened again, its archive no longer says that it is over.
func TestReopenedArchive(t *testing.T) {
	d := newTestService(t)
	id := d.three()
	at := d.version(id)
	over := func() bool {
		var sum album.Summary
		if err := json.Unmarshal([]byte(d.read(id, album.SummaryFile)), &sum); err != nil {
			t.Fatal(err)
		}
		return sum.Over
	}
	d.says("close g1 really")
	if !over() {
		t.Error("the closed game is not in the archive")
	}
	d.says(fmt.Sprintf("rollback g1 to %d", at))
	if over() {
		t.Error("the archive says that the game is over")
	}
	d.say(id, "p1 reserve NLN")
}

// A diary is in the archive if its writer publishes it, and only then.
func TestDiaryInArchive(t *testing.T) {
	d := newTestService(t)
	id := d.three()
	d.receive(d.from("p1", "1@example.org", "note <b>Brian</b> is weak", "press <i>Hello</i>"), desk.OutcomeApplied)
	d.receive(d.from("p2", "2@example.org", "note Amy is strong"), desk.OutcomeAnswered)
	d.says("close g1 really")
	page := func() string {
		text, err := os.ReadFile(filepath.Join(d.service.ArchiveDir(id), "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := page(); strings.Contains(text, "is weak") || strings.Contains(text, "is strong") || !strings.Contains(text, "Hello") {
		t.Error("a diary can be read that is not published, or press cannot")
	}
	d.receive(d.from("p1", "3@example.org", "publish notes"), desk.OutcomeApplied)
	if text := page(); !strings.Contains(text, "&lt;b&gt;Brian&lt;/b&gt; is weak") || strings.Contains(text, "is strong") || strings.Contains(text, "<i>Hello") {
		t.Error("the diary cannot be read that was published, or the other can")
	}
	d.receive(d.from("p1", "4@example.org", "hide notes"), desk.OutcomeApplied)
	if strings.Contains(page(), "is weak") {
		t.Error("a diary can be read that was hidden again")
	}
}

// A diary stays its writer's if the seat changes hands.
func TestDiaryOfALostSeat(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p1", "1@example.org", "note My secret plan"), desk.OutcomeAnswered)
	d.says("seat g1 Amy dora@example.org Dora")
	d.flush()
	raw := strings.ReplaceAll(string(d.from("p1", "2@example.org", "notes")), "amy@", "dora@")
	raw = strings.ReplaceAll(raw, d.reply("g1.p1"), d.service.Office.ReplyTo(d.service.Office.Tag("g1", "p1", 1)))
	d.receive([]byte(raw), desk.OutcomeAnswered)
	sent := d.flush()
	if len(sent) != 1 || strings.Contains(string(sent[0].raw), "secret plan") || !strings.Contains(string(sent[0].raw), "It is empty") {
		t.Errorf("%d mails, one with what is not for Dora", len(sent))
	}
}

// A private message is not stored once it is sent.
func TestWhisperIsNotKept(t *testing.T) {
	d := newTestService(t)
	d.talk = table.PrivateTalk
	id := d.three()
	d.receive(d.from("p1", "1@example.org", "press to Brian: xyzzy"), desk.OutcomeAnswered)
	if sent := d.flush(); len(sent) != 2 {
		t.Fatalf("%d mails", len(sent))
	}
	tb, err := d.service.Draft().Table(id)
	if err != nil {
		t.Fatal(err)
	}
	log, err := eventText(tb)
	if err != nil || strings.Contains(log, "xyzzy") {
		t.Error("they are in the log", err)
	}
	marks, err := d.db.MarkPage("", "", 0)
	for _, m := range marks {
		if strings.Contains(m.Value, "xyzzy") {
			t.Error("they are in the mark", m.Name)
		}
	}
	queued, qerr := hosting.Waiting(d.service.Draft())
	if err != nil || qerr != nil || len(queued) != 0 {
		t.Error("they wait in the outbox", err, qerr)
	}
}

func eventText(t *table.Table) (string, error) {
	raws, err := engine.MarshalLog(t.Log)
	var b strings.Builder
	for _, r := range raws {
		b.Write(r)
	}
	return b.String(), err
}

// The commands of the host need the token of the host's address, even under the policy
// that trusts the From address.
func TestHostWithoutToken(t *testing.T) {
	d := newTestService(t)
	d.cfg.Trust.Policy = trust.NoToken
	d.restart(d.db)
	d.start("Shoreline", seats(t, "Hilda <host@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.flush()
	raw := "From: host@example.org\r\nTo: " + testAddress + "\r\nMessage-ID: <1@example.org>\r\n\r\nhost pause g1\r\n"
	d.receive([]byte(raw), desk.OutcomeHeld)
	d.receive(d.mail("host@example.org", "g1.p1", "2@example.org", "host pause g1"), desk.OutcomeApplied)
	d.receive(d.mail("brian@example.org", "g1.p2", "3@example.org", "host resume g1"), desk.OutcomeRejected)
	if list := d.says("list"); !strings.Contains(list, "paused") {
		t.Error(list)
	}
}

// No line of the host causes a panic. Each line is carried out and dropped before the
// commit, so that thousands can be tried in a second.
func FuzzHostSays(f *testing.F) {
	d := newTestService(f)
	d.three()
	for _, w := range hosting.Words() {
		f.Add(w.Name + " g1 Amy x@example.org text")
		f.Add(w.Name + " " + w.Form)
	}
	f.Add("rollback g1 to -1")
	f.Add(`show "`)
	f.Add("move g1 Amy: ;;; pass; undo")
	f.Add("seat g1 p1 a@b \u202e")
	f.Fuzz(func(t *testing.T, line string) {
		dr := d.service.Draft()
		err := guard.Do(func() error {
			h := hosting.New(dr)
			if _, err := h.Say(line); err != nil {
				return err
			}
			return h.Commit()
		})
		d.log.Reset()
		if r := new(sheet.Refusal); err != nil && !batch.FillReason(r, err) {
			t.Errorf("%q: %v", line, err)
		}
	})
}

// A list is quick even if the service has just started and has opened no game. It says of
// how many games it is not known whether they are frozen.
func TestListOpensFewGames(t *testing.T) {
	d := newTestService(t)
	for range hosting.MostLooked + 3 {
		d.three()
	}
	d.restart(d.db)
	for range 2 {
		said := d.says("list running")
		if n := len(d.service.Cache.Games); n != hosting.MostLooked || strings.Count(said, "running") != hosting.MostLooked+3 {
			t.Errorf("%d games were opened for\n%s", n, said)
		}
		if !strings.Contains(said, "Of 3 games it is not known yet whether they are on hold") {
			t.Error(said)
		}
		d.restart(d.db)
	}
	d.service.checkedGames(hosting.MostLooked + 3)
	if said := d.says("list running"); strings.Contains(said, "not known") || strings.Count(said, "running") != hosting.MostLooked+3 {
		t.Error(said)
	}
}

// One line may hold several commands of the host, separated by semicolons. A text keeps
// its own semicolons.
func TestHostLinesInOne(t *testing.T) {
	for text, want := range map[string][]string{
		"host list; host failed":                    {"host list", "host failed"},
		"Host list;host failed ; HOST aside":        {"Host list", "host failed", "HOST aside"},
		"host tell g1 Hello; the host is back; bye": {"host tell g1 Hello; the host is back; bye"},
		"host tell g1 Hello; bye; host list":        {"host tell g1 Hello; bye", "host list"},
		"host list;":                                {"host list"},
	} {
		got := hosting.Lines(letter.Letter{Commands: []letter.Line{{Num: 1, Text: text}}})
		if !slices.Equal(got, want) {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
