package pbem

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/pbem/watch"
	"pbem/store"
)

// takeUpEvery is how often a service that decides looks for mails that others have stored who do not.
const takeUpEvery = 2 * time.Second

// enter makes a service that runs known to the others, and finds out whether it decides.
func enter(s *Service) error {
	desk.Serve(s.Desk)
	return desk.LookAtRules(s.Desk)
}

// index makes the keys by which games are found, if they are missing and the service decides.
func index(s *Service) {
	if s.Indexed.Load() {
		return
	}
	done, err := s.Index()
	if err != nil {
		s.Log.Warn("store.unindexed", "error", err)
	}
	s.Indexed.Store(done)
}

// decide does what a service does as long as it decides.
func decide(ctx context.Context, s *Service) {
	index(s)
	s.Bell.Ring() // robots wait
	s.CheckGames(ctx)
}

// takeUp works on what others have stored who do not decide.
func takeUp(ctx context.Context, s *Service) {
	if desk.Decides(s.Desk) && beside(s, func(n watch.Node) bool { return !n.Decides }) {
		s.Resume(ctx)
	}
}

// inherit works on what a service had in hand that has died.
func inherit(ctx context.Context, s *Service) {
	s.taking.Lock() // what is resumed now was listed before
	defer s.taking.Unlock()
	resumeAll(ctx, s)
}

// leave gives a mail back that was stored by a service that does not decide.
func leave(s *Service, key string) {
	if _, err := s.Store.Spare(key); err != nil {
		s.Log.Error("mail.spare-failed", "mail", key, "error", err) // others take it when the claim is over
	}
	s.tried.over(key)
}

// A vacancy is a time in which no service decides.
type vacancy struct {
	since time.Time
	told  bool
}

// look tells the hosts, once, that no service decides. One that was restarted, or relieved, has some time to come.
func (v *vacancy) look(s *Service) {
	list, err := s.NodesThere()
	if err != nil {
		s.Log.Warn("node.unsaid", "error", err)
		return
	}
	decides := func(n watch.Node) bool { return n.Decides && !n.Silent && !n.Self }
	if desk.Decides(s.Desk) || slices.ContainsFunc(list, decides) {
		*v = vacancy{}
		return
	}
	if v.since.IsZero() {
		v.since = s.Now()
	}
	if v.told || s.Now().Sub(v.since) <= desk.SilentAfter(s.Config) {
		return
	}
	v.told = true
	s.Log.Error("rules.nobody", "why", desk.WhyNot(s.Desk))
	err = desk.Tell(s.Desk, func(d *desk.Draft) error {
		r, err := d.RuledBy()
		if err != nil {
			return err
		}
		cause := fmt.Sprint("undecided ", r.Rev, " ", s.Now().UTC().Format(time.DateOnly))
		return d.Queue(store.Commit{Mails: d.Alarm(cause, "", vacantPage(r.Value, desk.WhyNot(s.Desk), s.Rules))})
	})
	if err != nil {
		s.Log.Error("host.untold", "error", err)
	}
}

// vacantPage tells the hosts that no service decides.
func vacantPage(r desk.Ruling, why string, rules int) sheet.Page {
	return sheet.Note("No service decides", "Mails come in and are stored, and those that are queued go out. Nobody works on what players write. This time does not count for them.",
		sheet.Section{Head: "Why", Lines: []string{"  The service that writes this does not decide: " + why + "."}},
		sheet.Section{Head: "What you can do", Lines: []string{
			fmt.Sprintf("  Start a service with rules %d, whose version was there last; or", r.Number),
			fmt.Sprintf("  let the services with rules %d decide:   pbem host nodes decide %d --config FILE", rules, rules),
			"  The second is said beside such a service, since no mail is worked on. The page on operation says what it means (\"Upgrade several services\").",
		}})
}

// beside reports whether other services are there that are meant.
func beside(s *Service, meant func(watch.Node) bool) bool {
	list, err := s.NodesThere()
	return err == nil && slices.ContainsFunc(list, func(n watch.Node) bool { return !n.Self && !n.Silent && meant(n) })
}
