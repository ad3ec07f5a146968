package letter

import (
	"strings"
	"testing"
)

// notes of people that are away, in the words of many languages; no header says what they are.
var absences = []struct{ subject, text string }{
	{"Automatic reply: [Shoreline] your move", "I am out of the office until Monday, 30 November.\n\nFor urgent matters please contact Bob Marsh (bob@example.org).\n\nAmy"},
	{"Out of Office: [Shoreline] your move", "Thank you for your e-mail. I'm on annual leave with limited access to email and will reply when I return."},
	{"Re: [Shoreline] your move", "Thank you for your message.\n\nI am currently out of the office and will be back on 30 November. In urgent cases please contact reception.\n\nAmy Smith"},
	{"Abwesenheitsnotiz: [Shoreline] your move", "Guten Tag,\n\nich bin bis zum 30.11. nicht im Büro. Ihre E-Mail wird nicht weitergeleitet.\n\nMit freundlichen Grüßen\nAmy Smith"},
	{"AW: [Shoreline] your move", "Vielen Dank für Ihre Nachricht. Ich bin im Urlaub und ab dem 30.11. wieder erreichbar. In dringenden Fällen wenden Sie sich bitte an Bob."},
	{"Réponse automatique : [Shoreline] your move", "Bonjour,\n\nJe suis absente du bureau jusqu'au 30 novembre. En cas d'urgence, veuillez contacter Bob.\n\nCordialement"},
	{"Re: [Shoreline] your move", "Bonjour,\nJ'ai bien reçu votre message. Je suis en congés et serai de retour le 30 novembre.\nAmy"},
	{"Respuesta automática: [Shoreline] your move", "Estaré fuera de la oficina hasta el 30 de noviembre. Para asuntos urgentes, póngase en contacto con Bob."},
	{"Re: [Shoreline] your move", "Gracias por su mensaje. Estoy de vacaciones y responderé a mi regreso, el 30 de noviembre."},
	{"Risposta automatica: [Shoreline] your move", "Sono fuori ufficio fino al 30 novembre. Per urgenze contattare Bob."},
	{"R: [Shoreline] your move", "Grazie per il messaggio. Sarò in ferie fino al 30 novembre e risponderò al mio rientro. Per urgenze contattare Bob."},
	{"Resposta automática: [Shoreline] your move", "Estou de férias até 30 de novembro. Para assuntos urgentes, contacte o Bob."},
	{"Automatisch antwoord: [Shoreline] your move", "Ik ben tot 30 november afwezig. Voor dringende zaken kunt u contact opnemen met Bob."},
	{"Re: [Shoreline] your move", "Bedankt voor uw bericht. Ik ben op vakantie en ben 30 november weer aanwezig."},
	{"Autosvar: [Shoreline] your move", "Jag är på semester till den 30 november. Kontakta Bob i brådskande ärenden."},
	{"SV: [Shoreline] your move", "Tak for din mail. Jeg har ferie og er tilbage den 30. november."},
	{"Automaattinen vastaus: [Shoreline] your move", "Olen lomalla 30.11. saakka. Kiireellisissä asioissa ota yhteyttä Bobiin."},
	{"Odpowiedź automatyczna: [Shoreline] your move", "Jestem na urlopie do 30 listopada. W pilnych sprawach proszę o kontakt z Bobem."},
	{"Automatická odpověď: [Shoreline] your move", "Do 30. listopadu jsem na dovolené. V naléhavých případech kontaktujte Boba."},
	{"Автоматический ответ: [Shoreline] your move", "Я в отпуске до 30 ноября. По срочным вопросам обращайтесь к Бобу."},
	{"自動応答: [Shoreline] your move", "11月30日まで休暇をいただいております。お急ぎの場合はボブまでご連絡ください。"},
}

// TestAbsences tells out-of-office notes without a header from what people write.
func TestAbsences(t *testing.T) {
	for _, a := range absences {
		l := Read([]byte("From: Amy Smith <asmith@example.org>\nTo: pbem@play.example\nSubject: "+a.subject+"\nIn-Reply-To: <move.g1.178.p1.uqguqez4@play.example>\nContent-Type: text/plain; charset=utf-8\n\n"+a.text), usual)
		if l.Class != AutoReply || len(l.Commands) > 0 {
			t.Errorf("%s\n%s: %s, commands %v", a.subject, a.text, l.Class, l.Commands)
		}
	}
	for _, a := range []struct{ subject, text string }{
		{"Re: [Shoreline] your move", "Sorry all, I'm on holiday next week."}, {"Re: [Shoreline] your move", "pass\nI am out of the office until Monday and will reply when I return, for urgent matters please contact Bob."},
		{"Re: [Shoreline] your move", "vacation 2026-12-20 to 2027-01-05\nThanks for your mail, I am on vacation and will be back then."}, {"Out of office: your turn", "pass"},
		{"Re: [Shoreline] your move", "I will be away from my desk, Bob."}, {"Automatic trains", "Which trains run automatically?"},
		{"Re: [Shoreline] your move", "Thank you for your message, I am out of the office and will be back soon.\n\nOn Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem@play.example> wrote:\n> " + strings.ReplaceAll(ourText, "\n", "\n> ")},
	} {
		l := Read([]byte("From: Amy Smith <asmith@example.org>\nTo: pbem@play.example\nSubject: "+a.subject+"\nContent-Type: text/plain; charset=utf-8\n\n"+a.text), usual)
		if l.Class != Human {
			t.Errorf("%s\n%s: %s, %s", a.subject, a.text, l.Class, l.Why)
		}
	}
}

// TestWordsOfReports: the text of a report may be below its own lines "Subject:" and "Date:", and may be
// broken over two lines.
func TestWordsOfReports(t *testing.T) {
	const head = "From: MAILER-DAEMON@mx.example.net\nTo: game@example.net\nReturn-Path: <>\nSubject: Mail\n"
	const from = "From: postmaster@mx.example.net\nTo: game@example.net\nSubject: Your mail\n"
	for raw, want := range map[string]Failure{
		head + "\nYour message\n\n  Subject: [Shoreline] your move\n  Date: Mon, 2 Mar 2026 18:00:00 +0000\n\ncould not be delivered to amy@example.org: 550 5.1.1 user unknown\n":                  {Address: "amy@example.org", Class: 5, Status: "5.1.1", State: Failed},
		head + "\nYour message with\n\nSubject: [Shoreline] your move\nDate: Mon, 2 Mar 2026 18:00:00 +0000\nTo: amy@example.org\n\nhas not yet been delivered. Delivery attempts will continue.\n": {Address: "amy@example.org", Class: 4, State: Delayed},
		head + "\nDate: Mon, 2 Mar 2026 18:00:00 +0000\nSubject: [Shoreline] your move\n\nThe mailbox of amy@example.org does not\nexist; this is a permanent\nerror.\n":                            {Address: "amy@example.org", Class: 5, State: Failed},
		head + "\nYour mail to amy@example.org could\nnot be delivered, for it was giving\nup.\n":                                                                                                   {Address: "amy@example.org", Class: 5, State: Failed},
		head + "\nYour mail to amy@example.org has\nnot yet\nbeen delivered; it will be\nretried.\n":                                                                                                {Address: "amy@example.org", Class: 4, State: Delayed},
		from + "Return-Path: <>\n\nYour mail could\nnot be\ndelivered to amy@example.org.\n":                                                                                                        {Address: "amy@example.org", Class: 5, State: Failed},
	} {
		l := Read([]byte(raw), usual)
		if l.Bounce == nil {
			t.Errorf("%s: %s", raw, l.Class)
			continue
		}
		l.Bounce.Quoted = ""
		if *l.Bounce != want {
			t.Errorf("%s: %+v, want %+v", raw, *l.Bounce, want)
		}
	}
}
