package pbem

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"pbem/engine"
	"pbem/pbem/album"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/wholefile"
)

// An archiver knows the games that are to be archived. The albums are made one
// at a time and while nothing is locked: by a service that runs beside its
// mails, by any other as soon as the mail, tick or word of the host is done.
type archiver struct {
	making sync.Mutex // held while an album is made

	mu   sync.Mutex // of what follows
	due  []due
	wake chan struct{} // nil where nobody keeps the archive
}

// due is a game to be archived; again also where that was done already.
type due struct {
	t     *table.Table
	again bool
}

// add asks for an album.
func (a *archiver) add(t *table.Table, again bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.due = append(a.due, due{t, again})
	if a.wake != nil {
		select {
		case a.wake <- struct{}{}:
		default:
		}
	}
}

// next takes a game out; ok is false when there is none.
func (a *archiver) next() (d due, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.due) == 0 {
		return due{}, false
	}
	d, a.due = a.due[0], a.due[1:]
	return d, true
}

// kept says whether somebody keeps the archive beside the mails.
func (a *archiver) kept() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.wake != nil
}

// keepArchive archives games until the context ends: those that ended while the
// service was going down, then those that end.
func (s *Service) keepArchive(ctx context.Context) {
	a := &s.archiver
	wake := make(chan struct{}, 1)
	a.mu.Lock()
	a.wake = wake
	a.mu.Unlock()
	s.archiveMissing(ctx)
	go s.survey(ctx)
	for ctx.Err() == nil {
		s.archiveDue()
		select {
		case <-ctx.Done():
		case <-wake:
		}
	}
}

// archived archives what a mail, a tick or the host has ended, unless somebody
// does that beside.
func (s *Service) archived() {
	if !s.archiver.kept() {
		s.archiveDue()
	}
}

func (s *Service) archiveDue() {
	for d, ok := s.archiver.next(); ok; d, ok = s.archiver.next() {
		s.finish(d.t, d.again)
	}
}

// finish archives a game that has ended, unless that is done.
func (s *Service) finish(t *table.Table, again bool) {
	if t.Game.State().Result == nil && !again {
		return
	}
	dir := s.ArchiveDir(t.ID)
	if sum, ok := summaryOf(dir); ok && sum.Over && sum.Events == len(t.Log) && !again {
		return
	}
	if err := guarded(func() error { return s.archive(t) }); err != nil {
		s.log.Error("archive.failed", "game", t.ID, "error", err)
		return
	}
	s.log.Info("archive.made", "game", t.ID, "folder", dir)
}

// archiveMissing archives the games that ended while the service was going
// down.
func (s *Service) archiveMissing(ctx context.Context) {
	ids, err := s.find(keyEnded)
	if err != nil {
		s.log.Error("game.list-failed", "error", err)
		return
	}
	for _, id := range ids {
		if ctx.Err() != nil {
			return
		}
		if sum, ok := summaryOf(s.ArchiveDir(id)); ok && sum.Over {
			continue
		}
		t, err := s.opened(id)
		if err != nil {
			s.log.Error("game.unreadable", "game", id, "error", err)
			continue
		}
		s.finish(t, false)
	}
	s.shelve()
}

// opened is a game as it stands now.
func (s *Service) opened(id string) (*table.Table, error) {
	return s.draft().table(id)
}

// ArchiveDir is the folder of an archived game.
func (s *Service) ArchiveDir(game string) string { return filepath.Join(s.archiveRoot(), game) }

func (s *Service) archiveRoot() string { return filepath.Join(s.cfg.Data, "archive") }

// Archive archives a game anew, as it stands if it is still on, and returns the
// folder.
func (s *Service) Archive(game string) (dir string, err error) {
	t, err := s.opened(game)
	if err != nil {
		return "", unknownGame(game, err)
	}
	return s.ArchiveDir(game), guarded(func() error { return s.archive(t) })
}

func unknownGame(game string, err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("there is no game %q", game)
	}
	return err
}

// archive writes the album of a game, and the page of all albums.
func (s *Service) archive(t *table.Table) error {
	s.archiver.making.Lock()
	defer s.archiver.making.Unlock()
	if err := os.MkdirAll(s.archiveRoot(), 0o755); err != nil {
		return err
	}
	if err := writeAlbum(s.store, t, s.ArchiveDir(t.ID), shelfPage); err != nil {
		return err
	}
	s.shelve()
	return nil
}

// Album writes the album of a game into a folder, which is new or holds an older
// album of the game.
func Album(db Store, game, dir string) error {
	return guarded(func() error {
		t, err := table.Load(db, game)
		if err != nil {
			return unknownGame(game, err)
		}
		return writeAlbum(db, t, filepath.Clean(dir), "")
	})
}

func writeAlbum(db Store, t *table.Table, dir, shelf string) error {
	times, log, err := storedAt(db, t.ID)
	if err != nil {
		return err
	}
	remarks, err := papers(db, t)
	if err != nil {
		return err
	}
	files, err := album.Files(album.Game{Title: t.Title, ID: t.ID, Name: t.Record.Name, Log: log, Times: times, Remarks: remarks, Shelf: shelf})
	if err != nil {
		return err
	}
	if err := replaceable(dir, t.ID); err != nil {
		return err
	}
	return putFolder(dir, files)
}

// storedAt returns the events of a game as they are stored, and when each was.
func storedAt(db Store, game string) ([]time.Time, []engine.Event, error) {
	_, stored, err := db.Load(game, 0)
	if err != nil {
		return nil, nil, err
	}
	times := make([]time.Time, len(stored))
	for i, e := range stored {
		times[i] = e.At
	}
	log, err := table.LogOf(stored)
	return times, log, err
}

// replaceable refuses a folder that holds anything but an album of the game.
func replaceable(dir, game string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !album.Known(e.Name()) {
			return fmt.Errorf("%s is no part of an archive; move it away or name another folder", filepath.Join(dir, e.Name()))
		}
	}
	if sum, ok := summaryOf(dir); ok && sum.Game != game {
		return fmt.Errorf("%s holds game %s; name another folder", dir, sum.Game)
	}
	return nil
}

// putFolder makes a folder of files, in the place of one that is there. It
// appears whole or not at all.
func putFolder(dir string, files []album.File) error {
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(tmp, f.Name), f.Data, 0o644); err != nil {
			return err
		}
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	before := tmp + "-before"
	switch err := os.Rename(dir, before); {
	case errors.Is(err, fs.ErrNotExist):
		return os.Rename(tmp, dir)
	case err != nil:
		return err
	}
	if err := os.Rename(tmp, dir); err != nil {
		return errors.Join(err, os.Rename(before, dir))
	}
	return os.RemoveAll(before)
}

// summaryOf reads what an album says of itself; ok is false where there is none.
func summaryOf(dir string) (sum album.Summary, ok bool) {
	raw, err := os.ReadFile(filepath.Join(dir, album.SummaryFile))
	return sum, err == nil && json.Unmarshal(raw, &sum) == nil
}

// shelfPage is the page of all finished games, seen from an album.
const shelfPage = "../index.html"

// shelve writes the page of all finished games anew from their albums.
func (s *Service) shelve() {
	root := s.archiveRoot()
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var games []album.Summary
	for _, e := range entries {
		if sum, ok := summaryOf(filepath.Join(root, e.Name())); ok && sum.Game == e.Name() {
			games = append(games, sum)
		}
	}
	if err == nil {
		err = wholefile.Bytes(filepath.Join(root, filepath.Base(shelfPage)), 0o644, album.Shelf(games))
	}
	if err != nil {
		s.log.Error("archive.shelf-failed", "error", err)
	}
}

// breath is how long the survey rests after each game.
const breath = 20 * time.Millisecond

// survey opens every game that is on, once, beside the mails: so the host hears of games that stand still under
// the rules of this version before their players do.
func (s *Service) survey(ctx context.Context) {
	ids, err := s.find(keyOn)
	if err != nil {
		s.log.Error("game.list-failed", "error", err)
		return
	}
	for _, id := range ids {
		if s.roster.sound(id) {
			continue
		}
		if _, err := s.open(id); err != nil {
			s.log.Error("game.unreadable", "game", id, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(breath):
		}
	}
}
