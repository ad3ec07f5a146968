package pbem

import (
	"fmt"
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
)

// worstMails are mails that ask for as much as their size allows.
func worstMails() map[string][]string {
	many := func(text string, n int) string { return strings.Repeat(text, n) }
	var names []string
	for i := range 300 {
		names = append(names, fmt.Sprintf("game g%d; map", 1+i%2))
	}
	return map[string][]string{
		"routes in a line":       {many("routes;", 35000)},
		"help in a line":         {many("help 1817;", 22000)},
		"choices in a line":      {many("choices; ", 28000)},
		"moves in a line":        {many("reserve NLN; ", 19000)},
		"previewed in a line":    {"preview", many("routes; map;", 20000)},
		"games in a line":        {strings.Join(names, "; ")},
		"commands in many lines": strings.Split(strings.TrimRight(many("map; routes\n", 150), "\n"), "\n"),
		"commas":                 {many("routes, ", 30000)},
		"one word":               {"help " + many("x", 240_000)},
		"one word for a game":    {"game " + many("x", 240_000)},
		"one word for a verb":    {many("x", 240_000)},
		"one word beside a move": {"reserve NLN", "lay " + many("H6 ", 80_000)},
		"an address":             {"set address " + many("x", 240_000) + "@example.org"},
	}
}

// A mail that asks for too much is refused before any work on it, with the limit. The
// mails before and after it are carried out.
func TestCommandsOfAMailAreBounded(t *testing.T) {
	testsize.SkipRace(t)
	for what, lines := range worstMails() {
		t.Run(what, func(t *testing.T) {
			d := newTestService(t)
			g := d.three()
			d.start("Second", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
			d.receive(d.from("p1", "before@example.org", "status"), desk.OutcomeAnswered)
			d.flush()
			before := d.version(g)
			d.receive(d.from("p1", "1@example.org", lines...), desk.OutcomeRejected)
			mails := d.flush()
			if len(mails) != 1 || d.version(g) != before {
				t.Fatalf("%d mails, version %d, want 1 and %d", len(mails), d.version(g), before)
			}
			said := strings.Join(strings.Fields(text(t, mails[0])), " ")
			if !strings.Contains(said, "the limit is 200") && !strings.Contains(said, "A command has at most 4000 bytes") {
				t.Errorf("the bound is not named:\n%s", said)
			}
			if n := len(mails[0].raw); n > 256<<10 {
				t.Errorf("the answer has %d bytes", n)
			}
			d.receive(d.from("p1", "after@example.org", "reserve NLN"), desk.OutcomeApplied)
		})
	}
}

// A mail with exactly the allowed number of commands is carried out.
func TestAsManyCommandsAsAreAllowed(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p1", "1@example.org", "reserve NLN", strings.Repeat("map; ", batch.MostParts-1)), desk.OutcomeApplied)
	d.receive(d.from("p2", "2@example.org", "status", strings.Repeat("map; ", batch.MostParts)), desk.OutcomeRejected)
}

// Semicolons in a message to others do not separate commands.
func TestWordsForOthersAreOneCommand(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p1", "1@example.org", "press so "+strings.Repeat("a; ", 2*batch.MostParts)), desk.OutcomeApplied)
}

// Answers are cut after a whole line when they reach the limit, and a sentence says so.
// Whatever else the mail says is carried out.
func TestAnswersAreCut(t *testing.T) {
	for _, question := range []string{"help 1817", "help", "choices", "map", "history", "status"} {
		d := newTestService(t)
		g := d.three()
		before := d.version(g)
		d.receive(d.from("p1", "1@example.org", strings.Repeat(question+"; ", batch.MostParts-2), "reserve NLN"), desk.OutcomeApplied)
		d.receive(d.from("p2", "2@example.org", question), desk.OutcomeAnswered)
		mails := d.flush()
		if d.version(g) == before || len(mails) != 4 {
			t.Fatalf("%s: %d mails, version %d", question, len(mails), d.version(g))
		}
		all, one := strings.ReplaceAll(text(t, mails[0]), "\r\n", "\n"), strings.ReplaceAll(text(t, mails[3]), "\r\n", "\n")
		cut := strings.Count(all, "CUT SHORT\n")
		answer, _, _ := strings.Cut(all, "\nCUT SHORT\n")
		switch {
		case cut == 0 && len(all) > batch.MostAnswered+len(one), cut > 1:
			t.Errorf("%s: cut %d times at %d bytes", question, cut, len(all))
		case cut == 1 && (len(answer) < batch.MostAnswered/2 || len(all) > 2*batch.MostAnswered || !strings.Contains(all, "at most 128 KB are sent in one")):
			t.Errorf("%s: cut to %d bytes of %d", question, len(answer), len(all))
		case cut == 1 && !wholeLine(answer, one):
			t.Errorf("%s: half a line:\n%s", question, answer[len(answer)-300:])
		}
		if (question == "map" || question == "help 1817" || question == "help") && cut == 0 {
			t.Errorf("%s: not cut at %d bytes", question, len(all))
		}
	}
}

// wholeLine reports whether the last line of an answer is a line of the uncut answer.
func wholeLine(answer, one string) bool {
	lines := strings.Split(strings.TrimRight(answer, "\n"), "\n")
	return strings.Contains("\n"+one+"\n", "\n"+lines[len(lines)-1]+"\n")
}

// The same question about the same position is answered from memory, whatever its case.
// About another position it is answered anew.
func TestQuestionsAreWorkedOutOnce(t *testing.T) {
	p := &batch.Speaker{Table: seated(t, "1817", 3)}
	works := 0
	ask := func(rest string) { p.Once("routes", rest, func() string { works++; return "" }) }
	for range batch.MostParts {
		ask("J")
		ask(" j ")
	}
	ask("")
	p.Table = say(t, p.Table, "p1", "pass")
	ask("J")
	if works != 3 {
		t.Errorf("worked out %d times, want 3", works)
	}
}
