package pg_test

import (
	"flag"
	"maps"
	"slices"
	"testing"
	"time"

	"pbem/internal/testsize"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
	"pbem/store/storetest"
)

var takeovers = flag.Int("takeovers", 3, "how often TestTakeovers has a server lost, in large tests")

// A trial is three servers that are lost in turn while games move without a pause.
type trial struct {
	t       *testing.T
	servers *pgtest.Cluster
	load    *storetest.Load
	took    map[string][]time.Duration // by what was lost
}

// Each server of three, set up as docs/store.md says, is lost again and again while commits go on: a leader is killed, hangs, or
// hands over; a standby is killed or hangs. Nothing that was acknowledged is lost. The log tells how long nothing was committed.
func TestTakeovers(t *testing.T) {
	if !testsize.Large() {
		t.Skip("servers take long to notice that another one is lost; TESTSIZE=large asks for it")
	}
	servers := pgtest.NewCluster(t, "../../docs/store.md")
	db := open(t, servers.URL("search_path=load"), pg.Options{})
	r := &trial{t: t, servers: servers, load: storetest.Play(t, db, 4), took: map[string][]time.Duration{}}
	r.load.Until(t, time.Now())
	faults := []func(){r.leaderKilledAhead, r.leaderKilled, r.leaderHangs, r.standbyHangs, r.switchover, r.standbyKilled}
	for i := range *takeovers {
		faults[i%len(faults)]()
	}
	t.Logf("%d moves", r.load.End(t))
	for _, fault := range slices.Sorted(maps.Keys(r.took)) {
		took := slices.Sorted(slices.Values(r.took[fault]))
		t.Logf("%s: %d times, %.1f s in the middle, %.1f s at most", fault, len(took), took[(len(took)-1)/2].Seconds(), took[len(took)-1].Seconds())
	}
}

func (r *trial) leaderKilled() {
	killed := r.servers.Leader()
	r.takenOver("a leader killed", killed, killed.Kill, killed.Start)
}

// leaderKilledAhead kills the leader while a synchronous standby has less than the other one. If it is promoted all the same,
// the other one has to be rewound before it can follow, and may say before that it has what it does not have.
func (r *trial) leaderKilledAhead() {
	killed, behind := r.servers.Leader(), r.servers.SyncStandby()
	r.takenOver("a leader killed, a synchronous standby behind", killed, func() {
		behind.CutOff()
		r.load.Stalled(r.t)
		killed.Kill()
		behind.Wake()
	}, killed.Start)
}

func (r *trial) leaderHangs() {
	hangs := r.servers.Leader()
	r.takenOver("a leader that hangs", hangs, hangs.Hang, hangs.Wake)
}

func (r *trial) switchover() {
	r.takenOver("a switchover", r.servers.Leader(), r.servers.Switchover, func() {})
}

// takenOver waits until another server leads, and commits go on. Then the one that was lost comes back.
func (r *trial) takenOver(fault string, lost *pgtest.Node, happens, back func()) {
	r.t.Helper()
	began := time.Now()
	happens()
	leader := r.servers.Leader(lost)
	leads := time.Now()
	first := r.load.Until(r.t, leads)
	r.load.Silence()
	r.load.Until(r.t, time.Now().Add(settled))
	alone := r.load.Silence()
	back()
	r.servers.Whole()
	r.load.Until(r.t, time.Now())
	rejoined := r.load.Silence()
	r.note(fault, max(first, alone))
	r.note("a server that comes back", rejoined)
	r.t.Logf("%s: %s leads after %.1f s, the first commit comes %.1f s later; then nothing is committed for at most %.1f s, and %.1f s while the lost one comes back",
		fault, leader.Name, leads.Sub(began).Seconds(), first.Seconds(), alone.Seconds(), rejoined.Seconds())
}

// settled is how long nothing more happens after a takeover: a standby that has to be rewound answers once more before.
const settled = 5 * time.Second

func (r *trial) note(fault string, took time.Duration) { r.took[fault] = append(r.took[fault], took) }

func (r *trial) standbyKilled() {
	killed := r.servers.SyncStandby()
	r.standbyLost("a synchronous standby killed", killed.Kill, killed.Start)
}

func (r *trial) standbyHangs() {
	hangs := r.servers.SyncStandby()
	r.standbyLost("a synchronous standby that hangs", hangs.Hang, hangs.Wake)
}

// standbyLost waits for a commit that comes a while after the fault, so that it is none which the standby still had.
func (r *trial) standbyLost(fault string, happens, back func()) {
	r.t.Helper()
	r.load.Silence()
	happens()
	r.load.Until(r.t, time.Now().Add(time.Second))
	lost := r.load.Silence()
	back()
	r.servers.Whole()
	r.load.Until(r.t, time.Now())
	rejoined := r.load.Silence()
	r.note(fault, lost)
	r.note("a server that comes back", rejoined)
	r.t.Logf("%s: nothing is committed for %.1f s, and %.1f s while it comes back", fault, lost.Seconds(), rejoined.Seconds())
}
