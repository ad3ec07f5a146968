package cli

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem"
	"pbem/pbem/written"
)

// carriedOut runs a command line.
func carriedOut(args ...string) (string, error) {
	var out bytes.Buffer
	err := dispatch(args, &out)
	return out.String(), err
}

// A hosted service works on the database of a configuration, without mail servers.
type hosted struct {
	*pbem.Service
	t  *testing.T
	db pbem.Database
	n  int
}

func serveOn(t *testing.T, config string) *hosted {
	t.Helper()
	cfg, db, err := openHost(config)
	if err != nil {
		t.Fatal(err)
	}
	s, err := pbem.New(cfg, db, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return &hosted{Service: s, t: t, db: db}
}

// close ends the service, so that commands can use the database.
func (h *hosted) close() {
	h.t.Helper()
	if err := h.db.Close(); err != nil {
		h.t.Fatal(err)
	}
}

// says mails lines of a player, in answer to the last mail to them.
func (h *hosted) says(from string, lines ...string) {
	h.t.Helper()
	due, err := h.db.Due(time.Now().Add(time.Hour), 0)
	if err != nil {
		h.t.Fatal(err)
	}
	reply := ""
	for _, m := range due {
		if m.To == from {
			if to, err := mail.ParseAddress(read(h.t, m.Raw).Header.Get("Reply-To")); err == nil {
				reply = to.Address
			}
		}
	}
	h.n++
	raw := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nSubject: my move\r\nMessage-ID: <%d.%s>\r\n\r\n%s\r\n", from, reply, h.n, from, strings.Join(lines, "\r\n"))
	if outcome, err := h.Receive(context.Background(), []byte(raw)); err != nil || outcome != "applied" {
		h.t.Fatalf("%q of %s ended %q, %v", lines, from, outcome, err)
	}
}

// paper is a game as somebody has written it down.
const paper = `# Since March
title 1843
players Amy, Brian, Crystal
bid PSG 45; bid PSG 50
Crystal: pass
`

// A game that was written down goes on by mail. What is wrong in it is told with its line, and nothing is stored then.
func TestImportWrittenGame(t *testing.T) {
	testsize.SkipRace(t)
	config, file := hostFile(t), filepath.Join(t.TempDir(), "moves.txt")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"import", file, "--config", config, "--name", "Paper", "--player", "Amy=amy@play.example", "--player", "p2=Bruno <brian@play.example>", "--player", "crystal=easy robot"}
	write(strings.Replace(paper, "Crystal: pass", "Crystal: pay", 1))
	if said, err := carriedOut(args...); err == nil || !strings.Contains(err.Error(), `line 5: "pay" (Auction, Crystal is asked): `) {
		t.Errorf("a wrong line: %q, %v", said, err)
	}
	write(paper)
	if said, err := carriedOut(args[:10]...); err == nil || !strings.Contains(err.Error(), "there is no address for p3 (Crystal)") {
		t.Errorf("without Crystal: %q, %v", said, err)
	}
	if said, err := carriedOut(append(slices.Clone(args[:6]), "--player", "p1=robot", "--player", "p2=caretaker", "--player", "p3=robot")...); err == nil || !strings.Contains(err.Error(), "somebody has to play") {
		t.Errorf("nobody: %q, %v", said, err)
	}
	said, err := carriedOut(args...)
	if err != nil || !strings.HasPrefix(said, "game g1 (Paper, 1843) goes on after line 5; ") {
		t.Fatalf("%q, %v", said, err)
	}
	h := serveOn(t, config)
	defer h.close()
	g, err := h.Game("g1")
	if err != nil || !g.State().Adopted() {
		t.Fatal(err)
	}
	for i, want := range []string{"Amy", "Bruno", "Crystal"} {
		if got := g.State().PlayerName(engine.PlayerID(i)); got != want {
			t.Errorf("seat %d is called %s, not %s", i+1, got, want)
		}
	}
	h.says("amy@play.example", "bid CEI 25")
	for _, m := range []string{"replay", "pace"} {
		if said, err := carriedOut(m, file); err != nil || said == "" {
			t.Errorf("pbem %s: %q, %v", m, said, err)
		}
	}
	for at, want := range map[string]string{"4": "Crystal", "99": "the file has 5 lines, and no line 99"} {
		if said, err := carriedOut("replay", file, "--at", at); !strings.Contains(said+fmt.Sprint(err), want) {
			t.Errorf("at %s: %q, %v", at, said, err)
		}
	}
	verified(t, h.db)
}

// The example of the help can be played.
func TestWrittenExample(t *testing.T) {
	if g, err := written.Read(strings.NewReader(writtenExample), written.All); err != nil || len(g.Game.State().Players()) != 3 {
		t.Error(err)
	}
}

// A running game moves to another host: it stands there as it stood here, and goes on.
func TestGameMovesToAnotherHost(t *testing.T) {
	testsize.SkipRace(t)
	here, there, file := hostFile(t), hostFile(t), filepath.Join(t.TempDir(), "g1.jsonl")
	if said, err := carriedOut("new", "18newengland", "--config", here, "--seed", "110", "Amy <amy@play.example>", "Brian <brian@play.example>"); err != nil {
		t.Fatal(said, err)
	}
	if said, err := carriedOut("export", "g2", "--config", here, "-o", file); err == nil || !strings.Contains(err.Error(), `there is no game "g2"`) {
		t.Errorf("no game: %q, %v", said, err)
	}
	h := serveOn(t, here)
	h.says("amy@play.example", "reserve GR", "press Shall we go on at Zoe's?")
	h.says("brian@play.example", "reserve NLN")
	h.says("brian@play.example", "undo")
	was, err := h.Game("g1")
	if err != nil {
		t.Fatal(err)
	}
	h.close()
	said, err := carriedOut("export", "g1", "--config", here, "-o", file)
	if err != nil || !strings.Contains(said, "--player p1=ADDRESS --player p2=ADDRESS") {
		t.Fatalf("%q, %v", said, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("who may read it: %v, %v", info, err)
	}
	if said, err := carriedOut("export", "g1", "--config", here, "-o", file); err == nil || !strings.Contains(err.Error(), "is there already; name another file") {
		t.Errorf("a second time: %q, %v", said, err)
	}
	said, err = carriedOut("import", file, "--config", there, "--name", "Moved", "--player", "p1=amy@play.example", "--player", "Brian=brian@play.example")
	if err != nil || !strings.HasPrefix(said, "game g1 (Moved, 18NewEngland) goes on after position 1") {
		t.Fatalf("%q, %v", said, err)
	}
	h = serveOn(t, there)
	defer h.close()
	is, err := h.Game("g1")
	if err != nil || !is.State().SameTable(was.State()) || is.State().PlayerName("p1") != "Amy" {
		t.Fatalf("it stands otherwise: %v", err)
	}
	h.says("brian@play.example", "reserve PE")
	verified(t, h.db)
}

// Editors save files as UTF-16, or with a mark at the beginning.
func TestFilesOfEditors(t *testing.T) {
	wide := []byte{0xff, 0xfe}
	for _, b := range []byte(paper) {
		wide = append(wide, b, 0)
	}
	for name, text := range map[string][]byte{"with a mark": []byte("\ufeff" + paper), "UTF-16": wide} {
		if g, err := takenFrom(inText(bytes.NewReader(text))); err != nil || g.title.Facts.Slug != "1843" || g.after != "line 5" {
			t.Errorf("%s: %+v, %v", name, g.after, err)
		}
	}
	export := "\ufeff" + fresh("1817", "", "")
	if g, err := takenFrom(inText(strings.NewReader(export))); err != nil || g.title.Facts.Slug != "1817" || g.after != "its setup" {
		t.Errorf("an export: %+v, %v", g.after, err)
	}
}

// A log with sums that no game has is refused: to list what a player may do with such a sum would take for ever.
func TestLogWithSumsOfNoGame(t *testing.T) {
	g, err := written.Read(strings.NewReader(paper), written.All)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := logLines(g.Log)
	if err != nil {
		t.Fatal(err)
	}
	pay := func(sums ...string) string {
		text := string(raw)
		for _, n := range sums {
			text += `{"paid":{"from":"bank","to":"p1","amount":` + n + "}}\n"
		}
		return text
	}
	for text, want := range map[string]string{
		pay("4611686018427387904"): "says 4611686018427387904, which is more than there is in any game",
		pay("-5"):                  "the log is not in order",
		pay("5"):                   "",
		pay("900000", "900000"):    "p1 has 18",
		pay() + `{"set":{"key":"x","value":1000001}}`: "says 1000001",
	} {
		if _, err := takenFrom(inText(strings.NewReader(text))); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}
