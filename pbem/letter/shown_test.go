package letter

import (
	"strings"
	"testing"
)

// shownByLynx is our HTML as mutt shows it with lynx, and quotes it then: headings as in HTML, all else set in, links with numbers.
const shownByLynx = `   -- ` + CutLine + ` (game g12, position 190) --

   Amy: none of your mail was carried out.

   Please answer by Wed 2 Dec 07:50 CET.

What you wrote

  > sell NYC

Why

   It is not possible now: no shares are sold in the draft, which comes
   before the first stock round.

Press

   Brian writes to all:

     are you there?

You may now say one command a line, above the line at the top

   . [1]reserve BP keep a minor for yourself: Boston and Providence
   Railroad, Providence

   . [2]pass

   A tap on a command opens your mail program with the answer written;
   send it. Also: [3]undo, [4]preview, [5]all choices, [6]help.

[7]Players Auction, phase 2, loans 0 of 70 taken, interest $5 a loan now, $5
next, seed money $155, next export 2-train, (P) priority deal

   [8]Player [9]Cash [10]Worth [11]Certs [12]Shares (* president)
   Amy (P)        $280      $280      0/13 reserved AWS
   Brian          $280      $280      0/13 reserved BL

[13]The map near ER [XX] station, (XX) kept for a home, [ ] free space

   Say "status" to get the whole position with map and market.

References

   1. mailto:pbem+g12.p3.znqxacb7b5dqscax@play.example?subject=Re: [Shore] Draft   (g12)&body=reserve BP

-- ` + CutLine + ` (game g12, position 190) --
   2. mailto:pbem+g12.p3.znqxacb7b5dqscax@play.example?subject=Re: [Shore] Draft   (g12)&body=pass

-- ` + CutLine + ` (game g12, position 190) --
`

// Programs in a terminal quote what they show: what lynx or another makes of our HTML, behind a mark of their own.
func TestShown(t *testing.T) {
	const wrote = "On Mon, Mar 02, 2026 at 06:00:00PM +0100, 18xx by mail wrote:\n"
	const forwarded, end = "----- Forwarded message from 18xx by mail <pbem@play.example> -----\n\n", "\n----- End forwarded message -----\n"
	above, below, _ := strings.Cut(marked(shownByLynx), "> You may now say")
	initialed := strings.ReplaceAll(marked(oursSetIn), "> ", "pb> ")
	for name, in := range map[string]string{
		"lynx, above":         "run auto\n\n" + wrote + marked(shownByLynx),
		"lynx, below":         wrote + marked(shownByLynx) + "\nrun auto\n",
		"lynx, between":       wrote + above + "\nrun auto\n\n> You may now say" + below,
		"initials, above":     "run auto\n\n" + wrote + initialed,
		"initials, below":     wrote + initialed + "\nrun auto\n",
		"initials, no header": initialed + "\nrun auto\n",
		"forwarded":           "run auto\n\n" + forwarded + oursSetIn + end,
		"forwarded, quoted":   "run auto\n\n" + forwarded + marked(oursSetIn) + end,
		"forwarded, below":    forwarded + marked(oursSetIn) + end + "\nrun auto\n",
	} {
		if l := Read(body(in), usual); len(l.Commands) != 1 || l.Commands[0].Text != "run auto" || l.Note != "" {
			t.Errorf("%s: %v, %q", name, l.Commands, l.Note)
		}
	}
	for name, in := range map[string]string{
		"lynx":     "run auto\n\n" + wrote + strings.Replace(marked(shownByLynx), "> What you wrote", "> pass\n> \n> What you wrote", 1),
		"initials": "run auto\n\n" + wrote + strings.Replace(initialed, "pb> SINCE YOUR", "pb> pass\npb> SINCE YOUR", 1),
	} {
		if l := Read(body(in), usual); len(l.Commands) != 0 || !strings.Contains(l.Note, `Your line "pass" is inside the mail`) {
			t.Errorf("within, %s: %v, %q", name, l.Commands, l.Note)
		}
	}
}
