package mailtest

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pbem/pbem"
	"pbem/pbem/desk"
	"pbem/store"
	"pbem/store/dump"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
	"pbem/wholefile"
)

var (
	manyGames = flag.Int("many-games", 100, "how many games the stores of BenchmarkMany hold")
	manyData  = flag.String("many-data", "", "a folder that keeps the stores of BenchmarkMany; \"\" makes one")
	manyWarm  = flag.Bool("many-warm", false, "let the system keep what it has read of the files of BenchmarkMany")
	manyAlone = flag.Bool("many-alone", false, "measure what one service does when it has little to do, and no more")
	manyOn    = flag.String("many-on", "bbolt,postgresql", "the stores of BenchmarkMany")
)

// A ground is a store with many games, in a folder: a file, or a database server of its own.
type ground struct {
	n      int
	on     string // "bbolt" or "postgresql"
	dir    string
	server *pgtest.Server
	about
}

// about is what is remembered of a ground from one run to the next.
type about struct {
	Made time.Time // when the games were made
	Used int       // how many games have got moves
}

// newGround makes a store with n games, or opens the one that is there.
func newGround(t testing.TB, on, dir string, n int) *ground {
	t.Helper()
	g := &ground{n: n, on: on, dir: filepath.Join(dir, fmt.Sprint(on, n))}
	text, err := os.ReadFile(g.file())
	if err == nil {
		err = json.Unmarshal(text, &g.about)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = g.fill(t)
	} else if g.cold(); on == "postgresql" {
		g.serve(t)
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func (g *ground) file() string { return filepath.Join(g.dir, "about.json") }

// note writes what is remembered.
func (g *ground) note(t testing.TB) {
	t.Helper()
	text, err := json.Marshal(g.about)
	if err = errors.Join(err, os.WriteFile(g.file(), text, 0o644)); err != nil {
		t.Fatal(err)
	}
}

// serve starts the database server. It syncs, and has the memory that a small machine gives it.
func (g *ground) serve(t testing.TB) {
	g.server = pgtest.NewIn(t, filepath.Join(g.dir, "server"), "shared_buffers = 512MB", "max_wal_size = 2GB", "default_toast_compression = 'lz4'", "wal_compression = lz4")
}

// fill makes the games.
func (g *ground) fill(t testing.TB) error {
	began, p := time.Now(), newPatterns(t)
	g.Made = p.made
	if err := errors.Join(os.RemoveAll(g.dir), os.MkdirAll(g.dir, 0o755), os.Chmod(g.dir, 0o755)); err != nil {
		return err
	}
	if g.on == "bbolt" {
		if err := store.Fill(g.path(), p.source(g.n), wholefile.Keep); err != nil {
			return err
		}
	} else {
		g.serve(t)
		g.server.Exec("postgres", "CREATE DATABASE many")
		if err := g.fillServer(p.source(g.n)); err != nil {
			return err
		}
		g.server.Exec("many", "VACUUM ANALYZE", "CHECKPOINT")
	}
	if err := p.shelve(filepath.Join(g.dir, desk.ArchiveDir), g.n); err != nil {
		return err
	}
	fmt.Printf("%s: %d games made in %.0f s\n", g.on, g.n, time.Since(began).Seconds())
	g.note(t)
	return nil
}

func (g *ground) fillServer(from dump.Source) error {
	db, err := pg.Open(g.server.URL("many"), pg.Options{Moving: true})
	if err != nil {
		return err
	}
	return errors.Join(db.Fill(from), db.Close())
}

func (g *ground) path() string { return filepath.Join(g.dir, "pbem.db") }

// open opens the store, as one of several services does.
func (g *ground) open() (db pbem.Database, url string, err error) {
	if g.on == "bbolt" {
		file, err := store.Open(g.path(), store.Options{})
		return file, "", err
	}
	url = g.server.URL("many")
	server, err := pg.Open(url, pg.Options{})
	return server, url, err
}

// cold makes the system forget what it has read of the large files, as after a start of the machine.
func (g *ground) cold() {
	if *manyWarm {
		return
	}
	filepath.WalkDir(g.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return nil
		}
		if info, err := e.Info(); err == nil && info.Size() > 1<<20 {
			exec.Command("dd", "if="+path, "iflag=nocache", "count=0").Run() // where it fails, more is warm
		}
		return nil
	})
}

// folder is the data folder of one of several services. All have the same archive.
func (g *ground) folder(t testing.TB, node int) string {
	t.Helper()
	if g.on == "bbolt" {
		return g.dir
	}
	dir := filepath.Join(t.TempDir(), fmt.Sprint(node))
	err := errors.Join(os.MkdirAll(dir, 0o755), os.Symlink(filepath.Join(g.dir, desk.ArchiveDir), filepath.Join(dir, desk.ArchiveDir)))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// take returns a running game that has got no moves so far, all over the store.
func (g *ground) take() int {
	const stride = 7919 // a prime number, so that every game comes once
	runs := g.n / 10 * running
	k := g.Used * stride % runs
	g.Used++
	return k/running*10 + k%running
}

// grounds makes the stores that were asked for and calls bench for each.
func grounds(b *testing.B, bench func(b *testing.B, g *ground)) {
	dir := *manyData
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "pbem-many-"); err != nil { // only its owner may enter the parent of b.TempDir
			b.Fatal(err)
		}
		b.Cleanup(func() { os.RemoveAll(dir) })
		if err := os.Chmod(dir, 0o755); err != nil { // the database server has a user of its own
			b.Fatal(err)
		}
	}
	for _, on := range strings.Split(*manyOn, ",") {
		b.Run(on, func(b *testing.B) {
			g := newGround(b, on, dir, *manyGames)
			defer g.note(b)
			bench(b, g)
		})
	}
}

var discard = slog.New(slog.DiscardHandler)
