package letter

import "testing"

// additions are what today's programs and people put below a mail. Two commands stand above.
var additions = []struct{ name, in string }{
	{"BlueMail", "\u2063Get BlueMail for Android \u200b"}, {"BlueMail, sent", "\u200b\u2063Sent from BlueMail\u200b"}, {"BlueMail, German", "\u2063Hol dir BlueMail für Android\u200b"},
	{"BlueMail, link", "\u2063Gesendet von BlueMail <http://www.bluemail.example/r?b=1>\u2063"}, {"Outlook mobile, marked", "\ufeffGet Outlook for iOS\u2060"},
	{"via mobile", "via mobile"}, {"via iPhone", "Via iPhone"}, {"sent via mobile", "Sent via mobile"}, {"from mobile", "from mobile"}, {"German, under way", "Von unterwegs gesendet"}, {"German, under way, short", "von unterwegs"},
	{"German, mobile", "Mobil gesendet"}, {"French, mobile", "Envoyé de mon mobile"}, {"Spanish, mobile", "Enviado desde mi móvil"}, {"Italian, mobile", "Inviato dal mio cellulare"}, {"Dutch, mobile", "Verstuurd vanaf mijn mobiel"},
	{"Outlook, French", "Envoyé à partir d'Outlook pour Android"}, {"Outlook, French, another", "Envoyé à partir de l’application Outlook"}, {"Spike", "Sent with Spike"}, {"Shortwave", "Sent via Shortwave"}, {"Superhuman", "Sent via Superhuman iOS"}, {"Edison", "Sent from Edison Mail"}, {"Aqua", "Sent with Aqua Mail for Android\nhttps://www.mobisystems.example/aqua-mail"},
	{"Nine", "Sent from Nine"}, {"Canary", "Sent from Canary"}, {"FairEmail", "Sent with FairEmail"}, {"HEY", "Sent from HEY"}, {"Mimestream", "Sent with Mimestream"}, {"Tuta", "Sent with Tuta; https://tuta.example/free-email"},
	{"Thunderbird for phones", "Sent from Thunderbird Mobile"}, {"Vivaldi", "Sent with Vivaldi Mail"}, {"Zoho", "Sent using Zoho Mail"}, {"Zoho, link", "Sent using https://www.zoho.example/mail/"}, {"Yahoo, new", "Yahoo Mail: Search, organise, conquer"},
	{"Windows 11", "Sent from Outlook for Windows 11"}, {"Pixel", "Sent from my Google Pixel"}, {"GMX, page", "Gesendet mit der GMX iPhone App"}, {"Posteo", "Gesendet von /e/OS Mail."}, {"Apple Watch", "Sent from my Apple Watch"},
	{"telephone with an icon", "Amy Smith\n📞 +44 20 7946 0000"}, {"telephone with signs", "Kind regards\nAmy Smith\n☎ 020 7946 0000 | ✉ asmith@example.org"}, {"a mobile sign", "Best\nAmy\n📱 +44 7700 900000\n🌐 www.example.org"},
	{"a house and a pin", "Kind regards\nAmy Smith\n📍 12 Station Road, London"}, {"letters and telephones", "Amy Smith\n✆ 020 7946 0000"},
	{"a rule of long dashes", "———\nAmy Smith\nShoreline Railway Society"}, {"a rule of long dashes, wide", "————————————————\nAmy Smith"}, {"one three-em dash", "⸻\nAmy Smith\nEngineering"}, {"a drawn rule", "────────\nAmy Smith"},
	{"a rule of lines", "▬▬▬▬▬▬▬\nAmy Smith"}, {"a rule of two signs", "-*-*-*-*-\nAmy Smith"}, {"a rule with blanks", "- - - - - -\nAmy Smith\nSociety"}, {"dots", "••••••\nAmy Smith"},
	{"pronouns", "Best,\nAmy Smith (she/her)"}, {"pronouns of three", "Best,\nAmy Smith (she/her/hers)\nAcme Ltd"}, {"pronouns alone", "Best,\nAmy\n(they/them)"}, {"pronouns, labelled", "Best,\nAmy Smith\nPronouns: she/her"}, {"pronouns, German", "Viele Grüße\nAmy Smith (sie/ihr)"},
	{"a degree", "Kind regards,\nAmy Smith, PhD"}, {"degrees", "Regards,\nAmy Smith, M.Sc., MBA"}, {"a degree alone", "Amy Smith, Ph.D."}, {"German degrees", "Mit freundlichen Grüßen\nDipl.-Ing. Amy Smith"}, {"more degrees", "Viele Grüße\nDr. med. Amy Smith"}, {"Dutch", "Groet,\nDrs. Amy Smith (zij/haar)"},
	{"Austrian", "Liebe Grüße\nMag. Amy Smith, BSc"}, {"a picture", "Kind regards\nAmy Smith\n[cid:image001.png@01DA1234.56789ABC]"}, {"a logo", "Kind regards,\nAmy Smith\n[Acme Logo]\nAcme Railways Ltd"}, {"Gmail's picture", "Best\nAmy\n[image: Acme Railways]"},
	{"a picture alone", "[cid:9f8e7d6c-1234]"}, {"a picture's file", "Best\nAmy\n<image001.png>"}, {"a logo of a company", "Best\nAmy\n[A picture containing text, logo Description automatically generated]"},
	{"a register, German", "Mit freundlichen Grüßen\nAmy Smith\nAcme GmbH\nSitz der Gesellschaft: Köln | Amtsgericht Köln HRB 12345\nGeschäftsführer: Bob Marsh"}, {"a register, German, broken", "Viele Grüße\nAmy Smith\nAcme GmbH\nRegistergericht: Amtsgericht München\nHRB 12345\nUSt-IdNr.: DE123456789"},
	{"a register, English", "Kind regards\nAmy Smith\nRegistered in England and Wales No. 01234567"}, {"a number, English", "Kind regards\nAmy Smith\nAcme Ltd\nCompany No. 1234567. VAT No. GB 123 4567 89"}, {"a register, French", "Cordialement\nAmy Smith\nSIRET 123 456 789 00012"},
	{"a register, French, capital", "Cordialement\nAmy Smith\nSAS au capital de 10 000 € - RCS Paris 123 456 789"}, {"a register, Italian", "Cordiali saluti\nAmy Smith\nP.IVA 01234567890"}, {"a register, Dutch", "Groet,\nAmy Smith\nKvK 12345678"}, {"a register, Danish", "Hilsen\nAmy Smith\nCVR-nr. 12345678"},
	{"a register, Polish", "Pozdrawiam\nAmy Smith\nNIP 123-456-78-90, REGON 123456789"}, {"a register, Swiss", "Freundliche Grüsse\nAmy Smith\nCHE-123.456.789 MWST"}, {"a register, Spanish", "Saludos\nAmy Smith\nCIF B12345678"},
	{"the own address", "asmith@example.org"}, {"the own address in brackets", "<asmith@example.org>"}, {"the own address below the name", "Amy\nasmith@example.org"}, {"the own address, linked", "asmith@example.org <mailto:asmith@example.org>"},
	{"a monogram", "AS"}, {"a monogram with a dash", "-AS"}, {"a monogram with a slash", "/as"}, {"a monogram with dots", "A.S."}, {"a monogram below thanks", "Thanks\nAS"}, {"a post behind the name", "Bien à vous,\nAmy Smith | ingénieure d'études\n📱 06 00 00 00 00\n✉ asmith@example.org"},
	{"a post that is a verb", "Kind regards,\nAmy Smith\nSenior Engineer\nAcme Bridges Ltd | 12 Canal Street, York YO1 7AA\nT +44 1904 000000 | M +44 7700 900000"}, {"twice", "Thanks,\nAmy\n\nKind regards,\n\nAmy Smith\nSenior Engineer\nAcme Ltd"},
	{"links of an app", "Amy Smith\nLinkedIn | Xing | Facebook"}, {"a booking link", "Best\nAmy\nBook time with me: https://calendar.example/amy"}, {"a motto", "Best\nAmy Smith\n\"Trains are for people\""},
}

func TestAdditions(t *testing.T) {
	var all []answer
	for _, a := range additions {
		all = append(all, answer{a.name, "lay H6 8 W-SE\nrun auto\n\n" + a.in + "\n\nOn Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n\nQUOTE\n", "lay H6 8 W-SE; run auto"},
			answer{a.name + ", no quote", "run auto\n\n" + a.in, "run auto"},
			answer{a.name + ", command below", "run auto\n\n" + a.in + "\n\nOn Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n\nQUOTE\n\npay", "run auto; pay"})
	}
	testAnswers(t, all)
}

// What stands above the quote if the commands are below it: a greeting, or a signature.
func TestAdditionsOnTop(t *testing.T) {
	var all []answer
	for _, top := range []string{
		"Hi all,", "Hi all,\n\nBest,\nAmy", "Amy", "Mit freundlichen Grüßen\n\nAmy Smith\nProjektleitung\nBrückenbau Nordtor GmbH\nKanalstraße 12, 50667 Köln\nTel.: +49 221 000000", "Sent from my iPhone", "-- \nAmy Smith\nAcme", "Thanks,\nAmy",
		"Un saludo,\n\nAmy Smith\nJefa de Proyecto\nPuentes del Norte S.L.\nC/ Canal, 12\n28004 Madrid\nTel. +34 910 000 000",
	} {
		for _, below := range []struct{ in, want string }{{"run auto\npay", "run auto; pay"}, {"HRR: buy train 2", "HRR: buy train 2"}, {"Hi all,\n\nbuy B&O", "buy B&O"}, {"yes", "yes"}, {"run auto\n\nThanks,\nAmy\n\n-- \nAmy Smith", "run auto"}} {
			all = append(all, answer{top, top + "\n\nOn Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n\nQUOTE\n\n" + below.in + "\n", below.want})
		}
	}
	testAnswers(t, all)
}

// More ways to announce a quote. The quote is marked or not.
func TestMoreHeads(t *testing.T) {
	var all []answer
	for _, h := range []answer{
		{name: "Orange", in: "> Message du : 17/11/2026 20:14\n> De : \"18xx by mail\" <pbem@play.example>\n> A : asmith@example.org\n> Objet : your turn\nQUOTE"}, {name: "Orange, not marked", in: "Message du : 17/11/2026 20:14\nDe : \"18xx by mail\" <pbem@play.example>\nA : asmith@example.org\nObjet : your turn\n\nBARE"},
		{name: "Orange, dashed", in: "---- Message du : 17/11/2026 20:14 ----\n\nBARE"}, {name: "an answer's title", in: "-----Antwort Nachricht-----\nVon: 18xx by mail\nGesendet: Dienstag\n\nBARE"}, {name: "a title of Proton Mail", in: "‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Tuesday, November 17th, 2026 at 8:14 PM, 18xx by mail <pbem@play.example> wrote:\n\nQUOTE"}, {name: "a title in Swiss German", in: "----- Originale Nachricht -----\n\nBARE"},
		{name: "a title in Dutch", in: "------ Origineel bericht ------\n\nBARE"}, {name: "a title of Windows Mail", in: "------ Original Message ------\nFrom \"18xx by mail\" <pbem@play.example>\nTo asmith@example.org\nDate 17/11/2026 20:14:05\nSubject your turn\n\nBARE"},
		{name: "no From, German", in: "Gesendet: Dienstag, 17. November 2026 um 20:14 Uhr\nAn: asmith@example.org\nBetreff: your turn\n\nBARE"}, {name: "no From, English", in: "Sent: Tuesday, November 17, 2026 8:14 PM\nTo: asmith@example.org\nSubject: your turn\n\nBARE"},
		{name: "no From, date first", in: "Date: Tue, 17 Nov 2026 20:14:05 +0100\nSubject: your turn\nTo: asmith@example.org\n\nBARE"}, {name: "no From, French", in: "Envoyé : mardi 17 novembre 2026 20:14\nÀ : asmith@example.org\nObjet : your turn\n\nBARE"},
		{name: "a rule, no From", in: "________________________________\nSent: Tuesday, November 17, 2026 8:14:05 PM\nSubject: your turn\n\nBARE"},
		{name: "over three lines", in: "On Tue, Nov 17, 2026 at 8:14 PM\n18xx by mail\n<pbem@play.example> wrote:\n\nBARE"}, {name: "over three lines, long address", in: "On Tuesday, November 17, 2026 at 8:14 PM, 18xx by mail\n<pbem+g1.p1.k7w2q3mxa5bzt6ud@play.example>\nwrote:\n\nBARE"},
		{name: "over four lines", in: "On Tue,\nNov 17, 2026 at 8:14 PM\n18xx by mail <\npbem@play.example> wrote:\n\nQUOTE"}, {name: "over three lines, German", in: "Am Dienstag, dem 17. November 2026\num 20:14 schrieb 18xx by mail\n<pbem@play.example>:\n\nBARE"},
		{name: "over three lines, French", in: "Le mardi 17 novembre 2026 à 20:14,\n18xx by mail <pbem@play.example>\na écrit :\n\nBARE"}, {name: "over three lines, Spanish", in: "El martes, 17 de noviembre de 2026,\n20:14, 18xx by mail\n<pbem@play.example> escribió:\n\nBARE"},
		{name: "over three lines, Italian", in: "Il giorno martedì 17 novembre 2026\nalle 20:14 18xx by mail\n<pbem@play.example> ha scritto:\n\nBARE"}, {name: "over three lines, Dutch", in: "Op dinsdag 17 november 2026\nom 20:14 heeft 18xx by mail\n<pbem@play.example> het volgende geschreven:\n\nBARE"},
		{name: "with the address below", in: "18xx by mail\n<pbem@play.example> schrieb am Di., 17. Nov. 2026,\n20:14:\n\nBARE"}, {name: "marked, over three lines", in: "> On Tue, Nov 17, 2026 at 8:14 PM\n> 18xx by mail\n> <pbem@play.example> wrote:\n>\nQUOTE"},
		{name: "Catalan", in: "Missatge de 18xx by mail <pbem@play.example> del dia dt., 17 de nov. 2026 a les 20:14:\n\nBARE"}, {name: "only a name", in: "Shoreline wrote:\n\nBARE"}, {name: "you", in: "You wrote:\n\nQUOTE"}, {name: "an unknown tongue", in: "Shoreline ha dit aquestes coses:\n\nBARE"},
		{name: "wrapped quote", in: "On Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n> " + CUTLINE + "\n>\n> Amy: your move for the New York, New Haven and Hartford Railroad (NYNHH) at\nOR 14.1\n>   Please answer by Thu 26 Nov 18:00 CET."},
		{name: "wrapped quote, twice", in: "On Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n> " + CUTLINE + "\n>\n> Welcome to Shoreline, a game of 18NewEngland with Amy and Brian. You play by\nanswering its mails\n> Welcome to Shoreline, a game of 18NewEngland with Amy and Brian, and you can\nlook for help\n> more."},
		{name: "FairEmail", in: "17 Nov 2026 20:14:05 18xx by mail <pbem@play.example>:\n\nQUOTE"}, {name: "Superhuman", in: "On Tue, Nov 17, 2026 at 20:14, 18xx by mail < pbem@play.example > wrote:\n\nBARE"}, {name: "Front", in: "On November 17, 2026 at 8:14 PM GMT+1 pbem@play.example wrote:\n\nBARE"},
		{name: "HEY", in: "On November 17, 2026, 18xx by mail <pbem@play.example> wrote:\n\nBARE"}, {name: "Mailbird", in: "On 17/11/2026 20:14:05, 18xx by mail <pbem@play.example> wrote:\nBARE"}, {name: "eM Client", in: "------ Original Message ------\nFrom: \"18xx by mail\" <pbem@play.example>\nTo: asmith@example.org\nSent: 17/11/2026 20:14:05\nSubject: your turn\n\nBARE"},
		{name: "Horde", in: "Zitat von 18xx by mail <pbem@play.example>:\n\nQUOTE"}, {name: "SOGo", in: "On Tuesday, November 17, 2026 20:14 CET, 18xx by mail <pbem@play.example> wrote:\n\nBARE"}, {name: "Notes", in: "From:   \"18xx by mail\" <pbem@play.example>\nTo:     asmith@example.org\nDate:   17.11.2026 20:14\nSubject:        your turn\n\nBARE"},
	} {
		all = append(all, answer{h.name, "run auto\npay\n\n" + h.in, "run auto; pay"})
	}
	testAnswers(t, all)
}
