package pbem

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"pbem/engine"
	"pbem/pbem/sheet"
)

// finish archives a game that has just ended.
func (s *Service) finish(t *table) {
	if t.game.State().Result == nil {
		return
	}
	var dir string
	err := guarded(func() (err error) {
		dir, err = s.archive(t)
		return err
	})
	if err != nil {
		s.log.Error("a game could not be archived", "game", t.id, "error", err)
		return
	}
	s.log.Info("a game has ended and is archived", "game", t.id, "folder", dir)
}

// archiveMissing archives the games that ended while the service was going
// down.
func (s *Service) archiveMissing() {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids, err := s.db.Games()
	if err != nil {
		s.log.Error("the games cannot be listed", "error", err)
		return
	}
	for _, id := range ids {
		if _, err := os.Stat(s.ArchiveDir(id)); err == nil {
			continue
		}
		t, err := s.table(id)
		if err != nil {
			s.log.Error("a game cannot be opened", "game", id, "error", err)
			continue
		}
		s.finish(t)
	}
}

// ArchiveDir is the folder of a finished game.
func (s *Service) ArchiveDir(game string) string { return filepath.Join(s.cfg.Data, "archive", game) }

// archive writes the log for people and for programs. The folder appears whole
// or not at all.
func (s *Service) archive(t *table) (dir string, err error) {
	dir = s.ArchiveDir(t.id)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "."+t.id+"-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	events, err := eventLines(t.log)
	if err != nil {
		return "", err
	}
	for name, body := range map[string][]byte{"log.txt": []byte(logText(t)), "events.jsonl": events} {
		if err := os.WriteFile(filepath.Join(tmp, name), body, 0o644); err != nil {
			return "", err
		}
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return "", err
	}
	return dir, os.Rename(tmp, dir)
}

// logText is the game as people read it, the final scores on top.
func logText(t *table) string {
	var b bytes.Buffer
	s := t.game.State()
	fmt.Fprintf(&b, "%s: %s (%s)\n\n", t.title.Facts.Name, t.record.Name, t.id)
	fmt.Fprintf(&b, "The game ended: %s\n\n", s.Result.Reason)
	for _, p := range s.Players() {
		fmt.Fprintf(&b, "  %-24s %8s\n", s.PlayerName(p), t.title.Facts.Money(s.Result.Scores[p]))
	}
	b.WriteString("\n")
	b.WriteString(sheet.Log(t.title, t.log))
	return b.String()
}

// eventLines is the log as stored, one event a line.
func eventLines(log []engine.Event) ([]byte, error) {
	raws, err := engine.MarshalLog(log)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	for _, raw := range raws {
		if err := json.Compact(&b, raw); err != nil {
			return nil, err
		}
		b.WriteByte('\n')
	}
	return b.Bytes(), nil
}
