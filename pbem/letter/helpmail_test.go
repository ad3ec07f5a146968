package letter

import (
	"slices"
	"strings"
	"testing"
)

// A mail of ours with pages of help: as text, and as programs write it that quote our HTML.
const (
	helpSetIn = "-- " + CutLine + ` (game g12, position 177) --

Amy: it is your move - Draft
  Please answer by Wed 4 Mar 18:00 UTC.

HELP PAR
  par  The price at which a company is started, and at which its first
       shares are sold.

HELP PAR
value COMPANY PRICE [top | bottom]
  Start a reserved company at a price. Where two spaces have the price, the
  top one is taken if it is free.
  Example: value NYW 50
  Also: start, price, par, open, float, launch
  Possible now: start a reserved minor
  "choices value" lists all ways.

BELT: BELT RAILWAY OF CHICAGO
  Is   A public company. Starts in a stock round, in a city of your choice
       that has a free space (start PLE in D9 for 110): that is its home.
  Now  not started

HELP PASS
pass
  Do nothing, or nothing more, in this step.
  Also: done, skip, no, nothing, none, next, finish

  It is your move: "choices" lists what you may say, "status" brings the
  whole position.
`
	helpFlat = "-- " + CutLine + ` (game g12, position 177) --
Amy: it is your move - Draft
Please answer by Wed 4 Mar 18:00 UTC.
Help par
par The price at which a company is started, and at which its first shares are sold.
Help par
value COMPANY PRICE [top | bottom]
Start a reserved company at a price. Where two spaces have the price, the
top one is taken if it is free.
Example: value NYW 50
Also: start, price, par, open, float, launch
Possible now: start a reserved minor
"choices value" lists all ways.
BELT: Belt Railway of Chicago
Is A public company. Starts in a stock round, in a city of your choice that has a free space (start PLE in D9 for 110): that is its home.
Now not started
Help pass
pass
Do nothing, or nothing more, in this step.
Also: done, skip, no, nothing, none, next, finish
It is your move: "choices" lists what you may say, "status" brings the whole position.
`
)

// A command that was typed among pages of help is not silently dropped: none above a heading or below the last lines, and of
// those that no page could hold hardly any elsewhere.
func TestTypedWithinHelp(t *testing.T) {
	for kind, mail := range map[string]string{"set in": helpSetIn, "flat": helpFlat} {
		if l := Read(body("run auto\n\n"+outlookHead+mail), usual); len(l.Commands) != 1 || l.Note != "" {
			t.Errorf("%s: %v, %q", kind, l.Commands, l.Note)
		}
		lines, found := strings.SplitAfter(mail, "\n"), 0
		for at := 3; at < len(lines); at++ {
			for _, typed := range []string{"sell 2 NYC", "pass", "buy train 4"} {
				in := "run auto\n\n" + outlookHead + strings.Join(slices.Insert(slices.Clone(lines), at, typed+"\n"), "")
				l := Read(body(in), usual)
				ok := len(l.Commands) == 0 && strings.Contains(l.Note, typed)
				if must := lines[at] == "" || strings.HasPrefix(strings.ToLower(strings.TrimSpace(lines[at])), "help "); must && !ok {
					t.Errorf("%s: %q above %q: %v, %q", kind, typed, lines[at], l.Commands, l.Note)
				}
				if ok && typed != "pass" {
					found++
				}
			}
		}
		if most := 2 * (len(lines) - 3); found < most*2/3 {
			t.Errorf("%s: %d of %d were found", kind, found, most)
		}
	}
}
