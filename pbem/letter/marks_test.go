package letter

import (
	"fmt"
	"strings"
	"testing"
)

// Marks that people set in their programs, and what stands around the quote: mutt's indent_string, a tab, bars, names.
func TestMarksOfTheirOwn(t *testing.T) {
	for _, mark := range []string{"* ", "*", "- ", "\t", "\t ", "| ", "|", "  | ", ": ", "+ ", "# ", "% ", "} ", "» ", "AS> ", "| > ", "~ "} {
		for _, mail := range []string{oursSetIn, ourText} {
			quote := mark + strings.ReplaceAll(strings.TrimRight(mail, "\n"), "\n", "\n"+mark)
			lines := strings.Split(quote, "\n")
			for _, head := range []string{"On Tue, Nov 17, 2026 at 08:14:05PM +0100, 18xx by mail wrote:\n", "18xx by mail <pbem@play.example> wrote:\n\n", ""} {
				name := fmt.Sprintf("%q below %q", mark, head)
				testAnswers(t, []answer{
					{name + ", above", "run auto\n\n" + head + quote + "\n", "run auto"},
					{name + ", below", head + quote + "\n\nrun auto\n", "run auto"},
					{name + ", right below", head + quote + "\nrun auto\n", "run auto"},
					{name + ", above and below", "run auto\n\n" + head + quote + "\n\npay\n", "run auto; pay"},
					{name + ", between", head + strings.Join(lines[:6], "\n") + "\n\nrun auto\n\n" + strings.Join(lines[6:], "\n") + "\n", "run auto"},
				})
			}
		}
	}
}

// Who begins their own lines as such a program begins its quotes loses none of them.
func TestBulletsAboveSuchMarks(t *testing.T) {
	for _, mark := range []string{"* ", "- ", "\t"} {
		quote := "\n\n18xx by mail wrote:\n" + mark + strings.ReplaceAll(oursSetIn, "\n", "\n"+mark)
		l := Read(body(mark+"run auto\n"+mark+"pay"+quote), usual)
		if len(l.Commands) != 2 || !strings.Contains(l.Commands[0].Text, "run auto") || !strings.Contains(l.Commands[1].Text, "pay") {
			t.Errorf("%q above: %v, %s", mark, l.Commands, l.Note)
		}
		if l := Read(body("run auto"+quote+"\n"+mark+"sell 2 NYC\n"), usual); len(l.Commands) > 0 || !strings.Contains(l.Note, "sell 2 NYC") {
			t.Errorf("%q below: %v, %s", mark, l.Commands, l.Note)
		}
	}
}

// Sayings below the writer's name are no commands, though they begin with the words of some. What may be one is asked for again.
func TestSayingsBelowNames(t *testing.T) {
	for _, name := range []string{"Amy", "Amy Smith", "Cheers,\nAmy", "- Amy", "Thanks, Amy"} {
		for _, s := range []string{"Sell high, buy low", "Buy low, sell high.", "Run, Forrest, run!", "Sent while waiting for the train, pass it on", "Pass it on", "Take it easy", "Pay it forward", "Keep calm and lay track", "Written on a train", "Bid high, sleep well"} {
			for _, quote := range []string{"", "\n\nOn Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n\nQUOTE"} {
				testAnswers(t, []answer{{s, "run auto\n\n" + name + "\n" + s + quote, "run auto"}, {s, "run auto\n\n" + name + "\n\n" + s + quote, "run auto"}})
			}
		}
		for _, s := range []string{"pay half", "pass", "buy NYC, sell PRR", "buy low PRR, sell high NYC", "run 2, 3", "never pass", "sell NYC high, buy low"} {
			l := Read([]byte("From: Amy Smith <asmith@example.org>\n\nrun auto\n\n"+name+"\n"+s), usual)
			if n := len(l.Commands); n == 1 || n > 1 && !strings.HasPrefix(l.Commands[n-1].Text, s) {
				t.Errorf("%q below %q is lost: %v, %s", s, name, l.Commands, l.Note)
			}
		}
	}
}
