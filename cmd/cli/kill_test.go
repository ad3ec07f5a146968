package cli

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/demo"
	"pbem/pbem/evening"
	"pbem/pbem/postoffice"
	"pbem/store/pg/pgtest"
	"pbem/titles"
)

var (
	kills    = flag.Int("kills", 0, "how often a test kills the service, or stops it; 0 is a few times, or 12 in whole tests, or many in large ones")
	killSeed = flag.Uint64("killseed", 0, "seed of its chance; 0 picks one at random")
)

// A hunt is a service that is killed again and again while the recorded game is played
// with it by mail. The mail server runs in the test.
type hunt struct {
	t      *testing.T
	rng    *rand.Rand
	office *postoffice.Office
	config string
	data   string
	server *pgtest.Server // with the games; nil if they are in a file
	url    string         // of the database there
	script demo.Script
	log    journal // of all its runs

	want   *engine.Game     // the game at its end
	said   []engine.Command // every command of it
	seats  map[string]string
	reply  map[string]string          // the reply address of each player
	pens   map[string]*evening.Player // each player's mail program
	sent   [][]byte                   // the players' mails, as sent
	events int                        // of the game, when it was last looked at

	lost                   int  // kills of the server
	spare                  bool // a mail was killed twice: a third time would set it aside
	moved, atWork, sending int  // runs that made progress, ended during a mail, ended with answers to be sent
}

const huntAddress = "pbem@demo.example"

// The service is killed many times at random points. No accepted move is lost or carried
// out twice. Every answer is sent; if it is sent more than once, it is the same mail.
func TestKilled(t *testing.T) {
	t.Parallel()
	newHunt(t).kills(livesOf(8, 50))
}

// kills kills the service so many times while the game is played, and then has it played to its end.
func (h *hunt) kills(lives int) {
	h.first()
	began := time.Now()
	for i := range lives {
		h.life(h.due(lives - i))
		h.whole(i%20 == 0)
	}
	h.t.Logf("%d kills in %.1f s, and %d of the server; %d of %d mails sent by then", lives, time.Since(began).Seconds(), h.lost, len(h.sent), len(h.script.Moves))
	h.t.Logf("the game went on in %d lives; %d ended within a mail, %d with answers to be sent", h.moved, h.atWork, h.sending)
	h.finish()
	h.compare()
	h.answers()
}

// livesOf is how often the service is killed or stopped: as the flag says, else a few times, or more often
// in whole tests, or many times in large ones.
func livesOf(few, many int) int {
	if *kills > 0 {
		return *kills
	}
	return testsize.More(few, testsize.Of(few, few, 12), many)
}

// killsAskedFor skips a test that is dear unless somebody asks for kills, or for whole tests.
func killsAskedFor(t *testing.T) {
	t.Helper()
	if *kills == 0 && !testsize.Whole() {
		t.Skip("-kills N kills services on PostgreSQL; TESTSIZE=whole kills them a dozen times, TESTSIZE=large often")
	}
}

// short is a game of 1817 that ends after 80 decisions.
//
//go:embed testdata/short.script
var short string

// newHunt returns a hunt with a short game, in large tests with the recorded one.
func newHunt(t *testing.T, on ...*pgtest.Server) *hunt {
	h := emptyHunt(t, on...)
	if testsize.Large() {
		h.begin(demo.Recorded())
	} else {
		h.begin(demo.ParseScript(short))
	}
	return h
}

// emptyHunt returns a hunt without a game.
func emptyHunt(t *testing.T, on ...*pgtest.Server) *hunt {
	if testsize.Race {
		t.Skip("the service runs in another process, of which the race detector sees nothing")
	}
	seed := *killSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-killseed %d", seed)
	dir := t.TempDir()
	h := &hunt{
		t: t, rng: rand.New(rand.NewPCG(seed, 9)), config: filepath.Join(dir, "pbem.toml"),
		data: filepath.Join(dir, "data"), seats: map[string]string{}, reply: map[string]string{}, pens: map[string]*evening.Player{},
	}
	var err error
	if h.office, err = postoffice.Start(postoffice.Config{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.office.Close() })
	h.office.Add(huntAddress, "secret")
	for _, server := range on {
		h.server, h.url = server, server.URL("postgres")
	}
	h.configure()
	t.Cleanup(func() {
		if t.Failed() {
			log := h.log.String()
			t.Logf("the service's log ends:\n%s", log[max(0, len(log)-8000):])
		}
	})
	return h
}

func (h *hunt) configure() {
	text := fmt.Sprintf("data = %q\naddress = %q\nno_pictures = true\n", h.data, huntAddress)
	text += "[limits]\nsender_per_hour = -1\ngame_per_hour = -1\n"
	if h.url != "" {
		text += fmt.Sprintf("[store]\nurl = %q\n", h.url)
	}
	for section, addr := range map[string]string{"imap": h.office.IMAPAddr(), "smtp": h.office.SMTPAddr()} {
		text += fmt.Sprintf("[%s]\nserver = %q\nsecurity = \"plain\"\nuser = %q\npassword = \"secret\"\n", section, addr, huntAddress)
	}
	if err := os.WriteFile(h.config, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// begin starts the game. It also plays it to its end without mails, to know the right
// result.
func (h *hunt) begin(script demo.Script, err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
	h.script = script
	h.create(h.script.Title, h.script.Names, "--seed", fmt.Sprint(h.script.Seed))
	title, _ := titles.Find(h.script.Title)
	g, _, err := titles.Start(title, engine.Started{Seed: h.script.Seed, Players: h.script.Names, Options: title.AsOfNow(nil)})
	for _, m := range h.script.Moves {
		for _, line := range m.Lines {
			f := strings.Fields(line)
			c := engine.Command{By: m.By, Verb: f[0], Args: f[1:]}
			if err == nil {
				g, _, err = g.Decide(c)
			}
			h.said = append(h.said, c)
		}
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.want = g
}

// create has the host start a game.
func (h *hunt) create(title string, names []string, flags ...string) {
	h.t.Helper()
	args := append([]string{"new", title, "--config", h.config}, flags...)
	for i, name := range names {
		address := strings.ToLower(name) + "@demo.example"
		h.seats[engine.PlayerID(i)] = address
		h.office.Add(address, "secret")
		h.pens[engine.PlayerID(i)] = evening.NewPlayer(name, address, h.rng.Uint64(), evening.Character{})
		args = append(args, fmt.Sprintf("%s <%s>", name, address))
	}
	if out, err := exec.Command("pbem", args...).CombinedOutput(); err != nil {
		h.t.Fatalf("pbem new: %v\n%s", err, out)
	}
}

// start starts the service.
func (h *hunt) start() *exec.Cmd {
	h.t.Helper()
	cmd := exec.Command("pbem", "serve", "--config", h.config)
	cmd.Stderr = &h.log
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	return cmd
}

// first lets the service run until every player has got a mail, which has the reply
// address.
func (h *hunt) first() {
	cmd := h.start()
	ctx, cancel := context.WithTimeout(h.t.Context(), time.Minute)
	defer cancel()
	for player, address := range h.seats {
		box, err := h.office.WaitMail(ctx, address, 1)
		if err != nil {
			h.t.Fatalf("%v\n%s", err, h.log.String())
		}
		m := read(h.t, box[0].Raw)
		to, err := mail.ParseAddress(m.Header.Get("Reply-To"))
		if err != nil {
			h.t.Fatal(err)
		}
		h.reply[player] = to.Address
	}
	h.kill(cmd)
}

func read(t *testing.T, raw []byte) *mail.Message {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// kill ends the service like a power cut, except that the disk still writes what the
// process has written.
func (h *hunt) kill(cmd *exec.Cmd) {
	h.t.Helper()
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		h.t.Fatalf("the service ended by itself: %v\n%s", err, h.log.String())
	}
	cmd.Wait()
}

// due returns how many mails the players send in this run, so that the game lasts for all
// runs.
func (h *hunt) due(lives int) int {
	left := len(h.script.Moves) - len(h.sent)
	n := left / (lives + 1)
	if h.rng.IntN(lives+1) < left%(lives+1) {
		n++
	}
	return n
}

// longestLife limits how long the service runs, in most lives once it is ready.
const longestLife = 200 * time.Millisecond

// life lets the service run for a while. Some mails are in its mailbox from the start,
// others come in the meantime.
func (h *hunt) life(mails int) {
	at := time.Duration(h.rng.Int64N(int64(longestLife)))
	if h.server != nil {
		at *= 4 // connections take their time
	}
	if h.spare {
		at += 10 * longestLife
	}
	early := h.rng.IntN(mails + 1)
	h.players(early)
	begin, lose := h.ready, h.server != nil && h.rng.IntN(3) == 0
	if !lose && h.rng.IntN(4) == 0 {
		begin = h.start // the kill may come before it is ready
	}
	cmd := begin()
	if rest := mails - early; rest > 0 {
		pause := time.Duration(h.rng.Int64N(int64(at) + 1))
		time.Sleep(pause)
		at -= pause
		h.players(rest)
	}
	if lose {
		time.Sleep(at / 2)
		at -= at / 2
		h.loseServer()
	}
	switch h.rng.IntN(40) {
	case 0:
		h.office.DropConnections()
	case 1:
		h.office.RenewUIDValidity(huntAddress)
	}
	time.Sleep(at)
	h.kill(cmd)
}

// players sends the next mails of the game, as mail programs write them, without waiting
// for answers. Now and then a mail comes twice.
func (h *hunt) players(n int) {
	h.t.Helper()
	for range n {
		m := h.script.Moves[len(h.sent)]
		mail, err := h.pens[m.By].New(time.Now(), h.reply[m.By], m.Lines...)
		if err != nil {
			h.t.Fatal(err)
		}
		h.sent = append(h.sent, mail.Raw)
		h.deliver(m.By, mail.Raw)
		if i := h.rng.IntN(len(h.sent)); h.rng.IntN(10) == 0 {
			h.deliver(h.script.Moves[i].By, h.sent[i])
		}
	}
}

func (h *hunt) deliver(by string, raw []byte) {
	h.t.Helper()
	if err := h.office.Deliver(h.seats[by], h.reply[by], raw); err != nil {
		h.t.Fatal(err)
	}
}

// database opens the database of the dead service.
func (h *hunt) database() checked {
	h.t.Helper()
	db, err := readOnly(config.Config{Data: h.data, Store: h.url})
	if err != nil {
		h.t.Fatal(err)
	}
	return db.(checked)
}

// whole checks the database of the dead service. It has the commands of the players in
// their order. None is missing that was there before, or that a player was told about.
func (h *hunt) whole(thorough bool) {
	h.t.Helper()
	db := h.database()
	defer db.Close()
	_, stored, err := db.Load("g1", 0)
	if err != nil {
		h.t.Fatal(err)
	}
	n := 0
	for _, e := range stored {
		event, err := engine.UnmarshalEvent(e.Data)
		if err != nil {
			h.t.Fatal(err)
		}
		if said, ok := event.(engine.Said); ok {
			if n >= len(h.said) || !same(said.Command, h.said[n]) {
				h.t.Fatalf("command %d is %s's %q", n, said.By, said.Command)
			}
			n++
		}
	}
	h.kept(len(stored))
	h.count(db, len(stored))
	if thorough {
		verified(h.t, db)
	}
}

// kept checks that no event is missing that was there before, or that a player was told
// about.
func (h *hunt) kept(events int) {
	h.t.Helper()
	for player, address := range h.seats {
		for _, m := range h.office.Mailbox(address) {
			if v, ok := version(read(h.t, m.Raw).Header.Get("Message-ID")); ok && v > events {
				h.t.Fatalf("%s was told of event %d, there are %d", player, v, events)
			}
		}
	}
	if events < h.events {
		h.t.Fatalf("there were %d events, there are %d", h.events, events)
	}
}

// count records at which point the kill came.
func (h *hunt) count(db pbem.Database, events int) {
	h.t.Helper()
	stats, err := db.Stats()
	if err != nil {
		h.t.Fatal(err)
	}
	h.spare = false
	keys, err := db.Unsettled()
	for _, key := range keys {
		in, inErr := db.Inbound(key)
		err = errors.Join(err, inErr)
		h.spare = h.spare || in.Faults > 1
	}
	if err != nil {
		h.t.Fatal(err)
	}
	for n, is := range map[*int]bool{&h.moved: events > h.events, &h.atWork: stats.Unsettled > 0, &h.sending: stats.Queued > 0} {
		if is {
			*n++
		}
	}
	h.events = events
}

func same(a, b engine.Command) bool {
	return a.By == b.By && strings.EqualFold(a.String(), b.String())
}

func verified(t *testing.T, db pbem.Database) {
	t.Helper()
	if _, err := pbem.Verify(db, func(problem string) { t.Error(problem) }); err != nil {
		t.Fatal(err)
	}
}

// version returns how many events of the game a mail covers, by its Message-ID.
func version(id string) (n int, ok bool) {
	f := strings.Split(strings.TrimPrefix(id, "<"), ".")
	if len(f) < 4 || f[0] != "move" {
		return 0, false
	}
	_, err := fmt.Sscan(f[2], &n)
	return n, err == nil
}

// finish lets the service run until every player knows the end of the game, and then
// stops it as a host does.
func (h *hunt) finish() {
	h.t.Helper()
	cmd := h.start()
	h.players(len(h.script.Moves) - len(h.sent))
	ctx, cancel := context.WithTimeout(h.t.Context(), 3*time.Minute)
	defer cancel()
	for player, address := range h.seats {
		for n := 1; ; n++ {
			box, err := h.office.WaitMail(ctx, address, n)
			if err != nil {
				h.kill(cmd)
				h.t.Fatalf("%s was not told of the end: %v", player, err)
			}
			if v, _ := version(read(h.t, box[n-1].Raw).Header.Get("Message-ID")); v == h.want.Version() {
				break
			}
		}
	}
	for _, err := os.Stat(h.album()); err != nil && ctx.Err() == nil; _, err = os.Stat(h.album()) {
		time.Sleep(20 * time.Millisecond) // a stop interrupts the making of the pages; compare notices if they are missing
	}
	if err := errors.Join(cmd.Process.Signal(syscall.SIGTERM), cmd.Wait()); err != nil {
		h.t.Errorf("the service was stopped: %v", err)
	}
}

// album returns the folder with the pages of the game.
func (h *hunt) album() string { return filepath.Join(h.data, "archive", "g1") }

// compare compares the game that was played by mail with the one decided directly.
func (h *hunt) compare() {
	db := h.database()
	defer db.Close()
	_, stored, err := db.Load("g1", 0)
	if err != nil {
		h.t.Fatal(err)
	}
	log := make([]engine.Event, len(stored))
	for i, e := range stored {
		if log[i], err = engine.UnmarshalEvent(e.Data); err != nil {
			h.t.Fatal(err)
		}
	}
	got := engine.Fold(log)
	if !reflect.DeepEqual(got, engine.Fold(h.want.Log())) || got.Result == nil {
		h.t.Errorf("the mailed game ended %v, the same commands decided directly %v", got.Result, h.want.State().Result)
	}
	verified(h.t, db)
	for _, name := range []string{"log.txt", "events.jsonl"} {
		if _, err := os.Stat(filepath.Join(h.album(), name)); err != nil {
			h.t.Error(err)
		}
	}
}
