package desk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/pbem/watch"
	"pbem/store"
)

// Rules is the number of the rules by which this program decides: those of the titles, those of the service, and the
// forms in which both are stored. It is raised with each change of one of them; TestRulesAreNumbered finds what changed.
// Of the services on one store, only those with the highest number decide.
const Rules = 6

// A Ruling says by which rules the games on a store are decided. It is stored.
type Ruling struct {
	Number int       `json:"number"`          // services with this number decide
	Most   int       `json:"most"`            // the highest number by which anything was ever decided
	Fixed  bool      `json:"fixed,omitempty"` // the host said so; services with a higher number do not decide either
	Since  time.Time `json:"since"`
}

// Rulings is the kind of the mark with the Ruling.
var Rulings = store.NewSingle("rules", store.JSON[Ruling]())

// ErrStandby means that this service does not decide. Other services on the store do its work, so for code that takes in
// mails it counts as store.ErrClaimed.
var ErrStandby error = standby{}

// standby is ErrStandby with the reason.
type standby struct{ why string }

func (s standby) Error() string {
	if s.why == "" {
		return "this service does not decide"
	}
	return "this service does not decide: " + s.why + "; \"pbem host nodes\" names those that do"
}

func (s standby) Unwrap() error { return store.ErrClaimed }
func (s standby) Is(other error) bool {
	_, ok := other.(standby)
	return ok
}

// Decides reports whether this service decides. A service that does not only stores the mails that come and sends those
// that are queued.
func Decides(s *Desk) bool {
	_, err := mayDecide(s)
	return err == nil
}

// mayDecide returns the revision of the ruling by which this service decides, or ErrStandby with the reason why it does not.
func mayDecide(s *Desk) (by store.Rev, err error) {
	known, why, by := s.role.now()
	if !known {
		if err := LookAtRules(s); err != nil {
			return 0, fmt.Errorf("%w: %w", ErrStore, err)
		}
		_, why, by = s.role.now()
	}
	if why != "" {
		return 0, standby{why}
	}
	return by, nil
}

// WhyNot says why this service does not decide; "" if it does.
func WhyNot(s *Desk) string {
	_, why, _ := s.role.now()
	return why
}

// permitted returns ErrStandby unless the service may decide on the draft. It notes by which ruling it may: if that
// changes before the commit, the commit is refused.
func (d *Draft) permitted() error {
	if d.aside {
		return nil
	}
	by, err := mayDecide(d.Desk)
	if err != nil || d.Config.Store == "" {
		return err
	}
	d.seen = map[string]store.Rev{Rulings.Name(): by}
	return nil
}

// reconsider finds out, after a conflict, whether it was the ruling that has changed.
func (d *Draft) reconsider() error {
	if len(d.seen) == 0 {
		return nil
	}
	if err := LookAtRules(d.Desk); err != nil {
		return fmt.Errorf("%w: %w", ErrStore, err)
	}
	return nil
}

// LookAtRules reads by which rules the games are decided, and whether this service decides. If its own number is
// higher, it decides from now on, and those that did so far are refused with their next commit.
func LookAtRules(s *Desk) error {
	s.role.looking.Lock()
	defer s.role.looking.Unlock()
	if s.Config.Store == "" {
		return lookAlone(s)
	}
	for {
		stored, err := Rulings.Get(s.Store)
		if err != nil {
			return err
		}
		why, raise, err := judge(s, stored.Value)
		if err != nil {
			return err
		}
		if !raise {
			return turn(s, why, stored)
		}
		c := store.Commit{At: s.Now(), Marks: store.Marks{}}
		stored.Expect(&c)
		Rulings.Set(c.Marks, Ruling{Number: s.Rules, Most: max(s.Rules, stored.Value.Most), Since: s.Now().UTC()})
		if err := s.Store.Commit(c); err != nil && !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
}

// lookAlone is LookAtRules for a file. It has one service, which decides in any case.
func lookAlone(s *Desk) error {
	stored, err := Rulings.Get(s.Store)
	if err == nil && s.Rules > stored.Value.Number {
		marks := store.Marks{}
		Rulings.Set(marks, Ruling{Number: s.Rules, Most: max(s.Rules, stored.Value.Most), Since: s.Now().UTC()})
		err = s.Store.SetMarks(marks)
	}
	if err != nil {
		s.Log.Warn("rules.unwritable", "error", err)
	}
	return turn(s, "", stored)
}

// judge says why this service does not decide, "" if it does. raise is true if it does once the ruling says so.
func judge(s *Desk, r Ruling) (why string, raise bool, err error) {
	switch {
	case s.Rules == r.Number:
		return "", false, nil
	case s.Rules < r.Number:
		return fmt.Sprintf("rules %d decide, and this program has %d", r.Number, s.Rules), false, nil
	case r.Fixed:
		return fmt.Sprintf("the host has said that rules %d decide, and this program has %d", r.Number, s.Rules), false, nil
	}
	others, err := s.NodesThere()
	if err != nil {
		return "", false, err
	}
	if names := named(others, func(n watch.Node) bool { return n.Rules == 0 }); names != "" {
		return "it waits until somebody stops " + names + ", of a version that does not stand by", false, nil
	}
	if names := named(others, func(n watch.Node) bool { return n.Rules < s.Rules }); names != "" && !s.role.serving() {
		return fmt.Sprintf("%s decides by older rules, and goes on with them: use its program, or upgrade it", names), false, nil
	}
	return "", true, nil
}

// named names the other services that are there and that are meant.
func named(all []watch.Node, meant func(watch.Node) bool) string {
	var names []string
	for _, n := range all {
		if !n.Self && !n.Silent && meant(n) {
			names = append(names, n.Name)
		}
	}
	return strings.Join(names, ", ")
}

// turn records whether this service decides from now on. If it has just ceased to, turn releases its claims on undecided
// work.
func turn(s *Desk, why string, stored store.Record[struct{}, Ruling]) error {
	behind := s.Rules < stored.Value.Most
	decided, changed := s.role.set(why, stored.Rev, behind)
	switch {
	case !changed:
		return nil
	case why != "":
		s.Log.Warn("rules.standby", "rules", s.Rules, "decide", stored.Value.Number, "why", why)
	case behind:
		s.Log.Warn("rules.behind", "rules", s.Rules, "most", stored.Value.Most)
	case s.Config.Store != "":
		s.Log.Info("rules.decides", "rules", s.Rules)
	}
	if !decided {
		return nil
	}
	return s.Store.ReleaseWork(s.Owner, s.Now())
}

// Behind reports whether a program with newer rules has decided on this store. Then what this one reads may have parts
// that it does not know.
func (s *Desk) Behind() bool { return s.role.isBehind() }

// RuledBy returns by which rules the games are decided, as stored.
func (d *Draft) RuledBy() (store.Record[struct{}, Ruling], error) { return Rulings.Get(d.DB) }

// Numbers returns the numbers of the rules of the services that are there, and of this one, each once and in order.
func (s *Desk) Numbers() ([]int, error) {
	all, err := s.NodesThere()
	if err != nil {
		return nil, err
	}
	numbers := []int{s.Rules}
	for _, n := range all {
		if !n.Silent && n.Rules > 0 {
			numbers = append(numbers, n.Rules)
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers), nil
}
