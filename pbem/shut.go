package pbem

import (
	"sync"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/postbox"
	"pbem/pbem/sheet"
	"pbem/pbem/watch"
	"pbem/store"
)

// A mail server that refuses the log-in, or has a certificate that is not trusted, does so until a person mends it. But some
// servers refuse every log-in for a moment while they start, and an access token may be refused once, when it has ended. So one
// refusal is shown on the page of the service, and the hosts are told when it was repeated for watch.ShutFor. Mails to them
// still go out if only the mailbox is shut.

// shut knows since when the server of the mailbox does not let the service in.
type shut struct {
	mu   sync.Mutex
	now  watch.Shut
	told bool
}

func (s *shut) last() watch.Shut {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// opened notes that the server has let the service in, and whether mails are read on that connection.
func (s *shut) opened(reads bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now, s.told = watch.Shut{Reads: s.now.Reads || reads}, false
}

// refused notes why the server has not let the service in, and reports whether the hosts must be told. lost says that mails
// are read no more.
func (s *shut) refused(why string, lost bool, now time.Time) (tell bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if lost {
		s.now.Reads = false
	}
	if why == "" {
		return false
	}
	if s.now.Since.IsZero() {
		s.now.Since = now
	}
	s.now.Times++
	s.now.Why = why
	if s.told || !s.now.Lasts(now) {
		return false
	}
	s.told = true
	return true
}

// noteShut notes an error of opening the mailbox, and tells the hosts if the server has let the service in no more for a
// while. lost says that mails are read no more.
func noteShut(s *Service, err error, lost bool) {
	if !s.shut.refused(postbox.Shuts(err), lost, s.Now()) {
		return
	}
	s.Log.Error("mailbox.shut", "error", err)
	found, since := postbox.Failed(err), s.shut.last().Since
	state := "  What players write stays in the mailbox, and nothing of it is lost."
	if s.shut.last().Reads {
		state = "  Mails are still read, on a connection that was open before. When it ends, they stay in the mailbox, and nothing of them is lost."
	}
	page := sheet.Note("The mailbox does not let the service in", found.Text,
		sheet.Section{Head: "What that does", Lines: []string{state}},
		sheet.Section{Head: "What to do", Lines: []string{"  " + found.Mend, "  Is there a new password? Write it into the configuration, or its file, and restart the service.", "  Then try it:   pbem check --config FILE"}})
	told := desk.Tell(s.Desk, func(d *desk.Draft) error {
		return d.Queue(store.Commit{Mails: d.Alarm("shut "+since.UTC().Format("2006-01-02 15"), "", page)})
	})
	if told != nil {
		s.Log.Error("host.untold", "error", told)
	}
}

// Shut notes that the mailbox could not be opened.
func (m mailroom) Shut(err error) { noteShut(m.Service, err, true) }

// crowding is when the log was last told that the server takes fewer connections.
type crowding struct {
	mu   sync.Mutex
	said time.Time
}

// noteCrowded notes that the SMTP server takes fewer connections than the service opens. The log says so once an hour.
func noteCrowded(s *Service, sent error) {
	now := s.Now()
	s.watched.counts.Crowded(now)
	s.crowd.mu.Lock()
	old := now.Sub(s.crowd.said) >= watch.CrowdedFor
	if old {
		s.crowd.said = now
	}
	s.crowd.mu.Unlock()
	if old {
		s.Log.Warn("outbox.crowded", "connections", s.Config.Connections, "error", sent)
	}
}
