package letter

import (
	"fmt"
	"html"
	"strings"
	"testing"
)

// A tongue is how people of one language end their mails, and how their programs quote: endings stand below commands, heads
// above what is quoted. "QUOTE" stands for lines of commands of somebody else marked as a quote, "BARE" for the same without
// the marks.
type tongue struct {
	name    string
	from    string
	endings []string
	heads   []string
}

var tongues = []tongue{
	{"English", "Mike O'Brien <mike.obrien@example.org>", []string{
		"Thanks, Mike", "Cheers\n\nMike", "-Mike", "~ Mike", "M.", "/Mike", "Mike\n\nSent from my iPhone",
		"Best,\n\nMike O'Brien\nSenior Project Manager\nNorthern Freight Ltd.\nT: +44 (0)161 496 0000\nM: +44 (0)7700 900123\nE: mike.obrien@example.org\nW: www.example.org",
		"Kind Regards,\n\nMike O'Brien | Senior Analyst | Northern Freight\nOffice: 0161 496 0000 | Mobile: 07700 900123",
		"Many thanks\nMike\n\nMike O'Brien BSc MCIPS\nBuyer\nUnit 4, Trafford Park\nManchester M17 1AB\nUnited Kingdom",
		"Mike O'Brien\nDirector of Operations\nNorthern Freight Ltd\n4 Station Approach\nManchester\nM17 1AB",
		"Regards\nMike\n\nThis email and any attachments are confidential and intended solely for the addressee. If you are not the intended recipient please delete it.",
		"Get BlueMail for Android", "Sent from Yahoo Mail for iPhone", "Sent from my Galaxy", "Get Outlook for iOS", "Sent using Zoho Mail", "Sent with Proton Mail secure email.",
		"Sent from Mailspring, the best free email app for work", "Sent from Samsung tablet.", "Sent from Nine", "Sent from Gmail Mobile", "Sent from AquaMail for Android",
		"Virus-free.www.avast.com", "Cheers, Sam and Mike", "Have a great weekend everyone!\n\nMike", "Sorry about the wait - busy week!\n\nMike", "All the best from sunny Leeds,\nMike",
		"That's me done.\n\nMike", "Hope that's ok!\nMike", "Good luck all,\nMike", "Your move, Tom!\n\nMike", "Ta,\nM", "Thanks Dan!", "Thanks, Nick :-)", "Talk soon\nMike x",
	}, []string{
		"On Tue, Nov 17, 2026 at 8:14 PM 18xx by mail <pbem+g1.p1.abc@play.example> wrote:\n\nQUOTE", "On 17 Nov 2026, at 20:14, 18xx by mail <pbem@play.example> wrote:\n\nBARE",
		"-----Original Message-----\nFrom: 18xx by mail <pbem@play.example>\nSent: 17 November 2026 20:14\nTo: Mike O'Brien\nSubject: RE: your turn\n\nBARE",
		"________________________________\nFrom: 18xx by mail <pbem@play.example>\nSent: Tuesday, November 17, 2026 8:14 PM\nTo: Mike\nSubject: your turn\n\nBARE",
		"On Tue, 17 Nov 2026 20:14:05 +0000\n18xx by mail <pbem@play.example> wrote:\n\nQUOTE", "* 18xx by mail <pbem@play.example> [2026-11-17 20:14]:\nQUOTE",
		"From: 18xx by mail <pbem@play.example>\nDate: Tuesday, 17 November 2026 at 20:14\nTo: Mike O'Brien <mike.obrien@example.org>\nSubject: your turn\nBARE",
		"-------- Original message --------\nFrom: 18xx by mail <pbem@play.example>\nDate: 17/11/2026 20:14 (GMT+00:00)\nTo: mike.obrien@example.org\nSubject: your turn\n\nBARE",
		"-----Reply Message-----\nFrom: 18xx by mail\nDate: 17 Nov\n\nBARE", "------ Original Message ------\nFrom \"18xx by mail\" <pbem@play.example>\nTo mike.obrien@example.org\nDate 17/11/2026 20:14:05\nSubject your turn\n\nBARE",
		"Nov 17, 2026 8:14:05 PM 18xx by mail <pbem@play.example>:\n\nQUOTE", "Quoting 18xx by mail <pbem@play.example>:\n\nQUOTE",
		"---------- Forwarded message ---------\nFrom: 18xx by mail <pbem@play.example>\nDate: Tue, Nov 17, 2026\nSubject: your turn\nTo: Mike\n\nBARE",
		"18xx by mail <pbem@play.example> wrote on Tue, 17 Nov 2026 at 20:14:\n\nQUOTE",
	}},
	{"German", "Jürgen Weiß <j.weiss@example.org>", []string{
		"LG Jürgen", "Viele Grüße\nJürgen", "Mit freundlichen Grüßen\n\nJürgen Weiß\nLeiter Einkauf\n\nWeiß & Söhne GmbH\nIndustriestraße 14\n70565 Stuttgart\nTelefon: +49 711 123456\nTelefax: +49 711 123457\nwww.example.org\n\nGeschäftsführer: Karl Weiß\nAmtsgericht Stuttgart HRB 12345",
		"Mit freundlichen Grüßen\ni.A. Jürgen Weiß\nSachbearbeitung", "Freundliche Grüße\ni. V. J. Weiß\nAm Markt 3\n20095 Hamburg", "Beste Grüße aus Stuttgart,\nJürgen", "Gruß Jürgen", "VG, J.", "Grüße\nJ", "mfg\nWeiß",
		"Danke, Tom!", "Danke euch und schönen Sonntag!\nJürgen", "Bis dann\nJürgen", "Schönen Abend noch\n\nJürgen", "Von meinem iPhone gesendet", "Gesendet mit der GMX iPhone App", "Gesendet von Outlook für Android", "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
		"Virenfrei. www.avast.com", "Virenfrei.www.avast.com<https://www.avast.com/sig-email>", "Gesendet mit Proton Mail E-Mail-Verschlüsselung.", "Jürgen Weiß\nTel. 0711/123456", "Gesendet von meinem Samsung Galaxy-Smartphone.", "Gesendet mit BlueMail", "Holen Sie sich BlueMail für Android",
		"Liebe Grüße\nJürgen\n\nP.S.: Bin ab Freitag im Urlaub.",
	}, []string{
		"Am Di., 17. Nov. 2026 um 20:14 Uhr schrieb 18xx by mail <\npbem+g1.p1.abc@play.example>:\n\nQUOTE", "Am 17.11.26 um 20:14 schrieb 18xx by mail:\nQUOTE", "> Am 17.11.2026 um 20:14 schrieb 18xx by mail <pbem@play.example>:\n> \nQUOTE",
		"Von: 18xx by mail <pbem@play.example>\nGesendet: Dienstag, 17. November 2026 20:14\nAn: Jürgen Weiß <j.weiss@example.org>\nBetreff: Dein Zug\n\nBARE", "-----Ursprüngliche Nachricht-----\nVon: 18xx by mail <pbem@play.example>\nGesendet: Dienstag, 17. November 2026 20:14\nAn: j.weiss@example.org\nBetreff: AW: Dein Zug\n\nBARE",
		"Gesendet: Dienstag, 17. November 2026 um 20:14\nVon: \"18xx by mail\" <pbem@play.example>\nAn: j.weiss@example.org\nBetreff: Dein Zug\n\nBARE", "18xx by mail <pbem@play.example> schrieb am 17.11.2026 20:14 CET:\n\n\nBARE", "-------- Originalnachricht --------\nVon: 18xx by mail <pbem@play.example>\nDatum: 17.11.26 20:14 (GMT+01:00)\nAn: j.weiss@example.org\nBetreff: Dein Zug\n\nBARE",
		"Am 17. November 2026 20:14:05 MEZ schrieb 18xx by mail <pbem@play.example>:\nQUOTE", "Zitat von 18xx by mail <pbem@play.example>:\n\nQUOTE", "-------- Weitergeleitete Nachricht --------\nBetreff: Dein Zug\nDatum: Tue, 17 Nov 2026 20:14:05 +0100\nVon: 18xx by mail <pbem@play.example>\nAn: j.weiss@example.org\n\nBARE",
	}},
	{"French", "Hélène Dubois <helene.dubois@example.org>", []string{
		"Merci, Hélène", "Cordialement,\n\nHélène Dubois\nResponsable logistique\nTransports du Nord\n12 rue de la Gare\n59000 Lille\nTél. : 03 20 00 00 00\nPort. : 06 00 00 00 00", "Bien à vous\nHélène", "Bonne soirée à tous,\nHélène", "Bises\nH.", "A+\nHélène", "Envoyé de mon iPhone", "Envoyé depuis mon smartphone Samsung Galaxy.", "Envoyé à partir de Outlook pour Android", "Garanti sans virus. www.avast.com", "Sans virus.www.avast.com",
		"Obtenez BlueMail pour Android", "Envoyé avec Proton Mail", "Télécharger BlueMail pour Android", "Très cordialement\nH. Dubois", "À bientôt !\nHélène", "Bonne journée et merci", "Envoyé depuis l'application Mail Orange", "Hélène DUBOIS\nChargée de mission\nMairie de Lille", "Désolée pour le retard !\nHélène",
	}, []string{
		"Le mar. 17 nov. 2026 à 20:14, 18xx by mail <pbem+g1.p1.abc@play.example> a\nécrit :\n\nQUOTE", "Le 17/11/2026 à 20:14, 18xx by mail a écrit :\nQUOTE", "De : 18xx by mail <pbem@play.example>\nEnvoyé : mardi 17 novembre 2026 20:14\nÀ : Hélène Dubois\nObjet : à vous\n\nBARE", "Message du 17/11/26 20:14\n> De : \"18xx by mail\" <pbem@play.example>\n> A : helene.dubois@example.org\n> Copie à : \n> Objet : à vous\n> \nQUOTE",
		"> Message du 17/11/26 20:14\n> De : \"18xx by mail\"\nQUOTE", "-----Message d'origine-----\nDe : 18xx by mail [mailto:pbem@play.example]\nEnvoyé : mardi 17 novembre 2026 20:14\nÀ : Hélène\nObjet : à vous\n\nBARE", "----- Mail original -----\nDe: \"18xx by mail\" <pbem@play.example>\nÀ: \"Hélène\" <helene.dubois@example.org>\nEnvoyé: Mardi 17 Novembre 2026 20:14:05\nObjet: à vous\n\nBARE", "-------- Message original --------\nDe : 18xx by mail <pbem@play.example>\nDate : 17/11/2026 20:14 (GMT+01:00)\nÀ : helene.dubois@example.org\nObjet : à vous\n\nBARE",
		"Le mardi 17 novembre 2026 à 20:14:05 UTC+1, 18xx by mail <pbem@play.example> a écrit :\n\nBARE", "Envoyé: mardi 17 novembre 2026 à 20:14\nDe: \"18xx by mail\" <pbem@play.example>\nÀ: helene.dubois@example.org\nObjet: à vous\n\nBARE",
	}},
	{"Spanish", "Lucía Gómez <lucia@example.org>", []string{
		"Gracias, Lucía", "Un saludo,\nLucía", "Saludos\n\nLucía Gómez Ruiz\nDepartamento de Compras\nFerrocarriles del Sur S.A.\nC/ Mayor 15, 3º B\n28013 Madrid\nTel: 910 000 000", "Un abrazo\nLucía", "Atentamente,\nLucía Gómez", "Hasta luego\nL.", "Enviado desde mi iPhone", "Enviado desde Outlook para iOS", "Enviado desde mi Samsung Mobile de Telcel", "Obtener BlueMail para Android", "Libre de virus.www.avast.com", "Libre de virus. www.avast.com", "Enviado con Proton Mail", "¡Suerte a todos!\nLucía", "Buen finde\nLucía", "Muchas gracias y un saludo,\nLucía", "Perdón por el retraso\nLucía", "Obtén Outlook para Android",
	}, []string{
		"El mar, 17 nov 2026 a las 20:14, 18xx by mail (<pbem@play.example>) escribió:\n\nQUOTE", "El 17/11/26 a las 20:14, 18xx by mail escribió:\nQUOTE", "De: 18xx by mail <pbem@play.example>\nEnviado: martes, 17 de noviembre de 2026 20:14\nPara: Lucía Gómez\nAsunto: te toca\n\nBARE", "-----Mensaje original-----\nDe: 18xx by mail <pbem@play.example> \nEnviado el: martes, 17 de noviembre de 2026 20:14\nPara: lucia@example.org\nAsunto: te toca\n\nBARE", "El martes, 17 de noviembre de 2026, 20:14:05 CET, 18xx by mail <pbem@play.example> escribió:\n\n\nBARE", "-------- Mensaje original --------\nDe: 18xx by mail <pbem@play.example>\nFecha: 17/11/26 20:14 (GMT+01:00)\nA: lucia@example.org\nAsunto: te toca\n\nBARE", "El 17 nov 2026, a las 20:14, 18xx by mail <pbem@play.example> escribió:\n\nBARE",
	}},
	{"Italian", "Chiara Rossi <chiara.rossi@example.org>", []string{
		"Grazie, Chiara", "Un saluto\nChiara", "Cordiali saluti\n\nDott.ssa Chiara Rossi\nUfficio Acquisti\nFerrovie Lombarde S.p.A.\nVia Garibaldi 22\n20121 Milano (MI)\nTel. 02 0000000", "Ciao\nC.", "A presto!\nChiara", "Buona serata a tutti,\nChiara", "Inviato da iPhone", "Inviato dal mio dispositivo Samsung", "Ottieni BlueMail per Android", "Privo di virus.www.avast.com", "Mail priva di virus. www.avast.com", "Scarica Outlook per Android", "Inviato da Proton Mail", "Inviato da Libero Mail per Android", "Buon gioco a tutti\nChiara", "Scusate il ritardo\nChiara", "Distinti saluti\nC. Rossi",
	}, []string{
		"Il giorno mar 17 nov 2026 alle ore 20:14 18xx by mail <pbem@play.example> ha\nscritto:\n\nQUOTE", "Il 17/11/26 20:14, 18xx by mail ha scritto:\nQUOTE", "Da: 18xx by mail <pbem@play.example>\nInviato: martedì 17 novembre 2026 20:14\nA: Chiara Rossi\nOggetto: tocca a te\n\nBARE", "-----Messaggio originale-----\nDa: 18xx by mail <pbem@play.example> \nInviato: martedì 17 novembre 2026 20:14\nA: chiara.rossi@example.org\nOggetto: tocca a te\n\nBARE", "Il martedì 17 novembre 2026 alle ore 20:14:05 CET, 18xx by mail <pbem@play.example> ha scritto:\n\nBARE", "Messaggio del 17/11/26 20:14\nDa: \"18xx by mail\" <pbem@play.example>\nA: chiara.rossi@example.org\n\nBARE", "Il giorno 17 nov 2026, alle ore 20:14, 18xx by mail <pbem@play.example> ha scritto:\n\nBARE",
	}},
	{"Dutch", "Sanne de Vries <sanne@example.org>", []string{
		"Groetjes, Sanne", "Groet,\nSanne", "Met vriendelijke groet,\n\nSanne de Vries\nInkoper\n\nSpoorbedrijf Noord B.V.\nStationsplein 9\n9726 AE Groningen\nT 050 000 0000", "Gr. Sanne", "Mvg,\nS. de Vries", "Bedankt, Tom!", "Verstuurd vanaf mijn iPhone", "Verzonden vanaf mijn Galaxy", "Download BlueMail voor Android", "Haal BlueMail voor Android", "Virusvrij.www.avast.com", "Virusvrij. www.avast.com", "Verzonden met Proton Mail", "Outlook voor Android downloaden", "Fijne avond allemaal\nSanne", "Succes!\nSanne", "Tot zo\nSanne", "Alvast bedankt en groeten\nSanne",
	}, []string{
		"Op di 17 nov 2026 om 20:14 schreef 18xx by mail <pbem@play.example>:\n\nQUOTE", "Op 17-11-2026 om 20:14 schreef 18xx by mail:\nQUOTE", "Van: 18xx by mail <pbem@play.example>\nVerzonden: dinsdag 17 november 2026 20:14\nAan: Sanne de Vries\nOnderwerp: jouw beurt\n\nBARE", "-----Oorspronkelijk bericht-----\nVan: 18xx by mail <pbem@play.example> \nVerzonden: dinsdag 17 november 2026 20:14\nAan: sanne@example.org\nOnderwerp: jouw beurt\n\nBARE", "-------- Oorspronkelijk bericht --------\nVan: 18xx by mail <pbem@play.example>\nDatum: 17-11-2026 20:14 (GMT+01:00)\nAan: sanne@example.org\nOnderwerp: jouw beurt\n\nBARE", "> Op 17 nov 2026 om 20:14 heeft 18xx by mail <pbem@play.example> het volgende geschreven:\n> \nQUOTE",
	}},
	{"Danish", "Søren Møller <soren@example.org>", []string{
		"Mvh Søren", "Hilsen\nSøren", "Med venlig hilsen\n\nSøren Møller\nProjektleder\nNordbanen A/S\nVestergade 8, 2. tv.\n8000 Aarhus C\nTlf. 86 00 00 00", "Venlig hilsen\nS. Møller", "Tak, Tom", "De bedste hilsner\nSøren", "Vh Søren", "Sendt fra min iPhone", "Sendt fra min Galaxy", "Sendt fra Outlook til Android", "Hent BlueMail til Android", "Hent Outlook til iOS", "Virusfri.www.avast.com", "Virusfri. www.avast.com", "Kh\nSøren", "God weekend!\nSøren", "Ses\nSøren", "Sendt med Proton Mail",
	}, []string{
		"Den tirs. 17. nov. 2026 kl. 20.14 skrev 18xx by mail <pbem@play.example>:\n\nQUOTE", "Den 17-11-2026 kl. 20:14 skrev 18xx by mail:\nQUOTE", "Fra: 18xx by mail <pbem@play.example>\nSendt: 17. november 2026 20:14\nTil: Søren Møller\nEmne: din tur\n\nBARE", "-------- Oprindelig besked --------\nFra: 18xx by mail <pbem@play.example>\nDato: 17.11.2026 20.14 (GMT+01:00)\nTil: soren@example.org\nEmne: din tur\n\nBARE", "-----Oprindelig meddelelse-----\nFra: 18xx by mail <pbem@play.example> \nSendt: 17. november 2026 20:14\nTil: soren@example.org\nEmne: din tur\n\nBARE", "Den 17. nov. 2026 kl. 20.14 skrev 18xx by mail <pbem@play.example>:\n\nBARE",
	}},
	{"Swedish", "Åsa Lindqvist <asa@example.org>", []string{
		"Mvh Åsa", "Hälsningar\nÅsa", "Med vänliga hälsningar\n\nÅsa Lindqvist\nInköpschef\nNorrbanan AB\nStorgatan 5\n903 26 Umeå\nTfn: 090-000 00 00", "/Åsa", "//Åsa", "Tack!\n/Å", "Ha en fin kväll\nÅsa", "Kram Åsa", "Skickat från min iPhone", "Skickat från min Galaxy", "Skickat från Outlook för Android", "Hämta BlueMail för Android", "Hämta Outlook för iOS", "Virusfritt.www.avast.com", "Virusfri. www.avast.com", "Vi hörs!\nÅsa", "Trevlig helg\nÅsa", "Skickat med Proton Mail",
	}, []string{
		"Den tis 17 nov. 2026 kl 20:14 skrev 18xx by mail <pbem@play.example>:\n\nQUOTE", "Den 2026-11-17 kl. 20:14, skrev 18xx by mail:\nQUOTE", "Från: 18xx by mail <pbem@play.example>\nSkickat: den 17 november 2026 20:14\nTill: Åsa Lindqvist\nÄmne: din tur\n\nBARE", "-----Ursprungligt meddelande-----\nFrån: 18xx by mail <pbem@play.example> \nSkickat: den 17 november 2026 20:14\nTill: asa@example.org\nÄmne: din tur\n\nBARE", "-------- Originalmeddelande --------\nFrån: 18xx by mail <pbem@play.example>\nDatum: 2026-11-17 20:14 (GMT+01:00)\nTill: asa@example.org\nÄmne: din tur\n\nBARE", "17 nov. 2026 kl. 20:14 skrev 18xx by mail <pbem@play.example>:\n\nBARE",
	}},
	{"Norwegian", "Kåre Hansen <kaare@example.org>", []string{
		"Mvh Kåre", "Hilsen Kåre", "Med vennlig hilsen\n\nKåre Hansen\nAvdelingsleder\nNordlandsbanen AS\nStorgata 12\n8006 Bodø\nTlf: 75 00 00 00", "Takk, Tom!", "Ha en fin helg\nKåre", "Sendt fra min iPhone", "Sendt fra min Galaxy", "Sendt fra Outlook for Android", "Hent BlueMail for Android", "Få Outlook for Android", "Virusfri. www.avast.com", "Vi snakkes\nKåre", "Beste hilsen\nK. Hansen", "Lykke til!\nKåre", "Skaff deg BlueMail for Android",
	}, []string{
		"tir. 17. nov. 2026 kl. 20:14 skrev 18xx by mail <pbem@play.example>:\n\nQUOTE", "Den 17.11.2026 20:14, skrev 18xx by mail:\nQUOTE", "Fra: 18xx by mail <pbem@play.example>\nSendt: tirsdag 17. november 2026 20:14\nTil: Kåre Hansen\nEmne: din tur\n\nBARE", "-----Opprinnelig melding-----\nFra: 18xx by mail <pbem@play.example> \nSendt: tirsdag 17. november 2026 20:14\nTil: kaare@example.org\nEmne: din tur\n\nBARE", "-------- Opprinnelig melding --------\nFra: 18xx by mail <pbem@play.example>\nDato: 17.11.2026 20:14 (GMT+01:00)\nTil: kaare@example.org\nEmne: din tur\n\nBARE",
	}},
	{"Portuguese", "João Silva <joao.silva@example.org>", []string{
		"Obrigado, João", "Abraço\nJoão", "Com os melhores cumprimentos,\n\nJoão Silva\nDiretor Comercial\nCaminhos do Sul, Lda.\nRua do Carmo 45, 2.º Esq.\n1200-093 Lisboa\nTel.: 21 000 0000", "Att,\nJoão Silva", "Atenciosamente\nJoão", "Abs,\nJoão", "Cumprimentos\nJ. Silva", "Enviado do meu iPhone", "Enviado do meu Galaxy", "Enviado via iPhone", "Obter o BlueMail para Android", "Obter o Outlook para Android", "Livre de vírus.www.avast.com", "Livre de vírus. www.avast.com", "Boa sorte a todos!\nJoão", "Valeu!\nJoão", "Até mais\nJoão", "Um forte abraço\nJoão", "Enviado com Proton Mail",
	}, []string{
		"Em ter., 17 de nov. de 2026 às 20:14, 18xx by mail <pbem@play.example>\nescreveu:\n\nQUOTE", "Em 17/11/2026 20:14, 18xx by mail escreveu:\nQUOTE", "De: 18xx by mail <pbem@play.example>\nEnviado: terça-feira, 17 de novembro de 2026 20:14\nPara: João Silva\nAssunto: sua vez\n\nBARE", "-----Mensagem original-----\nDe: 18xx by mail <pbem@play.example> \nEnviada em: terça-feira, 17 de novembro de 2026 20:14\nPara: joao.silva@example.org\nAssunto: sua vez\n\nBARE", "18xx by mail <pbem@play.example> escreveu (terça, 17/11/2026 à(s) 20:14):\n\nQUOTE", "No dia 17 de nov. de 2026, às 20:14, 18xx by mail <pbem@play.example> escreveu:\n\nBARE",
	}},
	{"Polish", "Łukasz Wójcik <lukasz@example.org>", []string{
		"Pozdrawiam\nŁukasz", "Pozdrawiam, Łukasz", "Z poważaniem\n\nŁukasz Wójcik\nKierownik Działu Zakupów\nKoleje Północne Sp. z o.o.\nul. Dworcowa 7\n80-001 Gdańsk\ntel. 58 000 00 00", "Pzdr\nŁ.", "Dzięki!\nŁukasz", "Miłego dnia\nŁukasz", "Wysłano z iPhone’a", "Wysłane z mojego Galaxy", "Wysłano z aplikacji Outlook dla systemu Android", "Pobierz aplikację BlueMail dla systemu Android", "Pobierz BlueMail dla Android", "Wolny od wirusów.www.avast.com", "Wolny od wirusów. www.avast.com", "Do usłyszenia\nŁukasz", "Pozdrowienia z Gdańska\nŁukasz", "Uzyskaj Outlook dla Android", "Wysłano za pomocą Proton Mail",
	}, []string{
		"wt., 17 lis 2026 o 20:14 18xx by mail <pbem@play.example> napisał(a):\n\nQUOTE", "W dniu 17.11.2026 o 20:14, 18xx by mail pisze:\nQUOTE", "Od: 18xx by mail <pbem@play.example>\nWysłane: wtorek, 17 listopada 2026 20:14\nDo: Łukasz Wójcik\nTemat: twój ruch\n\nBARE", "-----Oryginalna wiadomość-----\nOd: 18xx by mail\nWysłano: 17 listopada 2026\nDo: lukasz@example.org\nTemat: twój ruch\n\nBARE", "-------- Oryginalna wiadomość --------\nOd: 18xx by mail <pbem@play.example>\nData: 17.11.2026 20:14 (GMT+01:00)\nDo: lukasz@example.org\nTemat: twój ruch\n\nBARE", "Wiadomość napisana przez 18xx by mail <pbem@play.example> w dniu 17 lis 2026, o godz. 20:14:\n\nBARE", "Dnia 17 listopada 2026 20:14 18xx by mail <pbem@play.example> napisał(a):\n\nBARE",
	}},
	{"Czech", "Tomáš Dvořák <tomas@example.org>", []string{
		"Díky, Tomáš", "S pozdravem\n\nIng. Tomáš Dvořák\nvedoucí nákupu\nSeverní dráhy a.s.\nNádražní 15\n460 01 Liberec\ntel.: 485 000 000", "S pozdravem Tomáš Dvořák", "Zdravím\nTomáš", "Tom", "Mějte se\nTomáš", "Hezký den\nTomáš", "Odesláno z iPhonu", "Odesláno z mého telefonu Galaxy", "Odesláno z Outlooku pro Android", "Získejte BlueMail pro Android", "Stáhněte si Outlook pro Android", "Bez virů.www.avast.com", "Bez virů. www.avast.com", "Ahoj\nT.", "Přeji pěkný večer\nTomáš",
	}, []string{
		"út 17. 11. 2026 v 20:14 odesílatel 18xx by mail <pbem@play.example> napsal:\n\nQUOTE", "Dne 17. 11. 26 v 20:14 18xx by mail napsal(a):\nQUOTE", "Od: 18xx by mail <pbem@play.example>\nOdesláno: úterý 17. listopadu 2026 20:14\nKomu: Tomáš Dvořák\nPředmět: jsi na tahu\n\nBARE", "---------- Původní e-mail ----------\nOd: 18xx by mail <pbem@play.example>\nKomu: tomas@example.org\nDatum: 17. 11. 2026 20:14:05\nPředmět: jsi na tahu\n\nBARE", "-----Původní zpráva-----\nOd: 18xx by mail <pbem@play.example> \nOdesláno: úterý 17. listopadu 2026 20:14\nKomu: tomas@example.org\nPředmět: jsi na tahu\n\nBARE", "-------- Původní zpráva --------\nOd: 18xx by mail <pbem@play.example>\nDatum: 17.11.26 20:14 (GMT+01:00)\nKomu: tomas@example.org\nPředmět: jsi na tahu\n\nBARE",
	}},
	{"Finnish", "Päivi Mäkinen <paivi@example.org>", []string{
		"t. Päivi", "T: Päivi", "Terveisin\nPäivi", "Ystävällisin terveisin\n\nPäivi Mäkinen\nostopäällikkö\nPohjoisradat Oy\nRautatienkatu 4\n90100 Oulu\npuh. 08 000 0000", "Kiitos, Päivi", "Terkuin Päivi", "Yst. terv. Päivi Mäkinen", "Hyvää illanjatkoa!\nPäivi", "Lähetetty iPhonesta", "Lähetetty Galaxy-puhelimesta", "Hanki Outlook for Android", "Hanki BlueMail Androidille", "Lataa Outlook for iOS", "Viruksista vapaa.www.avast.com", "Viruksia ei löytynyt. www.avast.com", "Lähetetty Outlookista Androidille", "Mukavaa viikonloppua\nPäivi",
	}, []string{
		"ti 17. marrask. 2026 klo 20.14 18xx by mail (pbem@play.example) kirjoitti:\n\nQUOTE", "18xx by mail kirjoitti 17.11.2026 klo 20.14:\nQUOTE", "Lähettäjä: 18xx by mail <pbem@play.example>\nLähetetty: tiistai 17. marraskuuta 2026 20.14\nVastaanottaja: Päivi Mäkinen\nAihe: sinun vuorosi\n\nBARE", "-----Alkuperäinen viesti-----\nLähettäjä: 18xx by mail <pbem@play.example> \nLähetetty: tiistai 17. marraskuuta 2026 20.14\nVastaanottaja: paivi@example.org\nAihe: sinun vuorosi\n\nBARE", "-------- Alkuperäinen viesti --------\nLähettäjä: 18xx by mail <pbem@play.example>\nPäivämäärä: 17.11.2026 20.14 (GMT+02:00)\nSaaja: paivi@example.org\nAihe: sinun vuorosi\n\nBARE", "18xx by mail <pbem@play.example> kirjoitti 17.11.2026 kello 20.14:\n\nBARE"},
	},
}

const (
	wideTyped = "lay H6 8 W-SE\nrun auto\npay"
	wideBare  = "sell 2 NYC\npass\nbuy PE"
)

// wideMail is a mail of the tongue's person, with what stands below and above the commands.
func (t tongue) mail(text string) Letter {
	text = strings.ReplaceAll(text, "QUOTE", "> "+strings.ReplaceAll(wideBare, "\n", "\n> "))
	text = strings.ReplaceAll(text, "BARE", wideBare)
	return Read([]byte("From: "+t.from+"\nTo: pbem@play.example\nSubject: Re: your turn\nContent-Type: text/plain; charset=utf-8\n\n"+text), usual)
}

// page is a mail in nothing but HTML, each line within begin and end, above a quote as that program makes it.
func (t tongue) page(text, begin, blank, end, quote string) Letter {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" {
			line = blank
		} else {
			line = html.EscapeString(line)
		}
		b.WriteString(begin + line + end + "\r\n")
	}
	bare := strings.ReplaceAll(wideBare, "\n", "<br>")
	return Read([]byte("From: "+t.from+"\nTo: pbem@play.example\nSubject: Re: your turn\nContent-Type: text/html; charset=utf-8\n\n<html><body>"+
		b.String()+strings.ReplaceAll(quote, "BARE", bare)+"</body></html>"), usual)
}

// pages are programs that write HTML: what stands around a line, an empty line, and their quote.
var pages = [][4]string{
	{"<div>", "<br>", "</div>", `<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Tue, Nov 17, 2026 at 8:14 PM 18xx by mail &lt;<a href="mailto:pbem@play.example">pbem@play.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote">BARE</blockquote></div>`},
	{`<p class="MsoNormal">`, "<o:p>&nbsp;</o:p>", "<o:p></o:p></p>", `<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>From:</b> 18xx by mail &lt;pbem@play.example&gt;<br><b>Sent:</b> Tuesday, 17 November 2026 20:14<br><b>To:</b> You<br><b>Subject:</b> your turn</p></div><p class="MsoNormal">BARE</p>`},
	{`<div class="elementToProof" style="font-family:Aptos">`, "<br>", "</div>", `<div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> 18xx by mail &lt;pbem@play.example&gt;<br><b>Sent:</b> Tuesday, November 17, 2026 8:14 PM<br><b>To:</b> You<br><b>Subject:</b> your turn</div><div>BARE</div>`},
	{"", "", "<br>", `<div dir="ltr"><br><blockquote type="cite">On 17 Nov 2026, at 20:14, 18xx by mail &lt;pbem@play.example&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">BARE</div></blockquote>`},
	{"<div>", "<br>", "</div>", `<div class="protonmail_quote">On Tuesday, November 17th, 2026 at 20:14, 18xx by mail &lt;pbem@play.example&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">BARE</blockquote></div>`},
}

// wide makes the mails: each ending, each way to quote above and below, and both together.
func wide() (mails []struct {
	name string
	l    Letter
}) {
	add := func(name string, l Letter) {
		mails = append(mails, struct {
			name string
			l    Letter
		}{name, l})
	}
	for _, t := range tongues {
		for i, ending := range t.endings {
			add(fmt.Sprintf("%s, %q", t.name, ending), t.mail(wideTyped+"\n\n"+ending+"\n"))
			head := t.heads[i%len(t.heads)]
			p := pages[i%len(pages)]
			add(fmt.Sprintf("%s, %q in a page with %s", t.name, ending, p[0]), t.page(wideTyped+"\n\n"+ending, p[0], p[1], p[2], p[3]))
			add(fmt.Sprintf("%s, %q over %q", t.name, ending, head), t.mail(wideTyped+"\n\n"+ending+"\n\n"+head+"\n"))
		}
		for _, head := range t.heads {
			add(fmt.Sprintf("%s, over %q", t.name, head), t.mail(wideTyped+"\n\n"+head+"\n"))
			if strings.HasSuffix(head, "QUOTE") {
				add(fmt.Sprintf("%s, below %q", t.name, head), t.mail(head+"\n\n"+wideTyped+"\n"))
				add(fmt.Sprintf("%s, within %q", t.name, head), t.mail(head+"\n\n"+strings.Replace(wideTyped, "\n", "\n\n> what is next\n\n", 1)+"\n"))
			}
		}
	}
	return mails
}

// TestWide reads some nine hundred mails in thirteen languages: what was typed, whole, and nothing else.
func TestWide(t *testing.T) {
	wrong := 0
	all := wide()
	for _, m := range all {
		var got []string
		for _, c := range m.l.Commands {
			got = append(got, c.Text)
		}
		if strings.Join(got, "\n") != wideTyped {
			wrong++
			t.Errorf("%s: %q; note %q", m.name, got, m.l.Note)
		}
	}
	t.Logf("%d of %d mails are read wrongly", wrong, len(all))
}
