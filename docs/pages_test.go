// Package docs holds the pages about pbem. Its tests keep them true.
package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the folder of the project.
const root = ".."

// pages are the pages that people read, by their path below root.
func pages(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "titles/*/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rel, _ := filepath.Rel(root, name)
			out[filepath.ToSlash(rel)] = string(text)
		}
	}
	return out
}

// link finds where a page leads, and the pictures in it.
var link = regexp.MustCompile(`\]\(([^()\s]+)\)|\bsrc="([^"]+)"`)

// quoted is text that is shown as it stands: no link is in it.
var quoted = regexp.MustCompile("(?ms)^```.*?^```|`[^`\n]*`")

// targets are the places in this project to which a page leads.
func targets(text string) (out []string) {
	for _, m := range link.FindAllStringSubmatch(quoted.ReplaceAllString(text, ""), -1) {
		if to := m[1] + m[2]; !strings.Contains(to, "://") && !strings.HasPrefix(to, "mailto:") {
			out = append(out, to)
		}
	}
	return out
}

// heading finds the headings of a page.
var heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)

// anchors are the names by which forges find the headings of a page.
func anchors(text string) (out []string) {
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		name := regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(strings.ToLower(m[1]), "")
		out = append(out, strings.ReplaceAll(name, " ", "-"))
	}
	return out
}

// Links lead to files and headings that are there.
func TestLinks(t *testing.T) {
	all, met := pages(t), 0
	for page, text := range all {
		for _, to := range targets(text) {
			met++
			file, anchor, _ := strings.Cut(to, "#")
			path := page
			if file != "" {
				path = filepath.ToSlash(filepath.Join(filepath.Dir(page), file))
			}
			if _, err := os.Stat(filepath.Join(root, path)); err != nil {
				t.Errorf("%s leads to %s, which is not there", page, to)
			} else if anchor != "" && !slices.Contains(anchors(all[path]), anchor) {
				t.Errorf("%s leads to %s: %s has no such heading", page, to, path)
			}
		}
	}
	if met < 40 {
		t.Errorf("only %d links were found", met)
	}
}

// The index of docs lists every page there.
func TestIndexIsComplete(t *testing.T) {
	all := pages(t)
	listed := targets(all["docs/README.md"])
	for page := range all {
		if name, ok := strings.CutPrefix(page, "docs/"); ok && !strings.Contains(name, "/") && name != "README.md" && !slices.Contains(listed, name) {
			t.Errorf("docs/README.md does not list %s", page)
		}
	}
}

// codeName finds names of packages, and of what is declared in them.
var codeName = regexp.MustCompile(`\b(pbem|store|[a-z]+)\.([A-Za-z]\w*)(?:\.([A-Za-z]\w*))?`)

// The page that follows a mail names functions that are there.
func TestNamesOnTheWayOfAMail(t *testing.T) {
	const page = "docs/how-a-mail-travels.md"
	met, known := 0, map[string][]string{}
	for _, m := range codeName.FindAllStringSubmatch(pages(t)[page], -1) {
		dir := packageDir(m[1])
		if dir == "" || m[2] == "md" || m[2] == "go" {
			continue
		}
		if known[dir] == nil {
			known[dir] = declared(t, dir)
		}
		if met++; !slices.Contains(known[dir], strings.TrimSuffix(m[2]+"."+m[3], ".")) {
			t.Errorf("%s names %s, which is not in %s", page, m[0], dir)
		}
	}
	if met < 25 {
		t.Errorf("only %d names were found", met)
	}
}

// The stages that decide about a mail: as the code runs them, the package comment explains them, and the page draws them.
func TestStagesOfAMail(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	ran := regexp.MustCompile(`outcome string, err error\){\n\t\t([a-z, ]+),\n`).FindStringSubmatch(read("pbem/stages.go"))
	if ran == nil {
		t.Fatal("pbem/stages.go has no list of stages")
	}
	run := strings.Split(ran[1], ", ")
	_, list, _ := strings.Cut(read("pbem/doc.go"), "// The stages that decide (stages.go):")
	var explained []string
	for _, m := range regexp.MustCompile(`(?m)^//\t([a-z]+) +`).FindAllStringSubmatch(list, -1) {
		explained = append(explained, m[1])
	}
	if !slices.Equal(run, explained) {
		t.Errorf("the stages are %q, and pbem/doc.go explains %q", run, explained)
	}
	page := pages(t)["docs/how-a-mail-travels.md"]
	drawn, _, _ := strings.Cut(page[strings.Index(page, "pbem.handle"):], "lines that are hers")
	for _, stage := range run {
		_, rest, found := strings.Cut(drawn, stage)
		if !found {
			t.Fatalf("the page does not draw %s where it comes in %q", stage, run)
		}
		drawn = rest
	}
	if n := map[int]string{11: "eleven", 12: "twelve", 13: "thirteen"}[len(run)]; strings.Count(page, n+" stages") != 3 {
		t.Errorf("the page does not say three times that there are %d stages", len(run))
	}
}

// packageDir is where a package is, below root; "" for what is none.
func packageDir(name string) string {
	for _, dir := range []string{name, "pbem/" + name, "engine/" + name} {
		if files, _ := filepath.Glob(filepath.Join(root, dir, "*.go")); len(files) > 0 {
			return dir
		}
	}
	return ""
}

// declared lists what a package declares: functions, types, variables, and methods
// as "Type.Method".
func declared(t *testing.T, dir string) (names []string) {
	t.Helper()
	for _, f := range parsed(t, filepath.Join(root, dir)) {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				names = append(names, receiver(d)+d.Name.Name)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						names = append(names, s.Name.Name)
					case *ast.ValueSpec:
						names = append(names, s.Names[0].Name)
					}
				}
			}
		}
	}
	return names
}

// receiver is "Type." for a method, "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name + "."
	}
	return ""
}

// parsed reads the Go files of a folder, without tests.
func parsed(t *testing.T, dir string) (out []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	return out
}

// folders are those below a folder of the project, itself included.
func folders(t *testing.T, below string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, below), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
