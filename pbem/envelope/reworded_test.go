package envelope

import (
	"bytes"
	"net/mail"
	"slices"
	"strings"
	"testing"
	"time"
)

// A mail in other words is the same mail: only the words differ, in its subject and in each of its texts.
func TestReworded(t *testing.T) {
	e := Mail{
		From: mail.Address{Name: "18xx", Address: "play@example.org"}, To: mail.Address{Name: "Zoë", Address: "zoe@example.org"},
		ReplyTo: "play+g12.p1.abc@example.org", ID: "<move.g12.7.p1@example.org>", References: []string{"<game.g12@example.org>"},
		Subject: "[Shoreline] Ämy moves", List: "g12.example.org", Date: time.Unix(1e9, 0).UTC(), New: "Ämy has moved", News: true,
		Text: "Ämy\npays £7. Ämy ends a line \n", HTML: "<p>Ämy pays &pound;7\n</p>" + strings.Repeat("x", 1200),
		Picture: []byte{0x89, 'P', 'N', 'G', 0, 1, 2}, Enclosed: &Enclosure{Name: "g12.html", Page: []byte("<b>Ämy</b>\n")},
	}
	for name, e := range map[string]Mail{"with all": e, "of HTML": {From: e.From, To: e.To, ID: e.ID, Subject: e.Subject, List: e.List, Text: e.Text, HTML: e.HTML}, "of text": {From: e.From, To: e.To, ID: e.ID, Subject: e.Subject, List: e.List, Text: e.Text, Plain: true}} {
		was, err := e.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if GameOf(was) != "g12" {
			t.Errorf("%s: the game is %q", name, GameOf(was))
		}
		same, err := Reworded(was, func(s string) string { return s })
		if err != nil || !bytes.Equal(same, was) {
			t.Errorf("%s: it differs without another word: %v\n%s\nwas\n%s", name, err, same, was)
		}
		got, err := Reworded(was, func(s string) string { return strings.ReplaceAll(s, "Ämy", "Former player 2") })
		if err != nil {
			t.Fatal(err)
		}
		other := e
		for _, s := range []*string{&other.Subject, &other.New, &other.Text, &other.HTML} {
			*s = strings.ReplaceAll(*s, "Ämy", "Former player 2")
		}
		if e.Enclosed != nil {
			other.Enclosed = &Enclosure{Name: e.Enclosed.Name, Page: bytes.ReplaceAll(e.Enclosed.Page, []byte("Ämy"), []byte("Former player 2"))}
		}
		want, err := other.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if sorted(got) != sorted(want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	for _, raw := range []string{"", "no header", "List-Id: <lobby.example.org>\r\n\r\n", "List-Id: <gX.example.org>\r\n\r\n"} {
		if g := GameOf([]byte(raw)); g != "" {
			t.Errorf("%q is about game %q", raw, g)
		}
	}
}

// sorted returns a mail whose fields have an order.
func sorted(raw []byte) string {
	head, body, _ := strings.Cut(string(raw), "\r\n\r\n")
	fields := strings.Split(strings.ReplaceAll(head, "\r\n ", " "), "\r\n")
	slices.Sort(fields)
	return strings.Join(fields, "\n") + "\n\n" + body
}
