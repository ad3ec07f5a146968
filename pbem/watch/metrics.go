package watch

import (
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("pbem_"+name, help, labels, nil)
}

// The metrics. Their names are an interface: hosts have alarms on them.
var (
	games      = desc("games", "Games by state.", "state")
	waiting    = desc("turns_waiting", "Players who are waited for, counted in each game.")
	turnAge    = desc("turn_oldest_seconds", "How long the player who is waited for longest has been; 0 for nobody.")
	mailsIn    = desc("mails_in_total", "Mails that came, by how they ended.", "outcome")
	mailsOut   = desc("mails_out_total", "Attempts to send a mail, by how they ended.", "result")
	queued     = desc("queue_mails", "Mails that wait to be sent.")
	queueAge   = desc("queue_oldest_seconds", "How long the first of these mails has waited, without those for a later time such as daily mails; 0 for none.")
	failed     = desc("mails_failed", "Mails that were given up.")
	quarantine = desc("mails_quarantined", "Mails that the service failed on and set aside.")
	suspended  = desc("addresses_suspended", "Addresses that get no mail, because it comes back.")
	lastPoll   = desc("last_poll_timestamp_seconds", "When the mailbox was last read; 0 for never.")
	answers    = desc("answer_seconds", "Time from the arrival of a player's mail to its answer.")
	decisions  = desc("decisions_total", "Commands of players that were carried out.")
	faults     = desc("faults_total", "Work on a mail or a deadline that failed.")
	inHand     = desc("work_in_hand", "Mails that wait for their turn, and work that is under way.", "state")
	handAge    = desc("work_oldest_seconds", "How long the oldest of these has been in hand; 0 for none.")
	canarySent = desc("canary_sent_timestamp_seconds", "When the service last sent a mail to itself; 0 for never.")
	canaryBack = desc("canary_back_timestamp_seconds", "When one last came back; 0 for never.")
	canaryWay  = desc("canary_seconds", "How long the last that came back was under way, by part of the way.", "part")
	nodeAlive  = desc("node_up", "Whether a service on the database has said something of late, by its name and how mails reach it.", "node", "role")
	nodeAhead  = desc("node_clock_seconds", "How much the clock of a service is ahead of that of the database.", "node")
	nodeRole   = desc("node_role", "1 for what a service on the database does: decides, or stores and sends.", "node", "role")
	nodeRules  = desc("node_rules", "The number of the rules of a service on the database; 0 for a version without one.", "node")
	canaryLate = desc("canary_waiting_seconds", "How long the first that is not back has been under way; 0 for none.")
	diskFree   = desc("disk_free_bytes", "Free space on the disk of the data folder.")
	roomUsed   = desc("mailbox_used_ratio", "The share of the room of the mailbox that is in use, where its server says.")
	healthy    = desc("healthy", "1 for a part of the service that works and needs nobody, else 0.", "part")
)

// process returns the metrics of memory, garbage collection and files.
func process() *prometheus.Registry {
	return registry(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
}

func registry(cs ...prometheus.Collector) *prometheus.Registry {
	r := prometheus.NewRegistry()
	r.MustRegister(cs...)
	return r
}

// collector returns Figures as metrics.
type collector Figures

// Describe names no metric: the labels are known only when they are collected.
func (collector) Describe(chan<- *prometheus.Desc) {}

// Collect sends every metric.
func (c collector) Collect(ch chan<- prometheus.Metric) {
	f := Figures(c)
	set := func(d *prometheus.Desc, kind prometheus.ValueType, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, kind, v, labels...)
	}
	f.gauges(func(d *prometheus.Desc, v float64, labels ...string) { set(d, prometheus.GaugeValue, v, labels...) })
	f.Tally.counters(func(d *prometheus.Desc, n int, labels ...string) {
		set(d, prometheus.CounterValue, float64(n), labels...)
	})
	buckets := map[float64]uint64{}
	for i, b := range bounds {
		buckets[b] = uint64(f.Tally.Answers.Buckets[i])
	}
	ch <- prometheus.MustNewConstHistogram(answers, uint64(f.Tally.Answers.N), f.Tally.Answers.Sum.Seconds(), buckets)
}

func (f Figures) gauges(set func(d *prometheus.Desc, v float64, labels ...string)) {
	for _, g := range f.Games.list() {
		set(games, float64(g.n), g.state)
	}
	set(waiting, float64(f.Waiting))
	set(turnAge, age(f.Now, f.OldestTurn))
	set(queued, float64(f.Queued))
	set(queueAge, age(f.Now, f.Oldest))
	set(failed, float64(f.Failed))
	set(quarantine, float64(f.Quarantined))
	set(suspended, float64(f.Suspended))
	set(lastPoll, unix(f.Polled))
	set(inHand, float64(f.InHand.Waits), "waits")
	set(inHand, float64(f.InHand.Works), "works")
	if k := f.Canary; k != nil {
		set(canarySent, unix(k.Sent))
		set(canaryBack, unix(k.Back))
		set(canaryWay, k.Taken.Seconds(), "to_server")
		set(canaryWay, k.Way.Seconds(), "whole")
		set(canaryLate, age(f.Now, k.Waits))
	}
	for _, n := range f.Nodes {
		alive := 1.0
		if n.Silent {
			alive = 0
		}
		set(nodeAlive, alive, n.Name, n.Role())
		set(nodeAhead, n.Ahead.Seconds(), n.Name)
		set(nodeRules, float64(n.Rules), n.Name)
		if !n.Silent {
			set(nodeRole, 1, n.Name, n.Does())
		}
	}
	set(handAge, age(f.Now, f.InHand.Oldest))
	if f.Free >= 0 {
		set(diskFree, float64(f.Free))
	}
	if f.Room.Words != "" {
		set(roomUsed, f.Room.Share)
	}
	for _, c := range Health(f) {
		n := 0.0
		if c.OK && !c.Warn {
			n = 1
		}
		set(healthy, n, c.Name)
	}
}

func (t Tally) counters(set func(d *prometheus.Desc, n int, labels ...string)) {
	for _, outcome := range t.outcomes() {
		set(mailsIn, t.In[outcome], outcome)
	}
	for _, r := range results {
		set(mailsOut, t.Out[r], string(r))
	}
	set(decisions, t.Decisions)
	set(faults, t.Faults)
}

// outcomes returns the outcomes of mails that came, in order.
func (t Tally) outcomes() []string {
	var out []string
	for o := range t.In {
		out = append(out, o)
	}
	slices.Sort(out)
	return out
}

type state struct {
	state string
	n     int
}

func (g Games) list() []state {
	return []state{{"lobby", g.Lobby}, {"running", g.Running}, {"paused", g.Paused}, {"frozen", g.Frozen}, {"ended", g.Ended}}
}

func age(now, since time.Time) float64 {
	if since.IsZero() {
		return 0
	}
	return max(now.Sub(since).Seconds(), 0)
}

func unix(at time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return float64(at.UnixMilli()) / 1000
}
