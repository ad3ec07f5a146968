package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pbem/internal/testsize"
)

// goSnippet finds Go in the words that the guide quotes: a declaration, a step of a flow, a
// call or a value.
var goSnippet = regexp.MustCompile(`^(var|func|if) |^"[^"]*": do\(|^[A-Za-z]\w*(\.[A-Za-z]\w*)*[({].*[)}]$|^[a-z]+\.[A-Z]\w*\(`)

// around says for each snippet of Go in docs/adding-a-title.md, by its beginning, what must
// stand around it for the compiler: SNIPPET is the text of the guide, word for word.
var around = map[string]string{
	"moves.Own(":         `var _ = moves.Table{SNIPPET}`,
	"moves.Start.As(":    `var _ = moves.Table{SNIPPET}`,
	`"late turn": do(`:   `var _ = engine.Flow{SNIPPET}`,
	"step.Names(data)":   `var _ = SNIPPET`,
	"var names =":        `SNIPPET`,
	"engine.Rules{":      `var _ = SNIPPET`,
	"func main()":        `SNIPPET`,
	"Train.Run()":        `func _(Train facts.Train) { _ = SNIPPET }`,
	"Blocking(hex)":      `func _(Blocking func(string) []string, hex string) { Blocking = data.Blocking; _ = SNIPPET }`,
	"Board.Reach(":       `func _(Board *board.Board, from []board.Spot, blocked func(board.Spot) bool) { _ = SNIPPET }`,
	"Token(Blocking, n)": `func _(n int) { Token, Blocking := step.Token, step.Blocking; _ = SNIPPET }`,
	"Keep(sym)":          `func _(sym string) { Keep := step.Keep; _ = SNIPPET }`,
	"NewRunsOf(":         `func _(graph *route.Graph, trains []route.Train, fleets []route.Fleet) { NewRunsOf, money := step.NewRunsOf, data.Money; _ = SNIPPET }`,
	"if cell.Row == 0":   `func _(cell market.Cell) { SNIPPET }`,
	"Next(order,":        `func _(order []string, last string, skip func(string) bool) { Next := step.Next; _ = SNIPPET }`,
	"Table.Voice(sym)":   `func _(Table step.Table, sym string) { _ = SNIPPET }`,
	"Voice{p, sym}":      `func _(p, sym string) { type Voice = step.Voice; _ = SNIPPET }`,
	"step.Table{S: s,":   `func _(s *engine.State, holders *step.Holders) { _ = SNIPPET }`,
	"s.Option(":          `func _(s *engine.State) { _ = SNIPPET }`,
	"Asks(t,":            `func _(t *engine.Turn, question string, own, beside func() []engine.Choice, act func(engine.Command) bool) { Asks := step.Asks; _ = SNIPPET }`,
	"Turns(Waterfall.":   `func _(Waterfall step.Waterfall) { Turns := func(next func(string) string) {}; SNIPPET }`,
	"Resolve(t, true)":   `func _(t *engine.Turn, w step.Waterfall) { Resolve := w.Resolve; SNIPPET }`,
}

// guideProgram is a title as far as the snippets name it.
const guideProgram = `package main

import (
	"pbem/cmd/cli"
	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/market"
	"pbem/engine/moves"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/titles/title"
)

func reserved(player string) string { return player }

func do(leaf func(*engine.Turn)) engine.Step { return engine.Do(leaf) }

func stockTurn(*engine.Turn) {}

const (
	offered, stockNo = "offer", "stock round"

	sold step.Counter = "sold"
)

var (
	data    *facts.Title
	flow    engine.Flow
	mytitle struct{ Title *title.Title }
)
`

// The snippets of Go in the guide compile, word for word: each in a program that has around it
// what the guide leaves out.
func TestGuideSnippetsCompile(t *testing.T) {
	if !testsize.Whole() {
		t.Skip("it compiles a program; TESTSIZE=whole asks for it")
	}
	t.Parallel()
	var program strings.Builder
	program.WriteString(guideProgram)
	left := map[string]bool{}
	for begins := range around {
		left[begins] = true
	}
	for _, snippet := range guideSnippets(guide(t)) {
		found := ""
		for begins := range around {
			if strings.HasPrefix(snippet, begins) {
				found = begins
			}
		}
		if found == "" {
			t.Errorf("the guide has the Go snippet %q, and around does not say how to compile it", snippet)
			continue
		}
		delete(left, found)
		fmt.Fprintf(&program, "\n// %s\n%s\n", found, strings.Replace(around[found], "SNIPPET", snippet, 1))
	}
	for begins := range left {
		t.Errorf("the guide has no snippet %q any more", begins)
	}
	compiled(t, program.String())
}

// guideSnippets returns the snippets of Go that a text quotes, each once.
func guideSnippets(text string) []string {
	var out []string
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text, -1) {
		snippet := strings.Join(strings.Fields(m[1]), " ")
		if goSnippet.MatchString(snippet) && !slices.Contains(out, snippet) {
			out = append(out, snippet)
		}
	}
	return out
}

// compiled compiles a program as if it stood in a folder of the sources, where its module is.
func compiled(t *testing.T, program string) {
	t.Helper()
	dir := t.TempDir()
	file, overlay := filepath.Join(dir, "guide.go"), filepath.Join(dir, "overlay.json")
	text, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(sources(t), "cmd", "guide", "guide.go"): file}})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{file: []byte(program), overlay: text} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	goCommand(t, sources(t), "", "build", "-overlay", overlay, "-o", filepath.Join(dir, "guide"), "./cmd/guide")
}
