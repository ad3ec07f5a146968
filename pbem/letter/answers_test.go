package letter

import (
	"strings"
	"testing"
)

// ourText is a mail of ours as a program quotes it: CUT is the line above which people write.
const ourText = CUTLINE + "\n\nAmy: your move for New York Central (NYC) - OR 4.1\n  Please answer by Thu 26 Nov 18:00 CET.\n\nYOU MAY NOW SAY  one command a line, above the line at the top\n" +
	"  . lay H6 8 W-SE    lay a tile: any of the ways below, each with its own place on the map\n  . pass             lay no tile"

// CUTLINE is our cut line as it stands in the mails of a game.
const CUTLINE = "-- " + CutLine + " (game g12, position 914) --"

// fill puts our mail into a mail of a table: QUOTE marked with ">", BARE as it stands.
func fill(in string) string {
	return strings.NewReplacer("QUOTE", "> "+strings.ReplaceAll(ourText, "\n", "\n> "), "BARE", ourText, "CUTLINE", CUTLINE).Replace(in)
}

// An answer is a mail of Amy Smith's and the commands in it, or "refused:" and the line for which it is
// refused.
type answer struct{ name, in, want string }

// fails reports what is wrong with how an answer is read, "" for nothing.
func (a answer) fails() string {
	l := Read([]byte("From: Amy Smith <asmith@example.org>\nTo: pbem@play.example\nSubject: Re: your turn\nContent-Type: text/plain; charset=utf-8\n\n"+fill(a.in)), usual)
	var said []string
	for _, c := range l.Commands {
		said = append(said, c.Text)
	}
	got := strings.Join(said, "; ")
	if line, ok := strings.CutPrefix(a.want, "refused: "); ok {
		if got != "" || !strings.Contains(l.Note, line) {
			return "commands " + got + ", note " + l.Note
		}
		return ""
	}
	if got != a.want {
		return "commands " + got + ", note " + l.Note
	}
	return ""
}

func testAnswers(t *testing.T, all []answer) {
	t.Helper()
	for _, a := range all {
		if wrong := a.fails(); wrong != "" {
			t.Errorf("%s: %s of\n%s", a.name, wrong, a.in)
		}
	}
}

// What only resembles the beginning of our cut line is not our cut line.
func TestWriteAboveTheCutLine(t *testing.T) {
	testAnswers(t, []answer{
		{"one tap, with press", "press shall I write it down?\npreview\n\nCUTLINE", "press shall I write it down?; preview"},
		{"one tap, right above", "press please write\nCUTLINE", "press please write"},
		{"one tap, your", "press I write your\npreview\nCUTLINE", "press I write your; preview"},
		{"quoted in a question", "press what does 'write your commands above this line' mean?\npay\n\nCUTLINE", "press what does 'write your commands above this line' mean?; pay"},
		{"two lines above", "press they write\npass\nCUTLINE\n\n--\nAmy", "press they write; pass"},
		{"Emacs, below", "18xx by mail <pbem@play.example> writes:\n\nQUOTE\n\nrun auto\npay", "run auto; pay"},
		{"Emacs, above", "run auto\npay\n\n18xx by mail <pbem@play.example> writes:\n\nQUOTE", "run auto; pay"},
		{"Gnus with a date", ">>>>> \"18xx\" == 18xx by mail <pbem@play.example> writes:\n\nQUOTE\n\nrun auto\npay", "run auto; pay"},
		{"joined to the commands", "run auto " + CUTLINE, "run auto"},
		{"joined to the attribution", "run auto\n\nOn Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote: BARE", "run auto"},
		{"wrapped", "run auto\n\nOn Tue, Nov 17, 2026, 18xx by mail wrote:\n\n> -- write your commands above this line (game g12, position\n914) --\n>\n> Amy: your move", "run auto"},
	})
}

// Commands above, between and below quotes are all read.
func TestAroundQuotes(t *testing.T) {
	heads := []string{
		"On Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:", "Am 17.11.26 um 20:14 schrieb 18xx by mail:", "Le mar. 17 nov. 2026 à 20:14, 18xx by mail <pbem@play.example> a écrit :",
		"El mar, 17 nov 2026 a las 20:14, 18xx by mail (<pbem@play.example>) escribió:", "Missatge de 18xx by mail <pbem@play.example> del dia dt., 17 de nov. 2026 a les 20:14:",
		"Op di 17 nov 2026 om 20:14 schreef 18xx by mail <pbem@play.example>:", "Shoreline wrote:", "You wrote:", "18xx by mail <pbem@play.example> writes:", "On Tue, 17 Nov 2026, at 8:14 PM, 18xx by mail wrote:",
		"* 18xx by mail <pbem@play.example> [2026-11-17 20:14]:", "Hello 18xx,\n\nTuesday, November 17, 2026, 8:14:05 PM, you wrote:", "On 17 Nov 2026 at 20:14 +0100, 18xx by mail <pbem@play.example>, wrote:", "18xx by mail <pbem@play.example> wrote:",
		"-----Original Message-----\nFrom: 18xx by mail\nSent: Tuesday, November 17, 2026 8:14 PM\nTo: asmith@example.org\nSubject: your turn", "wt., 17 lis 2026 o 20:14 18xx by mail <pbem@play.example> napisał(a):",
		"2026年11月17日(火) 20:14 18xx by mail <pbem@play.example>:", "вт, 17 нояб. 2026 г. в 20:14, 18xx by mail <pbem@play.example>:",
	}
	var all []answer
	for _, h := range heads {
		all = append(all,
			answer{"above", "run auto\npay\n\n" + h + "\n\nQUOTE", "run auto; pay"},
			answer{"below", h + "\n\nQUOTE\n\nrun auto\npay\n", "run auto; pay"},
			answer{"greeting above, below", "Hi all,\n\n" + h + "\nQUOTE\n\nrun auto\npay\n", "run auto; pay"},
			answer{"above and below", "run auto\n\n" + h + "\nQUOTE\n\npay\n\n-- \nAmy", "run auto; pay"},
			answer{"above, between and below", "run auto\n\n" + h + "\n> " + CUTLINE + "\n>\npass\n> Amy: your move\n>\n\npay\n", "run auto; pass; pay"},
			answer{"a signature above, below", "run auto\n\nSent from my iPhone\n\n" + h + "\nQUOTE\n\npay\n", "run auto; pay"},
			answer{"right below the attribution", h + "\nrun auto\npay\n\nQUOTE", "run auto; pay"},
			answer{"not marked", "run auto\npay\n\n" + h + "\n\nBARE", "run auto; pay"},
		)
	}
	testAnswers(t, all)
}

// A rule, dashes, a name or thanks above a command do not hide it.
func TestBelowWhatLooksLikeAnEnd(t *testing.T) {
	testAnswers(t, []answer{
		{"a rule between", "lay A10 7 S-SE\n----\nNYC: run auto", "lay A10 7 S-SE; NYC: run auto"},
		{"a rule of signs", "lay A10 7 S-SE\n======\nNYC: run auto\npay", "lay A10 7 S-SE; NYC: run auto; pay"},
		{"two dashes", "lay A10 7 S-SE\n--\nNYC: run auto", "lay A10 7 S-SE; NYC: run auto"},
		{"dashes before it", "lay A10 7 S-SE\n-- run auto", "lay A10 7 S-SE; run auto"},
		{"dashes before a company", "lay A10 7 S-SE\n-- NYC: run auto\n-- Amy", "lay A10 7 S-SE; NYC: run auto"},
		{"thanks and a name", "lay A10 7 S-SE\n\nThanks,\nBrian\nHRR: buy train 2", "lay A10 7 S-SE; HRR: buy train 2"},
		{"thanks", "lay A10 7 S-SE\nThanks!\nHRR: buy train 2", "lay A10 7 S-SE; HRR: buy train 2"},
		{"a vacation under a name", "lay A10 7 S-SE\n\nAmy Smith\nvacation 2026-12-20 to 2027-01-05", "lay A10 7 S-SE; Amy Smith; vacation 2026-12-20 to 2027-01-05"},
		{"a vacation under thanks and a name", "lay A10 7 S-SE\n\nThanks,\nAmy\nvacation 2026-12-20 to 2027-01-05", "lay A10 7 S-SE; vacation 2026-12-20 to 2027-01-05"},
		{"below a phone's line", "lay A10 7 S-SE\n\nSent from my iPhone\n\nNYC: run auto", "lay A10 7 S-SE; NYC: run auto"},
		{"below a signature", "lay A10 7 S-SE\n\n-- \nAmy Smith\nNYC: run auto", "refused: NYC: run auto"},
		{"below an underscored rule and a name", "lay A10 7 S-SE\n\n____________\nAmy Smith\nsell 2 NYC", "refused: sell 2 NYC"},
		{"below our line", "pass\n\nCUTLINE\npress hello", "refused: press hello"},
		{"below our line and a signature", "pass\n\nCUTLINE\n\nSent from my iPhone", "pass"},
		{"below our line, a signature of dashes", "pass\n\nCUTLINE\n\n-- \nAmy Smith\nShoreline Railway Society", "pass"},
		{"the name in the line of the dashes", "pass\n-- Amy\nRailway Society", "pass"},
		{"a saying below dashes", "pass\n-- \nAmy\nTake it easy", "pass"},
		{"an address below dashes", "pass\n-- \nAmy Smith\nStation Road 12\nHome: +44 20 7946 0000\nDirector", "pass"},
		{"a marked choice below", "pass\n\nOn Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n\nQUOTE\n. sell 1 NYC", "pass; sell 1 NYC"},
	})
}

// A line below one that ends the commands is no command. If it looks like one, the mail is refused.
func TestBelowEnd(t *testing.T) {
	testAnswers(t, []answer{
		{"end", "run auto\nend\nwith best wishes", "run auto"}, {"end and a command", "run auto\nend\nNYC: pay 3", "refused: NYC: pay 3"}, {"stop and a command", "run auto\nstop\npay", "refused: pay"},
		{"a text that is ended wrongly", "press\nshall we?\nend\nrun auto", "refused: run auto"},
	})
}

// Notes and quotations in signatures that begin with words of commands do not get a mail refused.
func TestSayings(t *testing.T) {
	for _, s := range []string{
		"Note: I work part-time (Mon-Wed)", "Note: this mailbox is read 2 times a day", "Join us at BGG Con 2026", "Take it easy", "No trees were harmed", "Make America 18xx again", "Buy low, sell high", "Run, Forrest, run", "Keep calm and lay track",
		"Play more trains", "Director of Operations", "Host of the Shoreline weekend 2026", "Get the app: https://example.org", "Show your colours", "Do or do not", "What is a train without a track?", "Let there be rails", "Open minds only", "State Street 12",
		"Bridge Road 5", "Home: 555-0100", "Line 2, Stop 14", "Pass it on", "Board game geek: amysmith", "Next stop: retirement", "Engineer, Acme", "Put the kettle on", "Time is money", "Value investors do it for the dividends",
	} {
		for _, form := range []string{"run auto\n\n-- \nAmy Smith\n" + s, "run auto\n\n____________\nAmy Smith\n" + s, "run auto\npay\n\n--\nAmy\nRailway Society\n" + s + "\n\nOn Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n\nQUOTE"} {
			want := "run auto"
			if strings.Contains(form, "pay\n") {
				want = "run auto; pay"
			}
			testAnswers(t, []answer{{s, form, want}})
		}
	}
}

// Every word of a command, alone between quotes, below thanks or below a phone's line, is either read, or the
// mail is refused.
func TestNoVerbVanishes(t *testing.T) {
	for verb := range gameWords {
		if ends(verb) {
			continue
		}
		for _, form := range []string{"run auto\n\n> what is next\n\nVERB\n", "VERB\n\n> what is next\n\nrun auto\n", "run auto\n\nSent from my iPhone\n\nVERB", "run auto\nVERB\nAmy", "run auto\n\nThanks,\nAmy\n\n> what is next\n\nVERB"} {
			text := strings.Replace(form, "VERB", verb, 1)
			l := Read([]byte("From: Amy Smith <asmith@example.org>\n\n"+text), usual)
			kept := len(l.Commands) == 0 && l.Note != ""
			for _, c := range l.Commands {
				kept = kept || c.Text == verb
			}
			if !kept {
				t.Errorf("%q vanishes in %q: %v", verb, text, l.Commands)
			}
		}
	}
}

// A phone puts a blank after a word, and marks the text as flowed.
func TestFlowedBlanks(t *testing.T) {
	for in, want := range map[string]string{
		"run auto \npay \n":   "run auto; pay",
		"run auto \n\npay \n": "run auto; pay",
		"press I would rather have the line along the coast than the one \nacross the mountains \npay\n": "press I would rather have the line along the coast than the one across the mountains; pay",
	} {
		l := Read([]byte("From: Amy Smith <asmith@example.org>\nContent-Type: text/plain; charset=utf-8; format=flowed\n\n"+in), usual)
		var got []string
		for _, c := range l.Commands {
			got = append(got, c.Text)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}
