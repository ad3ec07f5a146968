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
	"pbem/internal/testsize"
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

// TestTranscripts plays mails in and compares the mails out. A file in testdata is a comment
// and steps:
//
//	-- game NAME --     begin a game of the players named, one in each line; "caretaker" is
//	                    a seat that nobody has, "easy robot" and "steady robot" one of a robot
//	-- cut NAME LOG N -- begin a game late in its course: as a game of titles/*/testdata/v1
//	                    stood after N events, such as "1817/15528 2400". It is g1, and its
//	                    players get no mail about it
//	-- private NAME --  begin a game whose players may write to some of the others only
//	-- title SLUG --    begin games of this title from now on
//	-- said GAME --     decide commands directly, "p1 reserve NLN"
//	-- stored GAME --   put events into the log behind the service's back
//	-- record GAME --   change the game's record: "OLD => NEW"
//	-- mark NAME --     write a mark into the store behind the service's back
//	-- mail --          receive a mail. In it
//	                    REPLY-g1.p1 is the reply address of a seat,
//	                    REPLY-me.m7 that of a member,
//	                    REPLY-g1.p1/0 one with the first token,
//	                    THREAD-g1.p1 the Message-ID to which a seat's mails refer,
//	                    POSITION-g1.178.p1 the Message-ID of the mail that told a seat
//	                    that position,
//	                    ANOTHER-amy@example.org the Message-ID of a new mail to an address,
//	                    CODE the code that was mailed last,
//	                    CODE-amy@example.org the last code that was mailed to an address,
//	                    CUTLINE the line above which players write
//	-- again --         receive the last mail again; lines "OLD => NEW" change it
//	-- host --          carry out lines of the host on the command line
//	-- clock 49h --     let time pass while the clock ticks
//	-- robots --        have robots decide until none is asked
//	-- down 5h --       let time pass while the service is down, and start it again
//	-- published URL -- publish the archive there from now on
//	-- lobby open --    open the lobby from now on
//	-- limit N --       accept N mails of one sender in an hour from now on
//	-- large --         receive the header of a mail that is too large to be read
//	-- restart --       start the service again
//	-- out --           the results of the step before, written by -update
//
// A mail is shown by little more than its headings, so that a changed sentence does not
// change every transcript. A line "show: A, B" in the comment shows more of each mail:
// "headers", "headline", or what stands under a heading.
//
// The titles are those of the transcripts, so that a new title changes none of them. Robots
// say what a caretaker would, so that a better robot changes none either.
func TestTranscripts(t *testing.T) {
	testsize.SkipRace(t)
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	desk.CommandWords() // reads the commands of all titles once
	defer titles.Only("1817", "1820", "1828", "1843", "18newengland")()
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
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
	play.service.Robots = plainRobots
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

// positions matches the names of Message-IDs of sent mails.
var positions = regexp.MustCompile(`POSITION-([gs][0-9]+)\.([0-9]+)\.([pw][0-9]+)`)

// others matches the names of Message-IDs of new mails.
var others = regexp.MustCompile(`ANOTHER-(\S+)`)

// codesOf matches the names of codes that were mailed to an address.
var codesOf = regexp.MustCompile(`CODE-(\S+)`)

// mailedCode matches a code in a sent mail.
var mailedCode = regexp.MustCompile(`confirm ([a-z2-7]{16})`)

// replies matches the names of reply addresses and threads.
var replies = regexp.MustCompile(`(REPLY|THREAD)-([gs][0-9]+|me)\.([mpw][0-9]+)(/[0-9]+)?`)

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

// shown reads the line "show:" of a transcript's comment.
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
	last  string            // the last mail
	code  string            // CODE: the code that was mailed last
	codes map[string]string // CODE-amy@example.org: the code that was last mailed to an address
}

// step plays one step and returns its results.
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
	case "robots":
		s.robots()
		outcome = "robots have decided"
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

// backstage plays the steps that have no results.
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

// begun begins a game of the named players, one in each line.
func (s *stage) begun(name, players string) string {
	return "begun: " + s.start(name, seats(s.t, strings.Split(strings.TrimSpace(players), "\n")...)...)
}

// cut begins a game with a part of a stored one: "NAME 1817/15528 2400". The players are
// named one in each line. The part must end before a command.
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

// host carries out the lines of the host and returns the answers.
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

// stored puts events into a game's log behind the service's back.
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
	if strings.Contains(body, `{"ended"`) { // as the service's commit would have it
		change.Record, change.Keys = g.Record, s.service.KeysOfEnded(s.table(game).Record)
	}
	if err := s.db.Commit(store.Commit{At: s.now, Changes: []store.Change{change}}); err != nil {
		s.t.Fatal(err)
	}
	s.restart(s.db)
}

// recorded changes the record of a game.
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

// filled returns a mail with the addresses, Message-IDs and codes filled in.
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

// tagged returns the reply address or thread of a seat or member, with the token of the
// given generation, or else the present one.
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
