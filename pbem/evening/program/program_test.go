package program

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"net/mail"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message"
)

// move is a mail that the service sent to who is to move, its map made small.
func move(t testing.TB) []byte { return sent(t, "move") }

// sent is a mail that the service sent.
func sent(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name + ".eml")
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
}

// zone is where those who answer live; no zone file is needed for it.
var zone = time.FixedZone("CET", 3600)

func answer(to []byte) Answer {
	return Answer{
		To: to, Name: "Zoë Krüger", Address: "zoe@example.org", Date: time.Date(2026, 11, 23, 20, 5, 0, 0, zone),
		Text: "reserve NLN\npress It's mine.", Language: "en", Ending: Bare,
	}
}

func reply(t testing.TB, s Style, a Answer) []byte {
	t.Helper()
	raw, err := s.Reply(a)
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	return raw
}

func headerOf(t testing.TB, raw []byte) mail.Header {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("%v in\n%s", err, raw)
	}
	return m.Header
}

// Every program's answer goes to the Reply-To and names what it answers, oldest
// first: RFC 5322 3.6.4.
func TestThread(t *testing.T) {
	for _, s := range Styles() {
		h := headerOf(t, reply(t, s, answer(move(t))))
		for field, want := range map[string]string{
			"To":          "18xx by mail <pbem+g1.p1.j75teiqbxczmgsmj@play.test>",
			"In-Reply-To": "<move.g1.178.p1.7ee3hxmd@play.test>",
			"References":  "<g1.p1.j75teiqbxczmgsmj@play.test> <move.g1.178.p1.7ee3hxmd@play.test>",
			"Date":        "Mon, 23 Nov 2026 20:05:00 +0100",
		} {
			if got := h.Get(field); strings.TrimSuffix(got, " (CET)") != want {
				t.Errorf("%s: %s %q, want %q", s.Name, field, got, want)
			}
		}
		if _, err := mail.ParseAddress(h.Get("From")); err != nil || !strings.HasSuffix(h.Get("Message-ID"), ">") {
			t.Errorf("%s: From %q (%v), Message-ID %q", s.Name, h.Get("From"), err, h.Get("Message-ID"))
		}
	}
}

// Long References are shortened as the program does, and a mail without them is
// answered with its In-Reply-To: RFC 5322 3.6.4.
func TestLongThread(t *testing.T) {
	ids := make([]string, 40)
	for i := range ids {
		ids[i] = "<" + strings.Repeat(string(rune('a'+i%26)), 30) + "@example.net>"
	}
	with := func(old, header string) []byte {
		return bytes.Replace(move(t), []byte("References: <g1.p1.j75teiqbxczmgsmj@play.test>"), []byte(old+": "+header), 1)
	}
	for name, want := range map[string]int{"Gmail, web": 41, "Thunderbird": 22, "mutt": 10} {
		s, ok := Find(name)
		if !ok {
			t.Fatalf("there is no %s", name)
		}
		raw := reply(t, s, answer(with("References", strings.Join(ids, "\r\n "))))
		got := strings.Fields(headerOf(t, raw).Get("References"))
		if len(got) != want || got[len(got)-1] != "<move.g1.178.p1.7ee3hxmd@play.test>" {
			t.Errorf("%s: %d References, want %d: %v", name, len(got), want, got)
		}
		for l := range strings.Lines(string(raw)) {
			if len(l) > 1000 {
				t.Errorf("%s: a line of %d bytes", name, len(l))
			}
		}
	}
	h := headerOf(t, reply(t, gmailWeb, answer(with("In-Reply-To", "<said@example.org>"))))
	if got := h.Get("References"); got != "<said@example.org> <move.g1.178.p1.7ee3hxmd@play.test>" {
		t.Errorf("without References: %s", got)
	}
}

// The same answer is the same mail; another seed is another Message-ID.
func TestSeed(t *testing.T) {
	for _, s := range Styles() {
		a := answer(move(t))
		a.Language, a.Ending = "", ""
		one, two := reply(t, s, a), reply(t, s, a)
		a.Seed++
		other := reply(t, s, a)
		if !bytes.Equal(one, two) || headerOf(t, one).Get("Message-ID") == headerOf(t, other).Get("Message-ID") {
			t.Errorf("%s: the seed does not say what is written", s.Name)
		}
	}
}

// Every mail can be read: its parts, charsets and transfer encodings are what they
// say, and what was typed is in each of its texts.
func TestEncoded(t *testing.T) {
	for _, s := range Styles() {
		for _, text := range []string{"pass", "press für Zoë", "press “so” — 3 €", "press Да"} {
			a := answer(move(t))
			a.Text = text
			e, err := message.Read(bytes.NewReader(reply(t, s, a)))
			if err != nil {
				t.Fatalf("%s: %v", s.Name, err)
			}
			texts := 0
			err = e.Walk(func(_ []int, p *message.Entity, err error) error {
				kind, _, _ := p.Header.ContentType()
				if err != nil || !strings.HasPrefix(kind, "text/") {
					return err
				}
				texts++
				var b bytes.Buffer
				_, err = b.ReadFrom(p.Body)
				got := strings.ReplaceAll(strings.ReplaceAll(b.String(), "&nbsp;", " "), "\u00a0", " ")
				if !strings.Contains(strings.ToLower(got), strings.ToLower(text)) {
					t.Errorf("%s: %q is not in its %s", s.Name, text, kind)
				}
				return err
			})
			if err != nil || texts == 0 {
				t.Errorf("%s: %d texts, %v", s.Name, texts, err)
			}
		}
	}
}

// A tapped link is a new mail, to the address, with the subject and the text that
// the link says: RFC 6068.
func TestTap(t *testing.T) {
	links, err := Links(move(t))
	if err != nil || len(links) < 6 || links[0].Label != "reserve BL" {
		t.Fatalf("links %v, %v", links, err)
	}
	for _, s := range Styles() {
		a := answer(nil)
		a.Text = ""
		raw, err := s.Tap(links[0].Address, a)
		if err != nil {
			t.Fatal(err)
		}
		h := headerOf(t, raw)
		if h.Get("To") != "pbem+g1.p1.j75teiqbxczmgsmj@play.test" || h.Get("Subject") != "Re: [Shoreline] Draft - your move   (g1)" ||
			h.Get("References") != "" || h.Get("In-Reply-To") != "" {
			t.Errorf("%s: %v", s.Name, h)
		}
	}
	for link, want := range map[string]opened{
		"mailto:a%2Bb@example.net?subject=a+b&body=one%0D%0Atwo": {person{"", "a+b@example.net"}, "a+b", "one\ntwo"},
		"MAILTO:?to=a@example.net&Subject=%C3%BC&bcc=x@y.z":      {person{"", "a@example.net"}, "ü", ""},
	} {
		if got, err := readLink(link); err != nil || got != want {
			t.Errorf("%s: %v, %v", link, got, err)
		}
	}
	for _, link := range []string{"https://example.net", "mailto:", "mailto:a@b?body=%zz"} {
		if got, err := readLink(link); err == nil {
			t.Errorf("%s: %v", link, got)
		}
	}
}

// What each program writes stands in testdata/styles.txt, decoded, to be read
// when it changes: the same answer to a short mail, at the last of its places.
func TestStyles(t *testing.T) {
	const file = "testdata/styles.txt"
	var all []byte
	for i, s := range Styles() {
		a := answer(sent(t, "short"))
		a.Place, a.Language, a.Ending, a.Seed = s.Places[len(s.Places)-1], Languages()[i%len(languages)], s.Endings[0], 18
		all = fmt.Appendf(all, "######## %s, %s, %s\n%s", s.Name, a.Place, a.Language, decoded(t, reply(t, s, a)))
	}
	if *update {
		if err := os.WriteFile(file, all, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(file); err != nil || !bytes.Equal(old, all) {
		t.Errorf("%s differs (%v): run with -update, and read what changes", file, err)
	}
}

// decoded is a mail with its texts in UTF-8.
func decoded(t testing.TB, raw []byte) []byte {
	t.Helper()
	head, _, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	out := append(bytes.Clone(head), '\n')
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	err = e.Walk(func(_ []int, p *message.Entity, err error) error {
		kind, _, _ := p.Header.ContentType()
		if err != nil || !strings.HasPrefix(kind, "text/") {
			return err
		}
		out = fmt.Appendf(out, "\n== %s; %s\n", p.Header.Get("Content-Type"), p.Header.Get("Content-Transfer-Encoding"))
		text, err := io.ReadAll(p.Body)
		out = append(out, text...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(append(out, '\n'), []byte("\r"), nil)
}

// Flowed text is broken where it can be joined, and stuffed where its lines would
// be taken for something else: RFC 3676 4.4.
func TestFlowed(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("seven ", 30))
	for _, s := range []Style{thunderbirdPlain, appleOlder} {
		a := answer(move(t))
		a.Text = long + "\nFrom now on\n> I\n pass"
		text := string(decoded(t, reply(t, s, a)))
		for _, want := range []string{"\n From now on\n", "\n > I\n", "\n  pass\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", s.Name, want, text)
			}
		}
		blank := " \n"
		if s.plain.delsp {
			blank = "  \n"
		}
		if joined := strings.ReplaceAll(text, blank, strings.Repeat(" ", 1)); !strings.Contains(joined, long) || strings.Contains(text, long) {
			t.Errorf("%s: a long line is not broken, or cannot be joined:\n%s", s.Name, text)
		}
	}
}

// A prefix is that of the program in its language, once.
func TestSubjects(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range Styles() {
		for _, l := range Languages() {
			for seed := range uint64(4) {
				a := answer(sent(t, "short"))
				a.Language, a.Seed = l, seed
				subject, err := new(mime.WordDecoder).DecodeHeader(headerOf(t, reply(t, s, a)).Get("Subject"))
				prefix, ok := strings.CutSuffix(subject, " [Shoreline] Draft - Brian to move   (g1)")
				if seen[prefix] = true; err != nil || !ok {
					t.Errorf("%s in %s: %q, %v", s.Name, l, subject, err)
				}
				a.To = bytes.Replace(a.To, []byte("Subject: "), []byte("Subject: "+mime.QEncoding.Encode("utf-8", prefix)+" "), 1)
				if again := headerOf(t, reply(t, s, a)).Get("Subject"); strings.Count(again, ":") > 1 {
					t.Errorf("%s in %s: %q", s.Name, l, again)
				}
			}
		}
	}
	for _, p := range []string{"Re:", "RE:", "AW:", "Aw:", "RÉF:", "Antw:", "R:", "Re :"} {
		if !seen[p] {
			t.Errorf("no program writes %s", p)
		}
	}
}

// What a program cannot do is refused.
func TestRefused(t *testing.T) {
	for name, change := range map[string]func(*Answer){
		"place": func(a *Answer) { a.Place = Below }, "language": func(a *Answer) { a.Language = "tlh" }, "ending": func(a *Answer) { a.Ending = Own },
		"no mail": func(a *Answer) { a.To = []byte("hello") }, "no date": func(a *Answer) { a.Date = time.Time{} },
	} {
		a := answer(move(t))
		change(&a)
		if raw, err := outlookClassic.Reply(a); err == nil {
			t.Errorf("%s: %s", name, raw)
		}
	}
}
