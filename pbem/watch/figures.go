// Package watch shows a host how a service does: figures for Prometheus at
// /metrics, /health for programs that ask whether it works, and a page in plain
// words for people.
//
// It only shows: everything comes from one Figures, which the service fills in,
// and nothing is stored. No page names a player, an address or what was
// written. It listens on loopback, unless the host allows more.
package watch

import (
	"maps"
	"sync"
	"time"
)

// Figures are the state of a service at one moment. A time is zero if there is
// nothing to tell.
type Figures struct {
	Now         time.Time
	Games       Games
	Waiting     int           // players that games wait for, counted in each game
	OldestTurn  time.Time     // since when the longest of them is waited for
	Queued      int           // mails to be sent
	Oldest      time.Time     // since when the first of them waits, without those that are for a later time
	Due         time.Time     // since when the first mail that may be sent could have been
	Failed      int           // mails that were given up
	Quarantined int           // mails the service failed on
	Suspended   int           // addresses to which no mail is sent
	Free        int64         // bytes free on the disk of the data folder; negative if unknown
	Sharing     int           // other services that read the same mailbox
	Room        Room          // how much of the mailbox is in use
	Shut        Shut          // whether the server of the mailbox lets the service in
	Connections int           // most connections on which mails are sent
	Fault       string        // why nothing can be written, "" if it can
	Poll        time.Duration // longest time between checks of the mailbox
	Polled      time.Time     // when it was last checked
	HandedOver  bool          // there is no mailbox: the mail server hands mails over
	InHand      InHand
	Canary      *Canary // nil if none are sent
	Nodes       []Node  // the services on the store, the oldest first; nil where there can be no other
	Tally       Tally
}

// Room is how much of a mailbox is in use. The zero value is one whose server does not say.
type Room struct {
	Share float64 // 1 is all of it
	Words string  // such as "12 % of its 1000 MB"
	Full  bool    // so full that mails may not come in
}

// Shut says since when the server of the mailbox was reached and does not let the service in. The zero value is one that does.
type Shut struct {
	Since time.Time // the first refusal in a row
	Times int       // refusals in a row
	Why   string    // the last reason, such as "it refuses the log-in"
	Reads bool      // mails are still read on a connection that was open before
}

// ShutFor is how long a server must refuse us before that is taken for more than a restart of it.
const ShutFor = time.Minute

// Lasts reports whether the server has let nobody in for ShutFor, in more than one attempt.
func (s Shut) Lasts(now time.Time) bool { return s.Times > 1 && now.Sub(s.Since) >= ShutFor }

// InHand is what a service is at work on.
type InHand struct {
	Waits  int       // mails that wait for their turn
	Works  int       // mails, and other work, in progress
	Oldest time.Time // when the oldest of all these began
	Stuck  string    // what does not finish, and since when; "" for nothing
}

// A Canary is the state of the mails that a service sends to itself.
type Canary struct {
	Sent  time.Time     // the last one
	Waits time.Time     // when the oldest was sent that has not come back
	Where string        // how far that one has got
	Back  time.Time     // when one last came back
	Way   time.Duration // how long that one took
	Taken time.Duration // of that, the time until the SMTP server had it; 0 if unknown
}

// Games counts games by state; each game is in one state.
type Games struct{ Lobby, Running, Paused, Frozen, Ended int }

// A Tally is what was counted since the service began.
type Tally struct {
	Began     time.Time
	In        map[string]int // mails that came, by outcome
	Out       map[Result]int // attempts to send, by result
	Decisions int            // commands of players carried out
	Faults    int            // failures
	Answers   Spread         // time from the arrival of a mail to its answer
	Sent      time.Time      // when a mail last went out
	Refused   time.Time      // since when the server accepts no mail at all
	Shut      Shut           // since when it does not let us in
	Crowded   time.Time      // when it last said that there are too many connections
}

// A Result is how an attempt to send a mail ended.
type Result string

// The results. Dropped mails were superseded by newer ones, or their recipient gets no mail.
const (
	Sent    Result = "sent"
	Retried Result = "retried"
	Failed  Result = "failed"
	Dropped Result = "dropped"
)

var results = []Result{Sent, Retried, Failed, Dropped}

// bounds are the upper bounds of the buckets of a Spread, in seconds.
var bounds = [...]float64{1, 2, 5, 10, 30, 60, 120, 300, 900, 3600, 6 * 3600}

// A Spread counts how long something took.
type Spread struct {
	N       int
	Sum     time.Duration
	Buckets [len(bounds)]int // how many took at most that long
}

func (s *Spread) add(d time.Duration) {
	s.N++
	s.Sum += d
	for i, b := range bounds {
		if d.Seconds() <= b {
			s.Buckets[i]++
		}
	}
}

// Counts are the running counts of a service. The zero value is ready. Its
// methods may be called from several goroutines.
type Counts struct {
	mu sync.Mutex
	t  Tally
}

// Tally returns what was counted so far.
func (c *Counts) Tally() Tally {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.t
	t.In, t.Out = maps.Clone(t.In), maps.Clone(t.Out)
	return t
}

func (c *Counts) note(what func(*Tally)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	what(&c.t)
}

// Begin notes that the service begins its work.
func (c *Counts) Begin(at time.Time) { c.note(func(t *Tally) { t.Began = at }) }

// Decided counts commands that were carried out.
func (c *Counts) Decided(n int) { c.note(func(t *Tally) { t.Decisions += n }) }

// Fault counts work that failed.
func (c *Counts) Fault() { c.note(func(t *Tally) { t.Faults++ }) }

// Answered records how long a player waited for an answer.
func (c *Counts) Answered(d time.Duration) { c.note(func(t *Tally) { t.Answers.add(max(d, 0)) }) }

// In counts a mail that came, by how it ended.
func (c *Counts) In(outcome string) {
	c.note(func(t *Tally) {
		if t.In == nil {
			t.In = map[string]int{}
		}
		t.In[outcome]++
	})
}

// Out counts mails on their way out, n of them.
func (c *Counts) Out(r Result, n int, at time.Time) {
	c.note(func(t *Tally) {
		if t.Out == nil {
			t.Out = map[Result]int{}
		}
		t.Out[r] += n
		if r == Sent {
			t.Sent, t.Refused, t.Shut = at, time.Time{}, Shut{}
		}
	})
}

// Refused records that the server could not be reached, or refused our mails
// whoever they were for. That holds until a mail is sent. shut says why it does not let us in, "" if it may do so again
// by itself.
func (c *Counts) Refused(at time.Time, shut string) {
	c.note(func(t *Tally) {
		if t.Refused.IsZero() {
			t.Refused = at
		}
		if shut == "" {
			return
		}
		if t.Shut.Since.IsZero() {
			t.Shut.Since = at
		}
		t.Shut.Times++
		t.Shut.Why = shut
	})
}

// CrowdedFor is how long it is shown that the SMTP server has said that there are too many connections.
const CrowdedFor = time.Hour

// Crowded records that the server said that there are too many connections.
func (c *Counts) Crowded(at time.Time) { c.note(func(t *Tally) { t.Crowded = at }) }
