package letter

import (
	"strings"
	"testing"
)

// held are endings of mails that were collected without looking at the code.
var held = []struct{ from, ending string }{
	{"Thomas Keller <tk@example.org>", "Tom\n\nThomas Keller\nKeller Consulting\n+41 44 000 00 00"},
	{"Thomas Keller <tk@example.org>", "Freundliche Grüsse\n\nThomas Keller\nInhaber\nKeller Consulting AG\nBahnhofstrasse 21\nCH-8001 Zürich"},
	{"Thomas Keller <tk@example.org>", "Herzliche Grüsse us Züri\nThomas"},
	{"Sabine Krüger <sabine.krueger@example.org>", "Ich wünsche euch allen ein schönes Wochenende!\nSabine"},
	{"Sabine Krüger <sabine.krueger@example.org>", "So, das war's von mir.\nLG Sabine"},
	{"Sabine Krüger <sabine.krueger@example.org>", "Mit freundlichen Grüßen / Kind regards\n\nSabine Krüger\nAbteilung 4.2\n-- Tel.: 0221 000000 --"},
	{"Sabine Krüger <sabine.krueger@example.org>", "Mit freundlichen Grüßen\nIm Auftrag\nSabine Krüger"},
	{"Sabine Krüger <sabine.krueger@example.org>", "Beste Grüße\n\nDr. Sabine Krüger\nOberärztin\nKlinik für Innere Medizin\nUniversitätsklinikum Köln\nKerpener Str. 62 | 50937 Köln\nE-Mail: sabine.krueger@example.org"},
	{"Sabine Krüger <sabine.krueger@example.org>", "Gesendet von Mail für Windows 10"},
	{"Sabine Krüger <sabine.krueger@example.org>", "Mit der WEB.DE iPad App gesendet"},
	{"Sabine Krüger <sabine.krueger@example.org>", "Gesendet mit der Telekom Mail App"},
	{"Sabine Krüger <sabine.krueger@example.org>", "Gesendet von Yahoo Mail auf Android"},
	{"Sabine Krüger <sabine.krueger@example.org>", "Von Samsung-Tablet gesendet"},
	{"Bob Marsh <bobmarsh@example.org>", "Bob"}, {"Bob Marsh <bobmarsh@example.org>", "~Bob~"}, {"Bob Marsh <bobmarsh@example.org>", "- Bob M."},
	{"Bob Marsh <bobmarsh@example.org>", "Thanks for hosting this, it's a lot of fun!\n\nBob"},
	{"Bob Marsh <bobmarsh@example.org>", "Happy Thanksgiving!\nBob"}, {"Bob Marsh <bobmarsh@example.org>", "Cheers from down under\nBob"},
	{"Bob Marsh <bobmarsh@example.org>", "Regards,\nBob Marsh\nSr. Software Engineer\n(555) 010-0000"},
	{"Bob Marsh <bobmarsh@example.org>", "V/r,\nBob"}, {"Bob Marsh <bobmarsh@example.org>", "Thx!!\nBob"}, {"Bob Marsh <bobmarsh@example.org>", "Sincerely,\n\nRobert \"Bob\" Marsh, Esq.\nAttorney at Law\n100 Main Street, Suite 4\nSpringfield, IL 62701"},
	{"Bob Marsh <bobmarsh@example.org>", "Bob Marsh\nbobmarsh@example.org\nhttps://example.org/bob"},
	{"Bob Marsh <bobmarsh@example.org>", "Sent from my mobile device, please excuse typos."},
	{"Bob Marsh <bobmarsh@example.org>", "Sent from Outlook for iOS"}, {"Bob Marsh <bobmarsh@example.org>", "Sent from Front"}, {"Bob Marsh <bobmarsh@example.org>", "Sent via Superhuman"},
	{"Bob Marsh <bobmarsh@example.org>", "Sent from Yahoo Mail. Get the app"}, {"Bob Marsh <bobmarsh@example.org>", "Sent from eM Client | www.emclient.com"}, {"Bob Marsh <bobmarsh@example.org>", "Sent from my T-Mobile 5G Device"},
	{"Bob Marsh <bobmarsh@example.org>", "Get TypeApp for Android"}, {"Bob Marsh <bobmarsh@example.org>", "Sent from my Pixel 8"}, {"Bob Marsh <bobmarsh@example.org>", "On the go - sent from my phone"},
	{"Bob Marsh <bobmarsh@example.org>", "Please consider the environment before printing this email."},
	{"Bob Marsh <bobmarsh@example.org>", "CONFIDENTIALITY NOTICE: This e-mail is intended only for the person to whom it is addressed and may contain confidential information."},
	{"Bob Marsh <bobmarsh@example.org>", "_______________\nBob Marsh"}, {"Bob Marsh <bobmarsh@example.org>", "*****\nBob Marsh\nShoreline Model Railroad Society"}, {"Bob Marsh <bobmarsh@example.org>", "==\nBob"},
	{"Bob Marsh <bobmarsh@example.org>", "--\nBob\n\"I would rather be lucky than good\""}, {"Bob Marsh <bobmarsh@example.org>", "__\nBob Marsh | 555-010-0000"},
	{"Bob Marsh <bobmarsh@example.org>", "Let me know if I messed anything up!\nBob"}, {"Bob Marsh <bobmarsh@example.org>", "Sorry I was away all week.\nBob"}, {"Bob Marsh <bobmarsh@example.org>", "See you all on Friday,\nBob"},
	{"Bob Marsh <bobmarsh@example.org>", "Best to all,\nBob"}, {"Bob Marsh <bobmarsh@example.org>", "Many thanks as always!\nBob"}, {"Bob Marsh <bobmarsh@example.org>", "Have fun storming the castle\nBob"},
	{"Bob Marsh <bobmarsh@example.org>", "Thanks, Dave!\n\nBob"}, {"Bob Marsh <bobmarsh@example.org>", "Cheers John"}, {"Bob Marsh <bobmarsh@example.org>", "Good game everyone\nBob"},
	{"Pierre Lefèvre <p.lefevre@example.org>", "Merci à tous et bon week-end,\nPierre"}, {"Pierre Lefèvre <p.lefevre@example.org>", "Bien amicalement,\nPierre L."}, {"Pierre Lefèvre <p.lefevre@example.org>", "Je vous souhaite une bonne soirée.\nPierre"},
	{"Pierre Lefèvre <p.lefevre@example.org>", "Pierre Lefèvre\n06 12 34 56 78"}, {"Pierre Lefèvre <p.lefevre@example.org>", "Cdlt,\nP. Lefèvre"}, {"Pierre Lefèvre <p.lefevre@example.org>", "Envoyé depuis Yahoo Mail pour Android"},
	{"Pierre Lefèvre <p.lefevre@example.org>", "Envoyé avec la messagerie sécurisée Proton Mail."}, {"Pierre Lefèvre <p.lefevre@example.org>", "Provenance : Courrier pour Windows"}, {"Pierre Lefèvre <p.lefevre@example.org>", "Envoyé de mon appareil mobile Bell"},
	{"Pierre Lefèvre <p.lefevre@example.org>", "Salutations distinguées\n\nPierre Lefèvre\nIngénieur études\nSNCF Réseau\n15 boulevard Carnot\n75012 Paris\nTel : +33 1 00 00 00 00"},
	{"Carmen Ortiz <carmen@example.org>", "¡Gracias y hasta la próxima!\nCarmen"}, {"Carmen Ortiz <carmen@example.org>", "Besos\nCarmen"}, {"Carmen Ortiz <carmen@example.org>", "Que tengáis buen día\nCarmen"}, {"Carmen Ortiz <carmen@example.org>", "Enviado desde Yahoo Mail para Android"}, {"Carmen Ortiz <carmen@example.org>", "Enviado desde Correo para Windows"},
	{"Carmen Ortiz <carmen@example.org>", "Saludos cordiales,\n\nCarmen Ortiz\nJefa de Proyecto\nAvda. de América 32\n28028 Madrid\nMóvil: 600 00 00 00"}, {"Carmen Ortiz <carmen@example.org>", "Antes de imprimir este mensaje, piense en el medio ambiente."},
	{"Marco Bianchi <marco@example.org>", "Saluti a tutti\nMarco"}, {"Marco Bianchi <marco@example.org>", "Buon weekend a tutti e grazie,\nMarco"}, {"Marco Bianchi <marco@example.org>", "Inviato da Yahoo Mail su Android"}, {"Marco Bianchi <marco@example.org>", "Inviato da Posta per Windows"}, {"Marco Bianchi <marco@example.org>", "Inviato da Outlook per iOS"},
	{"Marco Bianchi <marco@example.org>", "Cordialmente\n\nIng. Marco Bianchi\nResponsabile tecnico\nCorso Italia 8, 10121 Torino\ncell. 333 0000000"}, {"Marco Bianchi <marco@example.org>", "Un abbraccio a tutti!\nMarco"},
	{"Jan Bakker <jan.bakker@example.org>", "Groeten uit Utrecht,\nJan"}, {"Jan Bakker <jan.bakker@example.org>", "Jan"}, {"Jan Bakker <jan.bakker@example.org>", "Fijn weekend allemaal!\nJan"}, {"Jan Bakker <jan.bakker@example.org>", "Met vriendelijke groet / Kind regards,\n\nJan Bakker\nTeamleider\nProRail\nMoreelsepark 3\n3511 EP Utrecht"}, {"Jan Bakker <jan.bakker@example.org>", "Verzonden vanuit Outlook voor Android"}, {"Jan Bakker <jan.bakker@example.org>", "Verzonden met Yahoo Mail voor Android"},
	{"Lars Nielsen <lars@example.org>", "Mange hilsner fra Odense\nLars"}, {"Lars Nielsen <lars@example.org>", "Tak for spillet!\nLars"}, {"Lars Nielsen <lars@example.org>", "Sendt fra Yahoo Mail på Android"}, {"Lars Nielsen <lars@example.org>", "Sendt fra Mail til Windows"}, {"Lars Nielsen <lars@example.org>", "Med venlig hilsen\nLars Nielsen\nAfdelingsleder\nDSB\nTelegade 2\n2630 Taastrup"},
	{"Karin Svensson <karin@example.org>", "Hälsningar från Göteborg\nKarin"}, {"Karin Svensson <karin@example.org>", "Tack för spelet!\nKarin"}, {"Karin Svensson <karin@example.org>", "Skickat från E-post för Windows"}, {"Karin Svensson <karin@example.org>", "Vänligen\nKarin Svensson\nProjektledare"}, {"Karin Svensson <karin@example.org>", "Ha det bäst!\nKarin"},
	{"Ola Nordmann <ola@example.org>", "Hilsen Ola i Bergen"}, {"Ola Nordmann <ola@example.org>", "God kveld videre\nOla"}, {"Ola Nordmann <ola@example.org>", "Sendt fra E-post for Windows"}, {"Ola Nordmann <ola@example.org>", "Vennlig hilsen\nOla Nordmann\nSeniorrådgiver\nBane NOR\nSchweigaards gate 33, 0191 Oslo"},
	{"Ana Costa <ana.costa@example.org>", "Beijinhos\nAna"}, {"Ana Costa <ana.costa@example.org>", "Bom jogo a todos!\nAna"}, {"Ana Costa <ana.costa@example.org>", "Enviado do Yahoo Mail no Android"}, {"Ana Costa <ana.costa@example.org>", "Enviado do Email para Windows"}, {"Ana Costa <ana.costa@example.org>", "Cumprimentos,\nAna Costa\nTécnica Superior\nComboios de Portugal\nCalçada do Duque 20\n1249-109 Lisboa"},
	{"Piotr Nowak <piotr@example.org>", "Pozdrawiam serdecznie z Krakowa\nPiotr"}, {"Piotr Nowak <piotr@example.org>", "Miłego wieczoru wszystkim!\nPiotr"}, {"Piotr Nowak <piotr@example.org>", "Wysłane z Poczty dla Windows"}, {"Piotr Nowak <piotr@example.org>", "Wysłano z Yahoo Mail na Androidzie"}, {"Piotr Nowak <piotr@example.org>", "Z wyrazami szacunku\n\nmgr inż. Piotr Nowak\ngłówny specjalista\nPKP PLK S.A.\nul. Targowa 74, 03-734 Warszawa"},
	{"Petr Novák <petr@example.org>", "S přátelským pozdravem\nPetr"}, {"Petr Novák <petr@example.org>", "Hezký víkend všem\nPetr"}, {"Petr Novák <petr@example.org>", "Odesláno z aplikace Seznam Email"}, {"Petr Novák <petr@example.org>", "Odesláno z Pošty pro Windows"}, {"Petr Novák <petr@example.org>", "S úctou\nMgr. Petr Novák\nředitel odboru"},
	{"Matti Virtanen <matti@example.org>", "Terv. Matti"}, {"Matti Virtanen <matti@example.org>", "Hyvää viikonloppua kaikille!\nMatti"}, {"Matti Virtanen <matti@example.org>", "Lähetetty Windowsin Sähköpostista"}, {"Matti Virtanen <matti@example.org>", "Parhain terveisin\nMatti Virtanen\nprojektipäällikkö\nVR-Yhtymä Oyj\nRadiokatu 3, 00240 Helsinki"}, {"Matti Virtanen <matti@example.org>", "Kiitti ja moi\nMatti"},
}

// TestHeld reads the commands above those endings. At least 98 percent must be right.
func TestHeld(t *testing.T) {
	wrong := 0
	for _, h := range held {
		l := tongue{from: h.from}.mail(wideTyped + "\n\n" + h.ending + "\n\nOn Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n\nQUOTE\n")
		var got []string
		for _, c := range l.Commands {
			got = append(got, c.Text)
		}
		if strings.Join(got, "\n") != wideTyped {
			wrong++
			t.Logf("%s, %q: %q", h.from, h.ending, got[min(3, len(got)):])
		}
	}
	if 50*wrong > len(held) {
		t.Errorf("%d of %d mails are read wrongly", wrong, len(held))
	}
}

// Anything that may be a command, however misspelt or loosely said, is read and then refused, even above a
// name and polite words. A mail is carried out as a whole or not at all.
func TestNothingVanishes(t *testing.T) {
	parted := map[string]string{"Thanks, buy PE": "buy PE", "I pass, good luck": "I pass"} // from polite words
	for _, line := range []string{
		"pas", "sel NYC", "psas", "bdi 100", "Konvert PE", "Pruchase train", "Pruchaes train", "Pruchaes", "Divednts half", "Divednts", "Resreve NYC", "rusn auto", "Please pass",
		"Can I pass?", "Same as last turn", "The other one please", "One more please", "Same for me", "The first one", "It's all for me", "Both trains please", "Sorry, pass",
		"Thanks, buy PE", "Good, run auto", "Hope to pass", "B&O", "NYC 100", "100", "PE: pass", "NYC too", "Boston & Maine", "half", "Half please", "Yes please", "nothing more",
		"I pass, good luck", "Happy to sell", "have a share of NYC", "Wish to buy NYC", "Best to merge", "Let me pass", "Let NYC run", "undo that, sorry", "Sorry, undo", "wait, sell first",
		"Green tile on H6", "Straight track", "Yellow", "H6 8 W-SE", "Two trains", "Withhold", "Witholding", "Withhold please", "Enough, stop it", "Preferably the red one", "Tile 8 there", "As before",
		"As always", "The usual", "Next", "On we go with NYC", "My turn, pass", "Best run", "Best run please",
	} {
		for _, form := range []string{"run auto\nLINE\nBob", "run auto\nLINE\n\nBob", "run auto\nLINE\n\nThanks,\nBob", "run auto\n\nLINE\n\nBob Marsh", "run auto\nThanks\nLINE\nBob"} {
			l := tongue{from: "Bob Marsh <bobmarsh@example.org>"}.mail(strings.Replace(form, "LINE", line, 1))
			kept := false
			for _, c := range l.Commands {
				kept = kept || strings.Contains(c.Text, strings.Trim(line, "?")) || c.Text != "" && c.Text == parted[line]
			}
			if !kept && !(strings.Contains(form, "Thanks\nLINE") && line == "Pruchaes") { // which may be a name

				t.Errorf("%q in %q vanishes: %v", line, form, l.Commands)
			}
		}
	}
}
