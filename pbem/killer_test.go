package pbem

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/letter"
	"pbem/pbem/lmtp"
	"pbem/store"
)

// The environment of a process that a mail crashes: the folder of its database and mails,
// and whether the mail crashes it when its game is shown, even in a refusal, or only when
// the mail is carried out.
const (
	lifeIn   = "PBEM_LIFE"
	lifeShow = "PBEM_LIFE_SHOW"
)

// TestLifeThatAMailEnds is a part of TestMailThatKills: one run of the service in a
// process of its own. It works on the stored mails, and then on the mails in the folder,
// as if they came from the mailbox. It prints the outcomes.
func TestLifeThatAMailEnds(t *testing.T) {
	data := os.Getenv(lifeIn)
	if data == "" {
		t.Skip("TestMailThatKills begins it")
	}
	d := testServiceIn(t, data)
	kill := func() {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	show := func() {}
	if os.Getenv(lifeShow) != "" {
		show = kill
	}
	d.breaks("g1", show, kill)
	d.service.Resume(context.Background())
	files, err := filepath.Glob(filepath.Join(data, "*.eml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		outcome, err := d.service.Receive(context.Background(), raw)
		fmt.Println(filepath.Base(f), outcome, err)
	}
}

// A mail that crashes the process is tried three times and then set aside. The mails
// before and after it are carried out. If even the answer to its sender crashes the
// process, only the host is told.
func TestMailThatKills(t *testing.T) {
	testsize.SkipRace(t)
	for show, kills := range map[string]int{"": mostFaults, "yes": mostFaults + 1} {
		d := newTestService(t)
		d.three()
		d.start("Second", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
		d.flush()
		for name, raw := range map[string][]byte{
			"1": d.mail("amy@example.org", "g2.p1", "1@example.org", "reserve NLN"),
			"2": d.from("p1", "2@example.org", "reserve NLN"),
			"3": d.mail("brian@example.org", "g2.p2", "3@example.org", "status"),
		} {
			if err := os.WriteFile(filepath.Join(d.cfg.Data, name+".eml"), raw, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		d.db.Close()
		for i := range kills {
			said, killed := life(t, d.cfg.Data, show)
			if first := "1.eml applied <nil>"; !killed || i == 0 && said != first || i > 0 && said != "" {
				t.Fatalf("life %d: killed is %v, %q", i+1, killed, said)
			}
		}
		said, killed := life(t, d.cfg.Data, show)
		if killed || said != "1.eml applied <nil>\n2.eml quarantine <nil>\n3.eml answered <nil>" {
			t.Fatalf("after %d kills: killed is %v, %q", kills, killed, said)
		}
		again := testServiceIn(t, d.cfg.Data)
		told := map[string]int{}
		for _, m := range again.flush() {
			if body := text(t, m); strings.Contains(body, "A mail is set aside") || strings.Contains(body, "The service failed on your mail.") {
				told[m.to]++
			}
		}
		want := map[string]int{"host@example.org": 1, "amy@example.org": 1}
		if show != "" {
			delete(want, "amy@example.org")
		}
		if fmt.Sprint(told) != fmt.Sprint(want) {
			t.Errorf("told are %v, want %v", told, want)
		}
		if keys, err := again.db.Unsettled(); err != nil || len(keys) > 0 {
			t.Errorf("%d mails are still unsettled, %v", len(keys), err)
		}
	}
}

// A mail on whose form the service fails, or on the proof of who wrote it, is stored before that counts, whatever way it
// comes on, and is set aside. The mails after it are carried out.
func TestMailOnWhichTheServiceFails(t *testing.T) {
	words, fails := desk.CommandWords, false
	defer func() { desk.CommandWords = words }()
	for fault, breaks := range map[string]func(d *testService){
		"form": func(*testService) {
			desk.CommandWords = func() letter.Words {
				if fails {
					panic("a mail like no other")
				}
				return words()
			}
		},
		"proof": func(d *testService) { d.restart(proofless{d.db, &fails}) },
	} {
		for way, take := range map[string]func(d *testService, raw []byte){
			"mailbox": func(d *testService, raw []byte) {
				m := mailroom{d.service}
				_, work := m.Receive(raw)
				if _, err := work(t.Context(), nil); err == nil || errors.Is(err, errUnparsed) != (fault == "form") {
					t.Errorf("the mail gave %v", err)
				}
			},
			"handed over": func(d *testService, raw []byte) {
				h := d.service.handover(t.Context())
				if err := h.Keep(lmtp.Message{From: "amy@example.org", To: []string{testAddress}, Raw: raw}); err != nil {
					t.Errorf("the mail gave %v", err)
				}
				h.line.Wait()
			},
		} {
			t.Run(fault+" "+way, func(t *testing.T) {
				d := newTestService(t)
				d.three()
				d.flush()
				breaks(d)
				raw := d.from("p1", "1@example.org", "reserve NLN")
				fails = true
				take(d, raw)
				for range mostFaults {
					d.service.Resume(t.Context())
				}
				fails, desk.CommandWords = false, words
				if keys, err := d.db.Ended(desk.OutcomeQuarantine); err != nil || len(keys) != 1 {
					t.Fatalf("%d mails are set aside, %v", len(keys), err)
				}
				if got := to(d.flush(), "host@example.org"); !strings.Contains(got, "A mail is set aside") {
					t.Errorf("the host is told:\n%s", got)
				}
				d.receive(d.from("p1", "2@example.org", "reserve NLN"), desk.OutcomeApplied)
			})
		}
	}
}

// A proofless is a store that panics, while it fails, where a game is read to prove who wrote a mail.
type proofless struct {
	*store.DB
	fails *bool
}

func (p proofless) Game(id string) (store.Game, error) {
	if *p.fails {
		panic("a game like no other")
	}
	return p.DB.Game(id)
}

// A mail that is set aside because the store cannot be read is told to the host all the same.
func TestAlarmWithoutReading(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.flush()
	raw := d.from("p1", "1@example.org", "reserve NLN")
	d.restart(unreadable{d.db})
	d.service.Receive(t.Context(), raw)
	for range mostFaults {
		d.service.Resume(t.Context())
	}
	d.restart(d.db)
	if got := to(d.flush(), "host@example.org"); !strings.Contains(got, "A mail is set aside") {
		t.Errorf("the host is told:\n%s", got)
	}
}

// unreadable is a store of which no mark of an address can be read.
type unreadable struct{ *store.DB }

func (u unreadable) MarkAt(name string) (store.Mark, error) {
	if strings.Contains(name, "@") {
		return store.Mark{}, errDisk
	}
	return u.DB.MarkAt(name)
}

func (u unreadable) Keep(in store.Inbound, c store.Claim, _ store.Query) (store.Kept, store.Bundle, error) {
	return u.DB.Keep(in, c, store.Query{})
}

func (u unreadable) Read(store.Query) (store.Bundle, error) { return store.NewBundle(), errDisk }

// life runs the process once. It returns the outcomes, and whether the process crashed.
func life(t *testing.T, data, show string) (said string, killed bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestLifeThatAMailEnds$")
	cmd.Env = append(os.Environ(), lifeIn+"="+data, lifeShow+"="+show)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if exit != nil {
		status, ok := exit.Sys().(syscall.WaitStatus)
		if killed = ok && status.Signaled() && status.Signal() == syscall.SIGKILL; !killed {
			t.Fatalf("%v\n%s%s", err, out, exit.Stderr)
		}
	}
	var ended []string
	for _, line := range strings.Split(string(out), "\n") {
		if strings.Contains(line, ".eml ") {
			ended = append(ended, line)
		}
	}
	return strings.Join(ended, "\n"), killed
}
