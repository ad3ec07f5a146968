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
	Ahead    time.Duration     `json:"ahead,omitempty"` // of its clock against that of the store, where that has one
}

// Nodes are the services on the store, by the name that they have in claims.
var Nodes = store.NewKind("node", store.Text(), store.JSON[Node]())

// How often a service says that it is there, where others may be on the store and where none can be, and after which time
// without a word it is silent. One that has been silent for NodeKept is no longer listed.
const (
	NodeEvery  = 20 * time.Second
	AloneEvery = 10 * time.Minute
	NodeKept   = 24 * time.Hour
)

// MostAhead is how much the clocks of a service and of the store may differ.
const MostAhead = time.Second

// Silent reports whether a service has said nothing for too long.
func (n Node) Silent(now time.Time, every time.Duration) bool { return now.Sub(n.Seen) > 3*every }

// Wrong reports whether a service's clock differs too much from that of the store.
func (n Node) Wrong() bool { return max(n.Ahead, -n.Ahead) > MostAhead }

// Differs names the settings that two services have different values for.
func (n Node) Differs(other Node) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(n.Settings)) {
		if v, ok := other.Settings[name]; ok && v != n.Settings[name] {
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
		"lobby": c.Lobby, "limits": c.Limits, "per_day": c.PerDay, "bounce_limit": c.BounceLimit, "keep_days": c.KeepDays, "no_pictures": c.NoPictures,
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

// NodesOf returns the services that have said something of late, the oldest first.
func NodesOf(db Store, now time.Time) (names []string, all map[string]Node, err error) {
	list, err := Nodes.All(db, "")
	if err != nil {
		return nil, nil, err
	}
	all = map[string]Node{}
	for _, r := range list {
		if r.Fault == nil && now.Sub(r.Value.Seen) < NodeKept {
			names, all[r.Key] = append(names, r.Key), r.Value
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Or(all[a].Began.Compare(all[b].Began), cmp.Compare(a, b)) })
	return names, all, nil
}
