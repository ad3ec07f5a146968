package pbem

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/pbem/batch"
	"pbem/pbem/grammar"
	"pbem/titles"
)

// ownWords are strings of the service that are also verbs of titles, by file.
var ownWords = map[string][]string{
	"account/account.go":   {"token"}, // of a reply address
	"senders/addresses.go": {"token"}, // the same
	"trust/trust.go":       {"token"},
	"mailtest/provider.go": {"token"},
	"album/chart.go":       {"value"},         // HTML
	"notices/compose.go":   {"move"},          // a kind of mail
	"desk/ahead.go":        {"move"},          // the same
	"notices/told.go":      {"move"},          // the same
	"batch/tell.go":        {"move"},          // the same
	"run.go":               {"move"},          // the same
	"batch/undo.go":        {"move"},          // the same
	"hosting/hosting.go":   {"move", "aside"}, // commands of the host
	"hosting/table.go":     {"move"},          // the same
	"hosting/away.go":      {"back"},          // the same
	"pace/pace.go":         {"pass", "move"},  // the policy; the time for a move
	"batch/orders.go":      {"pass"},          // part of a plan
	"plan/plan.go":         {"pass", "bid"},   // part of a plan
	"plan/read.go":         {"pass"},          // the same
	"plan/suggest.go":      {"pass"},          // the same
	"plan/ahead.go":        {"pass"},          // the same
	"waits/derive.go":      {"pass"},          // the same
	"grammar/verbs.go":     {"pass", "bid"},
	"advice/words.go":      {"short", "loan"}, // what the figures of an advice mean
	// words that help explains
	"sheet/terms.go": {"cash", "bankrupt", "value", "short", "loan", "run", "pay", "withhold", "keep", "token", "home"},
	// headings and rows of tables, which must not be taken for commands
	"letter/unmarked.go": {"cash", "home", "value", "line", "bridge", "loan", "bid"},
	"letter/byform.go":   {"half"}, // people's words for what they have done
	// words that are frequent in signatures, and words that follow verbs
	"letter/orders.go": {"half", "token", "loan", "home", "direct", "line", "engineers", "bridge", "mine", "block", "value", "short", "cover"},
}

// The service knows the verbs of titles only by their roles: no string of it begins like
// a move, except ownWords. The people of an evening know what they play.
func TestNoTitlesVerbIsNamed(t *testing.T) {
	testsize.SkipRace(t)
	moves := map[string]bool{}
	for _, ti := range titles.All() {
		for _, v := range ti.Verbs {
			moves[v.Name] = true
		}
	}
	for _, v := range grammar.ServiceVerbs {
		delete(moves, v.Name)
	}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && path == "evening" {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if f, ok := n.(*ast.Field); ok {
				f.Tag = nil // names of stored fields
			}
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Error(err)
			}
			for _, word := range spokenIn(text) {
				if moves[word] && !slices.Contains(ownWords[filepath.ToSlash(path)], word) {
					t.Errorf("%s: %q names the verb %q of a title", fset.Position(lit.Pos()), text, word)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// pattern matches the beginning of an expression that matches the start of a line.
var pattern = regexp.MustCompile(`^(?:\(\?i\))?\^\(?(\w+)`)

// spokenIn returns the words of a literal that may be verbs: the whole literal, the parts
// between bars, the beginning of a quotation in it, or what it matches at the start of a
// line.
func spokenIn(text string) []string {
	var out []string
	for part := range strings.SplitSeq(text, "|") {
		out = append(out, strings.TrimSpace(part))
	}
	if m := pattern.FindStringSubmatch(text); m != nil {
		out = append(out, m[1])
	}
	for i, part := range strings.Split(text, `"`) {
		if f := strings.Fields(part); i%2 == 1 && len(f) > 0 {
			out = append(out, f[0])
		}
	}
	return out
}

// Every command of the service that the grammar knows has a row that does something. No
// row is for a command that the grammar does not know.
func TestWordsAreRows(t *testing.T) {
	elsewhere := []string{"host"}      // its commands are in package hosting
	besides := []string{"set address"} // a use of "set"
	for _, v := range grammar.ServiceVerbs {
		if w := batch.Words[v.Name]; w.Do == nil && w.Position == nil && w.Mail == nil && w.Account == nil && !slices.Contains(elsewhere, v.Name) {
			t.Errorf("nothing is done for %q", v.Name)
		}
	}
	for name := range batch.Words {
		known := slices.ContainsFunc(grammar.ServiceVerbs, func(v grammar.Verb) bool { return v.Name == name })
		if !known && !slices.Contains(besides, name) {
			t.Errorf("%q has a row and is unknown to the grammar", name)
		}
	}
}
