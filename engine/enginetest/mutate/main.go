package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"pbem/engine/enginetest/covered"
	"pbem/engine/enginetest/ruletests"
)

// An order holds what the command line asks for.
type order struct {
	pkg        string // folder of the title, relative to the root of the module
	with       string // folders whose used functions are changed too, with commas; a folder may use those before it
	files      string // patterns of names, with commas; "" for all
	skip       string
	run        string
	rows       int
	sample     int
	seed       uint64
	workers    int
	patience   time.Duration
	memory     int
	least      float64
	verbose    bool
	list       bool
	out, notes io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code, err := command(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
	}
	os.Exit(code)
}

// command carries out its arguments. It returns 0 if enough mutants are noticed, 1 if not, and 2 for an
// error.
func command(ctx context.Context, args []string, out, notes io.Writer) (int, error) {
	o := order{out: out, notes: notes}
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.SetOutput(notes)
	flags.StringVar(&o.with, "with", "engine/step,engine/step/classic", "`folders` whose functions are changed too, those the title uses")
	flags.StringVar(&o.files, "files", "", "change only these `files`: operate.go,data.json,step/*.go")
	flags.StringVar(&o.skip, "skip", "import*.go,compat*.go", "do not change these `files`")
	flags.StringVar(&o.run, "run", "", "run the tests of this `pattern` instead of those that state rules")
	flags.IntVar(&o.rows, "rows", 5, "change `n` values of each column of data.json")
	flags.IntVar(&o.sample, "sample", 0, "try only `n` mutants, picked by the seed; 0 for all")
	flags.Uint64Var(&o.seed, "seed", 1, "picks the sample and the rows")
	flags.IntVar(&o.workers, "p", 2, "`n` at a time")
	flags.DurationVar(&o.patience, "patience", 10*time.Second, "`time` a test may take beside five times its usual one")
	flags.IntVar(&o.memory, "memory", 4096, "`megabytes` of address space a test may take")
	flags.Float64Var(&o.least, "least", 97, "`percent` that must be noticed")
	flags.BoolVar(&o.verbose, "v", false, "list the tests that count, and those that do not")
	flags.BoolVar(&o.list, "n", false, "list the mutants and try none; without a title check the lists of equivalents of all")
	if err := flags.Parse(args); err != nil {
		return 2, nil
	}
	slug := flags.Arg(0)
	if err := flags.Parse(flags.Args()[min(1, flags.NArg()):]); err != nil { // flags may follow it
		return 2, nil
	}
	if slug == "" && o.list {
		return o.checkAll(ctx)
	}
	if slug == "" || flags.NArg() > 0 {
		return 2, errors.New("name one title: go run ./engine/enginetest/mutate SLUG")
	}
	if o.pkg = path.Clean(slug); !strings.Contains(o.pkg, "/") {
		o.pkg = path.Join("titles", o.pkg)
	}
	return o.carryOut(ctx)
}

func (o order) carryOut(ctx context.Context) (int, error) {
	m, err := covered.Here(ctx)
	if err != nil {
		return 2, err
	}
	ms, err := o.mutants(m.Dir, m.Path)
	if err == nil {
		err = o.checkList(m.Dir, m.Path)
	}
	if err != nil {
		return 2, err
	}
	if o.list {
		for _, m := range o.sampled(ms) {
			fmt.Fprintln(o.out, m)
		}
		return 0, nil
	}
	all, err := o.do(ctx, m, ms)
	switch {
	case err != nil:
		return 2, err
	case all.share() < o.least:
		return 1, nil
	}
	return 0, nil
}

// checkAll only checks whether the lists of equivalents fit the code.
func (o order) checkAll(ctx context.Context) (int, error) {
	m, err := covered.Here(ctx)
	if err == nil {
		err = o.checkLists(m.Dir, m.Path)
	}
	if err != nil {
		return 2, err
	}
	return 0, nil
}

// do tries the mutants and reports.
func (o order) do(ctx context.Context, m covered.Module, ms []mutant) (result, error) {
	tests, err := ruletests.Choose(filepath.Join(m.Dir, o.pkg))
	if o.run != "" {
		tests, err = ruletests.Choice{Run: o.run}, nil
	}
	if err != nil {
		return result{}, err
	}
	if o.verbose {
		fmt.Fprintf(o.notes, "these count: %s\nthese do not: %s\n", strings.Join(tests.Tests, " "), strings.Join(tests.Others, " "))
	}
	b, err := newBench(ctx, m.Dir, o.pkg, tests, o.patience, o.memory)
	if err != nil {
		return result{}, err
	}
	all, err := o.measure(ctx, m, b, ms)
	return all, errors.Join(err, b.close())
}

// measure finds what the tests run, and tries a sample of the mutants there.
func (o order) measure(ctx context.Context, m covered.Module, b *bench, ms []mutant) (result, error) {
	if err := b.cover(ctx, m.Path, o.shared()); err != nil {
		return result{}, err
	}
	ms, skipped := reached(b.ran, ms, o.shared())
	if len(ms) == 0 {
		return result{}, errors.New("the tests run nothing of what could be changed")
	}
	ms = o.sampled(ms)
	own, err := o.ownBenches(ctx, m.Dir)
	if err != nil {
		return result{}, err
	}
	if err := o.prepare(ctx, m, b, own, ms); err != nil {
		return result{}, errors.Join(err, closed(own))
	}
	became, err := o.tryAll(ctx, pair{b, own}, ms)
	all := report(o.out, ms, became)
	for _, folder := range o.shared() {
		if n := skipped[folder]; n > 0 {
			fmt.Fprintf(o.out, "%d of %s were skipped: the tests of %s never run that code\n", n, folder, o.pkg)
		}
	}
	return all, errors.Join(err, closed(own))
}

// prepare puts mutants into one program, for the title and for each shared folder that has some of them.
func (o order) prepare(ctx context.Context, m covered.Module, title *bench, own map[string]*bench, ms []mutant) error {
	p, err := planned(ctx, m.Dir, m.Path, o.pkg, ms)
	if err != nil {
		return err
	}
	if err := title.holds(ctx, p); err != nil {
		return err
	}
	for folder, b := range own {
		if slices.ContainsFunc(ms, func(m mutant) bool { return path.Dir(m.file) == folder }) {
			if err := b.holds(ctx, p); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(o.notes, "%d of %d are in one program, %d do not compile\n", len(p.inside), len(ms), len(p.unbuilt))
	return nil
}

// shared returns the folders whose used functions are changed beside the title: none if one of them is looked
// at itself.
func (o order) shared() []string {
	folders := strings.Split(o.with, ",")
	if slices.Contains(folders, o.pkg) {
		return nil
	}
	return folders
}

// ownBenches run the tests of the shared folders, those that state rules. There is none if other tests were
// asked for.
func (o order) ownBenches(ctx context.Context, root string) (map[string]*bench, error) {
	out := map[string]*bench{}
	if o.run != "" {
		return out, nil
	}
	for _, folder := range o.shared() {
		tests, err := ruletests.Choose(filepath.Join(root, folder))
		if errors.Is(err, ruletests.ErrNone) {
			continue
		}
		if err == nil {
			out[folder], err = newBench(ctx, root, folder, tests, o.patience, o.memory)
		}
		if err != nil {
			return nil, errors.Join(err, closed(out))
		}
	}
	return out, nil
}

func closed(benches map[string]*bench) error {
	var errs []error
	for _, b := range benches {
		if b != nil {
			errs = append(errs, b.close())
		}
	}
	return errors.Join(errs...)
}

// mutants returns all mutants to be tried.
func (o order) mutants(root, module string) ([]mutant, error) {
	all, err := enumerated(root, module, o.pkg, o.shared())
	if err != nil {
		return nil, err
	}
	if all, err = o.others(root, all); err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(m mutant) bool { return matches(o.skip, m.file) || o.files != "" && !matches(o.files, m.file) })
	all = rowsOf(all, o.rows, o.seed)
	if len(all) == 0 {
		return nil, errors.New("there is nothing to change in these files")
	}
	return all, nil
}

// sampled picks a sample, in the order of all mutants.
func (o order) sampled(all []mutant) []mutant {
	if o.sample <= 0 || o.sample >= len(all) {
		return all
	}
	picked := rand.New(rand.NewPCG(o.seed, 0)).Perm(len(all))[:o.sample]
	slices.Sort(picked)
	var some []mutant
	for _, i := range picked {
		some = append(some, all[i])
	}
	return some
}

// enumerated finds every mutant of a title and of the code that it uses from the shared folders. A folder is
// used by the title and by the folders after it.
func enumerated(root, module, pkg string, with []string) ([]mutant, error) {
	out, err := inFolder(root, pkg, nil)
	if err != nil {
		return nil, err
	}
	users := []string{filepath.Join(root, pkg)}
	for _, folder := range slices.Backward(with) {
		dir := filepath.Join(root, folder)
		used, err := usedOf(dir, users, path.Join(module, folder))
		if err != nil {
			return nil, err
		}
		more, err := inFolder(root, folder, used)
		if err != nil {
			return nil, err
		}
		if out = append(out, more...); len(used) > 0 {
			users = append(users, dir)
		}
	}
	src, err := os.ReadFile(filepath.Join(root, pkg, "data.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	ms, err := dataMutants(path.Join(pkg, "data.json"), src)
	return append(out, ms...), err
}

// inFolder finds the mutants of the Go files of a folder, in the wanted declarations; nil wants all.
func inFolder(root, folder string, wanted map[string]bool) ([]mutant, error) {
	files, err := goFiles(filepath.Join(root, folder))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("there are no Go files in %s", folder)
	}
	if err != nil {
		return nil, err
	}
	var out []mutant
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		ms, err := codeMutants(path.Join(folder, filepath.Base(file)), src, wanted)
		if err != nil {
			return nil, err
		}
		out = append(out, ms...)
	}
	return out, nil
}

// matches reports whether a file matches one of the patterns: its name, or its name with as many folders as
// the pattern has.
func matches(patterns, file string) bool {
	for p := range strings.SplitSeq(patterns, ",") {
		parts := strings.Split(file, "/")
		n := strings.Count(p, "/") + 1
		if ok, err := path.Match(p, strings.Join(parts[max(0, len(parts)-n):], "/")); ok && err == nil {
			return true
		}
	}
	return false
}

// tryAll tries every mutant, several at a time, in a random order given by the seed. So what was tried before
// an error or an interrupt is a fair sample too.
func (o order) tryAll(ctx context.Context, b pair, ms []mutant) ([]int, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	p := progress{became: make([]int, len(ms)), notes: o.notes}
	next := make(chan int)
	var workers sync.WaitGroup
	for w := range max(1, o.workers) {
		workers.Go(func() {
			for i := range next {
				if ctx.Err() != nil {
					continue
				}
				is, err := b.try(ctx, strconv.Itoa(w), ms[i])
				if err != nil {
					stop(err)
					continue
				}
				p.set(i, is, ms[i])
			}
		})
	}
	for _, i := range rand.New(rand.NewPCG(o.seed, 1)).Perm(len(ms)) {
		next <- i
	}
	close(next)
	workers.Wait()
	return p.became, context.Cause(ctx)
}

// progress holds the outcomes so far. Workers share it.
type progress struct {
	mu         sync.Mutex
	became     []int
	done, left int
	notes      io.Writer
}

// set notes an outcome. A survivor is told at once: a run that is killed makes no report.
func (p *progress) set(i, is int, m mutant) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.became[i] = is
	p.done++
	if is == survived {
		p.left++
		fmt.Fprintln(p.notes, "survives:", m)
	}
	if p.done%20 == 0 || p.done == len(p.became) {
		fmt.Fprintf(p.notes, "%d of %d tried, %d survive\n", p.done, len(p.became), p.left)
	}
}
