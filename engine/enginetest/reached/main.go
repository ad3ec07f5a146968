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
)

// An order is what the command line asks for.
type order struct {
	slug       string
	with       string // folder whose lines count too
	skip       string // files whose lines do not
	walks      int
	profile    string // read instead of playing
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

// command does what its arguments say: 0 when every rule has a game or a case, 1
// when one has not, 2 for an error.
func command(ctx context.Context, args []string, out, notes io.Writer) (int, error) {
	o := order{out: out, notes: notes}
	flags := flag.NewFlagSet("reached", flag.ContinueOnError)
	flags.SetOutput(notes)
	flags.StringVar(&o.with, "with", "engine/step", "`folder` whose lines count too")
	flags.StringVar(&o.skip, "skip", "import*.go,compat*.go,lesson.go,position.go,account*.go,closed.go", "leave these `files` out")
	flags.IntVar(&o.walks, "walks", 100, "play `n` random games")
	flags.StringVar(&o.profile, "profile", "", "play nothing and read this `file` of the cover tool")
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

// table says of every rule what came to it.
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
	cases, err := casesOf(filepath.Join(m.Dir, folder))
	if err != nil {
		return table{}, err
	}
	text, err := o.played(ctx, m.Dir, folder)
	if err != nil {
		return table{}, err
	}
	ran, err := covered.Read(text, m.Path)
	if err != nil {
		return table{}, err
	}
	return tableOf(all, cites, cases, ran), nil
}

// A play is a run of tests that play whole games.
type play struct {
	folder, tests string
	flags         []string
}

// played runs the games, and returns what the cover tool wrote about them.
func (o order) played(ctx context.Context, root, folder string) (string, error) {
	if o.profile != "" {
		text, err := os.ReadFile(o.profile)
		return string(text), err
	}
	all := ""
	for _, p := range []play{
		{"./titles", "^(TestRandomGames|TestStoredGamesArePlayedAgain)$/^" + o.slug + "$", []string{"-walks", strconv.Itoa(o.walks)}},
		{"./titles/replay", "^TestRecordedGames$/^" + o.slug + "$", nil},
	} {
		text, err := p.run(ctx, root, "./"+folder+",./"+o.with)
		if err != nil {
			return "", err
		}
		all += text
	}
	return all, nil
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
