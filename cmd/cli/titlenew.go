package cli

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"go/format"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pbem/titles"
	"pbem/titles/title"
	"pbem/titles/title/sample"
)

// module is the path of this module.
var module = strings.TrimSuffix(reflect.TypeFor[title.Title]().PkgPath(), "/titles/title")

// titleNewCommand writes a small title to begin with.
func titleNewCommand() *cobra.Command {
	var n newTitle
	c := &cobra.Command{
		Use:   "new SLUG [flags]",
		Short: "write a small title to begin with",
		Long: `Writes a small title that can be played at once: an invented map with four
companies, rules, cases, stored games, and a README that says how to go on. SLUG
is its short name in small letters and digits, such as 18moor.

Within the sources of pbem it writes titles/SLUG, and adds the title to
titles/titles.go. Elsewhere it writes the folder SLUG: a module of its own, with a
program in cmd/pbem that serves the title and has every command of pbem. It needs
the sources of pbem then.`,
		Example: `  pbem title new 18moor
  pbem title new 18moor --name "18Moor and Fen" --sources ../pbem`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("say its short name: pbem title new 18moor")
			}
			if len(args) > 1 {
				return fmt.Errorf("%q is one argument too many", args[1])
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			n.slug = args[0]
			return n.make(c.OutOrStdout())
		},
	}
	c.Flags().StringVar(&n.name, "name", "", "what players call it (`NAME`); the short name with a capital if you say none")
	c.Flags().StringVar(&n.sources, "sources", "", "the `FOLDER` with the sources of pbem, for a title that is kept elsewhere")
	return c
}

// A newTitle is a title that is written.
type newTitle struct {
	slug, name, sources string

	dir  string // its folder
	path string // its import path
	own  bool   // it is a module of its own
}

var slugForm = regexp.MustCompile(`^[a-z0-9]+$`)

// pkg is the name of its package, as those of all titles.
func (n newTitle) pkg() string { return "t" + n.slug }

func (n newTitle) make(out io.Writer) error {
	if err := n.settle(); err != nil {
		return err
	}
	if err := n.place(); err != nil {
		return err
	}
	if err := n.write(); err != nil {
		return err
	}
	finish := n.list
	if n.own {
		finish = n.program
	}
	if err := finish(); err != nil {
		return err
	}
	return n.tell(out)
}

// ofGo are names that no module can have: the first words of packages of Go, and those of its commands.
const ofGo = `all archive bufio builtin bytes cmd cmp compress container context crypto database debug embed encoding errors expvar
	flag fmt go hash html image index internal io iter log main maps math mime net os path pbem plugin reflect regexp runtime
	slices sort std strconv strings structs sync syscall testing text time toolchain unicode unique unsafe vendor weak`

// settle finds the name, and refuses one that cannot be.
func (n *newTitle) settle() error {
	if !slugForm.MatchString(n.slug) || len(n.slug) > 20 {
		return misused("%q is no short name: small letters and digits, at most 20, such as 18moor", n.slug)
	}
	if slices.Contains(strings.Fields(ofGo), n.slug) {
		return misused("%q is a name of Go itself: a module of that name could not be built", n.slug)
	}
	if n.name == "" {
		n.name = n.slug
		if i := strings.IndexFunc(n.slug, func(r rune) bool { return r >= 'a' }); i >= 0 {
			n.name = n.slug[:i] + strings.ToUpper(n.slug[i:i+1]) + n.slug[i+1:]
		}
	}
	if strings.ContainsAny(n.name, "\"\\`\n%") {
		return misused("the name %q holds a quotation mark or another sign that it cannot hold", n.name)
	}
	for _, name := range []string{n.slug, n.name} {
		if t, ok := titles.Find(name); ok {
			return misused("there is a title %s already", t.Facts.Name)
		}
	}
	return nil
}

// place finds where it is written: within the sources, or in a module of its own.
func (n *newTitle) place() error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	n.dir, n.path = filepath.Join(here, n.slug), n.slug
	if root := sourcesAround(here); root != "" && n.sources == "" {
		n.sources, n.dir, n.path = root, filepath.Join(root, "titles", n.slug), module+"/titles/"+n.slug
	} else {
		n.own = true
		if n.sources == "" {
			return misused("this folder is not in the sources of pbem: say where they are, such as --sources ../pbem")
		}
		if n.sources, err = filepath.Abs(n.sources); err != nil {
			return err
		}
		if moduleIn(n.sources) != module {
			return misused("there are no sources of pbem in %s: its go.mod would begin with \"module %s\"", n.sources, module)
		}
	}
	if _, err := os.Stat(n.dir); err == nil {
		return fmt.Errorf("there is a folder %s already", n.dir)
	}
	return nil
}

// sourcesAround finds the sources of pbem that a folder belongs to, "" for none.
func sourcesAround(dir string) string {
	for {
		if moduleIn(dir) == module {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

var moduleLine = regexp.MustCompile(`(?m)^module\s+(\S+)`)

// moduleIn returns the path of the module in a folder, "" for none.
func moduleIn(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return ""
	}
	if m := moduleLine.FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return ""
}

// write writes the files of the sample under the name of the title.
func (n newTitle) write() error {
	return fs.WalkDir(sample.Sources, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == sample.SourcesFile {
			return err
		}
		data, err := fs.ReadFile(sample.Sources, name)
		if err != nil {
			return err
		}
		if data, err = n.renamed(name, data); err != nil {
			return err
		}
		return writeNew(filepath.Join(n.dir, filepath.FromSlash(name)), data)
	})
}

// writeNew writes a file into a folder that it makes.
func writeNew(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// renamed returns a file of the sample with the names of the title.
func (n newTitle) renamed(name string, data []byte) ([]byte, error) {
	switch {
	case strings.HasSuffix(name, ".gz"):
		return n.renamedGame(data)
	case strings.HasSuffix(name, ".go"):
		return format.Source([]byte(n.words().Replace(string(data)))) // other names are sorted otherwise
	}
	return []byte(n.words().Replace(string(data))), nil
}

// words replaces the names of the sample.
func (n newTitle) words() *strings.Replacer {
	slug, name := sample.Title.Facts.Slug, sample.Title.Facts.Name
	folder, data := "./titles/"+n.slug, "titles/"+n.slug+"/data.json"
	if n.own {
		folder, data = ".", "data.json"
	}
	return strings.NewReplacer(
		"./titles/title/sample", folder, "titles/title/sample/data.json", data,
		`sample "`+module+`/titles/title/sample"`, n.pkg()+` "`+n.path+`"`,
		"sample.Title", n.pkg()+".Title", "package sample", "package "+n.pkg(), "Package sample", "Package "+n.pkg(),
		slug, n.slug, name, n.name,
	)
}

// renamedGame returns a stored game of the title.
func (n newTitle) renamedGame(data []byte) ([]byte, error) {
	in, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := n.words().WriteString(w, string(text)); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

var allTitles = regexp.MustCompile(`(?m)^var all = checked\(.*\)$`)

// list adds the title to the list of those of this module.
func (n newTitle) list() error {
	name := filepath.Join(n.sources, "titles", "titles.go")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	line := fmt.Sprintf("\t%s %q\n", n.pkg(), n.path)
	before := fmt.Sprintf("\t%q\n", module+"/titles/title")
	at := allTitles.FindIndex(text)
	if at == nil || !bytes.Contains(text, []byte(before)) {
		return fmt.Errorf("%s is written; add %s.Title to the list in %s yourself", n.dir, n.pkg(), name)
	}
	listed := string(text[:at[1]-1]) + ", " + n.pkg() + ".Title" + string(text[at[1]-1:])
	source, err := format.Source([]byte(strings.Replace(listed, before, line+before, 1)))
	if err != nil {
		return err
	}
	return os.WriteFile(name, source, 0o644)
}

// program makes a module of the folder, with a program that serves the title.
func (n newTitle) program() error {
	mod, err := os.ReadFile(filepath.Join(n.sources, "go.mod"))
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(n.sources, "go.sum"))
	if err != nil {
		return err
	}
	main := fmt.Sprintf("// Command pbem hosts games of %s, and of the titles of pbem.\npackage main\n\nimport (\n\t%s %q\n\n\t%q\n)\n\nfunc main() { cli.Main(%s.Title) }\n",
		n.name, n.pkg(), n.path, module+"/cmd/cli", n.pkg())
	for file, text := range map[string]string{
		"go.mod": n.mod(string(mod)), "go.sum": string(sum), "cmd/pbem/main.go": main,
	} {
		if err := writeNew(filepath.Join(n.dir, filepath.FromSlash(file)), []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

var (
	goLine   = regexp.MustCompile(`(?m)^go\s.*$`)
	requires = regexp.MustCompile(`(?ms)^require \(\n(.*?)^\)$`)
)

// mod is the go.mod of a module of its own. It names everything that pbem needs, so that it builds at once.
func (n newTitle) mod(pbem string) string {
	out := fmt.Sprintf("module %s\n\n%s\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", n.path, goLine.FindString(pbem), module, module, strconv.Quote(n.sources))
	for _, block := range requires.FindAllStringSubmatch(pbem, -1) {
		out += "\nrequire (\n"
		for line := range strings.Lines(block[1]) {
			line = strings.TrimSuffix(strings.TrimSpace(line), " // indirect")
			out += "\t" + line + " // indirect\n"
		}
		out += ")\n"
	}
	return out
}

// tell says what was written and what to do next.
func (n newTitle) tell(out io.Writer) error {
	test, from := "go test ./pbem/grammar -run Page -update    (docs/commands.md)\n  go test ./titles/"+n.slug, n.sources
	if n.own {
		test, from = "go test .", n.dir
	}
	_, err := fmt.Fprintf(out, `%s is written into %s; its README says how to go on. In %s:
  %s
  go run ./cmd/pbem walk %s --games 20
`, n.name, n.dir, from, test, n.slug)
	return err
}
