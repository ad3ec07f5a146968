package pbem

import (
	"context"
	"os"
	"strings"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/watch"
	"pbem/store"
)

// A clocked store has a clock of its own, by which services can compare theirs.
type clocked interface {
	Clock() (ahead time.Duration, err error)
}

// attendNodes says that the service is there until the context ends. Then it says that it is gone.
func attendNodes(ctx context.Context, s *Service) {
	began := s.Now()
	clock := time.NewTicker(desk.NodeEvery(s.Config))
	defer clock.Stop()
	told := ""
	for {
		if err := sayNode(s, began); err != nil {
			s.Log.Warn("node.unsaid", "error", err)
		} else {
			told = tellNodes(s, told)
		}
		select {
		case <-ctx.Done():
			marks := store.Marks{}
			desk.Nodes.Clear(marks, s.Owner)
			if err := s.Store.SetMarks(marks); err != nil {
				s.Log.Warn("node.unsaid", "error", err)
			}
			return
		case <-clock.C:
		}
	}
}

// sayNode stores what the service is and how its clock goes.
func sayNode(s *Service, began time.Time) error {
	n := desk.Node{PID: os.Getpid(), Program: s.Config.Program, Began: began.UTC(), Seen: s.Now().UTC(), Mailbox: s.Config.IMAP.Addr != "",
		Handed: s.Config.LMTP.Listen != "", Settings: desk.NodeSettings(s.Config)}
	n.Host, _ = os.Hostname()
	if s.clock != nil {
		ahead, err := s.clock.Clock()
		if err != nil {
			return err
		}
		n.Ahead = ahead.Round(time.Millisecond)
	}
	return s.SetNode(n)
}

// tellNodes logs what is wrong with the services on the store, once for each change. It returns what is wrong now.
func tellNodes(s *Service, told string) string {
	list, err := s.NodesThere()
	if err != nil {
		s.Log.Warn("node.unsaid", "error", err)
		return told
	}
	var all []string
	for _, n := range list {
		if why := n.Wrong(); why != "" {
			all = append(all, why)
		}
	}
	wrong := strings.Join(all, "; ")
	if wrong != told && wrong != "" {
		s.Log.Warn("node.differs", "what", wrong)
	}
	return wrong
}

// countNodes adds the services on the store to the figures, if there may be several.
func countNodes(s *Service, f *watch.Figures) (err error) {
	if s.Config.Store == "" {
		return nil
	}
	f.Nodes, err = s.NodesThere()
	return err
}
