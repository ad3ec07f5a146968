package pbem

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"pbem/engine"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
)

var update = flag.Bool("update", false, "write the outcomes in testdata anew")

// Transcripts are mails in and mails out. A file in testdata is a comment and
// steps:
//
//	-- game NAME --     begins a game of the players named, one a line; "caretaker" is one
//	                    that nobody has
//	-- cut NAME LOG N -- begins one, of the players named, late in its course: as a game
//	                    of titles/*/testdata/v1 stood after N events, such as
//	                    "1817/15528 2400". It is g1, and nobody is sent a mail of it
//	-- private NAME --  begins one whose players may write to some only
//	-- title SLUG --    the games that begin from now on are of this title
//	-- said GAME --     decides commands directly, "p1 reserve NLN"
//	-- stored GAME --   puts events into the log behind the service's back
//	-- record GAME --   changes the game's record so, "OLD => NEW"
//	-- mark NAME --     writes a mark of the store behind the service's back
//	-- mail --          a mail comes; REPLY-g1.p1 stands for a reply address of
//	                    a seat, REPLY-me.m7 for a member's, REPLY-g1.p1/0 for
//	                    one with the first token, THREAD-g1.p1 for the
//	                    Message-ID a seat's mails refer to, POSITION-g1.178.p1 for the Message-ID of the mail
//	                    that told a seat that position, ANOTHER-amy@example.org for
//	                    that of a new mail to an address, CODE for the code that was
//	                    mailed last, CODE-amy@example.org for that to an address, CUTLINE for the line above which players write
//	-- again --         the mail before comes once more; lines "OLD => NEW"
//	                    change it
//	-- host --          the host says lines on the command line
//	-- clock 49h --     time passes and the clock ticks
//	-- down 5h --       time passes while the service is down, and it begins anew
//	-- published URL -- the archive is published there from now on
//	-- lobby open --    the lobby is open from now on
//	-- limit N --       so many mails of one sender are worked on in an hour
//	-- large --         the header of a mail comes that is too large to be read
//	-- restart --       the service begins anew
//	-- out --           what came of the step before: written by -update
//
// Of a mail little more is written than its headings, so that a change of words
// is no change of every transcript. A line "show: A, B" in the comment has more
// of each mail shown: "headers", "headline", or what stands under a heading.
//
// The titles are those of the transcripts, so that none of them changes when another is added.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	desk.CommandWords() // of all titles: they are read once
	defer titles.Only("1817", "1820", "1828", "1843", "18newengland")()
	for i, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			if racing && testing.Short() && i%16 > 0 {
				t.Skip("one step follows the other: the race detector sees every sixteenth transcript with -short")
			}
			transcript(t, name)
		})
	}
}

func transcript(t *testing.T, name string) {
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	in := txtar.Parse(raw)
	play := &stage{testService: newTestService(t), show: shown(string(in.Comment)), codes: map[string]string{}}
	out := &txtar.Archive{Comment: in.Comment}
	for _, f := range in.Files {
		if f.Name == "out" {
			continue
		}
		out.Files = append(out.Files, f)
		if text := play.step(f.Name, string(f.Data)); text != "" {
			out.Files = append(out.Files, txtar.File{Name: "out", Data: []byte(text)})
		}
	}
	got := txtar.Format(out)
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	compare(t, string(raw), string(got))
}

// positions are the names of Message-IDs of mails of ours.
var positions = regexp.MustCompile(`POSITION-(g[0-9]+)\.([0-9]+)\.([pw][0-9]+)`)

// others are the names of Message-IDs of new mails.
var others = regexp.MustCompile(`ANOTHER-(\S+)`)

// codesOf are the names of codes that were mailed to an address.
var codesOf = regexp.MustCompile(`CODE-(\S+)`)

// mailedCode is a code in a mail of ours.
var mailedCode = regexp.MustCompile(`confirm ([a-z2-7]{16})`)

// replies are the names of reply addresses and threads.
var replies = regexp.MustCompile(`(REPLY|THREAD)-(g[0-9]+|me)\.([mpw][0-9]+)(/[0-9]+)?`)

// compare shows the first line that differs.
func compare(t *testing.T, want, got string) {
	t.Helper()
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			t.Fatalf("line %d differs; read the difference that -update makes\nwant %s\ngot  %s", i+1, a[i], strings.Join(b[min(i, len(b)):min(i+3, len(b))], "\n     "))
		}
	}
	if len(b) > len(a) {
		t.Fatalf("more came of it: %s", b[len(a)])
	}
}

// shown reads the line "show:" of a comment.
func shown(comment string) []string {
	out := []string{"WHAT YOU WROTE", "WHY", "ABOUT YOUR MAIL"}
	for _, line := range strings.Split(comment, "\n") {
		if rest, ok := strings.CutPrefix(line, "show: "); ok {
			out = append(out, strings.Split(rest, ", ")...)
		}
	}
	return out
}

// A stage plays the steps of a transcript.
type stage struct {
	*testService
	show  []string
	last  string            // mail
	code  string            // that was last mailed; CODE in a mail
	codes map[string]string // that was last mailed to an address; CODE-amy@example.org
}

// step plays one step and returns what came of it.
func (s *stage) step(name, body string) string {
	word, rest, _ := strings.Cut(name, " ")
	if s.backstage(word, rest, body) {
		return ""
	}
	outcome := ""
	switch word {
	case "game":
		outcome = s.begun(rest, body)
	case "private":
		s.talk = table.PrivateTalk
		outcome = s.begun(rest, body)
	case "mail":
		s.last = body
		outcome = s.take()
	case "again":
		s.last = changed(s.last, body)
		outcome = s.take()
	case "large":
		s.must(s.service.TooLarge(s.filled(body), 1<<30))
		outcome = "not read"
	case "host":
		outcome = s.host(body)
	case "clock":
		s.pass(s.wait(rest))
		outcome = "it is " + s.now.Format("Mon 2 Jan 15:04")
	case "down":
		s.now = s.now.Add(s.wait(rest))
		s.restart(s.db)
		s.service.Tick(context.Background())
		outcome = "back on " + s.now.Format("Mon 2 Jan 15:04")
	case "restart":
		s.restart(s.db)
		s.service.Resume(context.Background())
		outcome = "begun anew"
	default:
		s.t.Fatalf("%q is no step", name)
	}
	return outcome + "\n" + s.mails()
}

// backstage plays the steps of which nothing is written down.
func (s *stage) backstage(word, rest, body string) bool {
	switch word {
	case "title":
		s.title = rest
	case "cut":
		s.cut(rest, body)
	case "said":
		for _, line := range strings.Split(strings.TrimSpace(body), "\n") {
			s.say(rest, line)
		}
		s.flush()
	case "published":
		s.service.Config.ArchiveURL = rest
	case "stored":
		s.stored(rest, body)
	case "record":
		s.recorded(rest, body)
	case "mark":
		s.must(markAs(s.db, rest, strings.TrimSpace(body)))
		s.restart(s.db)
	case "lobby":
		s.cfg.Lobby = config.Lobby(rest)
		s.restart(s.db)
	case "limit":
		n, err := strconv.Atoi(rest)
		s.must(err)
		s.cfg.Limits.Sender = n
		s.restart(s.db)
	default:
		return false
	}
	return true
}

// begun begins a game of the players named, one a line.
func (s *stage) begun(name, players string) string {
	return "begun: " + s.start(name, seats(s.t, strings.Split(strings.TrimSpace(players), "\n")...)...)
}

// cut begins a game where a stored one is cut, "NAME 1817/15528 2400", of the players
// named, one a line. It is cut where a command came next.
func (s *stage) cut(what, players string) {
	s.t.Helper()
	var name, title, log string
	var n int
	if _, err := fmt.Sscanf(strings.ReplaceAll(what, "/", " "), "%s %s %s %d", &name, &title, &log, &n); err != nil {
		s.t.Fatalf("%q does not say where to cut which game: %v", what, err)
	}
	events := storedGame(s.t, filepath.Join("../titles", title, "testdata/v1", log+".log.gz"))
	if n < 1 || n >= len(events) {
		s.t.Fatalf("%s has %d events and cannot be cut after %d", what, len(events), n)
	}
	if said, ok := events[n].(engine.Said); !ok {
		s.t.Fatalf("%s cuts a command from what came of it: %T comes next", what, said)
	}
	who := seats(s.t, strings.Split(strings.TrimSpace(players), "\n")...)
	events = slices.Clone(events[:n])
	start := events[0].(engine.Started)
	if len(who) != len(start.Players) {
		s.t.Fatalf("%s is of %d players", what, len(start.Players))
	}
	start.Players = nil
	for _, seat := range who {
		start.Players = append(start.Players, seat.Name)
	}
	events[0] = start
	ti, ok := titles.Find(start.Title)
	if !ok {
		s.t.Fatal("there is no title ", start.Title)
	}
	s.seatAt(ti, name, events, who)
}

func (s *stage) wait(text string) time.Duration {
	s.t.Helper()
	wait, err := time.ParseDuration(text)
	s.must(err)
	return wait
}

func (s *stage) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// host says the lines of the host and returns the answers.
func (s *stage) host(body string) string {
	var out []string
	for _, line := range strings.Split(strings.TrimSpace(body), "\n") {
		answer, err := s.service.HostSays(line)
		if err != nil {
			answer = "refused: " + err.Error() + "\n"
		}
		for _, l := range strings.Split(strings.TrimRight(answer, "\n"), "\n") {
			if utf8.RuneCountInString(l) > sheet.Columns && err == nil {
				s.t.Errorf("the answer has a line of more than %d columns: %s", sheet.Columns, l)
			}
			out = append(out, "] "+l)
		}
	}
	return strings.Join(out, "\n")
}

// stored puts events into a game's log, which the service then finds there.
func (s *stage) stored(game, body string) {
	s.t.Helper()
	g, _, err := s.db.Load(game, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	change := store.Change{Game: game, Expect: g.Version}
	for _, line := range strings.Split(strings.TrimSpace(body), "\n") {
		if _, err := engine.UnmarshalEvent([]byte(line)); err != nil {
			s.t.Fatal(err)
		}
		change.Events = append(change.Events, json.RawMessage(line))
	}
	if strings.Contains(body, `{"ended"`) { // as a commit of the service has it
		change.Record, change.Keys = g.Record, []string{desk.KeyEnded}
	}
	if err := s.db.Commit(store.Commit{At: s.now, Changes: []store.Change{change}}); err != nil {
		s.t.Fatal(err)
	}
	s.restart(s.db)
}

// recorded changes what is stored of a game beside its log.
func (s *stage) recorded(game, body string) {
	s.t.Helper()
	g, err := s.db.Game(game)
	if err != nil {
		s.t.Fatal(err)
	}
	change := store.Change{Game: game, Expect: g.Version, Record: []byte(changed(string(g.Record), body))}
	if err := s.db.Commit(store.Commit{At: s.now, Changes: []store.Change{change}}); err != nil {
		s.t.Fatal(err)
	}
	s.restart(s.db)
}

func changed(mail, body string) string {
	for _, line := range strings.Split(strings.TrimSpace(body), "\n") {
		if old, fresh, ok := strings.Cut(line, " => "); ok {
			mail = strings.ReplaceAll(mail, old, fresh)
		}
	}
	return mail
}

// filled is a mail with the addresses, Message-IDs and codes put in.
func (s *stage) filled(mail string) []byte {
	s.t.Helper()
	raw := replies.ReplaceAllStringFunc(mail, func(text string) string {
		f := replies.FindStringSubmatch(text)
		return s.tagged(f[1], f[2], f[3], f[4])
	})
	raw = positions.ReplaceAllStringFunc(raw, func(text string) string {
		f := positions.FindStringSubmatch(text)
		return s.service.Office.ID("move", f[1], f[2], f[3])
	})
	raw = others.ReplaceAllStringFunc(raw, func(text string) string {
		return strings.ReplaceAll(s.another(strings.TrimPrefix(text, "ANOTHER-")), "\r\n", "\n")
	})
	raw = codesOf.ReplaceAllStringFunc(raw, func(text string) string { return s.codes[strings.TrimPrefix(text, "CODE-")] })
	raw = strings.ReplaceAll(raw, "CODE", s.code)
	raw = strings.ReplaceAll(raw, "CUTLINE", sheet.CutLine("g1", 0))
	return []byte(strings.ReplaceAll(raw, "\n", "\r\n"))
}

// take receives the last mail.
func (s *stage) take() string {
	s.t.Helper()
	outcome, err := s.service.Receive(context.Background(), s.filled(s.last))
	if err != nil {
		why, _, _ := strings.Cut(err.Error(), "\n")
		return "fault: " + why
	}
	return outcome
}

// tagged is the reply address or the thread of a seat or member, with the token
// of the generation that is said, else the present one.
func (s *stage) tagged(what, game, id, generation string) string {
	address, present, ok, err := senders.Holder(s.service.Draft(), envelope.Tag{Game: game, Player: id})
	if err != nil {
		s.t.Fatal(err)
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(generation, "/")); err == nil {
		present, ok = n, true
	}
	if !ok {
		s.t.Fatalf("nobody is %s.%s: %s", game, id, address)
	}
	t := s.service.Office.Tag(game, id, present)
	if what == "THREAD" {
		return s.service.Office.Thread(t)
	}
	return s.service.Office.ReplyTo(t)
}

// mails writes down what is sent now.
func (s *stage) mails() string {
	s.t.Helper()
	all := s.flush()
	if len(all) == 0 {
		return "no mail\n"
	}
	var b strings.Builder
	for _, m := range all {
		o := readBack(s.t, m)
		if f := mailedCode.FindStringSubmatch(o.text); f != nil {
			s.code, s.codes[m.to] = f[1], f[1]
		}
		b.WriteString("\n")
		for _, key := range s.fields() {
			if v := o.header.Get(key); v != "" {
				fmt.Fprintf(&b, "%s: %s\n", key, v)
			}
		}
		fmt.Fprintf(&b, "Subject: %s\n%s", o.subject(s.t), s.body(o.text))
		if o.file != "" {
			fmt.Fprintf(&b, "| (with the file %s)\n", o.file)
		}
	}
	return b.String()
}

func (s *stage) fields() []string {
	if slices.Contains(s.show, "headers") {
		return []string{"Date", "From", "To", "Reply-To", "Message-ID", "In-Reply-To", "References", "Auto-Submitted", "List-Id", "List-Unsubscribe"}
	}
	return []string{"To", "In-Reply-To"}
}

// body is the text of a mail, cut to its headings where it is long. The
// position, which begins with the players, is not shown.
func (s *stage) body(text string) string {
	text, position, _ := strings.Cut(text, "\n\nPLAYERS")
	var b strings.Builder
	in, before := "headline", ""
	for _, line := range strings.Split(text, "\n") {
		if head, _, _ := strings.Cut(line, "  "); before == "" && head != "" && head == strings.ToUpper(head) {
			in = head
			fmt.Fprintf(&b, "| %s\n", head)
		} else if line != "" && slices.Contains(s.show, in) {
			fmt.Fprintf(&b, "| %s\n", line)
		}
		before = line
	}
	switch {
	case strings.Contains(position, "\nMAP"):
		b.WriteString("| (the whole position)\n")
	case position != "":
		b.WriteString("| (the players)\n")
	}
	for _, part := range strings.Split(position, "\n\n") { // what of the position is to be shown
		head, _, _ := strings.Cut(strings.SplitN(part, "\n", 2)[0], "  ")
		if head != "" && slices.Contains(s.show, head) {
			fmt.Fprintf(&b, "| %s\n", strings.ReplaceAll(strings.TrimRight(part, "\n"), "\n", "\n| "))
		}
	}
	return b.String()
}
