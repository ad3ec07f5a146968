package letter

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzRead reads anything: no panic, valid text, and commands only of a person's mail.
func FuzzRead(f *testing.F) {
	f.Add(body("pass\n\nOn 3 Jan 2031, Bob wrote:\n> x"))
	f.Add(htmlBody("<div class=gmail_quote>a<blockquote>b</div>c<br><td>d"))
	f.Add(mixed("alternative", "Content-Type: text/html; charset=shift_jis\n\n<p>\x83e", "Content-Transfer-Encoding: base64\n\ncGFzcw"))
	f.Add(mixed("report", "Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b.c\nStatus: 5.1.1"))
	f.Add([]byte("From: =?utf-8?b?w5xi?= =?iso-2022-jp?Q?=1B$B?= <a@b>\nContent-Type: text/plain; format=flowed; delsp=yes\n\n> a \n>> b \n"))
	f.Add([]byte("Content-Transfer-Encoding: x-uuencode\nContent-Type: text\n\nbegin 644 x\n$<&%S\n"))
	f.Add([]byte("MIME-Version: 1.0\nContent-Type: multipart/mixed\n\n--a\nContent-Type: multipart/mixed; boundary=a\n\n--a\n"))
	f.Add([]byte(": 00"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		l := Read(raw, Limits{Text: 64 << 10, Commands: 5})
		for _, s := range append([]string{l.Text, l.Ignored, l.From, l.FromName, l.Subject, l.MessageID, l.ReturnPath, l.Note, l.Why}, l.To...) {
			if !utf8.ValidString(s) {
				t.Fatalf("invalid text %q", s)
			}
		}
		if strings.ContainsAny(l.From+l.FromName+l.Subject+l.MessageID+l.InReplyTo+strings.Join(l.References, "")+strings.Join(l.To, ""), "\r\n\x00") {
			t.Fatalf("control characters in %+v", l)
		}
		if l.Class != Human && len(l.Commands) > 0 || len(l.Commands) > 5 {
			t.Fatalf("%s with commands %v", l.Class, l.Commands)
		}
		if (l.Bounce != nil) != (l.Class == Bounce) {
			t.Fatalf("%s with %+v", l.Class, l.Bounce)
		}
	})
}

// FuzzLines finds the typed lines of any text: every line is kept once, in order, and no quoted line is kept.
func FuzzLines(f *testing.F) {
	f.Add("pass\n> quoted\nOn 3 Jan 2031,\nBob <a@b.c> wrote:\n\nmore\n-- \nAmy")
	f.Add("From: a\nSent: b\nTo: c\n\nd\n----\n" + CutLine + "\n> e")
	f.Add("> " + CutLine[:12] + "\n> " + CutLine[12:] + "\nend\nｐａｓｓ")
	f.Fuzz(func(t *testing.T, text string) {
		text = cleanText(strings.ToValidUTF8(text, "?"))
		lines := plainLines(text, usual.Verbs)
		found := findTyped(lines, gameWords, "")
		for i, l := range found.lines {
			if found.keep[i] && l.mark == quoted {
				t.Fatalf("the quoted line %q is kept", l.text)
			}
		}
		cmds, _ := commands(found.text(), 100, gameWords)
		typed := strings.Split(found.text(), "\n")
		last := 0
		for _, c := range cmds {
			if c.Num <= last || c.Num > len(typed) || strings.TrimPrefix(Fold(undotted(typed[c.Num-1])), "-- ") != c.Text || Fold(c.Text) != c.Text {
				t.Fatalf("command %+v is not line %d of %q", c, c.Num, typed)
			}
			last = c.Num
		}
	})
}

// undotted is a line without the dot of our choices, and the gloss behind it.
func undotted(s string) string {
	if choice, ok := strings.CutPrefix(strings.TrimSpace(s), ". "); ok {
		s, _, _ = strings.Cut(choice, "  ")
	}
	return s
}

// FuzzCourtesies leaves greeting and closing out of any lines: all lines are there still, in order, and one stays.
func FuzzCourtesies(f *testing.F) {
	f.Add("Hi all,\npass\nCheers, Amy", "Amy Smith")
	f.Add("pass\nViele Gr\u00fc\u00dfe\nAmy\n+49 30 1234567", "")
	f.Add("thanks\nskip", "Skip")
	f.Fuzz(func(t *testing.T, text, name string) {
		l := Letter{From: "amy@example.org", FromName: strings.ToValidUTF8(name, "?")}
		all, _ := commands(cleanText(strings.ToValidUTF8(text, "?")), 100, gameWords)
		stay, left := l.withoutCourtesies(all, gameWords, []int{len(all) / 2})
		if len(all) > 0 && len(stay) == 0 || len(stay)+len(left) != len(all) {
			t.Fatalf("%d of %d lines stay, %d are left", len(stay), len(all), len(left))
		}
		for i, s := range stay {
			if i > 0 && s.Num <= stay[i-1].Num {
				t.Fatalf("%v is out of order", stay)
			}
		}
		for _, s := range left {
			if words := courtesyWords(s.Text); len(words) == 1 && gameWords[plainWord(words[0])] {
				t.Fatalf("the command %q is left out", s.Text)
			}
		}
	})
}
