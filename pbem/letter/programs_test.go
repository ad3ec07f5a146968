package letter

import (
	"strings"
	"testing"
)

// programs are answers as mail programs make them of "run auto" and "pay", in plain text. What they quote says "sell".
var programs = []struct{ name, in string }{
	{"Outlook for iOS", "run auto\npay\n\nGet Outlook for iOS<https://aka.example/o0ukef>\n________________________________\nFrom: Game Host <host@example.net>\nSent: Friday, July 10, 2031 1:14:00 PM\nTo: Amy <amy@example.org>\nSubject: Shoreline: your turn\n\nsell"},
	{"Outlook for Android", "run auto\npay\n\nGet Outlook for Android<https://aka.example/AAb9ysg>\n\nFrom: Game Host <host@example.net>\nSent: Friday, July 10, 2031 1:14:00 PM\nTo: Amy\nSubject: turn\n\nsell"},
	{"Outlook for Android, sent with", "run auto\npay\n\nSent from Outlook for Android<https://aka.example/x>\n-----Original Message-----\nFrom: Game Host\nSent: today\nsell"},
	{"Outlook for iOS, German", "run auto\npay\n\nOutlook für iOS<https://aka.example/o> beziehen\n________________________________\nVon: Host <host@example.net>\nGesendet: Freitag, Juli 10, 2031 1:14 PM\nAn: Amy\nBetreff: Zug\n\nsell"},
	{"Outlook for Android, French", "run auto\npay\n\nTélécharger Outlook pour Android<https://aka.example/o>\n________________________________\nDe : Host <host@example.net>\nEnvoyé : vendredi 10 juillet 2031\nÀ : Amy\nObjet : tour\n\nsell"},
	{"Outlook for iOS, Spanish", "run auto\npay\n\nObtener Outlook para iOS<https://aka.example/o>\n________________________________\nDe: Host <host@example.net>\nEnviado: viernes, 10 de julio\nPara: Amy\nAsunto: turno\n\nsell"},
	{"Outlook for iOS, Italian", "run auto\npay\n\nScarica Outlook per iOS<https://aka.example/o>\n________________________________\nDa: Host\nInviato: venerdì 10 luglio 2031\nA: Amy\nOggetto: turno\n\nsell"},
	{"Outlook for iOS, Dutch", "run auto\npay\n\nOutlook voor iOS downloaden<https://aka.example/o>\n________________________________\nVan: Host\nVerzonden: vrijdag 10 juli 2031\nAan: Amy\nOnderwerp: beurt\n\nsell"},
	{"Outlook for Android, Polish", "run auto\npay\n\nPobierz aplikację Outlook dla systemu Android<https://aka.example/o>\n________________________________\nOd: Host\nWysłane: piątek, 10 lipca 2031\nDo: Amy\nTemat: tura\n\nsell"},
	{"Outlook for iOS, Portuguese", "run auto\npay\n\nObter o Outlook para iOS<https://aka.example/o>\n________________________________\nDe: Host\nEnviado: sexta-feira, 10 de julho\nPara: Amy\nAssunto: vez\n\nsell"},
	{"Outlook for iOS, Japanese", "run auto\npay\n\niOS 版 Outlook を入手<https://aka.example/o>\n________________________________\n差出人: Host\n送信日時: 2031年7月10日\n宛先: Amy\n件名: turn\n\nsell"},
	{"Samsung", "run auto\npay\n\n\n\nSent from my Galaxy\n\n\n-------- Original message --------\nFrom: Game Host <host@example.net>\nDate: 10/07/2031 13:14 (GMT+01:00)\nTo: Amy <amy@example.org>\nSubject: turn\n\nsell"},
	{"Samsung, German", "run auto\npay\n\n\nVon meinem Samsung Galaxy Smartphone gesendet.\n\n-------- Ursprüngliche Nachricht --------\nVon: Host <host@example.net>\nDatum: 10.07.31 13:14 (GMT+01:00)\nAn: Amy\nBetreff: Zug\n\nsell"},
	{"Samsung, French", "run auto\npay\n\n\nEnvoyé depuis mon appareil Galaxy\n\n-------- Message d'origine --------\nDe : Host <host@example.net>\nDate : 10/07/2031 13:14 (GMT+01:00)\nÀ : Amy\nObjet : tour\n\nsell"},
	{"Samsung, Spanish", "run auto\npay\n\n\nEnviado desde mi Galaxy\n\n-------- Mensaje original --------\nDe: Host <host@example.net>\nFecha: 10/7/31 13:14 (GMT+01:00)\nA: Amy\nAsunto: turno\n\nsell"},
	{"Samsung, Italian", "run auto\npay\n\n\nInviato dal mio Galaxy\n\n-------- Messaggio originale --------\nDa: Host\nData: 10/07/31 13:14 (GMT+01:00)\nA: Amy\nOggetto: turno\n\nsell"},
	{"Yahoo", "run auto\npay\n\n    On Friday, July 10, 2031 at 01:14:00 PM GMT+1, Game Host <host@example.net> wrote:  \n \n sell"},
	{"Yahoo for Android", "run auto\npay\n\nSent from Yahoo Mail on Android\n\n  On Fri, Jul 10, 2031 at 1:14 PM, Game Host<host@example.net> wrote:   sell\nsell"},
	{"Yahoo, its motto", "run auto\npay\n\nYahoo Mail: Search, Organize, Conquer\n\nOn Fri, Jul 10, 2031 at 1:14 PM, Game Host\n<host@example.net> wrote:\nsell"},
	{"Yahoo, German", "run auto\npay\n\n    Am Freitag, 10. Juli 2031 um 13:14:00 MESZ hat Game Host <host@example.net> Folgendes geschrieben:  \n \n sell"},
	{"Yahoo, French", "run auto\npay\n\n    Le vendredi 10 juillet 2031 à 13:14:00 UTC+2, Host <host@example.net> a écrit :\n\n sell"},
	{"Yahoo, Spanish", "run auto\npay\n\n    El viernes, 10 de julio de 2031, 13:14:00 CEST, Host <host@example.net> escribió:\n\n sell"},
	{"Yahoo, Italian", "run auto\npay\n\n    Il venerdì 10 luglio 2031 alle ore 13:14:00 CEST, Host <host@example.net> ha scritto:\n\n sell"},
	{"AOL", "run auto\npay\n\nSent from the all new AOL app for iOS\n\nOn Friday, July 10, 2031, 1:14 PM, Host <host@example.net> wrote:\n\nsell"},
	{"GMX", "run auto\npay\n \n \n\nGesendet: Freitag, 10. Juli 2031 um 13:14 Uhr\nVon: \"Game Host\" <host@example.net>\nAn: amy@example.org\nBetreff: Zug\n\nsell"},
	{"GMX for phones", "run auto\npay\n-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.\nAm 10.07.31, 13:14, Game Host <host@example.net> schrieb:\n\nsell"},
	{"GMX for phones, without dashes", "run auto\npay\n\nGesendet mit der GMX Mail App\nAm 10.07.31 um 13:14 schrieb Game Host\n\nsell"},
	{"web.de for phones", "run auto\npay\n\nDiese Nachricht wurde von meinem Android-Mobiltelefon mit WEB.DE Mail gesendet.\nAm 10.07.2031, 13:14, Host <host@example.net> schrieb:\n> sell"},
	{"Proton Mail", "run auto\npay\n\nSent with [Proton Mail](https://proton.example/) secure email.\n\nOn Friday, July 10th, 2031 at 13:14, Game Host <host@example.net> wrote:\n\n> sell"},
	{"Proton Mail for phones", "run auto\npay\n\nSent from Proton Mail for iOS\n\n-------- Original Message --------\nOn 10/07/2031 13:14, Game Host <host@example.net> wrote:\n\n> sell"},
	{"Proton Mail, Android", "run auto\npay\n\nSent from [Proton Mail](https://proton.example/mail) for Android.\n\n-------- Original Message --------\nOn Friday, 07/10/31 at 13:14 Host wrote:\nsell"},
	{"Proton Mail, German", "run auto\npay\n\nGesendet mit der sicheren E-Mail von Proton Mail.\n\nHost <host@example.net> schrieb am Freitag, 10. Juli 2031 um 13:14:\n\n> sell"},
	{"Proton Mail, French", "run auto\npay\n\nEnvoyé avec la messagerie sécurisée Proton Mail.\n\nLe vendredi 10 juillet 2031 à 13:14, Host <host@example.net> a écrit :\n\n> sell"},
	{"Tuta", "run auto\npay\n\n-- \nSecured with Tuta Mail: \nhttps://tuta.example/free-email\n\n\nJul 10, 2031, 13:14 by host@example.net:\n\n> sell"},
	{"Tuta, no dashes", "run auto\npay\n\nSent with Tuta; enjoy secure & ad-free emails\n\n10 Jul 2031, 13:14 by host@example.net:\n\n> sell"},
	{"K-9", "run auto\npay\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity."},
	{"K-9, quoting", "run auto\npay\n\nOn 10 July 2031 13:14:00 BST, Game Host <host@example.net> wrote:\n>sell\n\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity."},
	{"K-9, header", "run auto\npay\n\n\n-------- Original Message --------\nFrom: Game Host <host@example.net>\nSent: 10 July 2031 13:14:00 BST\nTo: amy@example.org\nSubject: turn\n\nsell\n\n-- \nSent from my Android device with K-9 Mail."},
	{"FairEmail", "run auto\npay\n\n\n10 Jul 2031 13:14:00 Game Host <host@example.net>:\n\n> sell"},
	{"Thunderbird for Android", "run auto\npay\n\nOn 10 July 2031 13:14:00 BST, Host <host@example.net> wrote:\n> sell\nSent from Thunderbird for Android"},
	{"Apple, German", "run auto\npay\n\nVon meinem iPhone gesendet\n\n> Am 10.07.2031 um 13:14 schrieb Game Host <host@example.net>:\n> \n> \ufeffsell"},
	{"Apple, French", "run auto\npay\n\nEnvoyé de mon iPhone\n\n> Le 10 juil. 2031 à 13:14, Game Host <host@example.net> a écrit :\n> \n> sell"},
	{"Apple, Spanish", "run auto\npay\n\nEnviado desde mi iPad\n\n> El 10 jul 2031, a las 13:14, Host <host@example.net> escribió:\n> \n> sell"},
	{"Apple, Italian", "run auto\npay\n\n> Il giorno 10 lug 2031, alle ore 13:14, Host <host@example.net> ha scritto:\n> \n> sell\n\nInviato da iPhone"},
	{"Apple, Dutch", "run auto\npay\n\nVerstuurd vanaf mijn iPhone\n\n> Op 10 jul 2031 om 13:14 heeft Host <host@example.net> het volgende geschreven:\n> \n> sell"},
	{"Apple, Dutch, unmarked", "run auto\npay\n\nOp 10 jul 2031 om 13:14 heeft Host <host@example.net> het volgende geschreven:\n\nsell"},
	{"Apple, Swedish", "run auto\npay\n\n10 juli 2031 kl. 13:14 skrev Host <host@example.net>:\n\nsell"},
	{"Apple, Norwegian", "run auto\npay\n\nSendt fra min iPhone\n\n10. juli 2031 kl. 13:14 skrev Host <host@example.net>:\n\nsell"},
	{"Apple, Danish", "run auto\npay\n\nDen 10. jul. 2031 kl. 13.14 skrev Host <host@example.net>:\n\nsell"},
	{"Apple, Finnish", "run auto\npay\n\nHost <host@example.net> kirjoitti 10.7.2031 kello 13.14:\n\nsell"},
	{"Apple, Polish", "run auto\npay\n\nWiadomość napisana przez Host <host@example.net> w dniu 10 lip 2031, o godz. 13:14:\n\nsell"},
	{"Apple, Portuguese", "run auto\npay\n\nNo dia 10 de jul. de 2031, às 13:14, Host <host@example.net> escreveu:\n\nsell"},
	{"Apple, Russian", "run auto\npay\n\nОтправлено с iPhone\n\n10 июля 2031 г., в 13:14, Host <host@example.net> написал(а):\n\nsell"},
	{"Apple, Czech", "run auto\npay\n\nHost <host@example.net> v 10. 7. 2031 13:14:\n\n> sell"},
	{"Apple, Hungarian", "run auto\npay\n\n2031. júl. 10. dátummal, 13:14 időpontban Host <host@example.net> írta:\n\nsell"},
	{"Apple, Turkish", "run auto\npay\n\nHost <host@example.net> şunları yazdı (10 Tem 2031 13:14):\n\nsell"},
	{"Apple, Greek", "run auto\npay\n\n10 Ιουλ 2031, 13:14, ο χρήστης «Host <host@example.net>» έγραψε:\n\nsell"},
	{"Apple, Japanese", "run auto\npay\n\niPhoneから送信\n\n> 2031/07/10 13:14、Host <host@example.net>のメール:\n> \n> sell"},
	{"Apple, Japanese, unmarked", "run auto\npay\n\n2031/07/10 13:14、Host <host@example.net>のメール:\n\nsell"},
	{"Apple, Chinese", "run auto\npay\n\n发自我的iPhone\n\n在 2031年7月10日，13:14，Host <host@example.net> 写道：\n\nsell"},
	{"Apple, Korean", "run auto\npay\n\n나의 iPhone에서 보냄\n\n2031. 7. 10. 오후 1:14, Host <host@example.net> 작성:\n\nsell"},
	{"Gmail, wrapped", "run auto\npay\n\nOn Fri, Jul 10, 2031 at 1:14 PM 18xx by mail <\npbem+g1.p1.k7w2q3mxa5bzt6ud@play.example> wrote:\n\n> sell"},
	{"Gmail, wrapped before wrote", "run auto\npay\n\nOn Fri, Jul 10, 2031 at 1:14 PM 18xx by mail <pbem@play.example>\nwrote:\n\nsell"},
	{"Gmail, wrapped thrice", "run auto\npay\n\nOn Fri, Jul 10, 2031, 1:14 PM The 18xx Club of the Shoreline\nRailways <pbem@play.example>\nwrote:\n\nsell"},
	{"Gmail, German, wrapped", "run auto\npay\n\nAm Fr., 10. Juli 2031 um 13:14 Uhr schrieb 18xx by mail <\npbem@play.example>:\n\n> sell"},
	{"Gmail, Dutch", "run auto\npay\n\nOp vr 10 jul 2031 13:14 schreef Host <host@example.net>:\n\n> sell"},
	{"Spark", "run auto\npay\n\nSent via Spark\n\nOn 10 Jul 2031 at 13:14 +0200, Game Host <host@example.net>, wrote:\nsell"},
	{"BlackBerry Hub", "run auto\npay\n\nSent from my BlackBerry - the most secure mobile device\n\nFrom: host@example.net\nSent: July 10, 2031 13:14\nTo: amy@example.org\nSubject: turn\n\nsell"},
	{"Windows Mail", "run auto\npay\n\nSent from Mail for Windows\n\nFrom: Game Host\nSent: Friday, July 10, 2031 1:14 PM\nTo: Amy\nSubject: turn\n\nsell"},
	{"Windows Mail, German", "run auto\npay\n\nGesendet von Mail für Windows\n\nVon: Game Host\nGesendet: Freitag, 10. Juli 2031 13:14\nAn: Amy\nBetreff: Zug\n\nsell"},
	{"Outlook, classic", "run auto\npay\n\n-----Original Message-----\nFrom: Game Host [mailto:host@example.net] \nSent: Friday, July 10, 2031 1:14 PM\nTo: Amy\nSubject: turn\n\nsell"},
	{"Outlook, classic, bold", "run auto\npay\n\n*From:* Game Host <host@example.net>\n*Sent:* Friday, 10 July 2031 13:14\n*To:* Amy\n*Subject:* turn\n\nsell"},
	{"Outlook.com, Swedish", "run auto\npay\n\nSkaffa Outlook för iOS<https://aka.example/o>\n________________________________\nFrån: Host\nSkickat: den 10 juli 2031 13:14\nTill: Amy\nÄmne: drag\n\nsell"},
	{"Outlook, Norwegian", "run auto\npay\n\nFå Outlook for iOS<https://aka.example/o>\n________________________________\nFra: Host\nSendt: fredag 10. juli 2031\nTil: Amy\nEmne: trekk\n\nsell"},
	{"Roundcube", "run auto\npay\n\nOn 2031-07-10 13:14, Game Host wrote:\n\n> sell"},
	{"Roundcube, German", "run auto\npay\n\nAm 2031-07-10 13:14, schrieb Game Host:\n\n> sell"},
	{"Zoho", "run auto\npay\n\n---- On Fri, 10 Jul 2031 13:14:00 +0200 Game Host <host@example.net> wrote ---\n\nsell"},
	{"Fastmail", "run auto\npay\n\nOn Fri, 10 Jul 2031, at 1:14 PM, Game Host wrote:\n> sell"},
	{"Evolution", "run auto\npay\n\nOn Fri, 2031-07-10 at 13:14 +0200, Game Host wrote:\n> sell"},
	{"mutt", "On Fri, Jul 10, 2031 at 01:14:00PM +0200, Game Host wrote:\n> sell\n\nrun auto\npay\n\n-- \nAmy"},
	{"Gnus", "Game Host <host@example.net> writes:\n\n> sell\n\nrun auto\npay"},
	{"alpine", "On Fri, 10 Jul 2031, Game Host wrote:\n\n> sell\n\nrun auto\npay"},
	{"KMail", "On Friday 10 July 2031 13:14:00 CEST Game Host wrote:\n> sell\n\nrun auto\npay\n"},
	{"mail.ru", "run auto\npay\n\n--\nОтправлено из Mail для Android\nпятница, 10 июля 2031, 13:14 +03:00 от Host <host@example.net>:\n\n>sell"},
	{"Yandex", "run auto\npay\n\n10.07.2031, 13:14, \"Game Host\" <host@example.net>:\n> sell\n\n-- \nОтправлено из мобильного приложения Яндекс Почты"},
	{"QQ", "run auto\npay\n\n------------------ 原始邮件 ------------------\n发件人: \"Host\" <host@example.net>;\n发送时间: 2031年7月10日(星期五) 中午1:14\n收件人: \"Amy\"<amy@example.org>;\n主题: turn\n\nsell"},
	{"163.com", "run auto\npay\n\nAt 2031-07-10 13:14:00, \"Game Host\" <host@example.net> wrote:\nsell"},
	{"163.com, Chinese", "run auto\npay\n\n在 2031-07-10 13:14:00，\"Game Host\" <host@example.net> 写道：\n>sell"},
	{"Naver", "run auto\npay\n\n-----Original Message-----\nFrom: \"Host\"<host@example.net>\nTo: <amy@example.org>;\nCc:\nSent: 2031-07-10 (금) 13:14:00 (GMT+09:00)\nSubject: turn\n\nsell"},
	{"Free, French", "run auto\npay\n\n----- Mail original -----\nDe: \"Host\" <host@example.net>\nÀ: \"Amy\" <amy@example.org>\nEnvoyé: Vendredi 10 Juillet 2031 13:14:00\nObjet: tour\n\nsell"},
	{"Orange, French", "run auto\npay\n\n> Message du 10/07/31 13:14\n> De : \"Host\" <host@example.net>\n> A : amy@example.org\n> Objet : tour\n> sell"},
	{"T-Online", "run auto\npay\n\n-----Original-Nachricht-----\nBetreff: Zug\nDatum: 2031-07-10T13:14:00+0200\nVon: \"Host\" <host@example.net>\nAn: \"amy@example.org\" <amy@example.org>\n\nsell"},
	{"banner above", "CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless you recognize the sender and know the content is safe.\n\nrun auto\npay"},
	{"banner above, wrapped", "CAUTION: This email originated from outside of the organization. Do not\nclick links or open attachments unless you recognize the sender and know\nthe content is safe.\n\n\nrun auto\npay"},
	{"banner above, short", "[EXTERNAL]\n\nrun auto\npay"},
	{"banner above, starred", "*** EXTERNAL EMAIL - use caution with links and attachments ***\nrun auto\npay"},
	{"banner above, first contact", "[You don't often get email from amy@example.org. Learn why this is important at https://aka.example/LearnAboutSenderIdentification ]\n\nrun auto\npay"},
	{"banner above, first contact, unbracketed", "You don't often get email from amy@example.org. Learn why this is important<https://aka.example/x>\nrun auto\npay"},
	{"banner above, German", "ACHTUNG: Diese E-Mail stammt von einem externen Absender. Klicken Sie nicht auf Links oder Anhänge, wenn Sie den Absender nicht kennen.\n\nrun auto\npay"},
	{"banner above, ruled", "________________________________\nEXTERNAL SENDER: Do not open links or attachments from unknown senders.\n________________________________\nrun auto\npay"},
	{"banner in the quote", "run auto\npay\n\nFrom: Host <host@example.net>\nSent: today 13:14\nTo: Amy\nSubject: turn\n\nCAUTION: This email originated from outside of the organization.\n\nsell"},
	{"disclaimer", "run auto\npay\n\nThis e-mail and any attachments are confidential and may also be privileged. If you are\nnot the intended recipient, please delete all copies and\nsell"},
	{"disclaimer, headed", "run auto\npay\n\nCONFIDENTIALITY NOTICE: The information in this message is intended only for the recipient.\nsell"},
	{"disclaimer, bilingual", "run auto\npay\n\nDiese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie nicht der\nrichtige Adressat sind, informieren Sie bitte den Absender.\n\nThis e-mail may contain confidential and/or privileged information. If you are not the\nintended recipient please notify the sender.\nsell"},
	{"disclaimer, French and English", "run auto\npay\n\nCe message et toutes les pièces jointes sont confidentiels et établis à l'intention exclusive de ses destinataires.\n\nThis message and any attachments are confidential and intended solely for the addressees.\nsell"},
	{"disclaimer, Spanish", "run auto\npay\n\nEste mensaje y sus archivos adjuntos van dirigidos exclusivamente a su destinatario y pueden contener información confidencial.\nsell"},
	{"disclaimer, Italian", "run auto\npay\n\nLe informazioni contenute in questo messaggio sono riservate e destinate esclusivamente al destinatario.\nsell"},
	{"disclaimer, Dutch", "run auto\npay\n\nDit bericht is uitsluitend bestemd voor de geadresseerde en kan vertrouwelijke informatie bevatten.\nsell"},
	{"disclaimer, Portuguese", "run auto\npay\n\nEsta mensagem pode conter informação confidencial e destina-se apenas ao destinatário indicado.\nsell"},
	{"disclaimer, Polish", "run auto\npay\n\nNiniejsza wiadomość może zawierać informacje poufne i jest przeznaczona wyłącznie dla adresata.\nsell"},
	{"disclaimer, Swedish", "run auto\npay\n\nDetta meddelande är avsett endast för angiven mottagare och kan innehålla konfidentiell information.\nsell"},
	{"paper", "run auto\npay\n\nP Please consider the environment before printing this e-mail.\nsell"},
	{"paper, German", "run auto\npay\n\nBitte denken Sie an die Umwelt, bevor Sie diese E-Mail ausdrucken.\nsell"},
	{"virus checked", "run auto\npay\n\n\n---\nThis email has been checked for viruses by Avast antivirus software.\nhttps://www.avast.example/antivirus"},
	{"virus checked, new", "run auto\npay\n\n-- \nThis email has been checked for viruses by AVG antivirus software.\nwww.avg.example"},
	{"virus free", "run auto\npay\n\n<https://www.avast.example/sig-email?utm_medium=email>\nVirus-free.www.avast.example\n<https://www.avast.example/sig-email>\n<#DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2>"},
	{"closing and signature", "run auto\npay\n\nCheers,\nAmy\n\nOn Fri, Jul 10, 2031 at 1:14 PM Game Host <host@example.net> wrote:\n> sell\n"},
}

// TestPrograms reads what many programs make of the same two commands.
func TestPrograms(t *testing.T) {
	for _, p := range programs {
		l := Read(body(p.in), usual)
		var got []string
		for _, c := range l.Commands {
			got = append(got, c.Text)
		}
		if strings.Join(got, "; ") != "run auto; pay" {
			t.Errorf("%s: commands %q of\n%s", p.name, got, p.in)
		}
	}
}

// TestNoFooters: what only resembles a banner or a disclaimer is the writer's.
func TestNoFooters(t *testing.T) {
	for _, c := range []string{
		"Notice: sell 2 B&A", "sell 2 B&A, caution: from an external sender", "this is the best route I know of, far from confidential\npass",
		"pass\nThis is only a note to everybody at the table: I am away next week\npay", "Important: buy B&O\npass",
		"run 3: G8 H9 L4, print this before you forget\npay", "https://example.org/map\npass", "pass\nhttps://example.org/map",
	} {
		if got := typedIn(body(c)); got != c {
			t.Errorf("%q: typed %q", c, got)
		}
	}
}
