package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"pbem/pbem/letter"
	"pbem/pbem/sheet"
	"pbem/pbem/watch"
	"pbem/store"
)

// InFlight lists what the service is at work on: mails that wait for their
// turn, mails that are worked on, and other units of work. The watchdog,
// /health and the shutdown look here for work that does not end.
type InFlight struct {
	mu     sync.Mutex
	tasks  map[*Task]bool
	mailed time.Time // when work on a mail last ended
}

// A Task is one piece of work in flight.
type Task struct {
	mail  string // the key of the mail; "" for other work
	name  string // of other work, for the host
	id    string // the Message-ID of the mail, if it is known
	Since time.Time
	Works bool // it does not wait for others
	told  bool // the host knows that it is overdue
}

// add lists a task until done is called.
func (h *InFlight) add(t *Task) (done func(now time.Time)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.tasks == nil {
		h.tasks = map[*Task]bool{}
	}
	h.tasks[t] = true
	return func(now time.Time) {
		h.mu.Lock()
		defer h.mu.Unlock()
		if delete(h.tasks, t); t.mail != "" && t.Works {
			h.mailed = now
		}
	}
}

// Has reports whether a mail is worked on.
func (h *InFlight) Has(mail string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for t := range h.tasks {
		if t.Works && t.mail == mail {
			return true
		}
	}
	return false
}

// Took returns how long a mail has been worked on.
func (h *InFlight) Took(mail string, now time.Time) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	for t := range h.tasks {
		if t.Works && t.mail == mail {
			return now.Sub(t.Since)
		}
	}
	return 0
}

// longestTask is how long a task may take. A mail that waits may take that long
// after the last other mail ended.
const longestTask = 2 * time.Minute

// List returns all tasks, the oldest first, and those of them that are overdue.
func (h *InFlight) List(now time.Time) (all, late []*Task) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for t := range h.tasks {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *Task) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.mail, b.mail), cmp.Compare(a.name, b.name))
	})
	for _, t := range all {
		since := t.Since
		if t.mail != "" && h.mailed.After(since) {
			since = h.mailed
		}
		if now.Sub(since) > longestTask {
			late = append(late, t)
		}
	}
	return all, late
}

// tell returns the tasks that have become overdue, each once.
func (h *InFlight) tell(now time.Time) (late []*Task) {
	_, all := h.List(now)
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range all {
		if !t.told {
			late = append(late, t)
		}
		t.told = true
	}
	return late
}

// describe names the task: "mail:0123456789abcdef".
func (t *Task) describe() string {
	if t.mail != "" {
		return "the mail " + t.mail[:min(ShownKey, len(t.mail))]
	}
	return t.name
}

// State tells how a task stands: "the mail mail:01234 has waited for 3
// minutes".
func (t *Task) State(now time.Time) string {
	if t.Works {
		return fmt.Sprintf("%s has been worked on for %s", t.describe(), watch.Ago(now, t.Since))
	}
	return fmt.Sprintf("%s has waited for its turn for %s", t.describe(), watch.Ago(now, t.Since))
}

// TrackWaiting lists a mail that waits for its turn, until begins is called.
func (s *Desk) TrackWaiting(key string, l letter.Letter) (begins func()) {
	done := s.InFlight.add(&Task{mail: key, id: l.MessageID, Since: s.Now()})
	return func() { done(s.Now()) }
}

// TrackMail lists a mail that is worked on, until ends is called.
func (s *Desk) TrackMail(key string, l *letter.Letter) (ends func()) {
	t := &Task{mail: key, Since: s.Now(), Works: true}
	if l != nil {
		t.id = l.MessageID
	}
	done := s.InFlight.add(t)
	return func() { done(s.Now()) }
}

// trackWork lists a unit of work that is for no mail, until ends is called.
func (s *Desk) trackWork(keys []string) (ends func()) {
	var games []string
	for _, key := range keys {
		if strings.HasPrefix(key, "game ") { // others name people
			games = append(games, key)
		}
	}
	name := cmp.Or(strings.Join(games, ", "), "work for no single game")
	done := s.InFlight.add(&Task{name: name, Since: s.Now(), Works: true})
	return func() { done(s.Now()) }
}

// overlookEvery is how often oversee looks for overdue tasks.
const overlookEvery = 15 * time.Second

// Oversee tells the log and the host of overdue tasks, until the context ends.
func (s *Desk) Oversee(ctx context.Context) {
	clock := time.NewTicker(overlookEvery)
	defer clock.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-clock.C:
			s.complainOfDelay()
		}
	}
}

// complainOfDelay tells the log of all tasks that have become overdue, and the
// host of the first.
func (s *Desk) complainOfDelay() {
	late := s.InFlight.tell(s.Now())
	for _, t := range late {
		s.Log.Error("service.stuck", "task", t.describe(), "mail", t.mail, "id", t.id, "works", t.Works, "since", t.Since)
	}
	if len(late) == 0 {
		return
	}
	page := stuckPage(late[0].State(s.Now()), late[0].id)
	err := s.Unit(nil, func(d *Draft) error {
		return d.Queue(store.Commit{Mails: d.Alarm("stuck "+late[0].describe()+late[0].Since.UTC().Format(time.RFC3339), "", page)})
	})
	if err != nil {
		s.Log.Error("host.untold", "error", err)
	}
}

// stuckPage tells the host of an overdue task.
func stuckPage(state, id string) sheet.Page {
	facts := []sheet.Fact{{Name: "What", Text: state}}
	if id != "" {
		facts = append(facts, sheet.Fact{Name: "Message-ID", Text: id})
	}
	return sheet.Note("The service is stuck", "Something takes far too long, and mails may wait behind it.",
		sheet.Section{Head: "What it is", Facts: facts},
		sheet.Section{Head: "What you can do", Lines: []string{
			"  Stop the service and start it again. Nothing is lost: what was not done is done then.",
			"  If it gets stuck on the same mail again, move that mail out of the mailbox and report it.",
		}})
}

// ErrUnfinished says that the service was stopped before all its work was done.
// The rest is done at the next start.
var ErrUnfinished = errors.New("the service was stopped while something was still in hand, which is done at the next start")

// mostUnfinished is how many unfinished tasks the error names.
const mostUnfinished = 5

// Unfinished returns the error of a stop that has waited long enough.
func (s *Desk) Unfinished() error {
	now := s.Now()
	all, _ := s.InFlight.List(now)
	var names []string
	for _, t := range all[:min(mostUnfinished, len(all))] {
		names = append(names, t.State(now))
	}
	if more := len(all) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return fmt.Errorf("%w: %s", ErrUnfinished, cmp.Or(strings.Join(names, "; "), "the pages of a game, or a connection to a mail server"))
}
