package pbem

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/album"
	"pbem/pbem/archive"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/store"
)

// withPages lets a service write pages.
func withPages(t *testing.T, tables string) *testService {
	t.Helper()
	d := newSharedService(t)
	d.cfg.Pages = config.Pages{Folder: filepath.Join(t.TempDir(), "pages"), URL: "https://games.example.org/now", Tables: tables}
	d.restart(d.db)
	return d
}

// written writes what is due and returns the pages by name.
func (d *testService) written() map[string]string {
	d.t.Helper()
	if err := errors.Join(d.service.Live.Behind(), d.service.Live.Flush(context.Background())); err != nil {
		d.t.Fatal(err)
	}
	files, err := os.ReadDir(d.cfg.Pages.Folder)
	if err != nil {
		d.t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range files {
		raw, err := os.ReadFile(filepath.Join(d.cfg.Pages.Folder, f.Name()))
		if err != nil {
			d.t.Fatal(err)
		}
		out[f.Name()] = string(raw)
	}
	return out
}

// A game has a page that shows how it stands, at an address that only its mails name. It
// names no address of a person. The page of a game that is over gives way to the archive.
func TestPageOfAGame(t *testing.T) {
	d := withPages(t, table.PageUnlisted)
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	file := d.service.PageFile(id)
	if file == id+".html" || len(file) < 20 || file == d.service.PageFile("g2") {
		t.Errorf("%s can be guessed", file)
	}
	mails := d.flush()
	if len(mails) != 3 {
		t.Errorf("%d mails", len(mails))
	}
	for _, m := range mails {
		if !strings.Contains(strings.ReplaceAll(string(m.raw), "=\r\n", ""), "https://games.example.org/now/"+file) {
			t.Error("a mail does not name the page")
		}
	}
	pages := d.written()
	if page := pages[file]; !strings.Contains(page, "Amy") || strings.Contains(page, "@example.org") || strings.Contains(page, "index.html") {
		t.Errorf("the page is not as it should be:\n%.3000s", page)
	}
	if list := pages["index.html"]; strings.Contains(list, file) || !strings.Contains(list, "No game is on") {
		t.Error("the list names a page that is not public")
	}
	before := pages[file]
	d.receive(d.from("p1", "page-1@x", "page off"), desk.OutcomeAnswered)
	if pages = d.written(); pages[file] != "" {
		t.Error("a player wants no page, and there is one")
	}
	d.receive(d.from("p1", "page-2@x", "page unlisted"), desk.OutcomeAnswered)
	if pages = d.written(); pages[file] != before {
		t.Error("the page is not back")
	}
	d.cfg.ArchiveURL = "https://games.example.org/18xx"
	d.restart(d.db)
	d.ended(id)
	if pages = d.written(); !strings.Contains(pages[file], "https://games.example.org/18xx/g1/index.html") || strings.Contains(pages[file], "film") {
		t.Errorf("the page of a game that is over: %.500s", pages[file])
	}
	d.cfg.ArchiveURL = ""
	d.restart(d.db)
	if pages = d.written(); len(pages) != 1 {
		t.Error("the page of a game that is over is there for ever")
	}
}

// The list has the games that everybody may see. A page becomes public when the host or all
// players say so, and a player may always have less.
func TestListOfGames(t *testing.T) {
	d := withPages(t, table.PageOff)
	id := d.three()
	file := d.service.PageFile(id)
	if pages := d.written(); len(pages) != 1 {
		t.Error("there are pages although they are off")
	}
	for i, who := range []string{"p1", "p2", "p3"} {
		if list := d.written()["index.html"]; strings.Contains(list, file) {
			t.Errorf("the page is public after %d players", i)
		}
		d.receive(d.from(who, "public-"+who+"@x", "page public"), desk.OutcomeAnswered)
	}
	pages := d.written()
	if !strings.Contains(pages["index.html"], file) || !strings.Contains(pages[file], `href="index.html"`) {
		t.Error("all players want a public page, and it is not in the list")
	}
	if said := d.says("page g1 off"); !strings.Contains(said, "has no page") {
		t.Error(said)
	}
	if pages := d.written(); len(pages) != 1 {
		t.Error("the host allows no page, and there is one")
	}
}

// Moves that follow one another are written once. A second service on the store writes the
// same bytes. After a restart only what is behind is written.
func TestPagesAreWrittenOnce(t *testing.T) {
	d := withPages(t, table.PageUnlisted)
	id := d.three()
	for range 9 {
		d.service.Live.Add(id)
	}
	if n := d.service.Live.Due(); n != 1 {
		t.Errorf("%d pages are due, want 1", n)
	}
	file := filepath.Join(d.cfg.Pages.Folder, d.service.PageFile(id))
	first := d.written()
	was, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	other := d.second()
	if err := other.Live.Behind(); err != nil || other.Live.Due() != 0 {
		t.Errorf("%d pages are behind, %v", other.Live.Due(), err)
	}
	other.Live.Add(id)
	if err := other.Live.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now, err := os.Stat(file); err != nil || !os.SameFile(was, now) || d.written()[filepath.Base(file)] != first[filepath.Base(file)] {
		t.Error("the second service wrote something else", err)
	}
	if err := os.WriteFile(file, []byte(`<meta name="generator" content="pbem 0 g1 1">`), 0o644); err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(d.cfg.Pages.Folder, "g77-abcdefghijkl2345.html")
	mine := filepath.Join(d.cfg.Pages.Folder, "holiday.html")
	if err := errors.Join(os.WriteFile(old, nil, 0o644), os.WriteFile(mine, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	d.restart(d.db)
	if d.written()[filepath.Base(file)] != first[filepath.Base(file)] {
		t.Error("a page that was behind is not written after a restart")
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("the page of a game that is gone is still there")
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error("a file of somebody else is gone")
	}
}

// A folder that cannot be written stops no mail. The host is told once a day, and the pages
// come up to date once it can be written.
func TestPagesThatCannotBeWritten(t *testing.T) {
	d := withPages(t, table.PageUnlisted)
	if err := os.WriteFile(d.cfg.Pages.Folder, []byte("a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	id := d.three()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { d.service.Live.Run(ctx); close(ended) }()
	told := func() bool {
		return slices.ContainsFunc(d.flush(), func(m sent) bool {
			return m.to == "host@example.org" && strings.Contains(string(m.raw), "pages of the games cannot be written")
		})
	}
	for end := time.Now().Add(time.Minute); !told(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the host is not told")
		}
	}
	cancel()
	<-ended
	mailroom{d.service}.PagesFailed(errors.New("again"))
	if told() {
		t.Error("the host is told twice on a day")
	}
	if err := os.Remove(d.cfg.Pages.Folder); err != nil {
		t.Fatal(err)
	}
	if d.written()[d.service.PageFile(id)] == "" {
		t.Error("the page is not written although it can be now")
	}
}

// The folder of somebody else's web site is not taken over.
func TestPagesLeaveOtherSites(t *testing.T) {
	d := withPages(t, table.PageUnlisted)
	d.three()
	if err := os.MkdirAll(d.cfg.Pages.Folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.cfg.Pages.Folder, "index.html"), []byte("my site"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := d.service.Live.Behind(); err == nil || !strings.Contains(err.Error(), "no page of this service") {
		t.Error(err)
	}
}

// The page of a running game does not depend on secret answers. // 20-RU-48
func TestLivePagesKeepSecrets(t *testing.T) {
	testsize.SkipRace(t)
	lastInSecret(t, func(log []engine.Event, last string, other int) {
		told := ""
		for _, one := range [][]engine.Event{log, without(log, other, "bid", "20"), without(log, other, "pass")} {
			l := seatLate(t, one, last)
			l.d.cfg.Pages = config.Pages{Folder: t.TempDir(), Tables: table.PagePublic}
			l.d.restart(l.d.db)
			pages := l.d.written()
			page := pages[l.d.service.PageFile("g1")] + pages["index.html"]
			if told == "" {
				told = page
			}
			if len(page) < 10_000 || page != told || strings.Contains(page, "@example.org") {
				t.Errorf("a page of %d bytes tells what was answered in secret:\n%s", len(page), difference([]string{told}, []string{page}))
			}
		}
	})
}

// Two services on one store write pages, each into its own folder. A page follows its game, whichever service goes on with it, and
// comes up to date after the store has failed.
func TestPagesOfWhatOthersDecide(t *testing.T) {
	d := withPages(t, table.PageUnlisted)
	id := d.three()
	synctest.Test(t, func(t *testing.T) {
		d.cfg.Pages.Folder = filepath.Join(t.TempDir(), "pages")
		other, fails := d.second(), &pageless{DB: d.db}
		other.Live = archive.NewPages(d.cfg.Pages.Folder, mailroom{other}, slog.New(slog.DiscardHandler))
		other.Store = fails
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { other.Live.Run(ctx); close(ended) }()
		shown := func() string {
			page, _ := os.ReadFile(filepath.Join(d.cfg.Pages.Folder, other.PageFile(id)))
			return string(page)
		}
		stamp := func() string { return album.Stamp(id, d.version(id)) }
		time.Sleep(time.Minute)
		if !strings.Contains(shown(), stamp()) {
			t.Error("there is no page of the game")
		}
		d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
		time.Sleep(5 * time.Minute)
		if !strings.Contains(shown(), stamp()) {
			t.Error("the page is behind what another service has decided")
		}
		fails.broken.Store(true)
		d.receive(d.from("p2", "2@example.org", "reserve GR"), desk.OutcomeApplied)
		time.Sleep(5 * time.Minute)
		fails.broken.Store(false)
		time.Sleep(time.Hour)
		if !strings.Contains(shown(), stamp()) {
			t.Error("the page is not made after the store has failed")
		}
		cancel()
		<-ended
	})
}

// pageless is a store from which no log can be read at times.
type pageless struct {
	*store.DB
	broken atomic.Bool
}

func (p *pageless) Load(id string, from int) (store.Game, []store.Event, error) {
	if p.broken.Load() {
		return store.Game{}, nil, errDisk
	}
	return p.DB.Load(id, from)
}

// A page that was half written by a service that was killed is removed, unless it may be one that is being written.
func TestHalfWrittenPages(t *testing.T) {
	d := withPages(t, table.PageUnlisted)
	d.three()
	if err := os.MkdirAll(d.cfg.Pages.Folder, 0o755); err != nil {
		t.Fatal(err)
	}
	yesterday := time.Now().Add(-24 * time.Hour)
	for name, stays := range map[string]bool{".g1-abc.html-12": false, ".index.html-13": false, ".g1-new.html-14": true, ".htaccess": true} {
		at := filepath.Join(d.cfg.Pages.Folder, name)
		if err := os.WriteFile(at, []byte("half"), 0o644); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(name, "new") {
			if err := os.Chtimes(at, yesterday, yesterday); err != nil {
				t.Fatal(err)
			}
		}
		defer func() {
			if _, err := os.Stat(at); (err == nil) != stays {
				t.Errorf("%s: %v", name, err)
			}
		}()
	}
	if err := d.service.Live.Behind(); err != nil {
		t.Fatal(err)
	}
}
