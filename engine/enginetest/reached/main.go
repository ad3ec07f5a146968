package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"strconv"

	"pbem/engine/enginetest/covered"
	"pbem/engine/enginetest/ruletests"
)

// An order holds what the command line asks for.
type order struct {
	slug       string
	with       string // folder whose lines count too
	skip       string // files whose lines do not count
	walks      int
	games      string // files of the cover tool to read instead of playing
	cases      string
	out, notes io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code, err := command(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "reached:", err)
	}
	os.Exit(code)
}

// command carries out its arguments. It returns 0 if a game or a case reaches every rule, 1 if not, and 2 for
// an error.
func command(ctx context.Context, args []string, out, notes io.Writer) (int, error) {
	o := order{out: out, notes: notes}
	flags := flag.NewFlagSet("reached", flag.ContinueOnError)
	flags.SetOutput(notes)
	flags.StringVar(&o.with, "with", "engine/step", "`folder` whose lines count too")
	flags.StringVar(&o.skip, "skip", "import*.go,compat*.go,lesson.go,position.go,account*.go,closed.go", "leave these `files` out")
	flags.IntVar(&o.walks, "walks", 100, "play `n` random games")
	flags.StringVar(&o.games, "games", "", "play no games and read this `file` of the cover tool")
	flags.StringVar(&o.cases, "cases", "", "run no cases and read this `file` of the cover tool")
	if err := flags.Parse(args); err != nil {
		return 2, nil
	}
	if o.slug = flags.Arg(0); o.slug == "" || flags.NArg() > 1 {
		return 2, errors.New("name one title: go run ./engine/enginetest/reached SLUG")
	}
	m, err := covered.Here(ctx)
	if err != nil {
		return 2, err
	}
	t, err := o.table(ctx, m)
	if err != nil {
		return 2, err
	}
	t.print(o.out)
	if t.unguarded() {
		return 1, nil
	}
	return 0, nil
}

// table says what reached each rule.
func (o order) table(ctx context.Context, m covered.Module) (table, error) {
	folder := path.Join("titles", o.slug)
	all, err := checklist(filepath.Join(m.Dir, folder, "RULES.md"))
	if err != nil {
		return table{}, err
	}
	cites, err := o.cites(m.Dir, folder, all)
	if err != nil {
		return table{}, err
	}
	cases, err := namedIn(filepath.Join(m.Dir, folder))
	if err != nil {
		return table{}, err
	}
	games, err := o.profile(ctx, m, o.games, o.gamesOf)
	if err != nil {
		return table{}, err
	}
	guarded, err := o.profile(ctx, m, o.cases, o.casesOf)
	if err != nil {
		return table{}, err
	}
	return tableOf(all, cites, cases, games, guarded), nil
}

// profile returns what tests run, from a run or from a stored file.
func (o order) profile(ctx context.Context, m covered.Module, file string, plays func(root string) ([]play, error)) (covered.Profile, error) {
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		return covered.Read(string(text), m.Path)
	}
	all := ""
	list, err := plays(m.Dir)
	for _, p := range list {
		text, err := p.run(ctx, m.Dir, "./titles/"+o.slug+",./"+o.with)
		if err != nil {
			return nil, err
		}
		all += text
	}
	if err != nil {
		return nil, err
	}
	return covered.Read(all, m.Path)
}

// A play is a run of some tests of a folder.
type play struct {
	folder, tests string
	flags         []string
}

// gamesOf returns the tests that play whole games of the title.
func (o order) gamesOf(string) ([]play, error) {
	return []play{
		{"./titles", "^(TestRandomGames|TestStoredGamesArePlayedAgain)$/^" + o.slug + "$", []string{"-walks", strconv.Itoa(o.walks)}},
		{"./titles/replay", "^TestRecordedGames$/^" + o.slug + "$", nil},
		{"./titles/robot", "^TestStoredGamesOfRobots$/^" + o.slug + "$", []string{"-all"}},
	}, nil
}

// casesOf returns the tests of the title that state rules.
func (o order) casesOf(root string) ([]play, error) {
	tests, err := ruletests.Choose(filepath.Join(root, "titles", o.slug))
	return []play{{"./titles/" + o.slug, tests.Run, []string{"-short"}}}, err
}

func (p play) run(ctx context.Context, root, packages string) (string, error) {
	dir, err := os.MkdirTemp("", "reached")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "cover.out")
	args := []string{"test", "-timeout", "0", "-coverpkg", packages, "-coverprofile", file, "-run", p.tests, p.folder}
	cmd := exec.CommandContext(ctx, "go", append(args, p.flags...)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", p.folder, p.tests, err, out)
	}
	text, err := os.ReadFile(file)
	return string(text), err
}
