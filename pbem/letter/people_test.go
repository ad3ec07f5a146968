package letter

import (
	"strings"
	"testing"
)

// people are answers as people write them with their programs, written down without looking at what reads them. TOP is what Gmail,
// BARE what Outlook, MARK what others put above our mail, each with it below; the commands wanted are parted by bars.
var people = []struct{ in, want string }{
	// Gmail, web and app
	{"run auto\npay\n\nTOP", "run auto|pay"}, {"Hi all,\n\nrun auto\n\nTOP", "run auto"}, {"Hey team!\nrun auto\nTOP", "run auto"}, {"Hello fellow barons,\n\nsell 2 NYC\npass\n\nCheers,\nBrian\n\nTOP", "sell 2 NYC|pass"},
	{"run auto 🚂\n\nTOP", "run auto 🚂"}, {"pass\n\n👍\n\nTOP", "pass"}, {"pass\n\nBrian 😀\n\nTOP", "pass"}, {"pass :-)\n\nTOP", "pass :-)"}, {"Pass\n\nSent from my Pixel 9\n\nTOP", "Pass"}, {"buy train 4\n\n--\nBrian\n+44 20 7946 0000\n\nTOP", "buy train 4"},
	{"Sorry I'm late, busy week!\n\nrun auto\n\nTOP", "run auto"}, {"Sorry for the delay, we were in Norway.\n\nrun auto\npay\n\nTOP", "run auto|pay"}, {"OK here goes:\n\nrun auto\n\nTOP", "run auto"}, {"Here is my move:\nrun auto\npay\n\nTOP", "run auto|pay"}, {"as discussed:\n\nsell 2 NYC\n\nTOP", "sell 2 NYC"},
	{"run auto\n\nTOP\n\n-- \nBrian O'Hara", "run auto"}, {"MARK\n\nrun auto\npay", "run auto|pay"}, {"Hi,\n\nMARK\n\nrun auto\n\nBrian", "run auto"}, {"run auto\n\nMARK\n\npay\n\nBrian", "run auto|pay"}, {"MARK\n\nrun auto\n\nSent from Gmail Mobile", "run auto"},
	// Outlook, classic, new and mobile
	{"run auto\npay\n\nBARE", "run auto|pay"}, {"run auto\n\nBrian O'Hara\nManaging Partner\n\nBARE", "run auto"}, {"run auto\n\nBrian O'Hara\nManaging Partner\nOHara & Sons\n\nBARE", "run auto"}, {"run auto\n\nBrian O'Hara | Architect\n\nBARE", "run auto"}, {"run auto\n\nBrian O'Hara | Architect | Leeds\n\nBARE", "run auto"},
	{"run auto\n\nBrian O'Hara\nLeeds\n\nBARE", "run auto"}, {"run auto\n\nBrian O'Hara\nLeeds, England\n\nBARE", "run auto"}, {"run auto\n\nBrian O'Hara, Leeds\n\nBARE", "run auto"}, {"pass\n\nKind regards\n\nBrian O'Hara\nHead of Procurement\nNorthern Parcels plc\nT: 0113 496 0000 | M: 07700 900000\n\nBARE", "pass"}, {"pass\n\nGet Outlook for Android\n\nBARE", "pass"},
	{"pass\n\nOutlook for iOS\n\nBARE", "pass"}, {"pass\n\nBr\nBrian\n\nBARE", "pass"}, {"run auto\n\nThanks\nBrian O'Hara CEng MICE\n\nBARE", "run auto"}, {"run auto\n\nBest regards / Mit freundlichen Grüßen\nBrian\n\nBARE", "run auto"}, {"run auto\n\n[cid:image002.jpg@01DC]\n\nBARE", "run auto"},
	{"run auto\n\nThis email and its attachments may be confidential and are intended solely for the use of the addressee.\n\nBARE", "run auto"}, {"pass\n\nSensitivity: Internal\n\nBARE", "pass"}, {"pass\n\nClassification: Public\n\nBARE", "pass"}, {"Buy train 4\nPass\n\nGet Outlook for iOS<https://aka.example/o0>\n\nBARE", "Buy train 4|Pass"}, {"run auto\n\nBrian O'Hara\nbrian@example.org\n\nBARE", "run auto"},
	// Apple Mail
	{"Run auto\n\nSent from my iPhone\n\nMARK", "Run auto"}, {"Run auto\nPay\n\nBrian\nSent from my iPad\n\nMARK", "Run auto|Pay"}, {"Pass\n\nDictated with Siri, please excuse any errors\n\nMARK", "Pass"}, {"Pass\n\nTyped with thumbs, sorry for typos\n\nMARK", "Pass"}, {"Pass\n\nSent from my iPhone. Please excuse brevity and typos.\n\nMARK", "Pass"},
	{"press Amy: “it’s yours” – enjoy\npass\n\nMARK", "press Amy: \"it's yours\" - enjoy|pass"}, {"sell\u00a02\u00a0NYC\n\nMARK", "sell 2 NYC"}, {"pass\u200b\n\nMARK", "pass"}, {"Pass\n\nVon meinem iPad gesendet\n\nMARK", "Pass"}, {"Pass\n\nEnviado do meu iPhone\n\nMARK", "Pass"},
	// Thunderbird, K-9, mutt, Gnus, pine
	{"MARK\nrun auto\npay\n\n-- \nBrian O'Hara\n\"Life is a train.\"", "run auto|pay"}, {"On 23/11/2026 10:04, Shoreline wrote:\n| -- " + CutLine + " (game g12, position 0) --\n|\n| Amy: your move\n|   . pass  buy nothing\n\nrun auto\n", "run auto"}, {"Shoreline <pbem@play.example> writes:\n\nS> -- " + CutLine + " (game g12, position 0) --\nS>\nS> Amy: your move\nS>   . pass\n\nrun auto\n", "run auto"},
	{"MARK\n\nrun auto\n\nBrian\n\n-- \nmutt, and proud of it", "run auto"}, {"run auto\n-- \nSent from my Android phone with K-9 Mail.\n\nMARK", "run auto"}, {"run auto\n\n/brian\n\nMARK", "run auto"}, {"run auto\n\n/b\n\nMARK", "run auto"}, {"run auto\n\n~b\n\nMARK", "run auto"}, {"run auto\n\nB.\n\nMARK", "run auto"}, {"run auto\n\n-BO\n\nMARK", "run auto"},
	{"NYC> run auto\npay\n\nMARK", "NYC: run auto|pay"}, {"NYC: run auto\nHRR: pass\n\nMARK", "NYC: run auto|HRR: pass"}, {"run auto\n---\npay\n\nMARK", "run auto|pay"}, {"passOn 23/11/2026 10:04, Shoreline wrote:\n> -- " + CutLine + " --\n> Amy: your move", "pass"}, {"On 23/11/2026 10:04, Shoreline wrote: run auto\n> -- " + CutLine + " --\n> Amy: your move\n\npay", "run auto|pay"},
	// GMX, Yahoo, Samsung, and other telephones
	{"pass\n\nVon meinem Xiaomi gesendet\n\nMARK", "pass"}, {"pass\n\nGesendet mit der GMX iPhone App\n\nMARK", "pass"}, {"pass\n\nSent from Yahoo Mail on Android\n\nTOP", "pass"}, {"Pass\n\n\nSent from my Galaxy\n\nBARE", "Pass"}, {"Pass\n\nEnvoyé depuis mon Samsung\n\nBARE", "Pass"}, {"Pass\n\nInviato dal mio telefono\n\nBARE", "Pass"}, {"Pass\n\nWysłane z telefonu\n\nBARE", "Pass"}, {"Pass\n\nSkickat från min mobil\n\nBARE", "Pass"}, {"Pass\n\nSendt fra min mobil\n\nBARE", "Pass"}, {"Pass\n\nOdesláno z mobilu\n\nBARE", "Pass"},
	{"Pass\n\nVerzonden vanaf mijn telefoon\n\nBARE", "Pass"}, {"Pass\n\nEnviado desde mi móvil\n\nBARE", "Pass"}, {"Pass\n\nLähetetty puhelimesta\n\nBARE", "Pass"}, {"Pass\n\n从我的手机发送\n\nBARE", "Pass"}, {"Pass\n\nОтправлено с телефона\n\nBARE", "Pass"},
	{"Bien à vous,\n\nBrian | Ingénieur d'études\n📱 06 00 00 00 00\nSIRET 000 000 000 00000\n\nMARK\n\npass", "pass"},
	// greetings
	{"Ciao ragazzi,\n\npass\n\nTOP", "pass"}, {"Hallo Freunde der Eisenbahn,\n\npass\n\nTOP", "pass"}, {"Bonjour les amis,\n\npass\n\nTOP", "pass"}, {"Hola chicos,\n\npass\n\nTOP", "pass"}, {"Olá pessoal!\n\npass\n\nTOP", "pass"}, {"Hoi spelers,\n\npass\n\nTOP", "pass"}, {"Hej allihopa!\n\npass\n\nTOP", "pass"}, {"Cześć wszystkim!\n\npass\n\nTOP", "pass"}, {"Ahoj kluci,\n\npass\n\nTOP", "pass"}, {"Moi kaverit,\n\npass\n\nTOP", "pass"},
	{"Hello Shoreline,\n\npass\n\nTOP", "pass"}, {"Dear Shoreline game,\n\npass\n\nTOP", "pass"}, {"Dear computer,\n\npass\n\nTOP", "pass"}, {"Good evening gentlemen,\n\npass\n\nTOP", "pass"}, {"Guten Abend die Herren,\n\npass\n\nTOP", "pass"}, {"Servus Buam,\n\npass\n\nTOP", "pass"}, {"Howdy partners!\n\npass\n\nTOP", "pass"}, {"Salut la compagnie,\n\npass\n\nTOP", "pass"}, {"Buongiorno a voi tutti,\n\npass\n\nTOP", "pass"}, {"Hey Amy, Crystal and Dan,\n\npass\n\nTOP", "pass"},
	// closings and signatures
	{"pass\n\nBrian\n\"Never trust a train.\"\n\nTOP", "pass"}, {"pass\n\nBrian\n\n\"The journey is the reward.\" - proverb\n\nTOP", "pass"}, {"pass\n\nThanks!\nBrian\n“Be yourself; everyone else is already taken.” — Oscar Wilde\n\nTOP", "pass"}, {"pass\n\nBrian O'Hara\nDirector, Rail\n\nTOP", "pass"}, {"pass\n\nBrian O'Hara\nSecond Violin\nHallé Orchestra\n\nTOP", "pass"},
	{"pass\n\nBrian O'Hara\nThe Old Mill\nLeeds\n\nTOP", "pass"}, {"pass\n\nBrian O'Hara\n14 Mill Lane\nLeeds LS1 4AP\n\nTOP", "pass"}, {"pass\n\nDr Brian O'Hara\nUniversity of Leeds\n\nTOP", "pass"}, {"pass\n\nAll the best from rainy Leeds\nBrian\n\nTOP", "pass"}, {"pass\n\nLove to all\nBrian x\n\nTOP", "pass"}, {"pass\n\nYours aye,\nBrian\n\nTOP", "pass"}, {"pass\n\nGrüße aus Leeds\nBrian\n\nTOP", "pass"}, {"pass\n\nA bientôt !\nBrian\n\nTOP", "pass"}, {"pass\n\nUn saluto a tutti\nBrian\n\nTOP", "pass"}, {"pass\n\nGood night all\n\nTOP", "pass"},
	// what servers and lists add
	{"pass\n\n_______________________________________________\nPlayers mailing list\nplayers@lists.example.org\nhttps://lists.example.org/players\n\nMARK", "pass"}, {"CAUTION: External email. Think before you click links.\n\npass\n\nBARE", "pass"}, {"[EXTERNAL]\n\npass\n\nBARE", "pass"}, {"pass\n\nVirus-free. www.avg.com\n\nTOP", "pass"}, {"pass\n\nThis email has been checked for viruses by Avast antivirus software.\nwww.avast.com\n\nTOP", "pass"}, {"pass\n\nPlease consider the environment before printing\n\nBARE", "pass"},
	{"pass\n\n---------- Forwarded message ---------\nFrom: Shoreline <pbem@play.example>\nDate: Mon, Nov 23, 2026 at 10:04 AM\nSubject: your move\nTo: <brian@example.org>\n\n" + oursSetIn, "pass"}, {"pass\n\nBegin forwarded message:\n\nFrom: Shoreline <pbem@play.example>\nSubject: your move\nDate: 23 November 2026 at 10:04:00 GMT\nTo: brian@example.org\n\n" + oursSetIn, "pass"}, {"pass\n\n-----Original Message-----\nFrom: Shoreline <pbem@play.example> \nSent: 23 November 2026 10:04\nTo: brian@example.org\nSubject: your move\n\n" + oursSetIn, "pass"},
	// quotes broken early, and answers to answers
	{"run auto\n\nOn 23 Nov 2026 at 10:04 Shoreline wrote:\n\n> -- " + CutLine + " (game\ng12, position 0) --\n>\n> Amy: your move for New York, New Haven and\nHartford (NYNHH)\n>   . withhold  you get nothing, and the price falls\nby one\n", "run auto"}, {"run auto\n\nOn Mon, Nov 23, 2026 at 10:04 AM Shoreline <pbem@play.example> wrote:\n> -- " + CutLine + " (game g12, position 0) --\n>\n> You wrote:\n> > pas\n> >\n> > On Mon Shoreline wrote:\n> > > . pass\n", "run auto"},
	{"run auto\n\nBARE\n\nFrom: Brian O'Hara\nSent: Sunday, November 22, 2026 9:00 AM\nTo: Shoreline\nSubject: Re: your move\n\npass\n", "run auto"},
	// said in other ways
	{"- run auto\n- pay\n\nTOP", "- run auto|- pay"}, {"1. run auto\n2. pay\n\nTOP", "run auto|pay"}, {"• run auto\n• pay\n\nTOP", "• run auto|• pay"}, {"1) sell 2 NYC\n2) pass\n\nTOP", "sell 2 NYC|pass"}, {"*run auto*\n\nTOP", "*run auto*"}, {"RUN AUTO\nPAY\n\nTOP", "RUN AUTO|PAY"}, {"run auto.\npay.\n\nTOP", "run auto.|pay."}, {"run auto; pay\n\nTOP", "run auto; pay"}, {"  run auto\n  pay\n\nTOP", "run auto|pay"}, {"\n\n\nrun auto\n\n\n\npay\n\nTOP", "run auto|pay"},
	{"next: pass\n\nTOP", "next: pass"}, {"undo\n\nTOP", "undo"}, {"preview\nsell 2 NYC\n\nTOP", "preview|sell 2 NYC"}, {"vacation 2026-12-20 to 2027-01-05\n\nBrian\n\nTOP", "vacation 2026-12-20 to 2027-01-05"}, {"vacation 20 Dec to 5 Jan\n\nThanks, Brian\n\nTOP", "vacation 20 Dec to 5 Jan"}, {"press well played, Amy!\n\nTOP", "press well played, Amy!"}, {"status", "status"}, {"pass", "pass"}, {"pass\n\nBrian", "pass"}, {"pass\n\n-- " + CutLine + " (game g12, position 0) --\n\nSent from my iPhone", "pass"},
}

// TestPeople reads those answers. At least 98 percent must be exactly right. In the others nothing may be
// lost: either more is read than wanted, so that the player is asked, or the note names a line.
func TestPeople(t *testing.T) {
	fill := strings.NewReplacer("TOP", "On Mon, Nov 23, 2026 at 10:04 AM Shoreline <\npbem@play.example> wrote:\n\n"+marked(oursFlat), "BARE", outlookHead+oursSetIn, "MARK", "On 23/11/2026 10:04, Shoreline wrote:\n"+marked(oursSetIn))
	wrong := 0
	for _, p := range people {
		l := tongue{from: "Brian O'Hara <brian@example.org>"}.mail(fill.Replace(p.in))
		var got []string
		for _, c := range l.Commands {
			got = append(got, c.Text)
		}
		if strings.Join(got, "|") == p.want {
			continue
		}
		wrong++
		t.Logf("%q: %q, %s", p.in, got, l.Note)
		all := true
		for w := range strings.SplitSeq(p.want, "|") {
			all = all && strings.Contains("|"+strings.Join(got, "|")+"|", "|"+w+"|")
		}
		if !all && l.Note == "" {
			t.Errorf("%q loses a line: %q", p.in, got)
		}
	}
	t.Logf("%d of %d are read exactly", len(people)-wrong, len(people))
	if 50*wrong > len(people) {
		t.Errorf("%d of %d are not read exactly", wrong, len(people))
	}
}

// marked marks our mail as a quote.
func marked(mail string) string {
	return "> " + strings.ReplaceAll(strings.TrimSpace(mail), "\n", "\n> ") + "\n"
}
