package pbem

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

// begunLate adopts a stored game as it stood after some events, with Amy, Brian and others on its seats.
func begunLate(t *testing.T, slug, name string, events int, verb ...string) (*testService, string) {
	t.Helper()
	d := newTestService(t)
	ti, _ := titles.Find(slug)
	log, err := replaytest.ReadLog(filepath.Join("..", "titles", slug, "testdata", "v1", name+".log.gz"))
	if err != nil {
		t.Fatal(err)
	}
	log = slices.Clone(engine.Effective(log[:events]))
	for i, e := range slices.Backward(log) {
		if said, ok := e.(engine.Said); ok && (verb == nil || said.Verb == verb[0]) { // where a player is asked
			log = log[:i]
			break
		}
	}
	who := []string{"Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>", "Dora <dora@example.org>", "Emil <emil@example.org>"}
	start := log[0].(engine.Started)
	start.Players = nil
	for _, seat := range seats(t, who[:len(log[0].(engine.Started).Players)]...) {
		start.Players = append(start.Players, seat.Name)
	}
	log[0] = start
	id, err := d.service.Adopt(table.NewGame{Title: ti, Name: "Late", Seats: seats(t, who[:len(start.Players)]...)}, log)
	if err != nil {
		t.Fatal(err)
	}
	d.flush()
	return d, id
}

// A history from a position on may be asked for as other questions about a position are.
func TestHistoryAtAPosition(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.flush()
	for i, line := range []string{"history 120", "history at 120", "history after 120", "history at position 120", "history since 120"} {
		if got := d.amyAsks(fmt.Sprint(i, "@example.org"), desk.OutcomeAnswered, line); !strings.Contains(got, "HISTORY, POSITIONS 120 TO 178") {
			t.Errorf("%s:\n%s", line, got)
		}
	}
}

// amyAsks sends lines of Amy and returns the only answer.
func (d *testService) amyAsks(id, outcome string, lines ...string) string {
	d.t.Helper()
	d.receive(d.mail("amy@example.org", "g1.p1", id, lines...), outcome)
	out := d.flush()
	if len(out) != 1 {
		d.t.Fatalf("%q: %d mails", lines, len(out))
	}
	return strings.ReplaceAll(text(d.t, out[0]), "\r", "")
}

// Any past position can be asked for, by the name of its round or by its number.
func TestPastPositions(t *testing.T) {
	d, _ := begunLate(t, "18newengland", "73885", 1500)
	now := d.amyAsks("<now@example.org>", desk.OutcomeAnswered, "status")
	began := ""
	for i, line := range []string{"status at OR 1.1", "Status at or1.1", "status at or 1 1", "status as of operating round 1.1", "status at orr 1.1", "status OR 1.1"} {
		said := d.amyAsks("<a"+string(rune('a'+i))+"@example.org>", desk.OutcomeAnswered, line)
		if !strings.Contains(said, "WHEN OR 1.1 BEGAN (POSITION") || strings.Contains(said, "nothing was carried out") {
			t.Fatalf("%q is answered:\n%s", line, said)
		}
		_, said, _ = strings.Cut(said, "THE POSITION WHEN")
		said = said[:1500]
		if began != "" && said != began {
			t.Errorf("%q is answered otherwise than the first way", line)
		}
		began = said
	}
	if strings.Contains(now, "THE POSITION WHEN") {
		t.Error("a plain status shows the past")
	}
	if said := d.amyAsks("<b@example.org>", desk.OutcomeAnswered, "status after OR 1.1"); !strings.Contains(said, "AT THE END OF OR 1.1") {
		t.Errorf("after a round:\n%s", said)
	}
	if said := d.amyAsks("<c@example.org>", desk.OutcomeAnswered, "status at 120"); !strings.Contains(said, "THE POSITION AT POSITION 120") {
		t.Errorf("at a number:\n%s", said)
	}
	for i, line := range []string{"status at OR 77.1", "status at 99999", "status at the moon", "map at OR 99", "history SR 99"} {
		said := d.amyAsks("<d"+string(rune('a'+i))+"@example.org>", desk.OutcomeRejected, line)
		if flat := strings.Join(strings.Fields(said), " "); !strings.Contains(flat, "The rounds so far are Draft, OR 1.1 to OR") {
			t.Errorf("%q is refused:\n%s", line, said)
		}
	}
	said := d.amyAsks("<e@example.org>", desk.OutcomeAnswered, "history OR 1.1")
	if !strings.Contains(said, "HISTORY OF OR 1.1, POSITIONS") || !strings.Contains(said, "OR 1.1") || strings.Contains(said, "OR 1.2\n") {
		t.Errorf("the history of a round:\n%s", said)
	}
}

// The map of the past has its own picture, and shows the runs where they are asked for.
func TestPastMaps(t *testing.T) {
	d, _ := begunLate(t, "18newengland", "73885", 1500)
	said := d.amyAsks("<a@example.org>", desk.OutcomeAnswered, "map at OR 1.1")
	if !strings.Contains(said, "MAP WHEN OR 1.1 BEGAN (POSITION") || !strings.Contains(said, "as it was then") || !strings.Contains(said, "HEXES") {
		t.Errorf("the map of the past:\n%s", said)
	}
	if said := d.amyAsks("<b@example.org>", desk.OutcomeAnswered, "map runs"); !strings.Contains(said, "RUNS") || strings.Contains(said, "as it was then") {
		t.Errorf("the map with runs:\n%s", said)
	}
}

// What is answered in secret is not shown bit by bit in positions of the past.
func TestPastKeepsSecrets(t *testing.T) {
	d, id := begunLate(t, "1820", "walk-variants", 4000)
	g := d.table(id)
	sealed := func(i int) bool {
		said, ok := g.Log[i].(engine.Said)
		return ok && slices.Contains(g.Title.Sealed, said.Question)
	}
	found := 0
	for i := 1; i+1 < len(g.Log); i++ {
		if !sealed(i) || !sealed(i-1) {
			continue
		}
		found++
		m, ok, err := batch.Chronicle{Speaker: &batch.Speaker{Table: g}}.Moment(fmt.Sprintf("at %d", i+1))
		if err != nil || !ok || m.At > i-1 {
			t.Errorf("at %d the position %d is shown, %v", i+1, m.At, err)
		}
	}
	if found == 0 {
		t.Error("the game has no answers in secret")
	}
}

// A preview of a run shows where the trains would go, on the picture too.
func TestPreviewDrawsTheRun(t *testing.T) {
	testsize.SkipRace(t)
	d, id := begunLate(t, "18newengland", "73885", 1500, "run")
	d.cfg.NoPictures = false
	d.restart(d.db)
	by := d.table(id).Game.Pending()[0].By
	g := d.table(id)
	d.receive(d.mail(g.Seat(by).Address, id+"."+by, "<p@example.org>", "preview", "run auto"), desk.OutcomeAnswered)
	out := d.flush()
	if len(out) != 1 || !strings.Contains(text(t, out[0]), "RUNS") || !strings.Contains(string(out[0].raw), "image/png") {
		t.Errorf("the preview is\n%s", text(t, out[0])[:2000])
	}
}

// A run that was taken back in the same mail is drawn no more, and the next one on the table as it was before it.
func TestPreviewAfterAnUndo(t *testing.T) {
	testsize.SkipRace(t)
	d, id := begunLate(t, "18newengland", "73885", 1500, "run")
	by := d.table(id).Game.Pending()[0].By
	amy := d.table(id).Seat(by).Address
	runs := func(mail string, lines ...string) string {
		d.receive(d.mail(amy, id+"."+by, mail, append([]string{"preview"}, lines...)...), desk.OutcomeAnswered)
		said := strings.ReplaceAll(text(t, d.flush()[0]), "\r\n", "\n")
		_, said, _ = strings.Cut(said, "\nRUNS")
		said, _, _ = strings.Cut(said, "\n\n")
		return said
	}
	once := runs("<p@example.org>", "run auto")
	if again := runs("<q@example.org>", "run auto", "undo", "run auto"); once == "" || again != once {
		t.Errorf("the runs are %q, after one that was taken back %q", once, again)
	}
	if none := runs("<r@example.org>", "run auto", "undo"); none != "" {
		t.Errorf("taken back it is still shown: %q", none)
	}
}

// One mail may ask for a position, a map and a history late in a long game, and gets all of them. Of very
// many only some are answered.
func TestPastOfALongGame(t *testing.T) {
	testsize.SkipRace(t)
	d, _ := begunLate(t, "1828", "walk-variants", 11000)
	said := d.amyAsks("<a@example.org>", desk.OutcomeAnswered, "status at OR 3.1", "map at OR 3.1 runs", "history OR 3.1")
	for _, want := range []string{"THE POSITION WHEN OR 3.1 BEGAN", "MAP AT THE END OF OR 3.1", "HISTORY OF OR 3.1"} {
		if !strings.Contains(said, want) {
			t.Errorf("the answer has no %q", want)
		}
	}
	var many []string
	for i := range 100 {
		many = append(many, fmt.Sprintf("status at %d", 5000+i))
	}
	d.receive(d.mail("amy@example.org", "g1.p1", "<b@example.org>", many...), desk.OutcomeAnswered)
	out := d.flush()
	if len(out) != 1 {
		t.Fatalf("%d mails", len(out))
	}
	if n := strings.Count(text(t, out[0]), "THE POSITION AT POSITION"); n < 5 || n > 40 {
		t.Errorf("of a hundred positions one mail shows %d", n)
	}
}
