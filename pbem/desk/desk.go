package desk

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"pbem/engine"
	"pbem/pbem/archive"
	"pbem/pbem/config"
	"pbem/pbem/envelope"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/pace"
	"pbem/pbem/table"
	"pbem/pbem/trust"
	"pbem/store"
	"pbem/titles"
)

// Store is what the service needs of its store. *store.DB implements it.
type Store interface {
	Commit(store.Commit) error
	NextID() (uint64, error)
	Find(key, after string, limit int) ([]string, error)
	FindCount(key string) (int, error)
	Records(key, after string, limit int) ([]store.Game, error)
	Game(id string) (store.Game, error)
	Read(q store.Query) (store.Bundle, error)
	Load(id string, from int) (store.Game, []store.Event, error)
	Keep(store.Inbound, store.Claim, store.Query) (store.Kept, store.Bundle, error)
	Inbound(key string) (store.Inbound, error)
	Settled(cause string) (outcome string, ok bool, err error)
	Unsettled() ([]string, error)
	Take(key string, c store.Claim) (int, error)
	Spare(key string) (int, error)
	Due(now time.Time, limit int) ([]store.Mail, error)
	TakeMails(c store.Claim, fresh bool, limit int) ([]store.Mail, error)
	Renew(c store.Claim, ids []string) ([]store.Mail, error)
	Noted([]store.Ending) error
	TakeDeadlines(c store.Claim, limit int) ([]store.Deadline, error)
	Overdue(now time.Time) ([]store.Deadline, error)
	Release(owner string, now time.Time) error
	ReleaseWork(owner string, now time.Time) error
	SetMarks(store.Marks) error
	MarkAt(name string) (store.Mark, error)
	MarkPage(prefix, after string, limit int) ([]store.Mark, error)
	Mail(id string) (store.Mail, error)
	FailedPage(after string, limit int) (mails []store.Mail, next string, err error)
	Requeue(id string, next time.Time) error
	Counter(name string) (int, error)
	Counters(prefix string) (map[string]int, error)
	Forget(key string) error
	ForgetSender(prefix string, limit int) (more, unsettled bool, err error)
	ForgetRecipient(address, after string, now time.Time, limit int) (next string, sending int, err error)
	Texts(after string, limit int) (mails []store.Inbound, next string, err error)
	Unsent(after string, limit int) (mails []store.Mail, next string, err error)
	Rewrite(id string, raw []byte, now time.Time) (sending bool, err error)
	ForgetKeys(before time.Time, keep []string, limit int) (more bool, err error)
	Prune(before time.Time, keep []string, limit int) (more bool, err error)
	PruneMails(before time.Time, after string, limit int) (next string, err error)
	Ledger
}

// A Wiper is a store in which what was deleted can be found until Wipe overwrites it. A store around it has to pass Wipe on.
type Wiper interface{ Wipe() error }

// A Desk holds what every decision needs: the store, the game cache, the clock and the
// settings. Its methods may be called from several goroutines.
type Desk struct {
	Config config.Config
	Owner  string // the name of this service in claims
	Rules  int    // the number of the rules by which it decides
	Store  Store  // drafts read it and commit to it
	Log    *slog.Logger
	Now    func() time.Time

	Office envelope.Office

	Locks    Locks
	Workers  Workers
	InFlight InFlight
	Cache    *GameCache // games as they were committed
	Members  MemberIDs  // the ids of members, to read them together with their addresses
	Maps     MapCache
	Meter    Meter         // counts mails by the hour
	Quota    StrangerQuota // counts what strangers send in a day
	Roster   Roster
	Polls    Polls
	Horizon  Horizon // the time before which mails are too old
	Outbox   *intake.Outbox
	Lookups  Lookups
	Spending Spending     // mails of the day that may go out
	Silent   trust.Silent // DNS domains that do not answer
	Indexed  atomic.Bool  // games and members can be found by their addresses
	role     Role         // whether it decides

	Robots table.Robots // decide for the seats that robots play
	Bell   Bell         // rung when a commit leaves a robot awaited

	Redo   func(d *Draft, key string, l letter.Letter) (outcome string, err error) // decides a mail that was set aside again
	Keeper *archive.Keeper
	Live   *archive.Pages // of the games that are on
}

// A Bell wakes whoever waits for it. It does not count how often it was rung.
type Bell chan struct{}

// NewBell returns a bell that was not rung.
func NewBell() Bell { return make(Bell, 1) }

// Ring wakes whoever waits, now or next. A nil Bell is not heard.
func (b Bell) Ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

// ArchiveDir is the folder of the archive within the data folder.
const ArchiveDir = "archive"

// Secret returns the key from which all tokens are made. It makes the key if the database
// is new. If another service makes one at the same time, both use the one that was stored.
func Secret(db Store, now time.Time) ([]byte, error) {
	for {
		m, err := secrets.Get(db)
		if err != nil || m.Found() {
			return m.Value, err
		}
		key := make([]byte, 32)
		rand.Read(key)
		c := store.Commit{At: now, Marks: store.Marks{}}
		m.Expect(&c)
		secrets.Set(c.Marks, key)
		if err := db.Commit(c); !errors.Is(err, store.ErrConflict) {
			return key, err
		}
	}
}

// Begin sets up a game. before is the table without a log, and next the one to commit.
func (d *Draft) Begin(n table.NewGame) (before, next *table.Table, err error) {
	if err := n.Talkable(); err != nil {
		return nil, nil, err
	}
	if n.Seats, err = d.CheckSeats(n.Seats); err != nil {
		return nil, nil, err
	}
	if n.PaceWords != "" {
		p, err := pace.Parse(n.PaceWords, d.Config.Pace)
		if err != nil {
			return nil, nil, err
		}
		n.Pace = &p
	}
	start := engine.Started{Seed: n.Seed, Options: n.Title.AsOfNow(n.Options)}
	for _, seat := range n.Seats {
		start.Players = append(start.Players, seat.Name)
	}
	g, log, err := titles.Start(n.Title, start)
	if err != nil {
		return nil, nil, err
	}
	if n.ID == "" {
		number, err := d.DB.NextID()
		if err != nil {
			return nil, nil, err
		}
		n.ID = GameID(number)
	}
	before = &table.Table{ID: n.ID, Title: n.Title}
	before.Record = table.Record{Title: n.Title.Facts.Slug, Name: n.Name, Seats: n.Seats, Created: d.Now().UTC(), Pace: n.Pace, Talk: n.Talk, Advice: n.Advice, Shown: n.Shown}
	return before, table.Obey(before.With(g, log)), nil
}

// GameID returns the id of the game with a number: "g12".
func GameID(number uint64) string { return fmt.Sprintf("g%d", number) }

// Claimed is how long a claim lasts.
const Claimed = 5 * time.Minute

// Claim returns a claim for work of this service. If the work is not done when the claim
// expires, others may claim it; after a crash the store notices sooner.
func (s *Desk) Claim() store.Claim {
	now := s.Now()
	return store.Claim{Owner: s.Owner, Now: now, Until: now.Add(Claimed)}
}

// Instance returns a name for this service that no other service on the store ever has.
// It holds the host name, the process id and a random part.
func Instance() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s.%d.%s", strings.ToValidUTF8(host, "_"), os.Getpid(), rand.Text())
}

// Sign signs a mail with DKIM, as the host has configured it.
func (s *Desk) Sign(raw []byte) ([]byte, error) { return s.Config.DKIM.Sign(raw) }
