package letter

import (
	"strings"
	"testing"
)

// What people and their programs put below their words, without the two dashes that begin a signature.
func TestSignaturesWithoutDashes(t *testing.T) {
	for _, c := range []string{
		"Amy Smith\nSenior Engineer\nAcme Railways Ltd\nT: +44 20 7946 0000\nM: +44 7700 900000\nwww.example.org",
		"Amy Smith | Head of Signals\nAcme Railways Ltd, 12 Station Road, London SW1A 1AA\nT +44 20 7946 0000 | amy@example.org",
		"Kind regards\n\nAmy Smith\n12 Station Road\nLondon SW1A 1AA\nPhone: 020 7946 0000",
		"Mit freundlichen Grüßen\n\nAmy Smith\nHauptstr. 12\n10115 Berlin\nTel.: 030 1234567",
		"Mit freundlichen Grüßen\ni.A. Amy Smith\nFahrdienstleitung",
		"Mit freundlichen Grüßen\ni. V. A. Smith\nHauptstraße 12 a, 10115 Berlin",
		"Freundliche Grüsse\nppa. Amy Smith",
		"Thanks, Mike", "Thanks,\nTom", "Cheers, Dan", "Best,\nSam", "Thx Nick", "Thanks\nJohn", "Regards, Bill", "Cheers\nLyn", "Best wishes, Sally",
		"Get BlueMail for Android", "Get Spike for iOS", "Get TypeApp for Android", "Virenfrei. www.avast.com", "Virus-free.www.avast.com",
		"Virenfrei.www.avg.com <http://www.avg.com/email-signature>", "Sans virus.www.avast.com", "Hol dir BlueMail für Android",
		"-------- Oprindelig besked --------\nFra: Host <host@example.net>\nDato: 10.07.31 13.14\nTil: Amy\nEmne: tur\n\nsell",
		"Message du 10/07/31 13:14\nDe : Host <host@example.net>\nA : Amy\n\nsell", "> Message du 10/07/31 13:14\n> De : Host\n> sell",
		"-----Reply Message-----\nFrom: Host <host@example.net>\n\nsell",
		"-----\nAmy Smith\nEngineer, Acme Ltd", "_____\nAmy", "==========\nAmy Smith\nShoreline 18xx Club", "***\nNobody expects the Boston & Maine",
		"__._,_.___\nPosted by: Amy\nVisit Your Group", "_______________________________________________\nGames mailing list\nGames@lists.example.org\nhttps://lists.example.org/games",
		"__\nAmy",
	} {
		if got := said("lay H6 8 W-SE\nrun auto\n\n" + c + "\n"); got != "lay H6 8 W-SE\nrun auto" {
			t.Errorf("%q: %q", c, got)
		}
	}
}

// What could be a command stays one, also below a name, a rule or a town.
func TestNoSignatures(t *testing.T) {
	for _, c := range []string{
		"Amy\nT: +44 20 7946 0000\nsell 2 NYC", "-----\npass", "-----\npas", "Amy Smith\nFlat 3\nhalf", "_____\nAmy\nbuy NYC", "Amy\nDirector",
		"Thanks, Pass", "Thanks\nRun", "100", "Thanks\nAmy\n100", "Best\nPas",
	} {
		kept := strings.Join(strings.FieldsFunc(c, func(r rune) bool { return r == '\n' }), "\n")
		kept = strings.TrimPrefix(strings.TrimPrefix(kept, "-----\n"), "_____\n")
		if got := said("run auto\n" + c); got != "run auto\n"+kept {
			t.Errorf("%q: %q", c, got)
		}
	}
}

// A line of the writer's with the attribution of the quote glued to it is read without it.
func TestGluedAttribution(t *testing.T) {
	for in, want := range map[string]string{
		"run auto\nsay good luck On Fri, Jul 10, 2031 at 1:14 PM Host <host@example.net> wrote:\n> sell":    "run auto\nsay good luck",
		"run auto\npay On Fri, Jul 10, 2031 at 1:14 PM Host <\nhost@example.net> wrote:\n> sell":            "run auto\npay",
		"run auto\nNYC: pay On Fri, Jul 10, 2031 at 1:14 PM Host\n<host@example.net> wrote:\n> sell":        "run auto\nNYC: pay",
		"run auto\nNYC pay Le ven. 10 juil. 2031 à 13:14, Host <host@example.net> a écrit :\n> sell":        "run auto\nNYC pay",
		"run auto\npay\u00a0On Fri, Jul 10, 2031 at 1:14 PM Host <host@example.net> wrote:\n> sell":         "run auto\npay",
		"run auto\nMark Pass <mark@example.net> wrote:\n> sell":                                             "run auto",
		"run auto\nsay bye Am 10.07.2031 um 13:14 schrieb Host <host@example.net>:\n\nsell":                 "run auto\nsay bye",
		"run auto\npay\n\nOn Fri, Jul 10, 2031 at 1:14 PM Sell Sides <sell@example.net> wrote:\n> sell NYC": "run auto\npay",
		"run auto\nsay see you On Friday\npay\n\nOn Fri, Jul 10, 2031, Host wrote:\n> sell":                 "run auto\nsay see you On Friday\npay",
	} {
		if got := said(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
