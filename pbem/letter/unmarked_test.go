package letter

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// A mail of ours as text, and the same as programs write it that quote our HTML.
const (
	outlookHead = "________________________________\nFrom: Shoreline <pbem@play.example>\nSent: Monday, November 23, 2026 10:04 AM\nTo: Amy\nSubject: your move\n\n"
	oursSetIn   = "-- " + CutLine + ` (game g12, position 0) --

Amy: your move for New York, New Haven and Hartford Railroad (NYNHH) -
OR 14.1
  Please answer by Thu 26 Nov 18:00 CET.

SINCE YOUR LAST MAIL
  NYNHH Brian     bought a 6E-train from the bank for $600
  EST Dora said: accept
  * Merger round 6.2

HOW THE TURN WOULD LOOK NOW
  NYNHH, Amy: pay => paid $5 a share

Merger round 14.1

Stock round 15

** Merger and acquisition round 15.1*

PRESS
  Brian writes to all:
  > pass, or sell 2 NYC?

YOU MAY NOW SAY  one command a line, above the line at the top
  . pay       $5 a share: you get $20, NYNHH $30; price unchanged
  . withhold  you get nothing, NYNHH $50; price $100 > $90

PLAYERS  OR 14.1, phase 6, (P) priority deal
  Player          Cash Worth Certs Shares (* president)
  Amy             $857 $2872 15/16 GR*, CVT 2, CN 5*, NYC 4*, D&H 1

WHAT HAS HAPPENED  your cash $0 > $810
  Brian passed

MAP

      A2        C2
      30 \     /40o
 a13/     \B13
  In the pool: none.
`
	oursFlat = "-- " + CutLine + ` (game g12, position 0) --
Amy: your move for New York, New Haven and Hartford Railroad (NYNHH) - OR 14.1
Please answer by Thu 26 Nov 18:00 CET.
Since your last mail
NYNHH Brian	bought a 6E-train from the bank for $600, laid tile 7 in C18
EST Dora	said: accept
Ivo: buy EST from ipo => bought a share of EST from the ipo for 67fr
* Merger round 6.2
Press
Brian writes to all:
pass, or sell 2 NYC?
You may now say one command a line, above the line at the top
. pay $5 a share: you get $20, NYNHH $30; price unchanged
. withhold you get nothing, NYNHH $50; price $100 > $90
A tap on a command opens your mail program with the answer written; send it. Also: undo, status, choices, help.
Players OR 14.1, phase 6, (P) priority deal
Player	Cash	Worth	Certs	Shares (* president)
Amy	$857	$2872	15/16	GR*, CVT 2, CN 5*, NYC 4*, D&H 1
par $67, tokens 4, IPO 3, pool 4
loans 0 of 2, privates UBC CM
C&P
can lay no tile
SO	par 67fr
LOC	half the price of terrain, barriers and edges of London
track A13 SE (OS&H) SW-SE
track A13 SE [OS&H] SW-SE
track N SE (OS&H) SW-SE
bridge on G6, bridge on H9
price $120, has the station marker in Rochester B17
bridge on H9, coal on H11
none on G14, Lyon-Y on J17
nothing on G14, Lyon-Y on J17
Map
In the pool: none.
`
)

// answers are our mail in an answer: unmarked, and marked.
func answersTo(mail string) map[string]string {
	return map[string]string{
		"under a header":      "run auto\n\n" + outlookHead + mail,
		"under nothing":       "run auto\n\n" + mail,
		"marked":              "run auto\n\nOn Mon, Nov 23, 2026 at 10:04 AM Shoreline <pbem@play.example> wrote:\n> " + strings.ReplaceAll(strings.TrimSpace(mail), "\n", "\n> ") + "\n",
		"marked by initials":  "run auto\n\nShoreline <pbem@play.example> writes:\n\nS> " + strings.ReplaceAll(strings.TrimSpace(mail), "\n", "\nS> ") + "\n",
		"marked by bars":      "run auto\n\nShoreline <pbem@play.example> writes:\n\n| " + strings.ReplaceAll(strings.TrimSpace(mail), "\n", "\n| ") + "\n",
		"set in":              "run auto\n\nOn Mon, Nov 23, 2026 at 10:04 AM, Shoreline <pbem@play.example> wrote:\n\n " + strings.ReplaceAll(strings.TrimSpace(mail), "\n", "\n ") + "\n",
		"under another's too": "run auto\n\n" + outlookHead + mail + "\n" + outlookHead + "sell 2 NYC\n\n" + outlookHead + mail,
	}
}

// Our own mails in an answer cause no refusal, however they are quoted.
func TestOurMailIsNoCommand(t *testing.T) {
	refusal := strings.Replace(oursSetIn, "Amy: your move for New York, New Haven and Hartford Railroad (NYNHH) -\nOR 14.1", "A mail of yours came late.\n\nAmy: none of your mail was carried out.", 1)
	for _, mail := range []string{oursSetIn, oursFlat, refusal, strings.ReplaceAll(oursSetIn, "\n", "\n\n"), strings.ReplaceAll(oursFlat, "\n", "\n\n")} {
		for name, in := range answersTo(mail) {
			if l := Read(body(in), usual); len(l.Commands) != 1 || l.Commands[0].Text != "run auto" || l.Note != "" {
				t.Errorf("%s: %v, %q in %q", name, l.Commands, l.Note, in)
			}
		}
	}
}

// Lines of ours that begin like commands are known by their form, where nothing sets them apart: counts of choices, the title of
// the mail, how a command is written, rows, headings, and the rest of what stands above.
func TestOurFormsAreNoCommands(t *testing.T) {
	const head = "run auto\n\n-----Original Message-----\nFrom: Shoreline\nSent: Monday, November 23, 2026\nTo: Amy\nSubject: Pace of Bay (g3)\n\n-- " + CutLine + " --\n\n"
	for _, line := range []string{
		"BUY 1 way; buy a private company at its price", "SELL 12 ways, by number, then company; sell shares to the pool", "Sell 2 ways; sell shares", "Pace of Bay (g3)", "Game B18 for 2 to 3 players", "seat 1 Amy",
		"buy PRIVATE, or COMPANY from ipo | pool [and ipo | pool], or train TRAIN", "lay HEX TILE EXITS, as far as they go together:", "sell 2 NYC when it is your turn, and others may too", "AN OPEN SEAT",
		"UBC $40 H Union Bridge Company: may lay one more yellow\ntile 7 in C18 then", "its owner may take without\npay", "par $67 $70 1/2 -", "Pace    3 days",
		"For", "never", "Missing 2 more before it can be started\nPace 2 days", " Missing nobody\n Pace 2 days", "Missing\t2 more before it can be started\nPace\t2 days",
	} {
		in := head + "Amy: your move\n\nNews\n\n" + line + "\n\nMap\n\n. pay  $5\n"
		if l := Read([]byte("From: Amy <amy@example.org>\nSubject: Re: Pace of Bay (g3)\n\n"+in), usual); len(l.Commands) != 1 || l.Note != "" {
			t.Errorf("%q: %v, %q", line, l.Commands, l.Note)
		}
	}
	for _, typed := range []string{"buy train 2 from bank", "SELL 2 NYC", "sell 2 NYC then buy train 2", "please sell 2 NYC", "PLEASE PASS", "pass", "Pay", "game g12", "Pace 2 days"} {
		in := head + "Amy: your move\n\nNews\n\n" + typed + "\n\nMap\n\n. pay  $5\n"
		if l := Read([]byte("From: Amy <amy@example.org>\nSubject: Re: your move\n\n"+in), usual); len(l.Commands) > 0 || !strings.Contains(l.Note, typed) {
			t.Errorf("%q: %v, %q", typed, l.Commands, l.Note)
		}
	}
}

// What is typed right below our cut line parts the title of the mail from it.
func TestTypedAboveTheTitle(t *testing.T) {
	for _, title := range []string{"Your settings", "Change of address", "None of your mail was carried out.", "Dan is to move - SR 5", "Pace of Bay (g3)"} {
		in := "Subject: Re: " + title + "\nFrom: Amy <amy@example.org>\n\nOn 23/11/2026 10:04, Shoreline wrote:\n> -- " + CutLine + " --\n>\n\npay\n\n> " + title + "\n>\n> SETTINGS\n>   Name    Amy\n>   Zone    CET\n>   Mails   all\n%s"
		if l := Read([]byte(strings.Replace(in, "%s", "", 1)), usual); len(l.Commands) != 1 || l.Commands[0].Text != "pay" || l.Note != "" {
			t.Errorf("%q: %v, %q", title, l.Commands, l.Note)
		}
		if l := Read([]byte(strings.Replace(in, "%s", "> sell 2 NYC\n", 1)), usual); len(l.Commands) > 0 || !strings.Contains(l.Note, "sell 2 NYC") {
			t.Errorf("%q, with a line in the quote: %v, %q", title, l.Commands, l.Note)
		}
	}
}

// A program that joins the lines of an echoed mail and wraps them anew moves their marks.
func TestMarksThatMoved(t *testing.T) {
	const echo = "run auto\n\nOn Mon, Nov 23, 2026 at 10:04 AM Shoreline <pbem@play.example> wrote:\n\n> -- " + CutLine + " (game g12, position 0) --\n>\n" +
		"> *Amy: none of your mail was carried out.*\n>\n> What you wrote\n>\n>> lay G14 2 NW-NE-E-SE; run auto; pay; pass > Run auto <== this line >\n>%s\n>\n> Why\n>\n> \"run\" cannot be said now. You may say offer.\n"
	if l := Read(body(strings.Replace(echo, "%s", "Withhold", 1)), usual); len(l.Commands) != 1 || l.Note != "" {
		t.Errorf("read as %v, %q", l.Commands, l.Note)
	}
	joined := strings.Replace(echo, "lay G14 2 NW-NE-E-SE; run auto; pay; pass > Run auto <== this line >\n>%s", "lay G14 2 NW-NE-E-SE; pay\n> run auto <== this line > withhold", 1)
	if l := Read(body(joined), usual); len(l.Commands) != 1 || l.Note != "" {
		t.Errorf("with a mark between two lines: %v, %q", l.Commands, l.Note)
	}
	if l := Read(body(strings.Replace(echo, "%s", "Withhold\n>\n> sell 2 NYC", 1)), usual); len(l.Commands) != 0 || !strings.Contains(l.Note, "sell 2 NYC") {
		t.Errorf("with a line typed below it: %v, %q", l.Commands, l.Note)
	}
}

// A program that wraps an echoed mail may break a line of ours before the mark in "£60 > £78", which then looks like one
// quote more.
func TestMarkOfOursAtABreak(t *testing.T) {
	const echo = "run auto\n\nOn Mon, Nov 23, 2026 at 10:04 AM Shoreline <pbem@play.example> wrote:\n\n> -- " + CutLine + " (game g12, position 0) --\n>\n" +
		"> *Amy: your move for Northampton & Peterborough Railway (N&PR) - OR 3.1*\n>\n> You may now say one command a line, above the line at the top\n>\n" +
		"> That means: lay costs £40; runs for £250; you get £100, N&PR £99; price £60\n> > £78; pay the maintenance of £150; then N&PR has £50, and you may say\n" +
		"> discard, pass, loan, give. Or one step of it:\n>\n> for N&PR\n>\n%s"
	if l := Read(body(strings.Replace(echo, "%s", "", 1)), usual); len(l.Commands) != 1 || l.Note != "" {
		t.Errorf("read as %v, %q", l.Commands, l.Note)
	}
	if l := Read(body(strings.Replace(echo, "%s", "> discard train 2\n", 1)), usual); len(l.Commands) != 0 || !strings.Contains(l.Note, "discard train 2") {
		t.Errorf("with a line typed below it: %v, %q", l.Commands, l.Note)
	}
	short := strings.Replace(echo, "lay costs £40; runs for £250; you get £100, N&PR £99; price £60", "price £60", 1)
	if l := Read(body(strings.Replace(short, "%s", "", 1)), usual); len(l.Commands) != 0 {
		t.Errorf("where nothing had to be broken: %v, %q", l.Commands, l.Note)
	}
}

// The HTML of our mail holds some of our plain text, which is wrapped already.
func TestTextWithinHTML(t *testing.T) {
	const page = `<div>pass</div><div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Dienstag, 06. April 2027 um 18:57 Uhr<br/>
<b>Von:</b>&nbsp;Shoreline<br/><b>An:</b>&nbsp;Amy<br/><b>Betreff:</b>&nbsp;x</div><div name="quoted-content"><div><p>-- ` + CutLine + ` (game g12, position 0) --</p>
<p><b>Amy: your move for New York, New Haven and Hartford Railroad (NYNHH) - OR 14.1</b></p>
<h3>Status</h3><pre>  g3 1828 evening: position 3698, SR 6
    Dora is to move
    on file: 1. pass whenever you are asked and may pass, also for your
    companies, for the rest of this round (SR 6), unless it concerns you;
    what your own acts lead to is asked all the same; now it would be put
%s
  g4 1843 evening: position 3159, OR 13.2
</pre><h3>You may now say <span>one command a line, above the line at the top</span></h3></div></div></div></div>`
	mail := func(line string) string { return strings.ReplaceAll(strings.Replace(page, "%s", line, 1), `\n`, "\n") }
	if l := Read(htmlBody(mail("    aside: C&amp;O fell from $79 to $74")), usual); len(l.Commands) != 1 || l.Note != "" {
		t.Errorf("read as %v, %q", l.Commands, l.Note)
	}
	if l := Read(htmlBody(mail("sell 2 NYC")), usual); !strings.Contains(l.Note, "sell 2 NYC") {
		t.Errorf("with a line typed there: %v, %q", l.Commands, l.Note)
	}
}

// A command typed between the lines of our mail, where no mark tells the two apart, is not silently dropped
// while the rest is carried out: the answer names it.
func TestTypedWithin(t *testing.T) {
	for _, typed := range []string{
		"pay", "Pay", "pass", "sell 2 NYC", "NYC: run auto", "NYC buy train 4", "Buy train 4", "press Brian: no", "pya", "by train 4", "sel 2 NYC", "please pay",
		"then pay", "--> pay", "* pay", "- pay", "[Amy] pay", "=> sell 2 NYC", "Also: pay", "2. pay",
	} {
		for _, mail := range []string{oursSetIn, oursFlat} {
			lines := strings.SplitAfter(mail, "\n")
			for at := 1; at < len(lines); at++ {
				if strings.HasPrefix(lines[at], "OR 14.1") || mail == oursFlat && at > 8 && at < 12 && typed != "press Brian: no" { // within the headline; within press
					continue
				}
				all := answersTo(strings.Join(slices.Insert(slices.Clone(lines), at, typed+"\n"), ""))
				for k, name := range slices.Sorted(maps.Keys(all)) {
					if in := all[name]; (k+at+len(typed))%3 > 0 {
						continue
					} else if l := Read(body(in), usual); len(l.Commands) > 0 || !strings.Contains(l.Note, "Your line \""+typed) && name != "set in" {
						t.Errorf("%q above %q, %s: %v, %q", typed, lines[at], name, l.Commands, l.Note)
					}
				}
			}
		}
	}
}

// The same above our cut line, within the quote, and in quotes of HTML.
func TestTypedAroundCutLine(t *testing.T) {
	const page = `<p>-- ` + CutLine + ` (game g12, position 0) --</p><p><b>Amy: your move - SR 7</b></p><h3>Press</h3><blockquote><p>pass</p></blockquote>%s<p>. <a href="mailto:x">pay</a> $5 a share</p>`
	for name, in := range map[string]string{
		"header":      "run auto\n\n" + outlookHead + "pay\n\n" + oursSetIn,
		"greeting":    "Hi all,\n\n" + outlookHead + "pay\n\n" + oursSetIn,
		"in a quote":  "run auto\n\nOn Mon, Nov 23, 2026 at 10:04 AM Shoreline <pbem@play.example> wrote:\n\n> pay\n> " + strings.ReplaceAll(oursSetIn, "\n", "\n> "),
		"a quote":     "run auto\n\n" + outlookHead + strings.Replace(oursSetIn, "PRESS\n", "> pay\n\nPRESS\n", 1),
		"signature":   "<div>run auto</div><div class=\"gmail_signature\">pay</div>",
		"Outlook":     "<div>run auto</div><hr><div id=\"divRplyFwdMsg\"><b>From:</b> Shoreline<br><b>Sent:</b> Monday<br><b>Subject:</b> x</div>" + strings.Replace(page, "%s", "<p>pay</p>", 1),
		"Yahoo":       "<div>run auto</div><div class=\"yahoo_quoted\"><div>On Monday Shoreline wrote:</div>" + strings.Replace(page, "%s", "<div>pay</div>", 1) + "</div>",
		"Apple":       "<div>run auto</div><blockquote type=\"cite\"><div>On Mon Shoreline wrote:</div>" + page + "<div style=\"color:blue\">pay</div></blockquote>",
		"Gmail":       "<div>run auto</div><div class=\"gmail_quote\"><div class=\"gmail_attr\">On Mon, Nov 23, 2026 at 10:04 AM Shoreline wrote:</div><blockquote class=\"gmail_quote\">" + strings.Replace(page, "%s", "<div>pay</div>", 1) + "</blockquote></div>",
		"Outlook app": "<div>run auto</div><div id=\"ms-outlook-mobile-signature\">Get Outlook<br>pay</div>",
	} {
		read := body(in)
		if strings.HasPrefix(in, "<") {
			read = []byte("From: Amy <amy@example.org>\nContent-Type: text/html; charset=utf-8\n\n" + in)
		}
		if l := Read(read, usual); len(l.Commands) > 0 || !strings.Contains(l.Note, "Your line \"pay\"") && !strings.Contains(l.Note, "Your line \"> pay\"") {
			t.Errorf("%s: %v, %q", name, l.Commands, l.Note)
		}
		if clean := strings.NewReplacer("<p>pay</p>", "", "<div>pay</div>", "", `<div style="color:blue">pay</div>`, "").Replace(in); clean != in {
			if l := Read([]byte("From: Amy <amy@example.org>\nContent-Type: text/html; charset=utf-8\n\n"+clean), usual); len(l.Commands) != 1 || l.Note != "" {
				t.Errorf("%s, without it: %v, %q", name, l.Commands, l.Note)
			}
		}
	}
}
