package pbem

import (
	"fmt"
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/pbem/batch"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/plan"
)

// Questions beyond the work of one mail are not answered, but listed. The mail says that
// they can be asked again, and everything else in it is carried out.
func TestQuestionsBeyondTheWork(t *testing.T) {
	testsize.SkipRace(t)
	l := busiest(cutsOf(t, worstGames[0])).late(t, fullGame(t, worstGames[0]))
	before := l.d.version("g1")
	l.d.receive(l.mail(append(l.spellings(), "press done")...), desk.OutcomeApplied)
	if l.d.version("g1") == before {
		t.Error("what the mail says beside its questions is not done")
	}
	answer := textTo(t, l.d.flush(), l.actor+"@example.org")
	said := strings.Join(strings.Fields(answer), " ")
	if !strings.Contains(said, "NOT ANSWERED Your mail asks for more than can be worked out for one mail") || !strings.Contains(said, "Ask again in another mail: . routes ") {
		t.Errorf("what was left is not named:\n%s", answer)
	}
	_, left, _ := strings.Cut(answer, "NOT ANSWERED")
	first, _, _ := strings.Cut(left[strings.Index(left, ". routes"):], "\n")
	if strings.Count(answer, "BEST RUNS NOW") < 2 {
		t.Error("nothing was answered")
	}
	l.d.receive(l.mail(strings.TrimPrefix(strings.TrimSpace(first), ". ")), desk.OutcomeAnswered)
	if again := textTo(t, l.d.flush(), l.actor+"@example.org"); strings.Contains(again, "NOT ANSWERED") || !strings.Contains(again, "BEST RUNS NOW") {
		t.Errorf("%q asked again is not answered:\n%s", first, again)
	}
}

// If moves need more work than one mail may, the whole mail is refused.
func TestMovesBeyondTheWork(t *testing.T) {
	l := busiest(cutsOf(t, worstGames[0])).late(t, fullGame(t, worstGames[0]))
	before := l.d.version("g1")
	l.d.receive(l.mail(times(l.step()...)...), desk.OutcomeRejected)
	answer := textTo(t, l.d.flush(), l.actor+"@example.org")
	if !strings.Contains(strings.Join(strings.Fields(answer), " "), "Your mail asks for more than can be worked out for one mail. None of it was carried out.") || l.d.version("g1") != before {
		t.Errorf("version %d, was %d:\n%s", l.d.version("g1"), before, answer)
	}
}

// Each command of a plan counts as one, so that a few plans of many commands are as much work as a mail of them.
func TestPlansBeyondTheWork(t *testing.T) {
	l := busiest(cutsOf(t, worstGames[0])).late(t, fullGame(t, worstGames[0]))
	long := "next: " + strings.Repeat("pass, then ", plan.MostLines-1) + "pass"
	l.d.receive(l.mail(long, long, "press done"), desk.OutcomeApplied)
	l.d.flush()
	l.d.receive(l.mail(long, long, long, "press done"), desk.OutcomeRejected)
	if answer := textTo(t, l.d.flush(), l.actor+"@example.org"); !strings.Contains(strings.Join(strings.Fields(answer), " "), "Your mail asks for more than can be worked out for one mail.") {
		t.Error(answer)
	}
}

// Work is counted the same on every machine: the same mail leaves the same questions.
func TestTheSameIsLeft(t *testing.T) {
	testsize.SkipRace(t)
	var answers []string
	for range 2 {
		l := busiest(cutsOf(t, worstGames[1])).late(t, fullGame(t, worstGames[1]))
		l.d.receive(l.mail(l.spellings()...), desk.OutcomeAnswered)
		_, left, _ := strings.Cut(textTo(t, l.d.flush(), l.actor+"@example.org"), "NOT ANSWERED")
		answers = append(answers, left)
	}
	if answers[0] == "" || answers[0] != answers[1] {
		t.Errorf("left are\n%s\nand\n%s", answers[0], answers[1])
	}
}

// The host's answers are cut at a limit too, and say so.
func TestHostsAnswersAreBounded(t *testing.T) {
	d := newTestService(t)
	d.cfg.Limits, d.cfg.Hosts = config.Limits{Sender: -1, Game: -1}, []string{"amy@example.org"}
	d.restart(d.db)
	d.three()
	for i := range 60 {
		d.start(fmt.Sprintf("Game %d", i), seats(t, "Dora <dora@example.org>", "Emil <emil@example.org>")...)
	}
	d.flush()
	d.receive(d.from("p1", "1@example.org", strings.Split(strings.TrimSpace(strings.Repeat("host list\n", batch.MostParts-1)), "\n")...), desk.OutcomeApplied)
	mails := d.flush()
	if len(mails) != 1 || len(mails[0].raw) > 4*batch.MostAnswered {
		t.Fatalf("%d mails, the first of %d bytes", len(mails), len(mails[0].raw))
	}
	said := strings.Join(strings.Fields(text(t, mails[0])), " ")
	if !strings.Contains(said, "The answers to your mail end here: at most 128 KB are sent in one.") || !strings.Contains(said, "host list running") {
		t.Errorf("the bound is not named:\n%.3000s", said[max(0, len(said)-3000):])
	}
}

// textTo returns the text of the first mail to an address.
func textTo(t *testing.T, mails []sent, to string) string {
	t.Helper()
	for _, m := range mails {
		if m.to == to {
			return strings.ReplaceAll(text(t, m), "\r\n", "\n")
		}
	}
	t.Fatal("no mail to ", to)
	return ""
}
