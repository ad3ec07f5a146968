package pbem

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"net/mail"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-message"

	"pbem/pbem/people"
	"pbem/pbem/trust"
)

// sending are the checks of docs/sending.md, by name. Each says what is wrong with a mail,
// "" if nothing.
var sending = map[string]func(raw []byte, h mail.Header) string{
	"aligned":     aligned,
	"signed":      signedFor,
	"form":        formed,
	"answerable":  answerable,
	"honest":      honest,
	"automatic":   automatic,
	"sorted":      sortedBy,
	"unsubscribe": unsubscribes,
	"plain":       plainly,
}

func domainOf(address string) string {
	_, domain, _ := strings.Cut(strings.Trim(address, "<>"), "@")
	return domain
}

func aligned(_ []byte, h mail.Header) string {
	from, err := mail.ParseAddress(h.Get("From"))
	reply, bad := mail.ParseAddress(h.Get("Reply-To"))
	if err != nil || bad != nil {
		return "From or Reply-To is no address"
	}
	for _, a := range []string{reply.Address, h.Get("Message-Id")} {
		if domainOf(a) != domainOf(from.Address) {
			return a + " has another domain"
		}
	}
	return ""
}

// testKey signs as a host would.
var testKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

// signedFor signs a mail and reads which fields the signature covers.
func signedFor(raw []byte, h mail.Header) string {
	signed, err := trust.DKIM{Domain: "play.example", Selector: "s", Key: testKey}.Sign(raw)
	if err != nil {
		return err.Error()
	}
	m, err := mail.ReadMessage(bytes.NewReader(signed))
	if err != nil {
		return err.Error()
	}
	_, rest, _ := strings.Cut(strings.Join(strings.Fields(m.Header.Get("Dkim-Signature")), ""), ";h=")
	list, _, _ := strings.Cut(rest, ";")
	covered := strings.Split(strings.ToLower(list), ":")
	for name := range h {
		if !strings.HasPrefix(name, "X-Pbem-") && name != "Content-Transfer-Encoding" && !slices.Contains(covered, strings.ToLower(name)) {
			return name + " is not signed"
		}
	}
	return ""
}

func formed(raw []byte, h mail.Header) string {
	for _, once := range []string{"From", "To", "Date", "Message-Id", "Subject", "Reply-To", "Mime-Version", "Auto-Submitted"} {
		if n := len(h[once]); n != 1 {
			return fmt.Sprintf("%d fields %s", n, once)
		}
	}
	if _, err := h.Date(); err != nil {
		return err.Error()
	}
	for line := range bytes.SplitSeq(raw, []byte("\r\n")) {
		if len(line) > 998 || bytes.ContainsAny(line, "\r\n\x00") {
			return fmt.Sprintf("the line %.40q...", line)
		}
	}
	return ""
}

func answerable(_ []byte, h mail.Header) string {
	for _, field := range []string{"From", "Reply-To"} {
		a, err := mail.ParseAddress(h.Get(field))
		if err != nil || !strings.HasPrefix(a.Address, "pbem@") && !strings.HasPrefix(a.Address, "pbem+") {
			return field + " is " + h.Get(field)
		}
	}
	return ""
}

var answerSubject = regexp.MustCompile(`(?i)^\s*(re|fwd?|aw)\s*:`)

func honest(_ []byte, h mail.Header) string {
	if answerSubject.MatchString(h.Get("Subject")) && h.Get("In-Reply-To") == "" {
		return "it is called an answer: " + h.Get("Subject")
	}
	return ""
}

func automatic(_ []byte, h mail.Header) string {
	if h.Get("Auto-Submitted") != "auto-generated" || h.Get("Precedence") != "" || h.Get("X-Pbem-Loop") == "" {
		return "it does not say that a program wrote it"
	}
	return ""
}

var (
	listForm     = regexp.MustCompile(`^<([gs][0-9]+|games|lobby)\.[a-z0-9.-]+>$`)
	feedbackForm = regexp.MustCompile(`^[a-z]+:([gs][0-9]+|games|lobby|none):[a-z]{5,15}$`)
)

func sortedBy(_ []byte, h mail.Header) string {
	if !listForm.MatchString(h.Get("List-Id")) || !feedbackForm.MatchString(h.Get("Feedback-Id")) {
		return fmt.Sprintf("List-Id is %q, Feedback-ID %q", h.Get("List-Id"), h.Get("Feedback-Id"))
	}
	if strings.HasPrefix(h.Get("Message-Id"), "<digest.") != strings.HasPrefix(h.Get("List-Id"), "<games.") {
		return "only digests are about several games"
	}
	return ""
}

// unsubscribable are the kinds of mails that may be about news alone.
var unsubscribable = regexp.MustCompile(`^<(news|begins|late[a-z0-9]*|invite|digest)\.`)

var unsubscribeForm = regexp.MustCompile(`^<mailto:pbem(\+[a-z0-9.]+)?@play\.example\?subject=(set%20mail%20turn|leave%20g[0-9]+|no%20invitations|unobserve)>$`)

func unsubscribes(_ []byte, h mail.Header) string {
	way := h.Get("List-Unsubscribe")
	if way == "" && unsubscribable.MatchString(h.Get("Message-Id")) && h.Get("In-Reply-To") == "" && !strings.HasPrefix(h.Get("Message-Id"), "<late") {
		return "nobody can unsubscribe"
	}
	if way != "" && !unsubscribeForm.MatchString(way) || h.Get("List-Unsubscribe-Post") != "" {
		return "it says " + way
	}
	return ""
}

var (
	// each begins with letters, which are found quickly in HTML of a hundred kilobytes
	actives = []*regexp.Regexp{
		regexp.MustCompile(`<script`), regexp.MustCompile(`<iframe`), regexp.MustCompile(`<object`), regexp.MustCompile(`<embed`), regexp.MustCompile(`<form`),
		regexp.MustCompile(`<link`), regexp.MustCompile(`display:\s*none`), regexp.MustCompile(`font-size:\s*0`), regexp.MustCompile(`src="?https?:`),
	}
	alone = regexp.MustCompile(`(?i)^(image/png|text/html)`)
)

// activeIn says what HTML has that mails must not have.
func activeIn(html []byte) string {
	html = bytes.ToLower(html)
	for _, re := range actives {
		if found := re.Find(html); found != nil {
			return fmt.Sprintf("its HTML has %q", found)
		}
	}
	return ""
}

func plainly(raw []byte, _ mail.Header) string {
	m, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return err.Error()
	}
	first, wrong := "", ""
	err = m.Walk(func(_ []int, part *message.Entity, err error) error {
		kind, _, _ := part.Header.ContentType()
		if err != nil || strings.HasPrefix(kind, "multipart/") {
			return err
		}
		if first == "" {
			first = kind
		}
		body, err := io.ReadAll(part.Body)
		disposition, _, _ := part.Header.ContentDisposition()
		if kind == "text/html" && disposition != "attachment" {
			wrong = cmp.Or(activeIn(body), wrong)
		}
		return err
	})
	if err != nil {
		return err.Error()
	}
	if alone.MatchString(first) {
		return "it begins with " + first
	}
	return wrong
}

// meets checks one mail.
func meets(t testing.TB, raw []byte) {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Errorf("%v\n%s", err, raw)
		return
	}
	for name, check := range sending {
		if wrong := check(raw, m.Header); wrong != "" {
			t.Errorf("%s: %s\n%v", name, wrong, m.Header)
		}
	}
}

// Each row of docs/sending.md that names a check has one here, and none is here alone.
// The transcripts call meets for each mail that goes out.
func TestSendersRules(t *testing.T) {
	page, err := os.ReadFile("../docs/sending.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\|.*\\| `([a-z]+)` \\|$").FindAllSubmatch(page, -1) {
		named[string(row[1])] = true
		if sending[string(row[1])] == nil {
			t.Errorf("docs/sending.md names the check %s, which is not there", row[1])
		}
	}
	for name := range sending {
		if !named[name] {
			t.Errorf("docs/sending.md does not name the check %s", name)
		}
	}
	bad := "From: <other@elsewhere.example>\r\nReply-To: <noreply@play.example>\r\nSubject: Re: you won\r\nMessage-ID: <move.g1@play.example>\r\nPrecedence: bulk\r\nList-Unsubscribe: <https://elsewhere.example>\r\nContent-Type: text/html\r\nX-Extra: 1\r\n\r\n<script>\r\n"
	m, err := mail.ReadMessage(strings.NewReader(bad))
	if err != nil {
		t.Fatal(err)
	}
	for name, check := range sending {
		if check([]byte(bad), m.Header) == "" {
			t.Errorf("%s finds nothing wrong with a bad mail", name)
		}
	}
}

// What a click on "unsubscribe" sends is carried out, also with a sentence that the mail
// program writes below.
func TestUnsubscribing(t *testing.T) {
	for i, text := range []string{"", "This message was automatically generated by Gmail.\r\n"} {
		d := newTestService(t)
		d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
		for _, s := range d.flush() {
			m, err := mail.ReadMessage(bytes.NewReader(s.raw))
			if err != nil {
				t.Fatal(err)
			}
			way := strings.Trim(m.Header.Get("List-Unsubscribe"), "<>")
			if way == "" {
				continue // it is their turn
			}
			to, subject, _ := strings.Cut(strings.TrimPrefix(way, "mailto:"), "?subject=")
			raw := fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nSubject: %s\r\nMessage-ID: <%d.%s@x>\r\n\r\n%s", s.to, to, strings.ReplaceAll(subject, "%20", " "), i, hex.EncodeToString([]byte(s.to)), text)
			d.receive(raw, "answered")
			for _, p := range d.people() {
				if p.Address == s.to && p.News != people.TurnNews {
					t.Errorf("%s still gets all mails: %+v", s.to, p)
				}
			}
			return
		}
		t.Fatal("nobody can unsubscribe")
	}
}

func TestActiveIn(t *testing.T) {
	for html, want := range map[string]bool{
		`<p><img src="cid:map" style="display:block; font-size:90%">, <formula>`: true, // a name that begins like a form is refused too
		`<p><img src="cid:map" style="display:block; font-size:90%">`:            false,
		`<SCRIPT>`:                  true,
		`<p style="Display: None">`: true,
		`<img src=http://x>`:        true,
		`<b style="font-size: 0">`:  true,
	} {
		if found := activeIn([]byte(html)); (found != "") != want {
			t.Errorf("%s: %q", html, found)
		}
	}
}
