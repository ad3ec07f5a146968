package desk

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/watch"
	"pbem/store"
)

// A Node is a service on the store, as it says now and then of itself.
type Node struct {
	Host     string            `json:"host"`
	PID      int               `json:"pid"`
	Program  string            `json:"program,omitempty"` // its version
	Began    time.Time         `json:"began"`
	Seen     time.Time         `json:"seen"` // when it last said so, by its own clock
	Mailbox  bool              `json:"mailbox,omitempty"`
	Handed   bool              `json:"handed,omitempty"` // mail servers hand mails over to it
	Settings map[string]string `json:"settings,omitempty"`
	Ahead    time.Duration     `json:"ahead,omitempty"`   // of its clock against that of the store, where that has one
	Rules    int               `json:"rules,omitempty"`   // the number of its rules; 0 for a program that knows of none
	Decides  bool              `json:"decides,omitempty"` // else it only stores and sends
	Counted  Counts            `json:"counted,omitzero"`  // mails of this hour, so that limits hold for all services together
}

// Nodes are the services on the store, by the name that they have in claims.
var Nodes = store.NewKind("node", store.Text(), store.JSON[Node]())

// How often a service says that it is there: where others may be on the store, and where none can be. One that has left
// out three is silent: others take over its work, within a minute. One that has been silent for nodeKept is no longer
// listed.
const (
	sharedEvery = 15 * time.Second
	aloneEvery  = 10 * time.Minute
	nodeKept    = 24 * time.Hour
)

// mostAhead is how much the clocks of a service and of the store may differ.
const mostAhead = time.Second

// NodeEvery returns how often services on the store say that they are there. A file has one service at a time.
func NodeEvery(c config.Config) time.Duration {
	if c.Store == "" {
		return aloneEvery
	}
	return sharedEvery
}

// SilentAfter returns how long a service says nothing before it is taken for dead.
func SilentAfter(c config.Config) time.Duration { return 3 * NodeEvery(c) }

// differs names the settings for which two services have different values.
func differs(a, b map[string]string) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if v, ok := b[name]; ok && v != a[name] {
			names = append(names, name)
		}
	}
	return names
}

// NodeSettings returns digests of the settings that players notice. Services on one store should have the same.
func NodeSettings(c config.Config) map[string]string {
	hosts := slices.Sorted(slices.Values(c.Hosts))
	out := map[string]string{}
	for name, value := range map[string]any{
		"address": c.Address, "name": c.Name, "hosts": hosts, "pace and zone": c.Paced(), "archive_url": c.ArchiveURL, "pages": c.Pages.URL,
		"lobby": c.Lobby, "limits": c.Limits, "per_day": c.PerDay, "bounce_limit": c.BounceLimit, "keep_days": c.KeepDays, "forget_days": c.ForgetDays, "no_pictures": c.NoPictures,
	} {
		text, err := json.Marshal(value)
		if err != nil {
			panic(err) // none of them can fail
		}
		sum := sha256.Sum256(text)
		out[name] = hex.EncodeToString(sum[:6])
	}
	return out
}

// SetNode stores what a service says of itself, and forgets those that have been silent for long; with a file, all others, which
// were killed or are in a backup. It takes in what the others have counted.
func (s *Desk) SetNode(n Node) error {
	marks := store.Marks{}
	n.Counted, n.Rules, n.Decides = s.Meter.Counts(), s.Rules, Decides(s)
	Nodes.Set(marks, s.Owner, n)
	all, err := Nodes.All(s.Store, "")
	if err != nil {
		return err
	}
	var others []Counts
	for _, r := range all {
		switch {
		case r.Key == s.Owner:
		case s.Config.Store == "", r.Fault != nil, s.Now().Sub(r.Value.Seen) >= nodeKept:
			Nodes.Clear(marks, r.Key)
		default:
			others = append(others, r.Value.Counted)
		}
	}
	s.Meter.Elsewhere(others)
	return s.Store.SetMarks(marks)
}

// NodesThere returns the services on the store, the oldest first. Their settings are compared with those of this one.
// A file has one service at a time: another that stands there was killed, or is in a backup.
func (s *Desk) NodesThere() (out []watch.Node, err error) {
	all, err := Nodes.All(s.Store, "")
	if err != nil {
		return nil, err
	}
	own, now, fast := NodeSettings(s.Config), s.Now(), time.Duration(0)
	for _, r := range all {
		if r.Key == s.Owner {
			fast = r.Value.Ahead
		}
	}
	for _, r := range all {
		n := r.Value
		silent := now.Add(-fast).Sub(n.Seen.Add(-n.Ahead)) // by the clock of the store
		if r.Fault != nil || now.Sub(n.Seen) >= nodeKept || s.Config.Store == "" && r.Key != s.Owner {
			continue
		}
		out = append(out, watch.Node{Name: r.Key, Self: r.Key == s.Owner, Host: n.Host, PID: n.PID, Program: n.Program, Began: n.Began, Seen: n.Seen,
			Rules: n.Rules, Decides: n.Decides || n.Rules == 0, Mailbox: n.Mailbox, Handed: n.Handed, Silent: silent > SilentAfter(s.Config), Ahead: n.Ahead, Off: max(n.Ahead, -n.Ahead) > mostAhead,
			Differs: differs(own, n.Settings)})
	}
	slices.SortStableFunc(out, func(a, b watch.Node) int { return cmp.Or(a.Began.Compare(b.Began), cmp.Compare(a.Name, b.Name)) })
	return out, nil
}
