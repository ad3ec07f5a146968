package pbem

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/letter"
	"pbem/pbem/notices"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/title"
)

// When a mail is sent back whole, without its cut line and without quote marks, a message
// to others in it is not taken for commands.
func TestPressSentBack(t *testing.T) {
	d := newTestService(t)
	d.talk = table.PrivateTalk
	id := d.three()
	words := []string{"Dear all, this is a long line whose last words make a command when it is broken:", "pass", "reserve GR", "undo", "end press", "confirm abc"}
	d.receive(d.from("p1", "1@example.org", "press", words[0], "reserve GR", "undo", "pass", "confirm abc", "end press"), desk.OutcomeApplied)
	tb, err := d.service.Draft().Table(id)
	if err != nil {
		t.Fatal(err)
	}
	m := notices.SheetOf(d.service.Draft(), tb, "p2")
	m.Since = tb.Log[178:]
	for _, page := range []sheet.Page{sheet.Write(m), sheet.Whisper(m, "p1", []string{"p2"}, strings.Join(words, "\n"))} {
		for kind, body := range map[string]string{"plain": page.Text, "html": page.HTML} {
			body = strings.ReplaceAll(body, letter.CutLine, "")
			raw := fmt.Sprintf("From: <brian@example.org>\r\nContent-Type: text/%s; charset=utf-8\r\n\r\n%s", kind, strings.ReplaceAll(body, "\n", "\r\n"))
			l := desk.LetterOf([]byte(raw))
			if !strings.Contains(l.Text+l.Ignored, "confirm abc") {
				t.Errorf("%s: the words are not in the mail at all", kind)
			}
			for _, c := range l.Commands {
				if slices.Contains(words, c.Text) {
					t.Errorf("%s: %q is taken for a command", kind, c.Text)
				}
			}
		}
	}
}

// The lines below "press" are one text. What follows its end is not part of it.
func TestPassages(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"press Hello; pass\npass", "press Hello; pass|pass"},
		{"press\nHello,\n\n. all\nend press\npass", "press \nHello,\n\n. all\nend press|pass"},
		{"pass\npress to Amy:\nHello\nall", "pass|press to Amy: \nHello\nall\n…"},
		{"note\nHello\nend note\nnote\nagain\nstop\nsee you", "note \nHello\nend note|note \nagain\n…"},
		{"note\nagain\nstop\npass", ""}, // a command below the end: nothing is carried out
		{"press\nend press\npass", "press \n\nend press|pass"},
		{"press: Hello\nall", "press: Hello|all"},
	} {
		l := desk.LetterOf([]byte("From: a@example.org\r\n\r\n" + strings.ReplaceAll(c.text, "\n", "\r\n")))
		if got := strings.Join(senders.Texts(senders.Passages(l)), "|"); got != c.want {
			t.Errorf("%q is read as %q, want %q", c.text, got, c.want)
		}
	}
}

// A title allows certain ways of talking.
func TestTalk(t *testing.T) {
	d := newTestService(t)
	for talk, want := range map[string]string{"": "", table.OpenTalk: "", table.PrivateTalk: "", "loud": `not "loud"`} {
		ti := titleOf(t, "18newengland")
		_, err := d.service.Start(table.NewGame{Title: ti, Name: "x", Seed: 1, Talk: talk, Seats: seats(t, "A <a@example.org>", "B <b@example.org>", "C <c@example.org>")})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("talk %q: %v", talk, err)
		}
	}
	ti := titleOf(t, "1817")
	if _, err := d.service.Start(table.NewGame{Title: ti, Name: "x", Seed: 1, Talk: table.PrivateTalk, Seats: seats(t, "A <a@example.org>", "B <b@example.org>", "C <c@example.org>")}); err == nil || !strings.Contains(err.Error(), "section 1.4") {
		t.Errorf("secret talk where the rules forbid it: %v", err)
	}
}

func titleOf(t *testing.T, slug string) *title.Title {
	t.Helper()
	ti, ok := titles.Find(slug)
	if !ok {
		t.Fatal("no title", slug)
	}
	return ti
}

// A text that begins like an address goes to the players it names, or back to its writer.
// At a table where all talk is public it goes to nobody. Only other texts go to
// everybody.
func TestPressForOneIsNotForAll(t *testing.T) {
	testsize.SkipRace(t)
	const all, back = "all", "back"
	for line, want := range map[string]string{
		"press Brian: we two against Crystal?":         "brian",
		"press @Brian: we two against Crystal?":        "brian",
		"press @Brian we two against Crystal?":         back,
		"press private to Brian: we two":               "brian",
		"press (to Brian) we two":                      "brian",
		"press (to brian): we two":                     "brian",
		"press [private to Brian] we two":              "brian",
		"press to brian; we two":                       "brian",
		"press to *Brian*: we two":                     "brian",
		"press -> Brian: we two":                       "brian",
		"press only Brian: we two":                     "brian",
		"press brian@example.org: we two":              "brian",
		"press p2: we two":                             "brian",
		"press Brian, Crystal: against nobody":         "brian crystal",
		"press Brian & Crystal: against nobody":        "brian crystal",
		"press to Brian/Crystal: against nobody":       "brian crystal",
		"press to Bri: we two":                         "brian",
		"press Brian:\nwe two\nagainst her\nend press": "brian",
		"press\nBrian: we two\nend press":              "brian",
		"press to Brian, we two":                       back,
		"press to Brian we two":                        back,
		"press to Brain we two":                        back,
		"press to Brian, Dora: we two":                 back,
		"press Brian, we two against Crystal?":         back,
		"press Brian we two against Crystal?":          back,
		"press Brian are you with me?":                 back,
		"press Brian - we two":                         back,
		"press Brian; we two":                          back,
		"press (Brian) we two":                         back,
		"press Brain: we two":                          back,
		"press Bria: we two":                           back,
		"press Robert: we two":                         back,
		"press bob@example.net: we two":                back,
		"press Dear Brian, we two":                     back,
		"press\nHi Brian,\nwe two\nend press":          back,
		"press private: we two":                        back,
		"press privately for Brian: we two":            back,
		"press for Brian: we two":                      back,
		"press all but Crystal: get her":               back,
		"press not Crystal: get her":                   back,
		"press everybody except Crystal: get her":      back,
		"press to all but Crystal: get her":            back,
		"press Amy: that is me":                        back,
		"press Brian is short of cash":                 all,
		"press Brian's trains rust soon":               all,
		"press Brian and Crystal are short of cash":    all,
		"press to be honest, I like it":                all,
		"press I like Brian: he pays":                  all,
		"press private companies are cheap":            all,
		"press only two trains are left":               all,
		"press just kidding":                           all,
		"press Note: I am away":                        all,
		"press one thing: I am away":                   all,
		"press for sale, two trains":                   all,
		"press (thinking aloud) what now?":             all,
		"press @all: Brian, we two?":                   all,
		"press all: Brian: we two?":                    all,
		"press to everybody: Brian, we two?":           all,
		"press Hello all":                              all,
		"press Good luck, Brian!":                      all,
	} {
		for _, talk := range []string{table.PrivateTalk, table.OpenTalk} {
			d := newTestService(t)
			d.talk = talk
			id := d.three()
			want := want
			if talk == table.OpenTalk && want != all {
				want = back
			}
			if _, err := d.service.Receive(t.Context(), d.from("p1", "1@example.org", strings.Split(line, "\n")...)); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range d.flush() {
				if name, _, _ := strings.Cut(m.to, "@"); name != "amy" {
					got = append(got, name)
				}
			}
			public := len(d.table(id).Log) > 178
			switch {
			case public && want != all:
				t.Errorf("%s, %q: is for all, want %s", talk, line, want)
			case !public && want == all:
				t.Errorf("%s, %q: is not for all", talk, line)
			case want == back && len(got) > 0, !public && want != back && strings.Join(got, " ") != want:
				t.Errorf("%s, %q: goes to %v, want %s", talk, line, got, want)
			}
		}
	}
}

// A second paragraph after a "press" with text on the same line is refused, with an
// explanation how to write several lines. Nothing is sent.
func TestPressOfSeveralParagraphs(t *testing.T) {
	const how = `several lines below a line "press", and end it with a line "end press".`
	for text, want := range map[string][]string{
		"press I am away until Friday.\n\nPlease be patient with me.": {`"Please be patient with me." is not a command. If it belongs to your press`, how},
		"press I am away.\n\nMay I ask you all to wait?":              {`is not a command. If it belongs to your press`, how},
		"press I am away.\n\nSo far so good.\n\nThis goes on and on.": {`"So far so good." is not a command. If it belongs`, how},
		"press I am away.\n\nI will reserve whatever there is.":       {"If the line belongs to your press", how},
		"note Brian is short.\n\nHe cannot buy a train.":              {"If it belongs to your note", `"end note"`},
		"press I am away.\nreserve NLN\nSo far so good.":              {`"So far so good."`},
		"press\nI am away.\nend press\nreserve XYZ":                   {`"XYZ"`},
		"So far so good.\npress I am away":                            {`"So far so good."`},
	} {
		d := newTestService(t)
		id := d.three()
		before := len(d.table(id).Log)
		d.receive(d.from("p1", "1@example.org", strings.Split(text, "\n")...), desk.OutcomeRejected)
		mails := d.flush()
		if len(mails) != 1 || len(d.table(id).Log) != before {
			t.Fatalf("%q: %d mails", text, len(mails))
		}
		_, answer, _ := strings.Cut(plainText(t, mails[0]), "WHY")
		for _, w := range want {
			if !strings.Contains(answer, w) {
				t.Errorf("%q: %q is not said in %s", text, w, batch.Brief(answer))
			}
		}
		if !strings.Contains(strings.Join(want, ""), "belongs") && strings.Contains(answer, "belongs to your") {
			t.Errorf("%q: it is taken for a text", text)
		}
	}
}
