package envelope

import (
	"bytes"
	"net/mail"
	"strings"
	"testing"
	"time"
)

func news() Mail {
	return Mail{
		From: mail.Address{Name: "18xx", Address: "pbem@play.example"}, To: mail.Address{Address: "amy@example.org"}, ReplyTo: "pbem+g1.p1.k7w2q3mxa5bzt6ud@play.example",
		ID: "<move.g1.178.p1.uqguqez4@play.example>", Subject: "[Zoë's] OR 2.1 - Brian to move   (g1)", List: "g1.play.example", Date: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC),
		Text: "Zoë wrote\n\nat length \n", HTML: "<p>Zo&#235; wrote</p>\n", News: true, New: "Zoë wrote",
	}
}

func written(t *testing.T, e Mail) []byte {
	t.Helper()
	raw, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// News are read back as they were written, with HTML and without.
func TestReadNews(t *testing.T) {
	for _, plain := range []bool{false, true} {
		e := news()
		if e.Plain = plain; plain {
			e.HTML, e.New = "", ""
		}
		raw := written(t, e)
		n, err := ReadNews(raw)
		if want := (News{e.ReplyTo, e.Subject, e.New, e.Text, e.HTML}); err != nil || n != want || !IsNews(raw) {
			t.Errorf("%+v, %v; want %+v", n, err, want)
		}
	}
}

// A mail that is no news, that has more than text, or that is damaged is not read as news.
func TestUnreadNews(t *testing.T) {
	asks, painted, enclosed := news(), news(), news()
	asks.News = false
	painted.Picture = []byte("PNG")
	enclosed.Enclosed = &Enclosure{Name: "end.html", Page: []byte("<p>")}
	whole := written(t, news())
	if IsNews(written(t, asks)) || IsNews([]byte("X-PBEM-Loop: yes\r\n\r\nX-PBEM-News: none\r\n")) {
		t.Error("what asks is news")
	}
	for what, raw := range map[string][]byte{
		"asks":               written(t, asks),
		"has a picture":      written(t, painted),
		"has a file":         written(t, enclosed),
		"has no address":     bytes.Replace(whole, []byte("Reply-To: "), []byte("Reply-To: ,"), 1),
		"has a broken field": bytes.Replace(whole, []byte("Subject: =?utf-8?q?"), []byte("Subject: =?what?q?"), 1),
		"has another text":   bytes.Replace(whole, []byte("text/plain"), []byte("text/calendar"), 1),
		"is cut":             whole[:len(whole)-40],
		"is nothing":         nil,
	} {
		if n, err := ReadNews(raw); err == nil {
			t.Errorf("a mail that %s is read: %+v", what, n)
		}
	}
}

// The Message-ID of a digest depends on which mails it is made of, not on their order. It tells the first of them, if it is
// ours.
func TestDigestID(t *testing.T) {
	o := New([]byte("key"), "pbem@play.example")
	a, b, c := o.ID("move", "g1", 178, "p1"), o.ID("also", "move.g2.5.p3"), o.ID("move", "g3", 7, "w1")
	id := o.DigestID([]string{a, b, c})
	if o.DigestID([]string{a, c, b}) != id || o.DigestID([]string{a, b}) == id || !strings.HasPrefix(id, "<digest.") || len(id) > 100 {
		t.Error(id)
	}
	for _, first := range []string{a, b, c} {
		if got := o.Leads(o.DigestID([]string{first, a, b})); got != first {
			t.Errorf("it leads to %s, want %s", got, first)
		}
	}
	for _, bad := range []string{
		"", "<>", "<digest@x>", "<digest.a@x>", a, strings.Replace(id, ".178.", ".179.", 1), New([]byte("other"), "pbem@play.example").DigestID([]string{a, b}), o.ID("move", "digest", "x", "y"),
	} {
		if got := o.Leads(bad); got != "" {
			t.Errorf("%s leads to %s", bad, got)
		}
	}
}
