package program

import (
	"flag"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/titles"
)

// texts are what people type, and the commands in it; where there are none all of
// it is.
var texts = []struct{ name, typed, commands string }{
	{"one", "reserve NLN", ""},
	{"company", "NYC: run auto\npay", ""},
	{"polite", "Hi all,\n\nreserve NLN\n\nThanks,\nZoë", "reserve NLN"},
	{"write", "press shall I write it down?\npreview", ""},
	{"quotes", "press \"It's mine\", she said (and meant it).\npass", ""},
	{"plan", "bid MTE 5 up to 30\n\nnext: pass", "bid MTE 5 up to 30\nnext: pass"},
	{"long", "press I would rather have the line along the coast than the one across the mountains, if nobody minds too much.\nlay A10 7 S-SE", ""},
	{"dates", "vacation 2026-12-20 to 2027-01-05\nstatus", ""},
	{"undo", "undo\nHRR: buy train 2", ""},
	{"yes", "yes", ""},
	{"rule", "lay A10 7 S-SE\n----\nNYC: run auto", "lay A10 7 S-SE\nNYC: run auto"},
	{"thanks first", "Thanks,\nZoë\nHRR: buy train 2", "HRR: buy train 2"},
}

// tops are what they type above the quote too: a greeting, and a command.
var tops = []string{"Hi all,", "status"}

// A row is one answer as somebody's program writes it.
type row struct {
	style    Style
	place    Place
	parts    Parts
	language string
	ending   Ending
	text     int
	top      string
	to       string // the mail answered
	seed     uint64
}

func (r row) String() string {
	name := fmt.Sprintf("%s/%s/%s/%s/%s", r.style.Name, r.place, r.language, texts[r.text].name, r.ending)
	if r.parts != "" {
		name += "/" + string(r.parts) + " alone"
	}
	if r.top != "" {
		name += "/" + r.top
	}
	if r.to != "move" {
		name += "/to a " + r.to + " mail"
	}
	return name
}

// rows are answers of all programs, with the text at all places, in all languages;
// texts, endings, what stands on top and the mails answered are dealt out.
func rows() (all []row) {
	for _, s := range Styles() {
		dice := rand.New(rand.NewPCG(18, uint64(crc32.ChecksumIEEE([]byte(s.Name)))))
		endings := append([]Ending{Bare}, s.Endings...)
		for _, p := range append([]Parts{""}, s.Parts...) {
			for _, place := range s.Places {
				for _, l := range Languages() {
					if p != "" && dice.IntN(3) > 0 {
						continue
					}
					r := row{style: s, place: place, parts: p, language: l, seed: dice.Uint64()}
					r.ending, r.text = endings[dice.IntN(len(endings))], dice.IntN(len(texts))
					if top := dice.IntN(8); place != Above && top < len(tops) && texts[r.text].name != "polite" {
						r.top = tops[top]
					}
					r.to = []string{"move", "short"}[dice.IntN(2)]
					all = append(all, r)
				}
			}
		}
	}
	return all
}

// read reads the mail of a row as the service does.
func (r row) read(t *testing.T) (got, want string, l letter.Letter) {
	a := answer(sent(t, r.to))
	a.Text, a.Place, a.Parts, a.Language, a.Ending, a.Top, a.Seed = texts[r.text].typed, r.place, r.parts, r.language, r.ending, r.top, r.seed
	l = letter.Read(reply(t, r.style, a), letter.Limits{Verbs: letter.WordsOf(phrases()...)})
	var lines []string
	for _, c := range l.Commands {
		lines = append(lines, c.Text)
	}
	if want = texts[r.text].commands; want == "" {
		want = texts[r.text].typed
	}
	if r.top == "status" {
		want = r.top + "\n" + want
	}
	return strings.ToLower(strings.Join(lines, "\n")), strings.ToLower(want), l
}

// phrases are what commands of the service and of all titles begin with.
func phrases() (all []string) {
	for _, ti := range titles.All() {
		for _, v := range ti.Verbs {
			all = append(append(all, v.Name), v.Synonyms...)
		}
	}
	for _, v := range slices.Concat(grammar.ServiceVerbs, grammar.Plans) {
		all = append(append(all, strings.TrimSuffix(v.Name, ":")), v.Synonyms...)
	}
	return all
}

var update = flag.Bool("update", false, "write testdata/unread.txt anew")

// What people type with any of the programs is what pbem/letter reads, nothing
// less and nothing more. The answers of which that is not true are known, with
// what is read instead: testdata/unread.txt.
func TestLetter(t *testing.T) {
	const file = "testdata/unread.txt"
	all, unread := rows(), []string{}
	for _, r := range all {
		if got, want, l := r.read(t); got != want || l.Class != letter.Human {
			unread = append(unread, fmt.Sprintf("%s: %s: %q", amiss(got, want, l.Note), r, got))
		}
	}
	t.Logf("%d answers, %d are not read as they were typed", len(all), len(unread))
	slices.Sort(unread)
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(unread, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Split(strings.TrimSpace(string(old)), "\n")
	for _, u := range unread {
		if strings.HasPrefix(u, silently) {
			t.Errorf("what was typed is lost: %s", u)
		}
		if !slices.Contains(known, u) {
			t.Errorf("not read, and not known: %s", u)
		}
	}
	for _, k := range known {
		if k != "" && !slices.Contains(unread, k) {
			t.Errorf("read better now, or no longer written (-update, and read what changes): %s", k)
		}
	}
}

// amiss says how what is read differs from what was typed: less of it, with or
// without a word to the writer, or something else, which the service refuses.
func amiss(got, want, note string) string {
	for l := range strings.SplitSeq(got, "\n") {
		if l != "" && !slices.Contains(strings.Split(want, "\n"), l) {
			return "other"
		}
	}
	if got == "" || note != "" {
		return "less, told"
	}
	return silently
}

// silently is what no answer may be: part of it is carried out, the rest is lost
// without a word.
const silently = "less, silently"

// The new mails that one-tap links open say what the link says, in every program.
func TestLetterOfTaps(t *testing.T) {
	links, err := Links(move(t))
	if err != nil {
		t.Fatal(err)
	}
	limits := letter.Limits{Verbs: letter.WordsOf(phrases()...)}
	for i, s := range Styles() {
		for _, e := range append([]Ending{Bare}, s.Endings...) {
			if e == Business {
				continue // testdata/unread.txt has those
			}
			link := links[i%6]
			a := answer(nil)
			a.Text, a.Language, a.Ending, a.Seed = "", Languages()[i%len(languages)], e, uint64(i)
			raw, err := s.Tap(link.Address, a)
			if err != nil {
				t.Fatal(err)
			}
			want := link.Label
			if strings.Contains(want, "choices") {
				want = "choices reserve"
			}
			l := letter.Read(raw, limits)
			if len(l.Commands) != 1 || !strings.EqualFold(l.Commands[0].Text, want) {
				t.Errorf("%s, %s: %q is read as %v, %s", s.Name, e, want, l.Commands, l.Note)
			}
		}
	}
}
