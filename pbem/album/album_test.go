package album_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem/album"
	"pbem/pbem/sheet"
	"pbem/titles"
	"pbem/titles/title"
)

// recorded plays the first mails of the game that the demo plays, 0 for all of
// it, with other names for the players.
func recorded(t testing.TB, mails int, names ...string) album.Game {
	t.Helper()
	text, err := os.ReadFile("../demo/game.txt")
	if err != nil {
		t.Fatal(err)
	}
	moves := strings.Split(strings.TrimSpace(string(text)), "\n")
	head := strings.Fields(moves[0])
	ti, ok := titles.Find(head[1])
	if !ok {
		t.Fatal(moves[0])
	}
	start := engine.Started{Players: head[5:], Options: ti.AsOfNow(nil)}
	if len(names) > 0 {
		start.Players = names
	}
	if _, err := fmt.Sscan(head[3], &start.Seed); err != nil {
		t.Fatal(err)
	}
	g, log, err := titles.Start(ti, start)
	if err != nil {
		t.Fatal(err)
	}
	if moves = moves[1:]; mails > 0 {
		moves = moves[:mails]
	}
	for _, move := range moves {
		by, said, _ := strings.Cut(move, " ")
		for _, line := range strings.Split(said, "; ") {
			f := strings.Fields(line)
			next, more, err := g.Decide(engine.Command{By: by, Verb: f[0], Args: f[1:]})
			if err != nil {
				t.Fatal(err)
			}
			g, log = next, append(log, more...)
		}
	}
	return dated(album.Game{Title: ti, ID: "g12", Name: "Shoreline", Log: log, Index: "../index.html"})
}

// dated gives every event a time.
func dated(g album.Game) album.Game {
	at := time.Date(2026, 1, 3, 9, 0, 0, 0, time.UTC)
	g.Times = nil
	for range g.Log {
		g.Times = append(g.Times, at)
		at = at.Add(15 * time.Minute)
	}
	return g
}

// scores returns the sentence of the one who won and what became of p1's money, in the engine's figures.
func scores(t testing.TB, g album.Game) (won, first string) {
	t.Helper()
	end := engine.Open(g.Title.Rules, g.Log).State()
	best := ""
	for id, n := range end.Result.Scores {
		if best == "" || n > end.Result.Scores[best] {
			best = id
		}
	}
	money := g.Title.Facts.Money
	return fmt.Sprintf("%s wins with %s.", end.PlayerName(best), money(end.Result.Scores[best])),
		fmt.Sprintf("%s from $400 to %s", end.PlayerName("p1"), money(end.Result.Scores["p1"]))
}

// files makes an album, by name of the file.
func files(t testing.TB, g album.Game) map[string]string {
	t.Helper()
	all, err := album.Files(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range all {
		if _, twice := out[f.Name]; twice || !album.Known(f.Name) {
			t.Errorf("a file %s", f.Name)
		}
		out[f.Name] = string(f.Data)
	}
	return out
}

var (
	links   = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	anchors = regexp.MustCompile(`id="([^"]*)"`)
)

// dead lists the links of the pages that lead nowhere.
func dead(pages map[string]string) []string {
	var out []string
	for name, page := range pages {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, m := range links.FindAllStringSubmatch(page, -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			if file == "" {
				file = name
			}
			target, ok := pages[file]
			if m[1] == "../index.html" || m[1] == "data:," || ok && (anchor == "" || strings.Contains(target, `id="`+anchor+`"`)) {
				continue
			}
			out = append(out, name+": "+m[1])
		}
	}
	return out
}

// A whole game: every page exists, every link leads somewhere, a round has its map, its position and its
// events, and the whole has a few megabytes.
func TestAlbumOfAGame(t *testing.T) {
	g := recorded(t, 0)
	pages := files(t, g)
	if d := dead(pages); len(d) > 0 {
		t.Errorf("dead links: %v", d)
	}
	rounds := album.Rounds(g.Title, g.Log)
	size, maps := 0, 0
	for name, page := range pages {
		size += len(page)
		if strings.HasPrefix(name, "map-") {
			maps++
		}
		if strings.HasSuffix(name, ".html") && len(anchors.FindAllString(page, -1)) < 4 {
			t.Errorf("%s has hardly anything on it", name)
		}
	}
	if size > 5<<20 || maps >= len(rounds) || maps < 10 {
		t.Errorf("%d bytes, %d maps of %d rounds", size, maps, len(rounds))
	}
	for i, r := range rounds {
		page, ok := pages[fmt.Sprintf("round-%02d.html", i+1)]
		if !ok || !strings.Contains(page, "<h1>"+r.Name+"</h1>") || !strings.Contains(page, "<h3>Companies") {
			t.Errorf("round %d, %s, has no page of its own", i+1, r.Name)
		}
	}
	won, first := scores(t, g)
	for _, want := range []string{
		"<h1>Shoreline</h1>", won, "The game ended: the bank is broken.", "3 January", "48 rounds",
		`<svg class="chart wide-chart"`, `<svg class="chart small-chart"`, first,
		`href="round-01.html"`, `href="events.jsonl"`, "reserved NLN <code>reserve NLN</code>",
	} {
		if !strings.Contains(pages["index.html"], want) {
			t.Errorf("the first page does not say %q", want)
		}
	}
	if log := pages["log.txt"]; !strings.HasPrefix(log, "18NewEngland: Shoreline (g12)\n\nThe game ended: the bank is broken\n") || !strings.HasSuffix(log, sheet.Log(g.Title, g.Log)) {
		t.Errorf("log.txt begins\n%.300s", log)
	}
}

func TestEqualGamesGiveEqualBytes(t *testing.T) {
	a, err := album.Files(t.Context(), recorded(t, 60))
	if err != nil {
		t.Fatal(err)
	}
	b, err := album.Files(t.Context(), recorded(t, 60))
	if err != nil {
		t.Fatal(err)
	}
	for i := range a {
		if a[i].Name != b[i].Name || !bytes.Equal(a[i].Data, b[i].Data) {
			t.Errorf("%s differs from %s", a[i].Name, b[i].Name)
		}
	}
}

// Text typed by players is always escaped.
func TestHostileWords(t *testing.T) {
	const evil = `</title><script>alert("1")</script><img src=x onerror=alert(2)>'"` + "\u202e\x07"
	g := recorded(t, 40, evil, "Brian", "Crystal")
	g.Name = evil
	g.Log = append(g.Log[:len(g.Log):len(g.Log)], engine.Hosted{By: "p1", Act: sheet.Press, Text: evil}, engine.Hosted{Act: "pause", Text: evil})
	g = dated(g)
	g.Remarks = []album.Remark{{Event: 200, By: evil, Text: evil, Kind: album.Press}}
	pages := files(t, g)
	for name, page := range pages {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		if strings.Contains(page, "<script") || strings.Contains(page, "<img src=x") || strings.ContainsAny(page, "\x07\u202e") {
			t.Errorf("%s holds what a player typed as markup", name)
		}
	}
	page := indexOf([]album.Summary{{Game: evil, Name: evil, Over: true, Players: []album.Result{{Name: evil, Place: 1}}}}, time.UTC)
	if strings.Contains(page, "<script") || strings.Contains(page, "<img") {
		t.Error("the index holds a name as markup")
	}
}

// Messages are shown where they were written. During the game, diaries and private messages are not shown.
func TestRemarks(t *testing.T) {
	for _, over := range []bool{false, true} {
		g := recorded(t, 60)
		if over {
			g = recorded(t, 0)
		}
		rounds := album.Rounds(g.Title, g.Log)
		at := rounds[1].From + 2
		g.Remarks = []album.Remark{
			{At: g.Times[at], Event: at, By: "p2", Text: "Who builds\nto Fishkill?", Kind: album.Press},
			{At: g.Times[at], Event: at, By: "p1", To: "p3", Text: "not a word to Brian", Kind: album.Press},
			{At: g.Times[at], Event: at, By: "p3", Text: "Brian bluffs", Kind: album.Note},
		}
		pages := files(t, g)
		page := pages["round-02.html"]
		if !strings.Contains(page, "Who builds\nto Fishkill?") || !strings.Contains(page, "Brian to all, "+g.Times[at].Format("2 Jan 2006 15:04 UTC")) || strings.Contains(pages["round-01.html"], "Fishkill") {
			t.Errorf("over %v: the word to all is not where it belongs", over)
		}
		if before := strings.Index(page, "Operating round 1.1"); before < 0 || before > strings.Index(page, "Fishkill") {
			t.Errorf("over %v: the word to all stands too early", over)
		}
		for _, private := range []string{"not a word", "Brian bluffs"} {
			if strings.Contains(page, private) != over {
				t.Errorf("over %v: %q is shown: %v", over, private, !over)
			}
		}
	}
}

// A running game has an album too, which says so.
func TestAlbumOfAGameThatIsOn(t *testing.T) {
	pages := files(t, recorded(t, 60))
	for _, want := range []string{"In progress: ", "Net worth now", "The map now"} {
		if !strings.Contains(pages["index.html"], want) {
			t.Errorf("the first page does not say %q", want)
		}
	}
	if !strings.Contains(pages["log.txt"], "In progress: ") || strings.Contains(pages[album.SummaryFile], `"over": true`) {
		t.Errorf("log.txt begins\n%.200s", pages["log.txt"])
	}
	if d := dead(pages); len(d) > 0 {
		t.Errorf("dead links: %v", d)
	}
	if one := files(t, recorded(t, 1)); one["round-01.html"] == "" || one["round-02.html"] != "" {
		t.Error("a game of one round has no page of it, or two")
	}
}

// If all have agreed who has won, that player has, and everybody has what they were worth.
func TestAlbumOfAnAgreedWinner(t *testing.T) {
	g := recorded(t, 60)
	agreed := *g.Title
	agreed.Agreed = func(end engine.Ended) bool { return strings.HasPrefix(end.Reason, "all agree") }
	g.Title = &agreed
	open := engine.Open(g.Title.Rules, g.Log)
	_, events := open.Finish("all agree that one has won", map[string]int{"p1": 0, "p2": 1, "p3": 0})
	g.Log = append(g.Log, events...)
	pages, s := files(t, dated(g)), open.State()
	worth := g.Title.Position(s).Players
	money := g.Title.Facts.Money
	for _, want := range []string{s.PlayerName("p2") + " wins with " + money(worth[1].Worth) + ".", money(worth[0].Worth), money(worth[2].Worth)} {
		if !strings.Contains(pages["index.html"], want) || strings.Contains(pages["index.html"], ">$1<") {
			t.Errorf("the first page does not say %q, or has a score of $1", want)
		}
	}
	if log := pages["log.txt"]; !strings.Contains(log, "The game ended: all agree that one has won") || strings.Contains(log, " $1\n") {
		t.Errorf("log.txt begins\n%.300s", log)
	}
}

// A game that was given up has no winner. The players are listed with their net worth.
func TestAlbumOfAGameGivenUp(t *testing.T) {
	g := recorded(t, 60)
	open := engine.Open(g.Title.Rules, g.Log)
	ended, events := open.Finish("the host closed the game.", nil)
	g.Log = append(g.Log, events...)
	pages := files(t, dated(g))
	page := pages["index.html"]
	for _, want := range []string{"nobody wins", "The game ended: the host closed the game.</p>", "Net worth at the end"} {
		if !strings.Contains(page, want) {
			t.Errorf("the first page does not say %q", want)
		}
	}
	for _, p := range g.Title.Position(open.State()).Players {
		if worth := g.Title.Facts.Money(p.Worth); !strings.Contains(page, worth) || !strings.Contains(pages["log.txt"], worth) {
			t.Errorf("%s was worth %s, which nobody says", p.ID, worth)
		}
	}
	_, events, err := ended.Undo("", len(open.Log()))
	if err != nil {
		t.Fatal(err)
	}
	g.Log = append(g.Log, events...)
	if page := files(t, dated(g))["index.html"]; !strings.Contains(page, "In progress: ") || !strings.Contains(page, "is taken back") {
		t.Error("the game was opened again, and its page does not say so")
	}
}

// Rounds follow each other without a gap. Each ends where the next begins, with the state at that moment.
func TestRounds(t *testing.T) {
	g := recorded(t, 0)
	rounds := album.Rounds(g.Title, g.Log)
	at, names := 0, map[string]bool{}
	for _, r := range rounds {
		if r.From != at || r.Upto <= r.From || names[r.Name] {
			t.Errorf("%s is from %d to %d, the one before ended at %d", r.Name, r.From, r.Upto, at)
		}
		if got := g.Title.Round(r.State); got != r.Name {
			t.Errorf("%s ends in %s", r.Name, got)
		}
		if want := g.Title.Position(engine.Fold(g.Log[:r.Upto])); !equalWorth(g.Title.Position(r.State), want) {
			t.Errorf("%s ends with another position", r.Name)
		}
		at, names[r.Name] = r.Upto, true
	}
	if at != len(g.Log) || rounds[0].Name != "Draft" || rounds[1].Name != "OR 1.1" {
		t.Errorf("%d rounds up to %d of %d", len(rounds), at, len(g.Log))
	}
}

func equalWorth(a, b title.Position) bool {
	return fmt.Sprint(a.Players, a.Companies) == fmt.Sprint(b.Players, b.Companies)
}

// What is undone stays in the round to which the game goes back, struck out. What was said beside the table
// stays in force.
func TestUndoBackIntoARound(t *testing.T) {
	g := recorded(t, 0)
	rounds := album.Rounds(g.Title, g.Log)
	upto := rounds[1].Upto
	for i := rounds[1].Upto; i < rounds[2].Upto; i++ { // the first command of the third round is decided with it
		if _, ok := g.Log[i].(engine.Said); ok {
			upto = i
			break
		}
	}
	g.Log = g.Log[:upto:upto]
	game := engine.Open(g.Title.Rules, g.Log)
	game, words := game.Host("p2", sheet.Press, "Stop that")
	g.Log = append(g.Log, words...)
	by, to := game.LastSaid()
	_, events, err := game.Undo(by, to)
	if err != nil {
		t.Fatal(err)
	}
	g.Log = append(g.Log, events...)
	after := album.Rounds(g.Title, g.Log)
	if len(after) != 2 || after[1].Upto != len(g.Log) || after[1].Name != rounds[1].Name {
		t.Fatalf("%d rounds, the last %s to %d of %d", len(after), after[len(after)-1].Name, after[len(after)-1].Upto, len(g.Log))
	}
	page := files(t, dated(g))["round-02.html"]
	if n := strings.Count(page, "undone"); n < 2 || !strings.Contains(page, "took back everything") || !strings.Contains(page, `class="remark"`) {
		t.Errorf("%d entries are struck out", n)
	}
}

// A patient context is cancelled after its error was asked for a number of times.
type patient struct {
	context.Context
	left int
}

func (p *patient) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// Files stops when its context ends, wherever it is: among the maps, the runs or the pages.
func TestFilesEndWithTheirContext(t *testing.T) {
	g := recorded(t, 60)
	all := &patient{t.Context(), math.MaxInt}
	if _, err := album.Files(all, g); err != nil {
		t.Fatal(err)
	}
	asked := math.MaxInt - all.left
	if rounds := len(album.Rounds(g.Title, g.Log)); asked < 2*rounds+20 {
		t.Errorf("the context of a game of %d rounds is asked %d times only", rounds, asked)
	}
	for left := 0; left < asked; left += max(1, asked/12) {
		if files, err := album.Files(&patient{t.Context(), left}, g); !errors.Is(err, context.Canceled) || files != nil {
			t.Errorf("cancelled after %d of %d: %d files, %v", left, asked, len(files), err)
		}
	}
}
