package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"pbem/engine"
	"pbem/pbem/album"
	"pbem/pbem/table"
	"pbem/wholefile"
)

// A Source is where the games are.
type Source interface {
	table.Source
	// Remarks returns what players wrote beside a game and want to be read after
	// it, the oldest first.
	Remarks(t *table.Table) ([]album.Remark, error)
	// Members returns by seat what tells players apart in all games, "" where
	// nobody knows.
	Members(t *table.Table) []string
	// Zone is that of the times on pages.
	Zone() *time.Location
}

// Write writes the album of a game into a folder, which is new or has an older
// album of the game. index is the link from the album to the page of all games,
// "" for none.
func Write(ctx context.Context, from Source, t *table.Table, dir, index string) error {
	times, log, err := storedAt(from, t.ID)
	if err != nil {
		return err
	}
	log = t.Readable(log)
	remarks, err := from.Remarks(t)
	if err != nil {
		return err
	}
	files, err := album.Files(ctx, album.Game{
		Title: t.Title, ID: t.ID, Name: t.Record.Name, Log: log, Times: times[:len(log)], Remarks: remarks, Index: index, Zone: from.Zone(), Members: from.Members(t),
	})
	if err != nil {
		return err
	}
	if err := replaceable(dir, t.ID); err != nil {
		return err
	}
	return putFolder(dir, files)
}

// storedAt returns the stored events of a game, and when each was stored.
func storedAt(from Source, game string) ([]time.Time, []engine.Event, error) {
	_, stored, err := from.Load(game, 0)
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

// replaceable refuses a folder that contains anything but an album of the game.
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

// putFolder writes a folder of files and replaces one that exists. The folder appears complete or not at all, also after a power
// cut: everything is on the disk before it gets its name.
func putFolder(dir string, files []album.File) error {
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	for _, f := range files {
		if err := wholefile.Bytes(filepath.Join(tmp, f.Name), 0o644, f.Data); err != nil {
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

// summaryOf reads the summary in an album. ok is false if there is none.
func summaryOf(dir string) (sum album.Summary, ok bool) {
	raw, err := os.ReadFile(filepath.Join(dir, album.SummaryFile))
	return sum, err == nil && json.Unmarshal(raw, &sum) == nil
}
