package docs

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
)

var sentencesFile = flag.String("sentences", "", "write every sentence of players and hosts to this file")

// wordings that nobody says at an English table, and what to write instead.
var wordings = map[string]string{
	`to nobody`:             `nobody else is told`,
	`nobody is told before`: `it stays secret until`,
	`(?:%q|%s|^) is no (?:command|player|title|bid|amount|date|zone|(?:mail )?address|cousin|setting|policy)\b`: `is not a`,
	`\bbegins? by itself\b`:                                          `starts automatically`,
	`\b(?:no longer|not) believed\b`:                                 `no longer counts`,
	`\b[Bb]ehind (?:each|every|the set|the names|a name|a place|%q)`: `after`,
	`\b[Nn]othing of (?:it|your mail) was\b`:                         `none of it`,
	`\bgames? stands? still\b`:                                       `is on hold`,
	`\bas little as is needed\b`:                                     `no more than it takes`,
	`\b[Ss]ay chmod\b`:                                               `run chmod`,
	`\bare the most\b`:                                               `the limit is`,
	`\btime was over\b`:                                              `ran out`,
	`\btells of (?:one|all)\b`:                                       `explains one`,
	`\b(?:is never|are not) (?:replaced|sold)\b`:                     `cannot be`,
	`\b[aA] %s-train\b`:                                              `step.ATrain: an 8-train`,
	`\bcounts? nothing\b`:                                            `does not count`,
	`\bgames? that (?:is|are) on\b`:                                  `running game`,
	`\bin the same line\b|\bin a line of its own\b`:                  `on`,
	`be said ahead`:                                                  `plan ahead`,
	`gone by right`:                                                  `gone`,
	`\b(?:by|to|from|for) who (?:has|can|cannot|wins|won)\b`:         `whoever, or the player who`,
	`\bdearest first\b`:                                              `highest price first`,
	`\bcomes to (?:that|the track)\b`:                                `reaches`,
	`\bwhat lies in %s\b|^what lies in $`:                            `the tile in`,
	`\bmore goes by\b`:                                               `in steps of`,
	`\bthe most there may be\b`:                                      `the limit`,
	`\b1 (games|mails|days)\b`:                                       `the singular`,
}

// unread are folders whose texts reach neither players nor hosts.
var unread = map[string]bool{"testdata": true, "evening": true, "mutate": true, "demo": true}

// TestSentences reads the string literals of the source that players and hosts get to see.
// With -sentences FILE it writes them all to a file, so that they can be read in one go:
//
//	go test ./docs -run Sentences -sentences /tmp/sentences.txt
func TestSentences(t *testing.T) {
	all := map[string][]string{}
	for _, root := range []string{"pbem", "titles", "engine", "cmd", "store", "templates"} {
		read(t, filepath.Join("..", root), all)
	}
	var files []string
	count := 0
	for name, sentences := range all {
		files = append(files, name)
		count += len(sentences)
	}
	sort.Strings(files)
	if count < 3000 {
		t.Errorf("only %d sentences were found", count)
	}
	if *sentencesFile != "" {
		write(t, *sentencesFile, files, all)
	}
	for wording, instead := range wordings {
		pattern := regexp.MustCompile(wording)
		for _, name := range files {
			for _, s := range all[name] {
				if pattern.MatchString(s) {
					t.Errorf("%s: %q: write: %s", name, s, instead)
				}
			}
		}
	}
}

// read collects the sentences of all files of a directory.
func read(t *testing.T, root string, all map[string][]string) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if unread[d.Name()] || strings.HasSuffix(d.Name(), "test") {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		if found := sentences(file); len(found) > 0 {
			all[filepath.ToSlash(strings.TrimPrefix(name, ".."+string(filepath.Separator)))] = found
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sentences returns the texts of a file of at least two words. Texts joined with + are one.
func sentences(file *ast.File) []string {
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field:
			_, tagged := n.(*ast.Field)
			return tagged && n.(*ast.Field).Tag == nil
		case *ast.CallExpr:
			return !internal(n)
		case *ast.BinaryExpr, *ast.BasicLit:
			s, ok := literal(n.(ast.Expr))
			if ok && twoWords.MatchString(s) {
				found = append(found, s)
			}
			return !ok
		}
		return true
	})
	return found
}

var twoWords = regexp.MustCompile(`[A-Za-z%][\w%'-]*[,;:.]? +[A-Za-z%]`)

// internal tells of calls whose texts only we read: patterns, logs and panics.
func internal(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "panic"
	case *ast.SelectorExpr:
		from, ok := f.X.(*ast.Ident)
		return ok && (from.Name == "regexp" || from.Name == "slog")
	}
	return false
}

// literal returns the text of literals, joined with +.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.ParenExpr:
		return literal(e.X)
	case *ast.BinaryExpr:
		left, ok := literal(e.X)
		right, also := literal(e.Y)
		return left + right, ok && also && e.Op == token.ADD
	}
	return "", false
}

// write prints the sentences by package and file, one a line.
func write(t *testing.T, to string, files []string, all map[string][]string) {
	t.Helper()
	var text strings.Builder
	for _, name := range files {
		fmt.Fprintf(&text, "\n%s\n", name)
		for _, s := range all[name] {
			fmt.Fprintf(&text, "    %s\n", strings.ReplaceAll(s, "\n", `\n`))
		}
	}
	if err := os.WriteFile(to, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
