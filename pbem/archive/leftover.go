package archive

import (
	"os"
	"path/filepath"
	"regexp"
	"time"

	"pbem/pbem/album"
)

// What is half written has a name that begins with a dot and ends in a number: see putFolder and wholefile.Write. It stays
// if the process is killed in that moment.
var (
	halfFolder = regexp.MustCompile(`^\.g[0-9]+-[0-9]+(-before)?$`)
	halfFile   = regexp.MustCompile(`^\..+\.(html|pbem\.gz)-[0-9]+$`)
)

// writtenIn is the longest time in which a file is written.
const writtenIn = time.Hour

// tidy removes what was left half written in the folder of the albums, when the keeper begins. Nobody else writes there. An
// album that was moved out of the way and has no successor is made anew: see Missing.
func (k *Keeper) tidy() {
	k.making.Lock()
	defer k.making.Unlock()
	for _, dir := range []string{k.root, filepath.Join(k.root, keptDir)} {
		for _, name := range removeHalves(dir, time.Time{}) {
			k.log.Info("archive.tidied", "name", name)
		}
	}
}

// removeHalves removes what was left half written in a folder, and was last changed before a time, the zero time for any. It returns what it has removed.
func removeHalves(dir string, before time.Time) (gone []string) {
	entries, _ := os.ReadDir(dir) // what is wrong with the folder is told when something is written
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		info, err := e.Info()
		half := e.Type().IsRegular() && halfFile.MatchString(e.Name()) || e.IsDir() && halfFolder.MatchString(e.Name()) && isAlbum(name)
		if err != nil || !half || !before.IsZero() && !info.ModTime().Before(before) {
			continue
		}
		if os.RemoveAll(name) == nil {
			gone = append(gone, name)
		}
	}
	return gone
}

// isAlbum reports whether a folder has nothing but files of an album.
func isAlbum(dir string) bool {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() || !album.Known(e.Name()) {
			return false
		}
	}
	return err == nil
}
