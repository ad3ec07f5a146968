package program

import (
	"bytes"
	"fmt"
	"mime/quotedprintable"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/letter"
)

// goldens are mails of the service as pbem/sheet writes them, and those of this package.
func goldens(t *testing.T) map[string][]byte {
	all := map[string][]byte{"move": sent(t, "move"), "short": sent(t, "short")}
	for _, pattern := range []string{"../../sheet/testdata/*.html", "../../sheet/testdata/*/*.html"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			page, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := os.ReadFile(strings.TrimSuffix(file, ".html") + ".txt"); err == nil && bytes.Contains(text, []byte(letter.CutLine)) {
				all[file] = golden(text, page)
			}
		}
	}
	if len(all) < 10 {
		t.Fatalf("only %d mails of the service are there", len(all))
	}
	return all
}

// golden makes a mail of its texts.
func golden(text, page []byte) []byte {
	subject, text, _ := bytes.Cut(text, []byte("\n"))
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: Shoreline <pbem@play.test>\nTo: zoe@example.org\nReply-To: pbem+g1.p1.j75teiqbxczmgsmj@play.test\n%s\nMessage-ID: <g@play.test>\nDate: Mon, 23 Nov 2026 10:04:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=x\n\n", subject)
	for kind, body := range map[string][]byte{"plain": text, "html": page} {
		fmt.Fprintf(&b, "--x\nContent-Type: text/%s; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n", kind)
		w := quotedprintable.NewWriter(&b)
		w.Write(body) // into memory: it does not fail
		w.Close()
		b.WriteString("\n")
	}
	b.WriteString("--x--\n")
	return bytes.ReplaceAll(bytes.ReplaceAll(b.Bytes(), []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// No mail of the service, quoted by any program, holds what is taken for a command of the writer's.
func TestQuotedGoldens(t *testing.T) {
	limits := letter.Limits{Verbs: letter.WordsOf(phrases()...)}
	n := 0
	for name, mail := range goldens(t) {
		for i, s := range Styles() {
			parts := append([]Parts{""}, s.Parts...)
			if n++; testing.Short() && n%4 > 0 {
				continue
			}
			a := answer(mail)
			a.Text, a.Place, a.Parts, a.Language, a.Seed = "run auto", Above, parts[n%len(parts)], Languages()[(i+len(name))%len(languages)], uint64(n)
			l := letter.Read(reply(t, s, a), limits)
			if l.Note != "" || len(l.Commands) != 1 || !strings.EqualFold(l.Commands[0].Text, "run auto") {
				t.Errorf("%s quoted by %s %s: %v, %s", name, s.Name, a.Parts, l.Commands, l.Note)
			}
		}
	}
}

// Nor are names, labels and values that begin with words of commands, wherever they stand alone.
func TestQuotedWords(t *testing.T) {
	for _, what := range []string{"Caretaker", "Caretaker 2 (kept)", "For", "never", "zone red: $0", "zone dark red: 0fr, 10fr"} {
		mail := cell("Players", what)
		for i, s := range Styles() {
			a := answer(mail)
			a.Text, a.Place, a.Language, a.Seed = "run auto", Above, Languages()[i%len(languages)], uint64(i)
			if l := desk.LetterOf(reply(t, s, a)); len(l.Commands) != 1 || l.Note != "" {
				t.Errorf("%q quoted by %s: %v, %s", what, s.Name, l.Commands, l.Note)
			}
		}
	}
}
