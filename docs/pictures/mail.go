package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/demo"
	"pbem/pbem/evening"
	"pbem/store"
)

// after is the number of mails in the script before the mail that is shown. The last of them goes through the
// service, so that the shown mail has news.
const after = 52

// clock returns the time of everything that is shown.
func clock() time.Time { return time.Date(2026, 11, 24, 17, 30, 0, 0, time.UTC) }

// yourMove returns the mail that asks a player for their move, as in the outbox.
func yourMove(script demo.Script) ([]byte, error) {
	dir, err := os.MkdirTemp("", "pbem-pictures-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(filepath.Join(dir, "pbem.db"), store.Options{NoSync: true})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	cfg := config.Config{Data: dir, Address: "pbem@example.org", Name: "18xx by mail", Zone: time.FixedZone("CET", 3600)}
	s, err := pbem.New(cfg, db, slog.New(slog.DiscardHandler), clock)
	if err != nil {
		return nil, err
	}
	return asks(s, db, script)
}

// asks gives the game to the service, and lets the player write who moves last.
func asks(s *pbem.Service, db *store.DB, script demo.Script) ([]byte, error) {
	n, g, err := played(script, after-1)
	if err != nil {
		return nil, err
	}
	for i := range n.Seats {
		n.Seats[i].Address = strings.ToLower(n.Seats[i].Name) + "@example.org"
	}
	if _, err = s.Adopt(n, g.Log()); err != nil {
		return nil, err
	}
	boxes := map[string][]byte{}
	if err = deliver(db, boxes); err != nil {
		return nil, err
	}
	last := script.Moves[after-1]
	if err = writes(s, boxes, n.Seats[seat(script, last.By)].Address, last.Lines); err != nil {
		return nil, err
	}
	err = deliver(db, boxes)
	return boxes[n.Seats[seat(script, script.Moves[after].By)].Address], err
}

func seat(script demo.Script, player string) int {
	for i := range script.Names {
		if engine.PlayerID(i) == player {
			return i
		}
	}
	panic("the script has no player " + player)
}

// deliver takes all mails from the outbox. A box keeps only its last mail.
func deliver(db *store.DB, boxes map[string][]byte) error {
	due, err := db.Due(clock(), 0)
	for _, m := range due {
		boxes[m.To] = m.Raw
		err = errors.Join(err, db.Noted([]store.Ending{{ID: m.ID, To: store.Sent, At: clock()}}))
	}
	return err
}

// writes lets a player answer their mail.
func writes(s *pbem.Service, boxes map[string][]byte, address string, lines []string) error {
	who := evening.NewPlayer(address, address, 1, evening.Character{})
	if err := who.Read(boxes[address]); err != nil {
		return err
	}
	reply, err := who.Reply(clock(), lines...)
	if err != nil {
		return err
	}
	outcome, err := s.Receive(context.Background(), reply.Raw)
	if err == nil && outcome != "applied" {
		err = fmt.Errorf("%q was %s", lines, outcome)
	}
	return err
}
