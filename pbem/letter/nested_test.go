package letter

import (
	"strings"
	"testing"
)

// Somebody answers the mail of another player, or one that they sent themselves, with our mail below it: only what they typed now
// is read, whatever the older mail says, and it is read wherever it stands.
func TestAnswersToAnswers(t *testing.T) {
	const (
		original = "-----Original Message-----\nFrom: Brian <brian@example.org>\nSent: Monday, March 2, 2026 8:05 PM\nTo: Shoreline <pbem@play.example>\nCc: Amy\nSubject: RE: your move\n\n"
		wrote    = "On Mon, Mar 2, 2026 at 8:05 PM Brian <brian@example.org> wrote:\n"
		ours     = "On Mon, Mar 2, 2026 at 6:00 PM Shoreline <pbem@play.example> wrote:\n"
		refusal  = "-- " + CutLine + " (game g1, position 177) --\n\nNone of your mail was carried out.\n\nWhat you wrote\n\n> note so <== this line\n\nWhy\n\nIt is not your move.\n"
		page     = `<div dir="ltr"><blockquote type="cite">On 2 Mar 2026, at 20:05, Brian wrote:<br></blockquote></div><blockquote type="cite"><div>pass</div><hr><div id="divRplyFwdMsg"><b>From:</b> Shoreline<br><b>Sent:</b> Monday<br><b>To:</b> Brian<br><b>Subject:</b> your move</div><div>-- ` + CutLine + ` (game g1, position 177) --</div><div>Amy: your move</div></blockquote>`
	)
	for name, in := range map[string]string{
		"unmarked over marked":       "run auto\n\n" + original + "pass\n\n" + ours + marked(oursSetIn),
		"unmarked over a refusal":    "run auto\n\n" + original + "Pass\n\nSent from my iPhone\n\n" + ours + "\n" + refusal,
		"unmarked over unmarked":     "run auto\n\n" + original + "pass\n\n" + outlookHead + refusal,
		"marked over a header":       "run auto\n\n" + wrote + marked("pass\n\n"+outlookHead+oursSetIn),
		"marked over an attribution": "run auto\n\n" + wrote + marked("pass\n\n"+ours+"\n"+oursSetIn),
		"marked twice":               "run auto\n\n" + wrote + marked("pass\n\n"+ours+marked(oursSetIn)),
		"below, marked":              wrote + marked("pass\n\n"+outlookHead+oursSetIn) + "\nrun auto\n",
	} {
		if l := Read(body(in), usual); len(l.Commands) != 1 || l.Commands[0].Text != "run auto" || l.Note != "" {
			t.Errorf("%s: %v, %q", name, l.Commands, l.Note)
		}
	}
	for name, in := range map[string]string{"above": "<div>run auto</div>" + page, "below": page + "<div>run auto</div>"} {
		if l := Read(htmlBody(in), usual); len(l.Commands) != 1 || l.Commands[0].Text != "run auto" || l.Note != "" {
			t.Errorf("in HTML %s: %v, %q", name, l.Commands, l.Note)
		}
	}
	if l := Read(htmlBody("<div>run auto</div>"+page+"<div>pay</div>"), usual); len(l.Commands) != 2 {
		t.Errorf("in HTML above and below: %v, %q", l.Commands, l.Note)
	}
	// What is typed between the header that a program writes and what it marks is read as before.
	if l := Read(body(original+"run auto\n\n"+marked(oursSetIn)), usual); len(l.Commands) != 1 || strings.Contains(l.Note, "Your line") {
		t.Errorf("below a header: %v, %q", l.Commands, l.Note)
	}
}

// Somebody answers several of our mails at once, as mutt does with those marked in its list: each is quoted below an attribution of
// its own. What stands above, between and below is read, and a command within any of the quotes is asked for again.
func TestAnswersToSeveral(t *testing.T) {
	older := "On Mon, Mar 02, 2026 at 05:00:00PM +0100, 18xx by mail wrote:\n" + marked("-- "+CutLine+" (game g12, position 0) --\n\nBrian is to move - Draft\n  Brian has until Wed 2 Dec 07:50 CET.\n\nPLAYERS  Draft, phase 2\n  Player  Cash Worth Certs\n  Amy (P) $280  $280  0/13")
	newer := "On Mon, Mar 02, 2026 at 06:00:00PM +0100, 18xx by mail wrote:\n" + marked(oursSetIn)
	within := func(quote, typed string) string {
		head, rest, _ := strings.Cut(quote, "\n> SINCE YOUR LAST MAIL\n")
		return head + "\n> \n> " + typed + "\n> \n> SINCE YOUR LAST MAIL\n" + rest
	}
	for name, in := range map[string]string{
		"above":                   "run auto\n\n" + older + "\n" + newer,
		"above, the newest first": "run auto\n\n" + newer + "\n" + older,
		"below":                   older + "\n" + newer + "\nrun auto\n",
		"between":                 older + "\nrun auto\n\n" + newer,
		"three":                   "run auto\n\n" + older + "\n" + newer + "\n" + older,
		"with a tight mark":       strings.ReplaceAll("run auto\n\n"+older+"\n"+newer, "\n> ", "\n>"),
	} {
		if l := Read(body(in), usual); len(l.Commands) != 1 || l.Commands[0].Text != "run auto" || l.Note != "" {
			t.Errorf("%s: %v, %q", name, l.Commands, l.Note)
		}
	}
	for name, in := range map[string]string{
		"in the first":  "run auto\n\n" + within(newer, "pass") + "\n" + older,
		"in the second": "run auto\n\n" + older + "\n" + within(newer, "pass"),
		"in the third":  "run auto\n\n" + older + "\n" + older + "\n" + within(newer, "pass"),
	} {
		if l := Read(body(in), usual); len(l.Commands) != 0 || !strings.Contains(l.Note, `Your line "pass" is inside the mail`) {
			t.Errorf("%s: %v, %q", name, l.Commands, l.Note)
		}
	}
}
