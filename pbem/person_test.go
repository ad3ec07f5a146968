package pbem

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pbem/pbem/archive"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
)

// Xanthippe is everywhere where a person can be.
const (
	xanthippe = "Xanthippe"
	hers      = "Xanthippe@example.net"
	second    = "x.kallias@example.com"
)

// sayAs has her say lines in a game, as one of its players.
func (f *fleet) sayAs(seat, id string, lines ...string) {

	f.t.Helper()
	f.receive(f.mail(hers, seat, id+"@example.net", lines...), desk.OutcomeApplied)
}

func (f *fleet) notes(seat, id string, lines ...string) {
	f.t.Helper()
	f.receive(f.mail(hers, seat, id+"@example.net", lines...), desk.OutcomeAnswered)
}

// everywhere puts her everywhere, and gives her seat in g1 to a robot.
func (f *fleet) everywhere() {
	f.t.Helper()
	her, brian, crystal := xanthippe+" <"+hers+">", "Brian <brian@example.org>", "Crystal <crystal@example.org>"
	f.start("Bay", seats(f.t, her, brian, crystal)...)                                   // g1, running
	f.start("Xanthippe's table", seats(f.t, brian, her, crystal)...)                     // g2, ended
	f.start("Away", seats(f.t, brian, crystal, her)...)                                  // g3, put away
	f.start("Watched", seats(f.t, "Amy <amy@example.org>", brian, crystal)...)           // g4, she watches
	f.start("Left", seats(f.t, brian, her, crystal)...)                                  // g5, she has resigned
	f.start("Handed", seats(f.t, brian, crystal, her)...)                                // g6, Dora has her seat
	f.start("Not hers", seats(f.t, "Amy <amy@example.org>", "Brian <b@example.org>")...) // g7
	f.flush()
	f.sayAs("g1.p1", "1", "press I am Xanthippe, write to "+hers, "reserve NLN")
	f.notes("g1.p1", "2", "note Brian will buy GR", "set name Xanthippe Kallias", "set zone Europe/Athens")
	f.receive(f.mail("brian@example.org", "g1.p2", "3@example.org", "press what does Xanthippe say?", "sandbox"), desk.OutcomeApplied)
	f.sayAs("g1.p1", "4", "sandbox")
	f.sayAs("g2.p2", "5", "press good game")
	f.notes("g2.p2", "6", "note Xanthippe was here", "publish notes")
	f.notes("g3.p3", "7", "note so was I, Xanthippe", "publish notes")
	f.notes("g6.p3", "8", "note and here")
	f.sayAs("g1.p1", "9", "observe g4")
	f.sayAs("g5.p2", "10", "resign g5")
	f.says("seat g6 p3 dora@example.org Dora")
	f.says("close g2 really Xanthippe has no time")
	f.says("close g3 really enough")
	f.flush()
	f.says("put away g3")
	f.sayAs("g1.p1", "11", "new 18newengland players 3", "invite zoe@example.org")
	f.says("robot g1 Xanthippe")
	quoted := base64.StdEncoding.EncodeToString([]byte("status\r\n\r\nOn Monday Xanthippe wrote:\r\n> so\r\n"))
	f.receive(fmt.Appendf(nil, "From: <brian@example.org>\r\nTo: <%s>\r\nSubject: Re\r\nMessage-ID: <12@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n%s\r\n", f.reply("g1.p2"), quoted), desk.OutcomeAnswered)
	f.flush()
	f.receive(f.mail("brian@example.org", "g1.p2", "13@example.org", "press Where is Xanthippe, "+hers+"?"), desk.OutcomeApplied)
	f.marked(hers)
}

// marked sets a mark of each kind that names an address, and queues mails to it that wait, have failed or were sent.
func (f *fleet) marked(address string) {
	f.t.Helper()
	m, err := f.service.Draft().Member(address)
	if err != nil || m.ID == "" {
		f.t.Fatalf("she is no member: %v", err)
	}
	c := store.Commit{At: f.now, Marks: store.Marks{}, Add: map[string]int{"bounces/" + strings.ToLower(address): 2}}
	m.Also = second
	f.service.KeepMember(c.Marks, m)
	desk.CatchUps.Set(c.Marks, address, f.now)
	desk.Suspensions.Set(c.Marks, second, f.now)
	desk.Bans.Set(c.Marks, second, f.now)
	desk.Silences.Set(c.Marks, desk.SilenceKey{Address: address, From: f.now}, f.now.Add(time.Hour))
	desk.Endings.Set(c.Marks, address, desk.Ends{Known: []string{"ab"}})
	desk.Returns.Set(c.Marks, address+"/2026-03-02", 1)
	desk.Invitations.Set(c.Marks, desk.InviteKey{Game: "g7", Member: m.ID}, f.now)
	desk.Confirms.Set(c.Marks, "abc", desk.Question{To: "brian@example.org", Old: address, New: second, At: f.now, Game: "g1", Player: "p2", Until: f.now.Add(time.Hour)})
	c.Deadlines = append(c.Deadlines, store.Deadline{Game: "g1", Key: desk.ConfirmKey + "abc", At: f.now.Add(time.Hour)})
	for i := range 3 {
		c.Mails = append(c.Mails, store.Mail{ID: fmt.Sprintf("<x%d@play.example>", i), To: address, Raw: []byte("To: " + address + "\r\n\r\nDear Xanthippe"), Next: f.now.AddDate(0, 0, 1)})
	}
	if err := f.shared.Commit(c); err != nil {
		f.t.Fatal(err)
	}
	if err := f.shared.Noted([]store.Ending{{ID: "<x0@play.example>", To: store.Failed, At: f.now, Why: "550 no mailbox " + address}, {ID: "<x1@play.example>", To: store.Sent, At: f.now}}); err != nil {
		f.t.Fatal(err)
	}
}

// naming lists where somebody is named: in the store as it lies on the disk, in what pg_dump writes, and in all files beside it.
func (f *fleet) naming(words ...string) (where []string) {
	f.t.Helper()
	look := func(at string, b []byte) {
		for _, w := range words {
			if i := bytes.Index(bytes.ToLower(b), []byte(strings.ToLower(w))); i >= 0 {
				where = append(where, fmt.Sprintf("%s has %q: ...%q...", at, w, b[max(0, i-80):min(len(b), i+60)]))
			}
		}
	}
	err := filepath.WalkDir(f.cfg.Data, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		look(path, b)
		if zip, bad := gzip.NewReader(bytes.NewReader(b)); bad == nil {
			text, _ := io.ReadAll(zip)
			look(path+", unpacked", text)
		}
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
	if out := f.dumped(); out != nil {
		look("the dump", out)
		look("the dump", unhexed(out))
	}
	packed, err := desk.Zipped.All(f.shared, "")
	if err != nil {
		f.t.Fatal(err)
	}
	for _, r := range packed {
		kept, _, err := archive.Unpack(r.Value)
		if err != nil {
			f.t.Fatal(err)
		}
		look(r.Name, []byte(fmt.Sprint(string(kept.Game.Record), kept.Game.Keys, kept.Marks)))
		for _, e := range kept.Events {
			look(fmt.Sprint(r.Name, " event ", e.N), e.Data)
		}
	}
	for after := ""; ; {
		games, err := f.shared.Records("", after, 100)
		if err != nil {
			f.t.Fatal(err)
		}
		for _, g := range games {
			look(g.ID, []byte(fmt.Sprint(string(g.Record), g.Keys)))
			_, events, _ := f.shared.Load(g.ID, 0)
			for _, e := range events {
				look(fmt.Sprint(g.ID, " event ", e.N), e.Data)
			}
		}
		if len(games) < 100 {
			break
		}
		after = games[len(games)-1].ID
	}
	unsent, _, err := f.shared.Unsent("", 10_000)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, m := range unsent {
		look("mail "+m.ID+" to "+m.To, []byte(envelope.Everything(m.Raw)))
	}
	marks, err := f.shared.MarkPage("", "", 0)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, m := range marks {
		look("mark "+m.Name, []byte(m.Name+" "+m.Value))
	}
	return where
}

// dumped is what pg_dump writes of the database, nil for a file.
func (f *fleet) dumped() []byte {
	f.t.Helper()
	at, err := url.Parse(f.cfg.Store)
	q := at.Query()
	schema := q.Get("search_path")
	if err != nil || schema == "" {
		return nil
	}
	if _, err := exec.LookPath("pg_dump"); err != nil {
		f.t.Log("pg_dump is not installed: only what the store says of itself is searched")
		return nil
	}
	q.Del("search_path")
	at.RawQuery = q.Encode()
	out, err := exec.Command("pg_dump", "--dbname", at.String(), "--schema", schema, "--inserts").CombinedOutput()
	if err != nil || len(out) < 10_000 {
		f.t.Fatalf("pg_dump: %v %s", err, out)
	}
	return out
}

// unhexed decodes the binary columns of a dump.
func unhexed(dump []byte) (out []byte) {
	for _, part := range bytes.Split(dump, []byte(`'\x`))[1:] {
		hexed, _, _ := bytes.Cut(part, []byte("'"))
		b := make([]byte, len(hexed)/2)
		n, _ := hex.Decode(b, hexed)
		out = append(append(out, b[:n]...), '\n')
	}
	return out
}

// Somebody leaves the group and is forgotten: nothing names them any more, in no store and no file. The games give the same
// positions, and go on.
func TestAPersonIsForgotten(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		f.cfg.Pages = config.Pages{Folder: filepath.Join(f.cfg.Data, "pages"), Tables: table.PagePublic}
		f.cfg.Lobby = config.Open
		n := f.join("alpha", 7)
		f.at(n)
		f.everywhere()
		f.written()
		if _, err := f.service.Archive("g1"); err != nil {
			t.Fatal(err)
		}
		n.Keeper.Missing(context.Background())
		was := map[string]string{}
		for _, id := range []string{"g1", "g4", "g5", "g6"} {
			was[id] = fmt.Sprint(f.table(id).Title.Position(f.table(id).Game.State()))
		}
		if found := f.naming(xanthippe, second); len(found) < 20 {
			t.Fatalf("she is named at %d places only: the test proves nothing", len(found))
		}
		f.refuses("forget "+hers, "If you mean it, write: host forget "+hers+" really.")
		if got := f.says("forget " + strings.ToUpper(hers[:1]) + hers[1:] + " really"); !strings.Contains(got, "goes on by itself") {
			t.Error(got)
		}
		f.written()
		unsent, _, err := f.shared.Unsent("", 100)
		if text := textsOf(unsent); err != nil || !strings.Contains(text, "Where is Former player 1, (an address)?") || !strings.Contains(text, ">Former player 1</b>") {
			t.Errorf("what others wait for does not speak of her: %v\n%s", err, text)
		}
		if w, ok := f.shared.(interface{ Wipe() error }); ok {
			if err := w.Wipe(); err != nil {
				t.Fatal(err)
			}
		}
		if found := f.naming(xanthippe, "Kallias"); len(found) > 0 {
			t.Errorf("she is still named at %d places:\n%s", len(found), strings.Join(found, "\n"))
		}
		for id, want := range was {
			got := fmt.Sprint(f.table(id).Title.Position(f.table(id).Game.State()))
			if got != want || f.table(id).Game.Frozen() != nil {
				t.Errorf("%s stands otherwise:\n%s\nwas\n%s", id, got, want)
			}
			if err := f.table(id).Consistent(); err != nil {
				t.Error(err)
			}
		}
		if got := f.table("g1").Name("p1"); got != "Former player 1" || f.table("g6").Name("p3") != "Dora" {
			t.Errorf("she is called %q, Dora %q", got, f.table("g6").Name("p3"))
		}
		f.whole3(t)
	})
}

// textsOf returns all that can be read in mails.
func textsOf(mails []store.Mail) string {
	var b strings.Builder
	for _, m := range mails {
		b.WriteString(envelope.Everything(m.Raw))
	}
	return b.String()
}

// whole3 checks that what was put away is put away again, and comes back.
func (f *fleet) whole3(t *testing.T) {
	if g, err := f.shared.Game("g3"); err != nil || !g.Away {
		t.Errorf("g3 is not put away: %v", err)
	}
	f.says("bring back g3")
	if got := f.table("g3").Name("p3"); got != "Former player 3" {
		t.Errorf("in g3 she is called %q", got)
	}
	if open, err := desk.Erasures.All(f.shared, ""); err != nil || len(open) > 0 {
		t.Errorf("it goes on: %+v, %v", open, err)
	}
	due, err := f.shared.Overdue(f.now.AddDate(1, 0, 0))
	for _, d := range due {
		if d.Game == desk.EraseGame || strings.HasPrefix(d.Key, desk.ConfirmKey) {
			t.Errorf("there is a deadline %+v", d)
		}
	}
	m, bad := people.Members.All(f.shared, "")
	if err != nil || bad != nil || len(m) == 0 {
		t.Errorf("others are forgotten too: %v, %v", err, bad)
	}
}
