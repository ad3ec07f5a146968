package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"pbem/engine/enginetest/covered"
	choice "pbem/engine/enginetest/mutate/switched"
	"pbem/engine/enginetest/ruletests"
)

// The outcomes of a mutant.
const (
	untried = iota
	survived
	noticed
	late    // noticed: its tests did not end in time
	same    // it compiles to the same program
	unbuilt // it does not compile
)

// A bench compiles and runs the tests of one package with some files replaced.
type bench struct {
	root   string // root folder of the module
	pkg    string // folder, relative to root
	tests  ruletests.Choice
	tmp    string
	sum    [sha256.Size]byte // of the unchanged program
	limit  time.Duration     // time limit of the tests
	memory int               // limit in megabytes
	ran    covered.Profile   // the code that the tests run
	plan   *plan             // nil where every mutant has a program of its own
}

// many is the worker whose program holds many mutants.
const many = "many"

// newBench compiles and runs the unchanged tests, which have to pass.
func newBench(ctx context.Context, root, pkg string, tests ruletests.Choice, patience time.Duration, memory int) (*bench, error) {
	tmp, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	b := &bench{root: root, pkg: pkg, tests: tests, tmp: tmp, limit: 10 * time.Minute, memory: memory}
	out, err := b.build(ctx, "0", nil)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s does not compile: %w\n%s", pkg, err, out), b.close())
	}
	began := time.Now()
	if b.sum, err = sum(b.program("0")); err != nil {
		return nil, errors.Join(err, b.close())
	}
	if out, err := b.run(ctx, "0", nil); err != nil {
		return nil, errors.Join(fmt.Errorf("%s fails as it is: %w\n%s", pkg, err, out), b.close())
	}
	b.limit = patience + 5*time.Since(began)
	return b, nil
}

// holds compiles the program of many mutants. Its tests have to pass while none is on.
func (b *bench) holds(ctx context.Context, p *plan) error {
	if out, err := b.build(ctx, many, p.files); err != nil {
		return fmt.Errorf("%s does not compile with many mutants: %w\n%s", b.pkg, err, out)
	}
	if out, err := b.run(ctx, many, nil); err != nil {
		return fmt.Errorf("%s fails with many mutants, none of them on: %w\n%s", b.pkg, err, out)
	}
	b.plan = p
	return nil
}

func (b *bench) close() error { return os.RemoveAll(b.tmp) }

func (b *bench) program(worker string) string { return filepath.Join(b.tmp, worker+".test") }

// copied returns the path of a changed file. Messages of the compiler have this name.
func (b *bench) copied(worker, name string) string {
	return filepath.Join(b.tmp, worker+"-"+filepath.Base(name))
}

// build compiles the tests with some files replaced: names relative to root, and their contents. It keeps
// paths and build ids out of the program, so that equal code gives equal programs.
func (b *bench) build(ctx context.Context, worker string, files map[string][]byte, flags ...string) (output string, err error) {
	replace := map[string]string{}
	for _, file := range b.tests.Hidden {
		replace[file] = ""
	}
	for name, text := range files {
		copied := b.copied(worker, name)
		if worker == many { // some folders have files of the same name
			copied = b.copied(worker+strconv.Itoa(len(replace)), name)
		}
		if err := os.WriteFile(copied, text, 0o600); err != nil {
			return "", err
		}
		replace[filepath.Join(b.root, name)] = copied
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(b.tmp, worker+".json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return "", err
	}
	args := append([]string{"test", "-c", "-vet=off", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-overlay", overlay, "-o", b.program(worker)}, flags...)
	cmd := exec.CommandContext(ctx, "go", append(args, "./"+b.pkg)...)
	cmd.Dir = b.root
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// run runs the tests that count until the first failure.
func (b *bench) run(ctx context.Context, worker string, env []string, flags ...string) (output string, err error) {
	ctx, cancel := context.WithTimeout(ctx, b.limit)
	defer cancel()
	args := append([]string{"-c", fmt.Sprintf(`ulimit -v %d; exec "$@"`, b.memory<<10), "sh",
		b.program(worker), "-test.short", "-test.failfast", "-test.run", b.tests.Run}, flags...)
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = filepath.Join(b.root, b.pkg)
	cmd.Env = append(os.Environ(), env...)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// try returns the outcome of a mutant. An error is not about the mutant. What survives in the program of many is
// compiled alone: it may be the same program.
func (b *bench) try(ctx context.Context, worker string, m mutant) (int, error) {
	is, err := b.tested(ctx, worker, m)
	if is != survived || err != nil || !b.inside(m) {
		return is, err
	}
	if is, err := b.compile(ctx, worker, m); is != untried || err != nil {
		return is, err
	}
	return survived, nil
}

// tested is like try, but does not tell a survivor from the same program where it need not compile it.
func (b *bench) tested(ctx context.Context, worker string, m mutant) (int, error) {
	switch {
	case b.plan != nil && b.plan.unbuilt[m.id]:
		return unbuilt, nil
	case b.inside(m) && idle(b.ran, m):
		return survived, nil
	case b.inside(m):
		return b.tryInside(ctx, worker, m)
	}
	if is, err := b.compile(ctx, worker, m); is != untried || err != nil {
		return is, err
	}
	if idle(b.ran, m) {
		return survived, nil
	}
	return b.outcome(ctx, worker, m, nil)
}

// inside reports whether the program of many holds a mutant.
func (b *bench) inside(m mutant) bool { return b.plan != nil && b.plan.inside[m.id] }

// tryInside runs the program of many mutants with one of them on.
func (b *bench) tryInside(ctx context.Context, worker string, m mutant) (int, error) {
	if m.form != printed {
		return b.outcome(ctx, many, m, []string{fmt.Sprintf("%s=%d", choice.Variable, m.id)})
	}
	src, err := os.ReadFile(filepath.Join(b.root, m.file))
	if err != nil {
		return 0, err
	}
	file := b.copied(worker, m.file)
	if err := os.WriteFile(file, m.applied(src), 0o600); err != nil {
		return 0, err
	}
	return b.outcome(ctx, many, m, []string{choice.DataFile + "=" + file})
}

// compile compiles a mutant alone. It is untried if it compiles to another program.
func (b *bench) compile(ctx context.Context, worker string, m mutant) (int, error) {
	src, err := os.ReadFile(filepath.Join(b.root, m.file))
	if err != nil {
		return 0, err
	}
	out, err := b.build(ctx, worker, map[string][]byte{m.file: m.applied(src)})
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil && b.blames(ctx, worker, m, out):
		return unbuilt, nil
	case err != nil:
		return 0, fmt.Errorf("%s: %w\n%s", m, err, out)
	}
	if is, err := sum(b.program(worker)); err != nil || is != b.sum {
		return untried, err
	}
	return same, nil
}

// outcome runs the tests of a program for a mutant.
func (b *bench) outcome(ctx context.Context, program string, m mutant, env []string) (int, error) {
	_, err := b.run(ctx, program, env)
	var failed *exec.ExitError
	if errors.As(err, &failed) && failed.ExitCode() < 0 {
		time.Sleep(100 * time.Millisecond) // it was killed, and perhaps this process is killed too
	}
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case errors.As(err, &failed) && failed.ExitCode() < 0:
		return late, nil
	case errors.As(err, &failed):
		return noticed, nil
	case err != nil:
		return 0, fmt.Errorf("%s: %w", m, err)
	}
	return survived, nil
}

// A pair is the bench of a title, and those of the shared folders that have tests.
type pair struct {
	title *bench
	own   map[string]*bench
}

// try runs a shared folder's own tests first if the change is there, because they are quicker.
func (p pair) try(ctx context.Context, worker string, m mutant) (int, error) {
	if own := p.own[path.Dir(m.file)]; own != nil {
		if is, err := own.tested(ctx, worker, m); err != nil || is == noticed || is == late || is == unbuilt {
			return is, err
		}
	}
	return p.title.try(ctx, worker, m)
}

// inCode matches a message of the compiler about a line of code.
var inCode = regexp.MustCompile(`(?m)^\S.*\.go:\d+:\d+: `)

// blames reports whether a program does not compile because of the mutant: the compiler names its copy, or it
// names another file while the unchanged program compiles. The path of the copy depends on where the checkout
// is.
func (b *bench) blames(ctx context.Context, worker string, m mutant, said string) bool {
	switch {
	case !inCode.MatchString(said):
		return false
	case strings.Contains(said, filepath.Base(b.copied(worker, m.file))+":"):
		return true
	}
	_, err := b.build(ctx, worker, nil)
	return err == nil
}

func sum(file string) ([sha256.Size]byte, error) {
	text, err := os.ReadFile(file)
	return sha256.Sum256(text), err
}
