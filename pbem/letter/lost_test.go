package letter

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/internal/testsize"
)

// typedLines are inserted between the lines of other mails. Each is surely a command.
var typedLines = []string{"NYC: run auto", "sell 2 NYC", "vacation 2026-12-20 to 2027-01-05", "HRR: buy train 2", "press hello"}

// loss inserts a command at one place of a mail after another. It reports the places where the command is
// neither read nor the mail refused. It skips places within quotes and below an announcement of an unmarked
// quote.
func loss(read func(text string) Letter, text, command string) (lost []string) {
	lines := strings.Split(text, "\n")
	heads := findHeads(plainLines(text, gameWords), gameWords)
	within := 0 // an attribution, up to that line
	for i := range lines {
		if i < within {
			continue
		}
		within = max(within, i+heads[i].n)
		if i < len(heads) && heads[i].n > 0 && !heads[i].quoteFollows {
			break
		}
		if i > 0 && unended(lines[i-1]) {
			break
		}
		if i > 0 && strings.HasSuffix(lines[i-1], "<") { // within an attribution
			continue
		}
		if i > 0 && strings.HasPrefix(strings.TrimSpace(lines[i-1]), ">") && strings.HasPrefix(strings.TrimSpace(lines[i]), ">") {
			continue
		}
		l := read(strings.Join(slices.Insert(slices.Clone(lines), i, command), "\n"))
		says := slices.ContainsFunc(l.Commands, func(c Line) bool { return strings.Contains(c.Text, command) })
		if !says && (len(l.Commands) > 0 || l.Note == "") {
			lost = append(lost, fmt.Sprintf("%q is lost between %q and %q: %v", command, lines[:i], lines[i:], l.Commands))
		}
	}
	return lost
}

// TestNoSilentLoss puts commands between all lines of the mails of the other tables.
func TestNoSilentLoss(t *testing.T) {
	all, wrong := 0, 0
	look := func(read func(text string) Letter, text string) {
		for i, command := range typedLines {
			if (len(text)+i)%testsize.Of(len(typedLines), 4, 1) > 0 {
				continue
			}
			all++
			if lost := loss(read, text, command); len(lost) > 0 {
				if wrong++; wrong < 20 {
					t.Error(lost[0])
				}
			}
		}
	}
	for _, p := range programs {
		look(func(s string) Letter { return Read(body(s), usual) }, p.in)
	}
	for _, h := range held {
		look(tongue{from: h.from}.mail, wideTyped+"\n\n"+h.ending+"\n\nOn Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n\n> sell\n> buy\n")
	}
	for _, tongue := range tongues {
		for i, ending := range tongue.endings {
			look(tongue.mail, wideTyped+"\n\n"+ending+"\n\n"+strings.NewReplacer("QUOTE", "> sell\n> buy", "BARE", "sell").Replace(tongue.heads[i%len(tongue.heads)])+"\n")
		}
	}
	t.Logf("%d of %d mails lose a line", wrong, all)
}
