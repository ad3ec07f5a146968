package pbem

import (
	"context"
	"sync"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/postbox"
	"pbem/pbem/sheet"
	"pbem/pbem/watch"
	"pbem/store"
)

// Nobody deletes the mails of the mailbox. When it is full its server sends back what players write, and the service hears
// nothing of that.

// roomSeen is how full the mailbox was when the service last asked.
type roomSeen struct {
	mu sync.Mutex
	r  watch.Room
}

func (seen *roomSeen) last() watch.Room {
	seen.mu.Lock()
	defer seen.mu.Unlock()
	return seen.r
}

func (seen *roomSeen) set(r postbox.Room) {
	seen.mu.Lock()
	defer seen.mu.Unlock()
	seen.r = watch.Room{Share: r.Share(), Full: r.Share() >= postbox.Full}
	if r.Known() {
		seen.r.Words = r.String()
	}
}

// watchRoom asks now and then how full the mailbox is, until the context ends. Where the server cannot be asked, the
// last answer holds.
func watchRoom(ctx context.Context, s *Service) {
	if s.Config.IMAP.Addr == "" {
		return
	}
	said := ""
	for wait := min(firstMark, s.Config.IMAP.RoomEvery); ; wait = s.Config.IMAP.RoomEvery {
		if said != "" {
			wait = min(wait, s.Config.IMAP.PresenceEvery) // whoever makes room wants to see that it helps
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		r, err := postbox.RoomOf(ctx, s.Config.IMAP)
		if err != nil {
			continue // who reads the mailbox says what is wrong
		}
		s.room.set(r)
		switch {
		case r.Share() >= postbox.Full:
			said = roomShort(s, r, "full", said)
		case r.Share() >= postbox.NearlyFull:
			said = roomShort(s, r, "nearly full", said)
		default:
			said = ""
		}
	}
}

// roomShort tells the host that the mailbox is nearly full, and once more when it is full; each once a month. said is what the log
// said last; roomShort returns what it says now.
func roomShort(s *Service, r postbox.Room, grade, said string) string {
	if grade != said {
		s.Log.Warn("mailbox.room-short", "used", r.String())
	}
	page := sheet.Note("The mailbox is "+grade, "Of the mailbox of the service "+r.String()+" are in use. When it is full, its server sends back what players write, and the service does not hear of it.",
		sheet.Section{Head: "What to do", Lines: []string{"  " + postbox.MakeRoom}})
	err := desk.Tell(s.Desk, func(d *desk.Draft) error {
		return d.Queue(store.Commit{Mails: d.Alarm("room "+grade+" "+d.Now().Format("2006-01"), "", page)})
	})
	if err != nil {
		s.Log.Error("host.untold", "error", err)
	}
	return grade
}
