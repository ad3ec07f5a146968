package pbem

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// reasoned are the files with the sentences that players read about their plans:
// refusals, names of plans, and why a plan is not carried out or ends.
var reasoned = []string{"plan/plan.go", "plan/answer.go", "plan/ahead.go", "plan/condition.go", "plan/change.go", "plan/over.go", "plan/read.go", "plan/mergers.go", "plan/words.go", "plan/turns.go", "batch/orders.go", "batch/orders_until.go", "table/orders.go"}

// untold are the sentences of those files that no transcript shows, with the reason.
// Write the transcript and delete the line.
var untold = map[string]string{
	"what is asked":                    "whoever is asked is asked a question",
	"the rules cannot go on like that": "a fault of the rules: see frozen_faults.txtar",
	"plans have said so much after one mail that you are asked first": "no players have the money to bid so often: TestWhatComesOfOneMailIsBounded",

	"%s has not floated: it has no turn as the table stands, and the plan waits until it has one": "a company waits to float only after a whole auction: TestCompanyWithoutATurnIsNotPlannedFor of pbem/plan",

	"that round has ended": "a round within one mail: TestRoundWithinAMail of pbem/plan",

	"Your answer %q": "not shown yet: who cannot do after a conversion what they answered is mostly asked nothing, and no price falls before all have answered",
}

// Every sentence about plans is shown in a transcript, or listed in untold.
func TestEveryReasonOfPlansIsInATranscript(t *testing.T) {
	if testing.Short() {
		t.Skip("it goes through all transcripts of plans: left out with -short")
	}
	told := strings.Split(mailsOfPlans(t), "\n")
	for _, file := range reasoned {
		for _, text := range sentencesOf(t, file) {
			shown := slices.ContainsFunc(told, fills(text))
			switch why := untold[text]; {
			case !shown && why == "":
				t.Errorf("%s: no transcript shows %q", file, text)
			case shown && why != "":
				t.Errorf("%s: %q is shown, and left out as %s", file, text, why)
			}
		}
	}
}

// mailsOfPlans returns what followed from the steps of all transcripts of plans, each
// mail in one line.
func mailsOfPlans(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	seen := map[string]bool{}
	for _, pattern := range []string{"testdata/orders*.txtar", "testdata/plans*.txtar"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("no transcripts", err)
		}
		for _, name := range files {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range txtar.Parse(raw).Files {
				if f.Name != "out" {
					continue
				}
				for mail := range strings.SplitSeq(string(f.Data), "\n\n") {
					if text := strings.Join(strings.Fields(strings.ReplaceAll(mail, "\n|", " ")), " "); !seen[text] {
						seen[text] = true
						b.WriteString(text + "\n")
					}
				}
			}
		}
	}
	return b.String()
}

// sentencesOf returns the texts of several words in a file, without those in regular
// expressions and comments.
func sentencesOf(t *testing.T, file string) []string {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl, *ast.ImportSpec, *ast.Field:
			return false // patterns and stored names
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprint" {
				return false
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && len(strings.Fields(text)) > 1 {
				out = append(out, text)
			}
		}
		return true
	})
	return out
}

// verbOf matches a verb of a format.
var verbOf = regexp.MustCompile(`%[a-z]`)

// fills returns a function that reports whether a line holds a filled-in format.
func fills(format string) func(line string) bool {
	parts := verbOf.Split(strings.Join(strings.Fields(format), " "), -1)
	var quoted []string
	for _, part := range parts {
		quoted = append(quoted, regexp.QuoteMeta(part))
	}
	pattern := regexp.MustCompile(strings.Join(quoted, `.{1,300}?`))
	return func(line string) bool {
		for _, part := range parts { // the pattern alone would take seconds
			if !strings.Contains(line, part) {
				return false
			}
		}
		return pattern.MatchString(line)
	}
}
