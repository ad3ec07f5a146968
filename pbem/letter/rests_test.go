package letter

import (
	"strings"
	"testing"
)

// A program has broken a line of ours in the quote: its rest, which has no mark, is no command of the writer's.
func TestRestsOfQuotedLines(t *testing.T) {
	testAnswers(t, []answer{
		{"a word of ours", brokenAnswer(">   . bid MINC 0  put up a private company and bid for it; the bank adds\nwhat\n>   .             is missing to its face value: any number from 0 to 30"), "run auto"},
		{"in a sentence", brokenAnswer(">   NYC, Amy: buy train 2 from bank => bought a 2-train from the bank\nfor\n>       $80"), "run auto"},
		{"below a comma", brokenAnswer(">   Welcome; one command a line; \"help\" explains all, the commands,\nbuy\n>   too."), "run auto"},
		{"within quotation marks", brokenAnswer(">   your seat stays, and it is deleted on Wed 1 Apr, or by \"sandbox\nend\".\n>"), "run auto"},
		{"a hex of the map", brokenAnswer(">              30                  J1        L1        N1            A20\nA28\n>              20                  20        40 \\     /60"), "run auto"},
		{"the heading", brokenAnswer("> PLAYERS  Draft, phase 2, the bank has $9,880 left, (P) priority\ndeal\n>   Player  Cash Worth"), "run auto"},
		{"quoted twice", strings.ReplaceAll(brokenAnswer(">   J15 Saint-Etienne   yellow 20fr [ ] NE-SE; 80fr mountain to\nbuild\n>   J17 Lyon (L)          white  20fr (PLM) NW"), "\n>", "\n> >"), "run auto"},
	})
}

// brokenAnswer is an answer to a mail of ours that holds these lines.
func brokenAnswer(lines string) string {
	return "run auto\n\nOn Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n\n> " + CUTLINE + "\n>\n> Amy: your move - OR 4.1\n>\n" + lines + "\n>\n> MAP\n"
}

// A command that somebody types right below a long line is not taken for its rest: it is asked for again.
func TestTypedBelowLongLines(t *testing.T) {
	testAnswers(t, []answer{
		{"below the cut line", "run auto\n\nOn Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n\n> " + CUTLINE + "\npass\n>\n> Amy: your move - OR 4.1\n>   Please answer by Thu 26 Nov 18:00 CET.", "refused: pass"},
		{"below a choice", brokenAnswer(">   . buy NYC from ipo   buy one share: pay $70, NYC gets its par $100\npass\n>   . buy NYC from pool  pay $70"), "refused: pass"},
		{"below a headline", brokenAnswer(">   Brian is to move for Poughkeepsie and Eastern Railway (PE) - OR 3.2\npass\n>   Brian has until Thu 26 Nov 18:00 CET."), "refused: pass"},
		{"below the map", brokenAnswer(">          \\  |  /.10       20o       o            \\      20o\\     /.10\npass\n>       A6       \\C6        E6        G6        I6 /      K6"), "refused: pass"},
		{"where all of it fits", brokenAnswer(">   NYC, Amy: token H6 => placed its station in Albany for $60\npay\n>       for it"), "run auto; pay"},
	})
}
