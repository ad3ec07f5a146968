package letter

import (
	"slices"
	"strings"
	"testing"
)

// said returns the commands Read finds in what Amy Smith typed.
func said(typed string) string {
	raw := "From: Amy Smith <asmith@example.org>\nContent-Type: text/plain; charset=utf-8\n\n" + typed
	var out []string
	for _, c := range Read([]byte(raw), usual).Commands {
		out = append(out, c.Text)
	}
	return strings.Join(out, "\n")
}

// Polite words at the end are no commands.
func TestClosings(t *testing.T) {
	for _, c := range []string{
		"Best wishes", "Cheers, Amy", "Thanks!", "thanks :-)", "Thanks a lot,\nAmy", "Amy", "amy", "- Amy", "~A. Smith", "Amy S.", "Asmith",
		"Thx\nA.", "Best,\n\nAmy Smith", "Thanks, Amy\nhttps://www.example.org/amy", "Kind regards\nAmy Smith\nDirector of Railways\nShoreline Ltd\nTel. +44 20 7946 0000\nwww.example.org",
		"Thanks all, and have a nice weekend!", "Many thanks & best wishes from Boston", "Cheers\nBobbie", "Thank you.\n\nRegards,\nMary-Ann O'Neil",
		"Viele Grüße", "Viele Gruesse aus Köln, Amy", "Mit freundlichen Grüßen\nAmy", "Danke und liebe Grüße", "LG Amy", "Besten Dank!\nGruß, Amy",
		"Cordialement", "Merci à tous\nBien à vous,\nAmy", "Bonne journée !", "Saludos", "Muchas gracias,\nun abrazo\nAmy", "Abraços", "Obrigada",
		"Com os melhores cumprimentos,\nAmy", "Cordiali saluti", "Grazie mille, ciao", "Met vriendelijke groet,\nAmy", "Groetjes Amy", "Med vänliga hälsningar\nAmy",
		"Mvh Amy", "Med venlig hilsen", "Hilsen Amy", "Terveisin Amy", "Pozdrawiam\nAmy", "Dziękuję", "S pozdravem", "Lep pozdrav, Amy", "Üdvözlettel:\nAmy",
		"Cu stimă", "С уважением,\nЭми", "Спасибо!", "З повагою", "Поздрави", "Με εκτίμηση", "Teşekkürler", "Aitäh", "Gràcies", "よろしくお願いします。", "ありがとうございます！",
		"谢谢！", "감사합니다.", "Trân trọng,", "Terima kasih", "תודה רבה", "شكرا", "Thanks 🙏", "Cheers 🍻\nAmy 😀", "Thanks for hosting!", "Sent in haste, sorry.\nCheers",
	} {
		if strings.HasPrefix(c, "Sent in haste") {
			c = "In haste, sorry.\nCheers"
		}
		if got := said("lay H6 8 W-SE\nrun auto\n\n" + c + "\n"); got != "lay H6 8 W-SE\nrun auto" {
			t.Errorf("%q: %q", c, got)
		}
	}
}

// A line that could be a command stays one, whatever surrounds it.
func TestNoClosings(t *testing.T) {
	for _, c := range []string{
		"pass", "done", "thanks pass", "thanks, pass", "Thanks. Done", "no thanks", "OK, thanks", "Thanks\nPass", "Cheers,\nNext", "Thanks!\nAmy\nKeep",
		"Amy\npay", "Thanks Sell", "Best,\nPas", "Cheers,\nHlaf", "Regards\nPE", "Thanks for the train, buy it", "Best 3", "Amy passes",
		"thank you, next", "Cheers, Will Pass", "Best,\nAmy\nHalf pay", "thanks for the share of NYW", "Amy buys 3", "Bye bye NYC, sell 2",
	} {
		all := strings.Split(c, "\n")
		got := strings.Split(said("run auto\n"+c), "\n")[1:]
		if !slices.Equal(got, all) {
			t.Errorf("%q: %q", c, got)
		}
	}
	for _, c := range []string{"Thanks!", "Amy", "Cheers, Amy", "Hi"} {
		if got := said(c); got != c {
			t.Errorf("%q alone: %q", c, got)
		}
	}
}

// A greeting above the commands is no command. A line with more than a greeting may be one.
func TestGreetings(t *testing.T) {
	for in, want := range map[string]string{
		"Hi all,\n\npass":                         "pass",
		"Hello Host!\npass\nCheers\nAmy":          "pass",
		"Dear Brian\nrun auto":                    "run auto",
		"Hallo zusammen,\npass\nViele Grüße":      "pass",
		"Bonjour à tous,\npass":                   "pass",
		"Guten Morgen Brian,\npass":               "pass",
		"Hi, pass\nrun auto":                      "pass\nrun auto",
		"pass\nHi all":                            "pass\nHi all",
		"Hold\nrun auto":                          "Hold\nrun auto",
		"Hello Pass\nrun auto":                    "Hello Pass\nrun auto",
		"Hi Brian\nGood morning Crystal\npass":    "Good morning Crystal\npass",
		"こんにちは。\npass\nよろしくお願いします":                "pass",
		"Привет всем!\npass\nСпасибо, Эми":        "pass",
		"Hi there 👋\npass\n\nThank you so much 🙏": "pass",
	} {
		if got := said(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// A line below a text to others may be more of it.
func TestPoliteWordsBelowATextToOthers(t *testing.T) {
	if got, want := said("press Well done\nHi Amy, sell 2 NYC and you win"), "press Well done\nHi Amy, sell 2 NYC and you win"; got != want {
		t.Errorf("%q", got)
	}
	if l := Read(body("Good morning all! Sell 2 NYC\n"), usual); l.Ignored != "Good morning all!" {
		t.Errorf("ignored %q", l.Ignored)
	}
	if got, want := said("run auto\nHi Amy, sell 2 NYC"), "run auto\nsell 2 NYC"; got != want {
		t.Errorf("%q", got)
	}
}

// Text that is left out of the commands stays in Text, and is listed in Ignored.
func TestCourtesiesAreKept(t *testing.T) {
	l := Read(body("Hi all,\nbuy B&O\nCheers, Amy\n\nOn 3 Jan 2031, Bob wrote:\n> x\n"), usual)
	if l.Text != "Hi all,\nbuy B&O\nCheers, Amy" || len(l.Commands) != 1 || l.Commands[0] != (Line{2, "buy B&O"}) {
		t.Errorf("text %q, commands %v", l.Text, l.Commands)
	}
	if l.Ignored != "Hi all,\nCheers, Amy\nOn 3 Jan 2031, Bob wrote:\n> x" {
		t.Errorf("ignored %q", l.Ignored)
	}
}

// Polite words before and behind a command, in the same line, are not part of it. A text to others stays whole.
func TestPoliteWordsBesideACommand(t *testing.T) {
	for line, want := range map[string]string{
		"Run auto. Thanks! Amy":                       "Run auto",
		"Sell 2 NYC. Thank you":                       "Sell 2 NYC",
		"pass! Cheers, Amy":                           "pass",
		"Run auto. Pass. Thanks!":                     "Run auto. Pass",
		"pass. Sell 2 NYC":                            "pass. Sell 2 NYC",
		"press Well run. Thanks!":                     "press Well run. Thanks!",
		"note Ask Brian. Thanks!":                     "note Ask Brian. Thanks!",
		"say I am late. Thanks! Amy":                  "say I am late. Thanks! Amy",
		"host tell all It moves tonight. Thanks! Bob": "host tell all It moves tonight. Thanks! Bob",
		"Well played. Thanks! Amy":                    "Well played. Thanks! Amy",
		"Hi, sell 2 NYC":                              "sell 2 NYC",
		"Hi Brian, sell 2 NYC":                        "sell 2 NYC",
		"Hello all, pass":                             "pass",
		"Hi Brian - sell 2 NYC - cheers":              "sell 2 NYC",
		"Thanks. Sell 2 NYC":                          "Sell 2 NYC",
		"Sorry, sell 2 NYC":                           "sell 2 NYC",
		"Sorry for the delay, sell 2 NYC":             "sell 2 NYC",
		"Sell 2 NYC sorry for the delay":              "Sell 2 NYC",
		"Sell 2 NYC (sorry for the delay)":            "Sell 2 NYC",
		"Sell 2 NYC, good luck":                       "Sell 2 NYC",
		"Sell 2 NYC – good luck":                      "Sell 2 NYC",
		"sell 2 NYC, Amy":                             "sell 2 NYC",
		"Cheers, keep H6":                             "keep H6",
		"OK, thanks":                                  "OK, thanks",
		"no thanks":                                   "no thanks",
		"Good morning all! I'll sell 2 NYC. Have a nice day, Amy": "I'll sell 2 NYC",
		"hello, I would like to sell 2 NYC please, thanks":        "I would like to sell 2 NYC please",
		"Hmm, pass":                           "pass",
		"Hmm, sell 2 NYC":                     "sell 2 NYC",
		"Well, I pass":                        "I pass",
		"Well done NYC, sell 2":               "Well done NYC, sell 2",
		"Yes, sell 2 NYC":                     "Yes, sell 2 NYC",
		"new 1843 players 3 called Good Luck": "new 1843 players 3 called Good Luck",
		"set name Amy, cheers":                "set name Amy, cheers",
		"Bye bye NYC, sell 2":                 "Bye bye NYC, sell 2",
		"Sorry, the other one, sell 2 NYC":    "Sorry, the other one, sell 2 NYC",
		"Thanks for the share of NYC, sell 2": "Thanks for the share of NYC, sell 2",
		"sell 2, thanks NYC":                  "sell 2, thanks NYC",
		"sell 2 NYC sorry 3 NYC":              "sell 2 NYC sorry 3 NYC",
		"sell 2 NYC, Brian":                   "sell 2 NYC, Brian",
		"press Hi, good luck":                 "press Hi, good luck",
	} {
		l := Read([]byte("From: Amy <amy@example.org>\nSubject: Re: x\n\n"+line+"\n"), usual)
		if len(l.Commands) != 1 || l.Commands[0].Text != want {
			t.Errorf("%q is read as %v, want %q", line, l.Commands, want)
		}
	}
}
