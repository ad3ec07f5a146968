package pbem

import (
	"context"
	"os"
	"slices"
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

// nodeEvery returns how often services on this store say that they are there. A file has one service at a time.
func nodeEvery(s *Service) time.Duration {
	if s.Config.Store == "" {
		return desk.AloneEvery
	}
	return desk.NodeEvery
}

// attendNodes says that the service is there until the context ends. Then it says that it is gone.
func attendNodes(ctx context.Context, s *Service) {
	began := s.Now()
	clock := time.NewTicker(nodeEvery(s))
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

// sayNode writes what the service is, and forgets the services that have been silent for long.
func sayNode(s *Service, began time.Time) error {
	n := desk.Node{PID: os.Getpid(), Program: s.Config.Program, Began: began.UTC(), Seen: s.Now().UTC(), Mailbox: s.Config.IMAP.Addr != "",
		Handed: s.Config.LMTP.Listen != "", Settings: desk.NodeSettings(s.Config)}
	n.Host, _ = os.Hostname()
	if c, ok := s.clock.(clocked); ok {
		ahead, err := c.Clock()
		if err != nil {
			return err
		}
		n.Ahead = ahead.Round(time.Millisecond)
	}
	marks := store.Marks{}
	desk.Nodes.Set(marks, s.Owner, n)
	all, err := desk.Nodes.All(s.Store, "")
	if err != nil {
		return err
	}
	for _, r := range all {
		if r.Key != s.Owner && (r.Fault != nil || s.Now().Sub(r.Value.Seen) >= desk.NodeKept) {
			desk.Nodes.Clear(marks, r.Key)
		}
	}
	return s.Store.SetMarks(marks)
}

// tellNodes logs what is wrong with the services on the store, once for each change. It returns what it has told.
func tellNodes(s *Service, told string) string {
	list, err := nodes(s)
	if err != nil {
		s.Log.Warn("node.unsaid", "error", err)
		return told
	}
	var wrong []string
	for _, n := range list {
		if why := n.Wrong(); why != "" {
			wrong = append(wrong, why)
		}
	}
	now := strings.Join(wrong, "; ")
	if now != told && now != "" {
		s.Log.Warn("node.differs", "what", now)
	}
	return now
}

// nodes returns the services on the store as the figures show them, this one first.
func nodes(s *Service) (out []watch.Node, err error) {
	names, all, err := desk.NodesOf(s.Store, s.Now())
	if err != nil {
		return nil, err
	}
	self := all[s.Owner]
	for _, name := range names {
		n := all[name]
		out = append(out, watch.Node{Name: name, Self: name == s.Owner, Mailbox: n.Mailbox, Handed: n.Handed, Silent: n.Silent(s.Now(), nodeEvery(s)),
			Seen: n.Seen, Ahead: n.Ahead, Off: n.Wrong(), Differs: self.Differs(n)})
	}
	slices.SortStableFunc(out, func(a, b watch.Node) int {
		switch {
		case a.Self == b.Self:
			return 0
		case a.Self:
			return -1
		}
		return 1
	})
	return out, nil
}

// countNodes adds the services on the store to the figures, if there may be several.
func countNodes(s *Service, f *watch.Figures) (err error) {
	if s.Config.Store == "" {
		return nil
	}
	f.Nodes, err = nodes(s)
	return err
}
