package pbem

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/store"
)

// BenchmarkLoad opens whole stored games from the database: the cost of a game that is
// not cached.
//
//	go test ./pbem -run xx -bench Load -benchmem
func BenchmarkLoad(b *testing.B) {
	db, err := store.Open(filepath.Join(b.TempDir(), "pbem.db"), store.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	s, err := New(scaleConfig(b.TempDir()), db, slog.New(slog.DiscardHandler), func() time.Time { return scaleNow })
	if err != nil {
		b.Fatal(err)
	}
	i := 0
	for name, log := range storedGames(b) {
		if err := s.Unit(nil, func(d *desk.Draft) error { return scaleGame(d, i, log) }); err != nil {
			b.Fatal(err)
		}
		i++
		id := fmt.Sprintf("g%d", i)
		b.Run(fmt.Sprintf("%s, %d events", name[len("../titles/"):], len(log)), func(b *testing.B) {
			for b.Loop() {
				if _, err := table.Load(db, id); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
