package letter

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// corpus returns the files of a folder of real mails, by name. The mails are not part of the project.
func corpus(t *testing.T, folder string) map[string]string {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "mails", folder)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Skipf("the corpus of real mails is absent: %v", err)
	}
	files := map[string]string{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(b)
	}
	return files
}

// score logs how many files came out right and fails below the least that is accepted.
func score(t *testing.T, good, all, least int) {
	t.Helper()
	t.Logf("score %d of %d", good, all)
	if good < least {
		t.Errorf("%d right, at least %d expected", good, least)
	}
}

// shown returns the lines that show something, trimmed at the right.
func shown(text string, quotes bool) []string {
	var out []string
	for _, l := range plainLines(cleanText(text), usual.Verbs) {
		if !isBlank(l.text) && (quotes || l.mark != quoted) {
			out = append(out, strings.TrimSpace(l.text))
		}
	}
	return out
}

// TestReplies reads the bodies of replies: exactly what the writer typed comes out. Where the wanted text keeps quoted
// lines, they are left out of the comparison: quoted text is never the writer's here.
func TestReplies(t *testing.T) {
	want := corpus(t, "replies/want")
	good := 0
	for name, in := range corpus(t, "replies/in") {
		l := Read([]byte("From: a@example.org\nContent-Type: text/plain; charset=utf-8\n\n"+in), usual)
		got, exp := shown(l.Text, true), shown(want[name], false)
		if strings.Join(got, "\n") == strings.Join(exp, "\n") {
			good++
			continue
		}
		t.Logf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(exp, "\n"))
	}
	score(t, good, len(want), len(want))
}

// htmlTyped are the sums of what the writers of the HTML replies typed, words joined by one blank. The mails are not
// ours to copy; each sum was checked by reading the text beside the mail.
var htmlTyped = map[string]string{
	"gmail.html":                       "431cafd9f3a5a8f1",
	"mail_ru.html":                     "431cafd9f3a5a8f1",
	"ms_outlook_2007.html":             "431cafd9f3a5a8f1",
	"reply-quotations-share-block.eml": "a9884a91bd7ce425",
	"reply-separated-by-hr.html":       "f4fcd0733a803660",
	"thunderbird.html":                 "431cafd9f3a5a8f1",
	"yandex_ru.html":                   "431cafd9f3a5a8f1",
}

// TestHTML reads replies in HTML: only the writer's words come out.
func TestHTML(t *testing.T) {
	files := corpus(t, "html")
	good := 0
	for name, in := range files {
		raw := in
		if strings.HasSuffix(name, ".html") {
			raw = "From: a@example.org\nContent-Type: text/html; charset=utf-8\n\n" + in
		}
		text := strings.Join(strings.Fields(Read([]byte(raw), usual).Text), " ")
		if sum := fmt.Sprintf("%.8x", sha256.Sum256([]byte(text))); sum == htmlTyped[name] {
			good++
		} else {
			t.Logf("%s: %s %q", name, sum, text)
		}
	}
	score(t, good, len(files), len(files))
}

// TestBounces reads delivery failures and automatic answers: none is taken for a person's mail, and the failed address
// and the class of the failure are found where they are stated.
func TestBounces(t *testing.T) {
	files := corpus(t, "bounces")
	good, found, ids := 0, 0, 0
	for name, in := range files {
		l := Read([]byte(in), usual)
		_, body, _ := strings.Cut(strings.ReplaceAll(in, "\r\n", "\n"), "\n\n")
		if l.Bounce != nil && returnedID.MatchString(body) == (l.Bounce.MessageID != "") {
			ids++
		} else {
			t.Logf("%s: the id of the mail that came back: %+v", name, l.Bounce)
		}
		if l.Class != Bounce && l.Class != AutoReply || len(l.Commands) > 0 {
			t.Logf("%s: class %s: %s", name, l.Class, l.Why)
			continue
		}
		good++
		if l.Bounce != nil && l.Bounce.Address != "" && l.Bounce.Class != 0 {
			found++
		} else {
			t.Logf("%s: %+v %s", name, l.Bounce, l.Class)
		}
	}
	score(t, good, len(files), len(files))
	score(t, found, len(files), len(files)-4)
	score(t, ids, len(files), len(files)-1) // one is an automatic answer
}

// textless are the odd mails in which a person sees no text: cut off after their header, or nothing but an attachment.
var textless = set(`bad_date_header.eml bad_date_header2.eml missing_body.eml missing_content_disposition.eml
	must_supply_encoding.eml japanese_attachment_long_name.eml empty_in_reply_to.eml`)

// TestOdd reads broken and unusual mails: no panic, valid text, and something to read wherever a person sees text.
func TestOdd(t *testing.T) {
	files := corpus(t, "odd")
	good := 0
	for name, in := range files {
		l := Read([]byte(in), usual)
		all := l.Text + l.Ignored
		if !utf8.ValidString(all) || all == "" && !textless[name] {
			t.Logf("%s: %+v", name, l)
			continue
		}
		good++
	}
	score(t, good, len(files), len(files))
}
