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

// InFlight lists what the service is working on: mails that wait, mails that are worked
// on, and other units of work. The watchdog, /health and the shutdown use it to find work
// that does not end.
type InFlight struct {
	mu     sync.Mutex
	tasks  map[*Task]bool
	mailed time.Time // when work on a mail last ended
}

// A Task is one piece of work in flight.
type Task struct {
	mail  string // the key of the mail; "" for other work
	name  string // the name of other work
	id    string // the Message-ID of the mail, if known
	Since time.Time
	Works bool // it is being worked on, not waiting
	told  bool // the host was told that it is overdue
}

// add lists a task until done is called.
func (f *InFlight) add(t *Task) (done func(now time.Time)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.tasks == nil {
		f.tasks = map[*Task]bool{}
	}
	f.tasks[t] = true
	return func(now time.Time) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if delete(f.tasks, t); t.mail != "" && t.Works {
			f.mailed = now
		}
	}
}

// Has reports whether a mail is being worked on, or waits for its turn.
func (f *InFlight) Has(mail string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for t := range f.tasks {
		if t.mail == mail {
			return true
		}
	}
	return false
}

// Took returns how long a mail has been worked on.
func (f *InFlight) Took(mail string, now time.Time) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	for t := range f.tasks {
		if t.Works && t.mail == mail {
			return now.Sub(t.Since)
		}
	}
	return 0
}

// longestTask is how long a task may take. A waiting mail may take that long after the
// work on another mail last ended.
const longestTask = 2 * time.Minute

// List returns all tasks, the oldest first, and the overdue ones.
func (f *InFlight) List(now time.Time) (all, late []*Task) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for t := range f.tasks {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *Task) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.mail, b.mail), cmp.Compare(a.name, b.name))
	})
	for _, t := range all {
		since := t.Since
		if t.mail != "" && f.mailed.After(since) {
			since = f.mailed
		}
		if now.Sub(since) > longestTask {
			late = append(late, t)
		}
	}
	return all, late
}

// tell returns the tasks that have become overdue since the last call.
func (f *InFlight) tell(now time.Time) (late []*Task) {
	_, all := f.List(now)
	f.mu.Lock()
	defer f.mu.Unlock()
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

// State describes a task: "the mail mail:01234 has waited for its turn for 3 minutes".
func (t *Task) State(now time.Time) string {
	if t.Works {
		return fmt.Sprintf("%s has been worked on for %s", t.describe(), watch.Ago(now, t.Since))
	}
	return fmt.Sprintf("%s has waited for its turn for %s", t.describe(), watch.Ago(now, t.Since))
}

// TrackWaiting lists a waiting mail until begins is called.
func (s *Desk) TrackWaiting(key string, l *letter.Letter) (begins func()) {
	return s.track(&Task{mail: key, Since: s.Now()}, l)
}

// TrackMail lists a mail that is being worked on until ends is called.
func (s *Desk) TrackMail(key string, l *letter.Letter) (ends func()) {
	return s.track(&Task{mail: key, Since: s.Now(), Works: true}, l)
}

// track lists a task for a mail; l is nil for one that is not parsed.
func (s *Desk) track(t *Task, l *letter.Letter) (ends func()) {
	if l != nil {
		t.id = l.MessageID
	}
	done := s.InFlight.add(t)
	return func() { done(s.Now()) }
}

// trackWork lists a unit of work that is not a mail until ends is called.
func (s *Desk) trackWork(keys []string) (ends func()) {
	var games []string
	for _, key := range keys {
		if strings.HasPrefix(key, "game ") { // other keys name people
			games = append(games, key)
		}
	}
	name := cmp.Or(strings.Join(games, ", "), "work for no single game")
	done := s.InFlight.add(&Task{name: name, Since: s.Now(), Works: true})
	return func() { done(s.Now()) }
}

// overseeEvery is how often Oversee looks for overdue tasks.
const overseeEvery = 15 * time.Second

// Oversee reports overdue tasks in the log and to the host, until the context ends.
func (s *Desk) Oversee(ctx context.Context) {
	clock := time.NewTicker(overseeEvery)
	defer clock.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-clock.C:
			s.reportOverdue()
		}
	}
}

// reportOverdue logs all tasks that have become overdue, and tells the host about the
// first.
func (s *Desk) reportOverdue() {
	late := s.InFlight.tell(s.Now())
	for _, t := range late {
		s.Log.Error("service.stuck", "task", t.describe(), "mail", t.mail, "id", t.id, "works", t.Works, "since", t.Since)
	}
	if len(late) == 0 {
		return
	}
	page := stuckPage(late[0].State(s.Now()), late[0].id)
	err := Tell(s, func(d *Draft) error {
		return d.Queue(store.Commit{Mails: d.Alarm("stuck "+late[0].describe()+late[0].Since.UTC().Format(time.RFC3339), "", page)})
	})
	if err != nil {
		s.Log.Error("host.untold", "error", err)
	}
}

// stuckPage tells the host about an overdue task.
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

// ErrUnfinished means that the service was stopped before all its work was done. The rest
// is done at the next start.
var ErrUnfinished = errors.New("the service was stopped while something was still in hand, which is done at the next start")

// mostUnfinished limits how many unfinished tasks the error names.
const mostUnfinished = 5

// Unfinished returns the error for a stop that does not wait any longer.
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
