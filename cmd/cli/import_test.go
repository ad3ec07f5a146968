package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/mail"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/internal/testsize"
	"pbem/pbem"
	"pbem/pbem/control"
	"pbem/store"
	"pbem/titles/games18xx"
	"pbem/titles/replay"
	"pbem/titles/replay/replaytest"
)

// A transfer is a recorded game that is cut off in the middle and imported.
type transfer struct {
	t       *testing.T
	config  string
	file    string // the game, cut
	text    []byte // the whole game
	at      int    // the last action before the cut
	players []string
	whole   *games18xx.Export
	want    replaytest.Timeline

	db    pbem.Database
	s     *pbem.Service
	reply map[string]string // address of a player -> reply address
	mails int
}

// hostFile writes a configuration for a service without mail servers.
func hostFile(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	text := fmt.Sprintf("data = %q\naddress = \"pbem@play.example\"\nno_pictures = true\n[limits]\nsender_per_hour = -1\ngame_per_hour = -1\n", filepath.Join(dir, "data"))
	for _, section := range []string{"imap", "smtp"} {
		text += fmt.Sprintf("[%s]\nserver = \"127.0.0.1:1\"\nsecurity = \"plain\"\n", section)
	}
	name := filepath.Join(dir, "pbem.toml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// cutGame cuts off a recorded game in the middle. Without the recorded games the test is
// skipped.
func cutGame(t *testing.T, title, number string) *transfer {
	t.Helper()
	base := filepath.Join("../../../shared/games", title, number)
	text, err := os.ReadFile(base + ".json")
	if err != nil {
		t.Skip("no recorded games here: ", err)
	}
	tr := &transfer{t: t, config: hostFile(t), file: filepath.Join(t.TempDir(), "cut.json"), reply: map[string]string{}}
	if tr.whole, err = games18xx.Read(bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if tr.want, err = replaytest.Read(base + ".timeline.json.gz"); err != nil {
		t.Fatal(err)
	}
	effective := tr.whole.Effective()
	tr.text = text
	tr.cutAt(effective[len(effective)/2].ID)
	for i, p := range tr.whole.Players {
		who, name := string(p.ID), ""
		switch i {
		case 0:
			name = newName
		case 1:
			who = strings.ToUpper(p.Name)
		}
		tr.players = append(tr.players, "--player", fmt.Sprintf("%s=%s <p%d@play.example>", who, name, i+1))
	}
	return tr
}

// cutAt writes the game up to an action.
func (tr *transfer) cutAt(id int) {
	tr.t.Helper()
	var export map[string]any
	if err := json.Unmarshal(tr.text, &export); err != nil {
		tr.t.Fatal(err)
	}
	tr.at = id
	actions := export["actions"].([]any)
	for i, a := range actions {
		if a.(map[string]any)["id"] == float64(tr.at) {
			export["actions"] = actions[:i+1]
		}
	}
	export["result"], export["status"] = map[string]int{}, "active"
	delete(export, "game_end_reason")
	cut, err := json.Marshal(export)
	if err != nil {
		tr.t.Fatal(err)
	}
	if err := os.WriteFile(tr.file, cut, 0o600); err != nil {
		tr.t.Fatal(err)
	}
}

// newName is the name of the first player after the import.
const newName = "Nora"

func (tr *transfer) run() (string, error) {
	var out bytes.Buffer
	err := dispatch(append([]string{"import", tr.file, "--config", tr.config, "--name", "Cut"}, tr.players...), &out)
	return out.String(), err
}

// open starts a service on the imported game.
func (tr *transfer) open() {
	tr.t.Helper()
	cfg, db, err := openHost(tr.config)
	if err != nil {
		tr.t.Fatal(err)
	}
	tr.t.Cleanup(func() { db.Close() })
	tr.db = db
	if tr.s, err = pbem.New(cfg, db, slog.New(slog.DiscardHandler), time.Now); err != nil {
		tr.t.Fatal(err)
	}
	first, err := db.Due(time.Now().Add(time.Hour), 0)
	if err != nil || len(first) != len(tr.whole.Players) {
		tr.t.Fatalf("%d first mails, %v", len(first), err)
	}
	for _, m := range first {
		head := read(tr.t, m.Raw).Header
		to, err := mail.ParseAddress(head.Get("Reply-To"))
		if err != nil || !strings.HasPrefix(head.Get("Subject"), "[Cut]") {
			tr.t.Fatalf("%v, %v", head, err)
		}
		tr.reply[m.To] = to.Address
	}
}

// say mails a command of a player to the service.
func (tr *transfer) say(c engine.Command) {
	tr.t.Helper()
	tr.mails++
	from := c.By + "@play.example"
	raw := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nSubject: my move\r\nMessage-ID: <%d@play.example>\r\n\r\n%s\r\n", from, tr.reply[from], tr.mails, c)
	if outcome, err := tr.s.Receive(context.Background(), []byte(raw)); err != nil || outcome != "applied" {
		tr.t.Fatalf("%s of %s ended %q, %v", c, c.By, outcome, err)
	}
}

// A game that was cut off in the middle goes on by mail, by the written rules. This one
// was played by them, so the position after every action and the scores are the recorded
// ones.
func TestImportedGameByMail(t *testing.T) {
	testsize.SkipRace(t)
	t.Parallel()
	tr := cutGame(t, "18newengland", "73885")
	if actions := tr.whole.Effective(); !testsize.Whole() {
		tr.cutAt(actions[len(actions)*9/10].ID)
	}
	said, err := tr.run()
	if err != nil || !strings.HasPrefix(said, "game g1 (Cut, ") || !strings.Contains(said, fmt.Sprintf(") goes on after action %d; ", tr.at)) {
		t.Fatalf("%q, %v", said, err)
	}
	tr.open()
	r, err := replay.New(tr.whole)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.DoTo(tr.at); err != nil {
		t.Fatal(err)
	}
	named, _ := r.Game.Seat("p1", newName)
	if r.Game = tr.game(); !r.Game.State().Adopted() || !r.Game.State().SameTable(named.State()) {
		t.Fatal("it was imported into another position")
	}
	for _, a := range r.Actions {
		if a.ID <= tr.at {
			continue
		}
		said, err := r.Do(a)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range said {
			tr.say(c)
		}
		r.Game = tr.game()
		if diff := tr.want.Differences(r.Checkpoint(a.ID)); len(diff) > 0 {
			t.Fatalf("action %d: %v", a.ID, diff)
		}
	}
	for i, p := range tr.whole.Players {
		if got := r.Game.State().Result.Scores[engine.PlayerID(i)]; got != tr.whole.Result[string(p.ID)] {
			t.Errorf("%s scored %d, recorded %d", p.Name, got, tr.whole.Result[string(p.ID)])
		}
	}
	verified(t, tr.db)
	t.Logf("%d mails after action %d", tr.mails, tr.at)
}

// game returns the imported game as it was committed.
func (tr *transfer) game() *engine.Game {
	tr.t.Helper()
	g, err := tr.s.Game("g1")
	if err != nil {
		tr.t.Fatal(err)
	}
	return g
}

// What a record does without asking is asked from the first mail on: to buy a train of
// another player's company in 1817 and 1828. // 17-TR-03, R-20, D-12
func TestImportedGameAsksForConsent(t *testing.T) {
	testsize.SkipRace(t)
	for title, number := range map[string]string{"1817": "15528", "1828": "23366"} {
		t.Run(title, func(t *testing.T) {
			tr := cutGame(t, title, number)
			c, seller := tr.cutAtTrade()
			if said, err := tr.run(); err != nil {
				t.Fatal(said, err)
			}
			tr.open()
			tr.say(c)
			g := tr.game()
			if !slices.ContainsFunc(g.Pending(), func(ch engine.Choice) bool {
				return ch.Question == step.Consent && ch.By == seller && ch.Verb == "accept"
			}) {
				t.Fatalf("%s of %s is done unasked after action %d", c, c.By, tr.at)
			}
			tr.say(engine.Command{By: seller, Verb: "accept"})
			if _, to := tr.game().LastSaid(); tr.game().Log()[to].(engine.Said).Question != step.Consent {
				t.Error("the consent is not the answer")
			}
			verified(t, tr.db)
		})
	}
}

// cutAtTrade cuts off the game at the first action after which a company may buy a train
// from another player's company.
func (tr *transfer) cutAtTrade() (c engine.Command, seller string) {
	tr.t.Helper()
	r, err := replay.New(tr.whole)
	if err != nil {
		tr.t.Fatal(err)
	}
	for _, a := range r.Actions {
		if _, err := r.Do(a); err != nil {
			tr.t.Fatal(err)
		}
		if c, seller = trade(r); seller != "" {
			tr.cutAt(a.ID)
			return c, seller
		}
	}
	tr.t.Fatal("nobody can buy a train from another")
	return c, ""
}

// trade returns an offered purchase of a train from another player's company.
func trade(r *replay.Replay) (c engine.Command, seller string) {
	for _, ch := range r.Game.Pending() {
		if ch.Verb != "buy" {
			continue
		}
		for _, o := range ch.List() {
			if len(o.Args) < 5 || o.Args[0] != "train" || o.Args[2] != "from" || o.Range == nil {
				continue
			}
			owner := r.Title.Table(r.Game.State()).President(o.Args[3])
			if r.Game.State().Seat(owner) >= 0 && owner != ch.By {
				return engine.Command{By: ch.By, Verb: ch.Verb, Args: append(slices.Clone(o.Args), strconv.Itoa(o.Range.Min))}, owner
			}
		}
	}
	return c, ""
}

// The other title, imported by a running service.
func TestImportWhileServing(t *testing.T) {
	tr := cutGame(t, "1817", "15528")
	cfg, db, err := openHost(tr.config)
	if err != nil {
		t.Fatal(err)
	}
	s, err := pbem.New(cfg, db, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	hangUp, err := control.Serve(cfg.Data, copier(db), slog.New(slog.DiscardHandler), importRoute(s))
	if err != nil {
		t.Fatal(err)
	}
	said, err := tr.run()
	if err != nil || !strings.Contains(said, "game g1 (Cut, 1817) goes on") || !strings.HasSuffix(said, "go out now\n") {
		t.Errorf("%q, %v", said, err)
	}
	tr.players = tr.players[2:]
	if _, err := tr.run(); err == nil || !strings.Contains(err.Error(), "there is no address for") {
		t.Errorf("a refusal of the service: %v", err)
	}
	hangUp()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	tr.open()
	g, err := tr.s.Game("g1")
	if err != nil || g.State().Result != nil || len(g.Pending()) == 0 {
		t.Errorf("the game does not go on: %v", err)
	}
	verified(t, tr.db)
}

// fresh returns an export of a game with some actions.
func fresh(title, rules, actions string) string {
	return fmt.Sprintf(`{"id": 7, "title": %q, "settings": {"seed": 7, "optional_rules": [%s]}, "result": {}, "actions": [%s],
		"players": [{"id": 11, "name": "Amy"}, {"id": 12, "name": "Brian"}, {"id": 13, "name": "Crystal"}]}`, title, rules, actions)
}

// A game that cannot be imported is refused in one sentence with the reason.
func TestImportRefusals(t *testing.T) {
	all := []string{"11=Amy <amy@x.example>", "brian=brian@x.example", "13=c@x.example"}
	good := fresh("18NewEngland", "", "")
	for name, c := range map[string]struct {
		export  string
		players []string
		says    string
	}{
		"no export":       {"hello", all, "not a game exported from 18xx.games"},
		"a title":         {fresh("18Elsewhere", "", ""), all, `"18Elsewhere" cannot be imported, only of ` + strings.Join(importable(), ", ")},
		"a variant":       {fresh("18NewEngland", `"moon"`, ""), all, `the option "moon" is not part of these rules`},
		"another variant": {fresh("1817", `"volatility"`, ""), all, `"volatility"`},
		"an action":       {fresh("18NewEngland", "", `{"id": 3, "type": "fly", "entity": 11, "entity_type": "player"}`), all, "action 3 (fly by 11)"},
		"a finished game": {strings.Replace(good, `"result": {}`, `"result": {"11": 4000}`, 1), all, "has ended; pbem replay"},
		"ended by hand":   {fresh("18NewEngland", "", `{"id": 1, "type": "end_game", "entity": 11, "entity_type": "player"}`), all, "has ended, with action 1"},
		"nobody":          {good, nil, "11 (Amy), 12 (Brian) and 13 (Crystal)"},
		"one missing":     {good, all[:2], "there is no address for 13 (Crystal); write --player ID=ADDRESS"},
		"a stranger":      {good, append(all[:2:2], "14=d@x.example"), `"14" is none of the players 11 (Amy), 12 (Brian) and 13 (Crystal)`},
		"twice":           {good, append(all, "Amy=other@x.example"), "Amy has two addresses, amy@x.example and other@x.example"},
		"one name twice":  {good, []string{"11=Crystal <a@x.example>", "12=b@x.example", "13=c@x.example"}, "two players are called Crystal"},
		"no address":      {good, []string{"11"}, `"11" is not a player with an address`},
		"a bad address":   {good, []string{"11=amy"}, `"11=amy" is not a player with an address`},
		"no name":         {good, []string{`11="<b>Amy</b>" <a@x.example>`}, `"<b>Amy</b>" cannot be the name of a player. A name begins`},
		"a long name":     {good, []string{"11=Amy Beatrix Clementine Dorothea <a@x.example>"}, "at most 24 letters"},
		"a name of lines": {strings.Replace(good, "Amy", `Amy\n\npass`, 1), []string{"11=a@x.example"}, `11 is called "Amy\n\npass" there, which cannot be shown in mails`},
		"an endless name": {strings.Replace(good, "Amy", strings.Repeat("Amy ", 100), 1), []string{"11=robot"}, "write another name before the address, or into the file"},
		"almost one name": {good, []string{"11=crystal <a@x.example>", "12=b@x.example", "13=c@x.example"}, "two players are called Crystal"},
		"the same name":   {strings.Replace(good, "Brian", "Amy", 1), []string{"amy=a@x.example"}, "may be more than one"},
	} {
		config := hostFile(t)
		file := filepath.Join(t.TempDir(), "game.json")
		if err := os.WriteFile(file, []byte(c.export), 0o600); err != nil {
			t.Fatal(err)
		}
		args := []string{"import", file, "--config", config}
		for _, p := range c.players {
			args = append(args, "--player", p)
		}
		var out bytes.Buffer
		if err := dispatch(args, &out); err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") || out.Len() > 0 {
			t.Errorf("%s: %v %s", name, err, out.String())
		}
		_, db, err := openHost(config)
		if err != nil {
			t.Fatal(err)
		}
		if games, err := db.Find("", "", 0); len(games) > 0 || err != nil {
			t.Errorf("%s: left %v, %v", name, games, err)
		}
		db.Close()
	}
}

// A game that has only been set up can be imported too.
func TestImportAtTheStart(t *testing.T) {
	config, file := hostFile(t), filepath.Join(t.TempDir(), "game.json")
	if err := os.WriteFile(file, []byte(fresh("18NewEngland", "", "")), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err := dispatch([]string{"import", "--config", config, "--player", "11=a@x.example", "--player", "12=b@x.example", "--player", "13=Cleo <c@x.example>", file}, &out)
	if err != nil || !strings.Contains(out.String(), "game g1") || !strings.Contains(out.String(), "goes on after its setup; its first mails go out when pbem serves") {
		t.Errorf("%q, %v", out.String(), err)
	}
	asked := map[string]bool{}
	for _, m := range dueOf(t, config) {
		asked[m.To] = bytes.Contains(m.Raw, []byte("YOUR NAME"))
	}
	if want := map[string]bool{"a@x.example": true, "b@x.example": true, "c@x.example": false}; !reflect.DeepEqual(asked, want) {
		t.Errorf("asked for a name: %v; the host has said how the third is called", asked)
	}
	if err := dispatch([]string{"import", file, "--config", config, "--player", "11=Amy", "<a@x.example>"}, &out); err == nil || !strings.Contains(err.Error(), "one argument too many") {
		t.Error(err)
	}
}

// dueOf returns the mails that wait in a host's database.
func dueOf(t *testing.T, config string) []store.Mail {
	t.Helper()
	_, db, err := openHost(config)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	due, err := db.Due(time.Now().Add(time.Hour), 0)
	if err != nil {
		t.Fatal(err)
	}
	return due
}

// A game to which the host gives no name has that which it has there, or that of its title; with a number if a running game is
// called so.
func TestNameOfAnImportedGame(t *testing.T) {
	config, file := hostFile(t), filepath.Join(t.TempDir(), "game.json")
	for i, c := range []struct{ about, flag, want string }{
		{"", "", "18NewEngland"},
		{"", "", "18NewEngland 2"},
		{"Winter league", "", "Winter league"},
		{"winter league", "", "winter league 2"},
		{"Winter league", "--name=Mine", "Mine"},
		{"Winter league", "--name=mine", "mine"}, // as the host says
		{strings.Repeat("long ", 40), "", "18NewEngland 3"},
	} {
		game := strings.Replace(fresh("18NewEngland", "", ""), `"id": 7`, fmt.Sprintf(`"id": 7, "description": %q`, c.about), 1)
		if err := os.WriteFile(file, []byte(game), 0o600); err != nil {
			t.Fatal(err)
		}
		args := []string{"import", "--config", config, "--player", "11=a@x.example", "--player", "12=b@x.example", "--player", "13=c@x.example", file}
		if c.flag != "" {
			args = append(args, c.flag)
		}
		var out bytes.Buffer
		if err := dispatch(args, &out); err != nil || !strings.Contains(out.String(), fmt.Sprintf("game g%d (%s, ", i+1, c.want)) {
			t.Errorf("%q %s: %q, %v", c.about, c.flag, out.String(), err)
		}
	}
}
