package archive

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"pbem/pbem/album"
	"pbem/pbem/guard"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/wholefile"
)

// A PageDesk is what Pages ask of the service.
type PageDesk interface {
	Source
	// Playing visits the running games: with the name of the title, and the length of the log.
	Playing(visit func(id, title string, events int, r table.Record) error) error
	// Opened returns a game as it stands.
	Opened(id string) (*table.Table, error)
	// PageFile is the name of the file of a game's page.
	PageFile(game string) string
	// PageOf says how the page of a game is shown.
	PageOf(r table.Record) string
	// Moved is where the archive has the pages of a game that is over, "" if they are not published.
	Moved(game string) string
	// Waiting lists the games that everybody may join.
	Waiting() ([]album.Waiting, error)
	// PagesFailed tells the host why no pages can be written.
	PagesFailed(err error)
}

// Pages writes the pages of running games into a folder, and one that lists them. Run does
// that beside the mails, one page at a time: moves that follow one another quickly bring one
// page. Several services may write into one folder: equal games give equal bytes.
type Pages struct {
	folder string // "" for no pages
	desk   PageDesk
	log    *slog.Logger

	mu    sync.Mutex // guards the fields below
	due   map[string]bool
	order []string
	wake  chan struct{}

	index indexing             // of the list; only Run and Flush use it
	later map[string]time.Time // until when Behind leaves games alone whose pages could not be made; as index
	begun bool                 // Behind has looked at all pages; as index
}

// NewPages writes pages into a folder, or none for "".
func NewPages(folder string, desk PageDesk, log *slog.Logger) *Pages {
	return &Pages{folder: folder, desk: desk, log: log, due: map[string]bool{}, later: map[string]time.Time{}, wake: make(chan struct{}, 1)}
}

// Add asks for the page of a game that has changed. It never waits.
func (p *Pages) Add(game string) {
	if p == nil || p.folder == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.due[game] {
		p.due[game], p.order = true, append(p.order, game)
	}
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// next takes one game from the queue. ok is false if it is empty.
func (p *Pages) next() (game string, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.order) == 0 {
		return "", false
	}
	game, p.order = p.order[0], p.order[1:]
	delete(p.due, game)
	return game, true
}

const (
	pagesGather = time.Second      // how long moves are gathered
	pagesAgain  = time.Minute      // after a failure; and how often the list is looked at
	pagesRest   = 10 * time.Second // the longest rest after a page: it is as long as the page took
	pagesLater  = 10 * time.Minute // how long a game is left alone whose page could not be made, unless it goes on
)

// Run writes pages until the context ends: those of games that go on, and now and then those that are behind, because another
// service has gone on with the games, or a page could not be made.
func (p *Pages) Run(ctx context.Context) {
	if p.folder == "" {
		return
	}
	wait(ctx, pagesGather)
	for ctx.Err() == nil {
		began := time.Now()
		p.ready(ctx)
		p.keepUp(ctx, time.Now().Add(max(lookEvery, lookRest*time.Since(began))))
	}
}

// keepUp writes the pages in the queue until a time.
func (p *Pages) keepUp(ctx context.Context, until time.Time) {
	for ctx.Err() == nil && time.Now().Before(until) {
		if err := p.flush(ctx, p.listAtRest); err != nil && ctx.Err() == nil {
			p.log.Error("pages.failed", "folder", p.folder, "error", err)
			p.desk.PagesFailed(err)
			wait(ctx, pagesAgain)
			continue
		}
		select {
		case <-ctx.Done():
		case <-p.wake:
			wait(ctx, pagesGather)
		case <-time.After(min(pagesAgain, time.Until(until))):
		}
	}
}

// ready queues what is behind, and tries again until that is known.
func (p *Pages) ready(ctx context.Context) {
	for ctx.Err() == nil {
		err := p.Behind()
		if err == nil {
			return
		}
		p.log.Error("pages.failed", "folder", p.folder, "error", err)
		p.desk.PagesFailed(err)
		wait(ctx, pagesAgain)
	}
}

// wait waits, but not longer than the context.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// Flush writes the pages of all games in the queue, and the list, even if it rests. A game of
// which that failed is put back.
func (p *Pages) Flush(ctx context.Context) error { return p.flush(ctx, p.relist) }

// flush is Flush with a way to write the list.
func (p *Pages) flush(ctx context.Context, list func() error) error {
	for game, ok := p.next(); ok; game, ok = p.next() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		began := time.Now()
		var at int
		err := guard.Do(func() (err error) {
			at, err = p.write(ctx, game)
			return err
		})
		switch {
		case isDisk(err):
			p.Add(game)
			return err
		case err != nil && ctx.Err() == nil: // the fault is of this game, the others go on
			p.log.Error("pages.unwritten", "game", game, "error", err)
			p.later[game] = time.Now().Add(pagesLater)
		case err == nil && p.stale(game, at): // another service may have written an older one over ours
			p.Add(game)
		}
		if err == nil {
			p.made(game, at)
		}
		wait(ctx, min(time.Since(began), pagesRest))
	}
	return list()
}

// made notes that the page of a game is made. One that ends before the log does, because the rest cannot be read, is left alone
// for a while, too.
func (p *Pages) made(game string, at int) {
	delete(p.later, game)
	if stamp := stampOf(filepath.Join(p.folder, p.desk.PageFile(game))); stamp != "" && stamp != album.Stamp(game, at) && stamp != album.Stamp("moved", 0) {
		p.later[game] = time.Now().Add(pagesLater)
	}
}

// listAtRest writes the list unless it rests; Run looks again within a minute.
func (p *Pages) listAtRest() error {
	if p.index.rests() {
		return nil
	}
	return p.relist()
}

// relist writes the list, and lets it rest if that took long.
func (p *Pages) relist() error {
	p.index.stale = true
	return p.index.write(time.Now, p.list)
}

// isDisk reports whether an error is about the folder, and not about a game.
func isDisk(err error) bool {
	var path *fs.PathError
	var link *os.LinkError
	return errors.As(err, &path) || errors.As(err, &link)
}

// stale reports whether a game has gone on since its page was made.
func (p *Pages) stale(game string, at int) bool {
	g, _, err := p.desk.Load(game, at)
	return err == nil && g.Version.Events > at
}

// write writes the page of a game as it stands, or takes it away. It returns the length of
// the log.
func (p *Pages) write(ctx context.Context, game string) (at int, err error) {
	t, err := p.desk.Opened(game)
	if err != nil {
		return 0, err
	}
	file := filepath.Join(p.folder, p.desk.PageFile(game))
	switch {
	case p.desk.PageOf(t.Record) == table.PageOff, t.Game.State().Result != nil && p.desk.Moved(game) == "":
		return len(t.Log), gone(file)
	case t.Game.State().Result != nil:
		return len(t.Log), put(file, album.Moved(t.Record.Name, p.desk.Moved(game)))
	}
	times, log, err := storedAt(p.desk, game)
	if err != nil {
		return 0, err
	}
	log = t.Readable(log)
	index := ""
	if p.desk.PageOf(t.Record) == table.PagePublic {
		index = listFile
	}
	page, err := album.Running(ctx, album.Game{Title: t.Title, ID: t.ID, Name: t.Record.Name, Log: log, Times: times[:len(log)], Index: index, Zone: p.desk.Zone()})
	if err != nil {
		return 0, err
	}
	return len(t.Log), put(file, page)
}

// put writes a file unless it is the same already.
func put(file string, page []byte) error {
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, page) {
		return nil
	}
	return wholefile.Bytes(file, 0o644, page)
}

// gone removes a file if it is there.
func gone(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// listFile is the page that lists the games.
const listFile = "index.html"

// list writes the page of all games that are on and of those that wait for players.
func (p *Pages) list() error {
	var games []album.Playing
	err := p.desk.Playing(func(id, title string, _ int, r table.Record) error {
		if p.desk.PageOf(r) != table.PagePublic {
			return nil
		}
		g := album.Playing{Game: id, Title: title, Name: r.Name, Round: r.Round, File: p.desk.PageFile(id)}
		for _, s := range r.Seats {
			g.Players = append(g.Players, s.Name)
		}
		games = append(games, g)
		return nil
	})
	if err != nil {
		return err
	}
	waiting, err := p.desk.Waiting()
	if err != nil {
		return err
	}
	return put(filepath.Join(p.folder, listFile), album.List(games, waiting))
}

// pageFile is the form of the name of a game's page.
var pageFile = regexp.MustCompile(`^(g[0-9]+)-[a-z2-7]+\.html$`)

// Behind queues the games whose pages are behind, and removes pages of games that are no
// longer there. It refuses a folder whose list is not ours.
func (p *Pages) Behind() error {
	if err := os.MkdirAll(p.folder, 0o755); err != nil {
		return err
	}
	if at := filepath.Join(p.folder, listFile); !ours(at) {
		return &fs.PathError{Op: "overwrite", Path: at, Err: errors.New("it is no page of this service; name another folder in [pages]")}
	}
	if !p.begun {
		removeHalves(p.folder, time.Now().Add(-writtenIn)) // another service may be writing there
	}
	wanted := map[string]bool{}
	err := p.desk.Playing(func(id, _ string, events int, r table.Record) error {
		file := p.desk.PageFile(id)
		if p.desk.PageOf(r) == table.PageOff {
			return nil
		}
		wanted[file] = true
		if stampOf(filepath.Join(p.folder, file)) != album.Stamp(id, events) && !time.Now().Before(p.later[id]) {
			p.Add(id)
		}
		return nil
	})
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(p.folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		m := pageFile.FindStringSubmatch(e.Name())
		if m == nil || wanted[e.Name()] {
			continue
		}
		if err := p.unwanted(m[1], e.Name()); err != nil {
			return err
		}
	}
	p.begun = true
	return nil
}

// unwanted queues a game that has a page and needs none, or has begun meanwhile at another service. It removes the page of one
// that is no longer there.
func (p *Pages) unwanted(game, name string) error {
	file := filepath.Join(p.folder, name)
	if name != p.desk.PageFile(game) {
		return gone(file)
	}
	if p.begun && stampOf(file) == album.Stamp("moved", 0) || time.Now().Before(p.later[game]) {
		return nil
	}
	_, err := p.desk.Opened(game)
	if errors.Is(err, store.ErrNotFound) {
		return gone(file)
	}
	if err == nil {
		p.Add(game)
	}
	return nil
}

// ours reports whether a file is a page of ours, or is not there.
func ours(file string) bool {
	if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
		return true
	}
	return stampOf(file) != ""
}

var stamp = regexp.MustCompile(`<meta name="generator" content="(pbem [^"]*)">`)

// stampOf returns the stamp of a page, "" for none.
func stampOf(file string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	head, _ := bufio.NewReaderSize(f, 1024).Peek(1024)
	if m := stamp.FindSubmatch(head); m != nil {
		return string(m[1])
	}
	return ""
}

// Due is how many pages are to be written.
func (p *Pages) Due() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.order)
}
