package letter

import (
	"strings"
	"testing"
)

// body makes a plain text mail of a text.
func body(text string) []byte {
	return []byte("From: Amy <amy@example.org>\nTo: game+abc@example.net\nContent-Type: text/plain; charset=utf-8\n\n" + text)
}

// typedIn returns what Read takes for typed, without blank lines.
func typedIn(raw []byte) string { return strings.Join(shown(Read(raw, usual).Text, true), "\n") }

// attributions as mail programs write them, in many languages.
var attributions = []string{
	"On 11-Apr-2031, at 6:54 PM, Game Host <host@example.net> wrote:",
	"On 04/19/2031 07:10 AM, Game Host wrote:",
	"On Tue, Apr 11, 2031 at 10:07 PM Game Host\n<host@example.net>\nwrote:",
	"On Tue, Apr 11, 2031 at 10:07 PM, Game Host of the Long Afternoon <\nhost@example.net> wrote:",
	"On Thu, Apr 13, 2031 at 10:07 PM Game Host\n\n<\nmailto:Game Host <host@example.net>\n> wrote:",
	"On Nov 30, 2031, at 12:47 PM, Host <\n416ffd3258d4d2fa4c85cfa4c44e1721@a.very.long.example.net>wrote:",
	"On Friday, 10 July 2031, 13:14:00 BST, Host <host@example.net> wrote:  ",
	"At 6/16/2031 08:32 PM, you wrote:",
	"--- On Wed, 4/4/31, host@example.net <host@example.net> wrote:",
	"---- On Tue, 22 Dec 2031 14:17:36 +0530 Game Host <host@example.net> wrote ----",
	"---- Game Host wrote ----",
	"Game Host <host@example.net> wrote:",
	"2031-03-03 17:21 GMT+01:00 Game Host",
	"2031-10-24 15:36 GMT+02:00 Game Host <\nhost@example.net>:",
	"2031/7/20 Game Host <host@example.net>",
	"26.06.2031, 14:41, \"Game Host\" <host@example.net>:",
	"Thu, 26 Jun 2031 14:00:51 +0400 от Game Host <host@example.net>:",
	"Am 10.07.2031 um 13:14 schrieb Game Host:",
	"Am Fr., 10. Juli 2031 um 13:14 Uhr schrieb Game Host <\nhost@example.net>:",
	"Game Host <host@example.net> schrieb am Di., 16. Aug. 2031\num 12:52 Uhr:",
	"host@example.net schrieb am 10.07.2031 13:14:",
	"Le ven. 10 juil. 2031 à 13:14, Game Host <host@example.net> a écrit :",
	"Le 4 janv. 2031 19:03, \"Game Host\"\n<host@example.net>\na écrit :",
	"El vie, 10 jul 2031 a las 13:14, Game Host (<host@example.net>) escribió:",
	"El jueves, 21 de noviembre de 2031, Game Host escribió:",
	"Missatge de Game Host <host@example.net> del dia dv., 10 de jul. 2031 a les 13:14 va escriure:",
	"Il giorno ven 10 lug 2031 alle ore 13:14 Game Host <host@example.net>\nha scritto:",
	"Em sex., 10 de jul. de 2031 às 13:14, Game Host <host@example.net>\nescreveu:",
	"Op vr 10 jul. 2031 om 13:14 schreef Game Host <host@example.net>:",
	"Op 16 aug. 2031 05:13 schreef \"Game Host\" <host@example.net> het\nvolgende geschreven:",
	"Den fre 10 juli 2031 kl 13:14 skrev Game Host <host@example.net>:",
	"fre. 10. jul. 2031 kl. 13:14 skrev Game Host <host@example.net>:",
	"pe 10. heinäk. 2031 klo 13.14 Game Host (host@example.net) kirjoitti:",
	"pt., 10 lip 2031 o 13:14 Game Host <host@example.net> napisał(a):",
	"Dnia 14 lip 2031 o godz. 00:25 Game Host <host@example.net> napisał(a):",
	"pá 10. 7. 2031 v 13:14 odesílatel Game Host <host@example.net> napsal:",
	"V pia 10. 7. 2031 o 13:14 Game Host <host@example.net> napísal(a):",
	"пт, 10 июл. 2031 г. в 13:14, Game Host <host@example.net>:",
	"10.07.2031 13:14, Game Host пишет:",
	"понедельник, 6 октября 2031 г. пользователь Host написал:",
	"20 окт. 2031 г. 19:37 пользователь \"Host of the Game\" <\nhost@example.net> написал:",
	"пт, 10 лип. 2031 о 13:14 Host <host@example.net> пише:",
	"на пт, 10.07.2031 г. в 13:14 Host <host@example.net> написа:",
	"Game Host <host@example.net> ezt írta (időpont: 2031. júl. 10., P, 13:14):",
	"Game Host <host@example.net>, 10 Tem 2031 Cum, 13:14 tarihinde şunu yazdı:",
	"În vin., 10 iul. 2031 la 13:14, Host <host@example.net> a scris:",
	"Στις Παρ, 10 Ιουλ 2031 στις 1:14 μ.μ., ο χρήστης Host <host@example.net> έγραψε:",
	"Kuupäev R, 10. juuli 2031 kell 13:14 kirjutas Host <host@example.net>:",
	"2031年7月10日(金) 13:14 Game Host <host@example.net>:",
	"2031年7月10日(金) 13:14、Game Hostさんは書きました:",
	"2031년 7월 10일 (금) 오후 1:14, Game Host <host@example.net>님이 작성:",
	"Game Host <host@example.net> 于2031年7月10日周五 下午1:14写道：",
	"在 2031年12月12日，下午8:45，Game Host <host@example.net> 写道：",
	"Vào Th 6, 10 thg 7, 2031 vào lúc 13:14 Host <host@example.net> đã viết:",
	"\u202bבתאריך יום ו׳, 10 ביולי 2031 ב-13:14 מאת \u202aHost\u202c\u200f <\u202ahost@example.net\u202c\u200f>:\u202c",
	"Quoting Game Host <host@example.net>:",
}

// TestAttributions answers one mail with the attribution of every language, twice: above a marked quote and above an
// unmarked one. Only the answer is the writer's.
func TestAttributions(t *testing.T) {
	for _, a := range attributions {
		for _, quote := range []string{"> 1830 is over\n> pass\n", "\nsell all shares\n"} {
			if got := typedIn(body("buy B&O\n\n" + a + "\n" + quote)); got != "buy B&O" {
				t.Errorf("%s\n%s: typed %q", a, quote, got)
			}
		}
		if got := typedIn(body(a + "\n> 1830 is over\n\nbuy B&O\n")); got != "buy B&O" {
			t.Errorf("%s, answered below: typed %q", a, got)
		}
	}
}

// TestHeaderBlocks answers mails that are quoted with their header, as Outlook does it in many languages.
func TestHeaderBlocks(t *testing.T) {
	for _, h := range []string{
		"From: Host <host@example.net>\nSent: Monday\nTo: Amy\nSubject: turn",
		"________________________________\nFrom: Host\nSent: Monday, 3 March 2031 14:00\nTo: Amy\nSubject: turn",
		" ------------------------------\n\n*From:* Host\n*Sent:* 2031-01-27\n*To:* Amy\n*Subject:* turn",
		"-----Original Message-----\nFrom: Host\nSent: Monday\nTo: Amy",
		"-------- Original Message --------",
		"---------- Forwarded message ---------\nFrom: Host <host@example.net>\nDate: Tue\nSubject: a subject that\n goes on\nTo: Amy",
		"----- Forwarded message from 18xx by mail <pbem@play.example> -----\n\nDate: Mon, 30 Nov 2026 07:53:47 +0100\nFrom: Host <host@example.net>\nTo: Amy\nSubject: turn",
		"----- Forwarded message from 18xx by mail <pbem@play.example> -----\n\nReturn-Path: <host@example.net>\nDelivered-To: amy@example.org\nReceived: from mail.example.net\n\tby mx.example.org with LMTP",
		"Begin forwarded message:\n\nFrom: Host <host@example.net>\nDate: 3 March 2031",
		"Date: Fri, 28 Sep 2031 10:55:48 +0000\nFrom: host@example.net\nTo: amy@example.org\nSubject: turn",
		"From: host@example.net\nDate: Wed, 16 May 2031 00:15:02 -0600",
		"-------- Ursprüngliche Nachricht --------\nVon: Host\nDatum: 10.07.31 13:14 (GMT+01:00)\nAn: Amy\nBetreff: Zug",
		"Von: Host\n\nGesendet: Freitag\n\nAn: Amy\n\nBetreff: Zug",
		"De : Host <host@example.net>\nEnvoyé : vendredi 10 juillet 2031 13:14\nÀ : Amy\nObjet : tour",
		"De: Host\nEnviado el: viernes, 10 de julio\nPara: Amy\nAsunto: turno",
		"Da: Host\nInviato: venerdì\nA: Amy\nOggetto: turno",
		"Van: Host\nVerzonden: vrijdag\nAan: Amy\nOnderwerp: beurt",
		"Fra: Host\nSendt: 10. juli\nTil: Amy\nEmne: tur",
		"Från: Host\nSkickat: den 5 juni 2031 12:22\nTill: Amy\nÄmne: drag",
		"Od: Host\nWysłano: piątek\nDo: Amy\nTemat: tura",
		"От: Host\nОтправлено: пятница\nКому: Amy\nТема: ход",
		"发件人: Host\n发送时间: 2031年7月10日\n收件人: Amy\n主题: turn",
		"差出人: Host\n送信日時: 2031年\n宛先: Amy\n件名: turn",
		"**From:** host@example.net\n**Sent:** Friday\n**To:** Amy",
	} {
		raw := body("run auto\npay\n\n" + h + "\n\nsell all shares\n")
		l := Read(raw, usual)
		if got := typedIn(raw); got != "run auto\npay" || len(l.Commands) != 2 {
			t.Errorf("%s: typed %q, commands %v", h, got, l.Commands)
		}
		if l = Read(body(h+"\n\nsell all shares\n"), usual); len(l.Commands) != 0 || l.Note == "" {
			t.Errorf("%s: forwarded text became %v", h, l.Commands)
		}
	}
}

// TestTyped covers the ways people answer.
func TestTyped(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "lay H6 8 W-SE\ntoken H6\nrun auto\npay", "lay H6 8 W-SE\ntoken H6\nrun auto\npay"},
		{"colons", "buy 4 from bank: yes\nfrom: IPO\nto: me", "buy 4 from bank: yes\nfrom: IPO\nto: me"},
		{"bottom", "> your turn\n> buy?\n\nbuy B&O", "buy B&O"},
		{"between", "On 3 Jan 2031, Bob wrote:\n> one?\nyes\n> two?\nno\n-- \nAmy", "yes\nno"},
		{"above and below", "buy B&O\nOn 3 Jan 2031, Bob wrote:\n> one\n> two\npass", "buy B&O\npass"},
		{"nested", "pass\n\nOn 3 Jan 2031, Bob wrote:\n> On 2 Jan 2031, Amy wrote:\n>> sell\n> buy\n", "pass"},
		{"initials", "pass\n\nAB> sell B&O?\nAB>\nAB>> no", "pass"},
		{"greater than within a line", "price > 100\nJ12>K13", "price > 100\nJ12>K13"},
		{"no attribution", "On this day\n\nI bought a train\n\nand was proud of it", "On this day\nI bought a train\nand was proud of it"},
		{"line before an attribution", "I have 2 weeks left. Bye...\nOn 3 Jan 2031, Bob\nwrote:\n> x", "I have 2 weeks left. Bye..."},
		{"signature", "pass\n-- \nAmy\nsell all", "pass"},
		{"signature without its blank", "pass\n--\nAmy\nsell all", "pass"},
		{"long dash", "pass\n—\nAmy", "pass"},
		{"signature first, answer below", "-- \nAmy\nOn 3 Jan 2031, Bob wrote:\n> x\npass", "pass"},
		{"list footer", "pass\n_______________________________________________\n18xx mailing list", "pass"},
		{"trailing rules", "pass\n\n***\n####\n~~~~~\n======\n  -------\n", "pass"},
		{"phone", "pass\n\nSent from my iPhone\n\n> On 3 Jan 2031, Bob wrote:\n> x", "pass"},
		{"phone, excused", "pass\n\nSent from my cell, please excuse the typing.", "pass"},
		{"phone first, answer below", "Sent from my iPhone\n\n> On 3 Jan 2031, Bob wrote:\n> x\npass", "pass"},
		{"no phone", "Sent from my desk, it is quieter there than with the phone\npass",
			"Sent from my desk, it is quieter there than with the phone\npass"},
		{"app", "pass\n\nGet Outlook for iOS<https://example.com>", "pass"},
		{"german phone", "pass\n\nVon meinem Mobilgerät gesendet", "pass"},
		{"german app", "pass\n--\nDiese Nachricht wurde von meinem Mobiltelefon gesendet.", "pass"},
		{"french phone", "pass\n\nEnvoyé de mon iPhone", "pass"},
		{"spanish phone", "pass\n\nEnviado desde mi iPhone", "pass"},
		{"portuguese phone", "pass\n\nEnviado do meu telemóvel", "pass"},
		{"italian phone", "pass\n\nInviato da iPhone", "pass"},
		{"dutch phone", "pass\n\nVerstuurd vanaf mijn iPhone", "pass"},
		{"danish phone", "pass\n\nSendt fra min iPad", "pass"},
		{"swedish phone", "pass\n\nSkickat från min iPhone", "pass"},
		{"finnish phone", "pass\n\nLähetetty iPhonesta", "pass"},
		{"polish phone", "pass\n\nWysłane z iPhone'a", "pass"},
		{"russian phone", "pass\n\nОтправлено с iPhone", "pass"},
		{"japanese phone", "pass\n\niPhoneから送信", "pass"},
		{"chinese phone", "pass\n\n从我的iPhone发送", "pass"},
		{"korean phone", "pass\n\n나의 iPhone에서 보냄", "pass"},
		{"code", "look:\n```\n# one\n\n####\ntwo\n```\nend of it", "look:\n```\n# one\n####\ntwo\n```\nend of it"},
		{"empty", "", ""},
		{"only a quote", "> pass", ""},
		{"only an attribution", "On 3 Jan 2031, Bob wrote:", ""},
	} {
		if got := typedIn(body(c.in)); got != c.want {
			t.Errorf("%s: typed %q, want %q", c.name, got, c.want)
		}
	}
}

// TestCutLine answers our own mails: the cut line separates what is typed from what we wrote.
func TestCutLine(t *testing.T) {
	const ours = "---- " + CutLine + " ----\nAmy: your turn\n. buy B&O\n  Bob sold all shares\n"
	quotedOurs := "> " + strings.ReplaceAll(strings.TrimSpace(ours), "\n", "\n> ") + "\n"
	const attribution = "On 3 Jan 2031, Host wrote:\n"
	for _, c := range []struct{ name, in, want string }{
		{"top, unquoted", "pass\n\n" + ours, "pass"},
		{"top, quoted", "pass\n\n" + attribution + quotedOurs, "pass"},
		{"top, under a header", "pass\n\nFrom: Host\nSent: today\nTo: Amy\n\nHello\n" + ours, "pass"},
		{"unknown attribution", "pass\n" + quotedOurs, "pass"},
		{"bottom", attribution + "> Hello\n" + quotedOurs + "\npass\nrun auto\n-- \nAmy", "pass\nrun auto"},
		{"between", attribution + quotedOurs + "buy B&O\n> . pass\npass\n> end", "buy B&O\npass"},
		{"nothing, unquoted", attribution + ours, ""},
		{"nothing, under a header", "From: Host\nSent: today\nTo: Amy\n\nsell all\n" + ours + "sell all", ""},
		{"nothing, quoted", attribution + quotedOurs, ""},
		{"wrapped", "pass\n\n> ---- write your commands\n> above this line ----\nsell all", "pass\nsell all"},
		{"wrapped thrice, other spaces", "pass\n\n> Write\u00a0your\n> commands  above this\n> LINE\n", "pass"},
		{"twice", "pass\n" + quotedOurs + "> " + quotedOurs, "pass"},
	} {
		if got := typedIn(body(c.in)); got != c.want {
			t.Errorf("%s: typed %q, want %q", c.name, got, c.want)
		}
	}
	l := Read(body("pass\n"+attribution+quotedOurs+"\nbuy B&O\n"), usual)
	if l.Note != "" || len(l.Commands) != 2 {
		t.Errorf("text above and below: note %q, commands %v", l.Note, l.Commands)
	}
	if l := Read(body(attribution+ours), usual); !strings.Contains(l.Note, "Nothing was written") || l.Commands != nil {
		t.Errorf("an empty answer: note %q, commands %v", l.Note, l.Commands)
	}
}
