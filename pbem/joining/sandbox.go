package joining

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/lobby"
	"pbem/pbem/notices"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
	"pbem/titles"
)

// Sandbox makes a sandbox of the game that the line is for, or a new one, or deletes one:
//
//	sandbox, sandbox at OR 3.1, sandbox at 120
//	sandbox new TITLE 4
//	sandbox end, sandbox end s12
func Sandbox(b *batch.Batch, rest string) (bool, error) {
	first, more, _ := strings.Cut(rest, " ")
	word := strings.ToLower(strings.Trim(first, ":,."))
	_, named := lobby.ExactTitle(word)
	switch {
	case named:
		return true, newSandbox(b, rest)
	case word == "new":
		return true, newSandbox(b, more)
	case slices.Contains(endings, word):
		return true, endSandbox(b, more)
	case b.At == nil:
		return true, engine.Refuse("A sandbox of a game begins with \"sandbox\" in an answer to a mail of that game, or below a line such as \"game g12\". A new one to learn with: sandbox new %s 3. %s", titles.All()[0].Facts.Slug, b.WhichGames())
	}
	return true, copySandbox(b, rest)
}

// endings are the words that delete a sandbox.
var endings = []string{"end", "ends", "delete", "close", "stop", "quit", "over"}

// copySandbox makes a sandbox of a position of the game that the line is for.
func copySandbox(b *batch.Batch, rest string) error {
	p := b.At
	t, at := p.Table, len(p.Table.Log)
	m, past, err := batch.Chronicle{Speaker: p}.Moment(rest)
	switch {
	case err != nil:
		return err
	case past:
		at = m.At
	case rest != "":
		return engine.Refuse("%q says nothing about a sandbox. Possible are: sandbox; sandbox at OR 3.1; sandbox at 120; sandbox new %s 3; sandbox end.", batch.Brief(rest), t.Title.Facts.Slug)
	}
	if err := room(b); err != nil {
		return err
	}
	log, at := table.CopyLog(t.Title, t.Log, at)
	if log == nil {
		return engine.Refuse("No sandbox can begin at that position. Give another one, such as: sandbox at %d", max(1, len(t.Log)/2))
	}
	s := table.Sandbox{Of: t.ID, Name: t.Record.Name, At: at}
	if of := t.Record.Sandbox; of != nil { // a sandbox of a sandbox is one of the same game
		s = table.Sandbox{Of: of.Of, Name: of.Name}
	}
	name := "Sandbox of " + s.Name
	if s.Of == "" {
		name = t.Record.Name
	}
	n := table.NewGame{Title: t.Title, Name: name}
	for i := range t.Record.Seats {
		n.Seats = append(n.Seats, table.Seat{Name: t.Name(engine.PlayerID(i)), Address: b.Who.Member.Address})
	}
	return play(b, n, s, log)
}

// newSandbox makes a sandbox that begins as a new game.
func newSandbox(b *batch.Batch, rest string) error {
	g, err := lobby.ReadPlan(rest+usually(rest), b.Draft.Config.Pace)
	switch {
	case err != nil:
		return err
	case g.Least != g.Most:
		return engine.Refuse("Say one number of players for a sandbox: sandbox new %s %d", g.Title, g.Least)
	case g.Pace != nil || g.Talk != "" || g.Private:
		return engine.Refuse("A sandbox has no clock and no other people: leave out \"pace\", \"talk\" and \"private\".")
	}
	if err := room(b); err != nil {
		return err
	}
	if !g.Seeded {
		n, err := rand.Int(rand.Reader, big.NewInt(1<<31))
		if err != nil {
			return err
		}
		g.Seed = n.Int64() + 1
	}
	t, _ := titles.Find(g.Title)
	name := g.Name
	if name == t.Facts.Name {
		name = "Sandbox " + name
	}
	n := table.NewGame{Title: t, Name: name, Seed: g.Seed, Options: g.Options}
	for i, called := range company(g.Least) {
		seat := table.Seat{Name: called, Address: b.Who.Member.Address}
		if i >= g.Least-g.RobotSeats() {
			seat.Caretaker, seat.Robot = table.KeptHost, g.Robots.Level
		}
		n.Seats = append(n.Seats, seat)
	}
	return play(b, n, table.Sandbox{}, nil)
}

// usually returns for how many players a new sandbox is, as words, if the line does not
// say it.
func usually(rest string) string {
	words := strings.Fields(rest)
	for i, w := range words {
		if _, _, n := lobby.CountOf([]string{w}); n > 0 && !strings.EqualFold(words[max(0, i-1)], "seed") {
			return ""
		}
	}
	if len(words) == 0 {
		return ""
	}
	return " players 3"
}

// company names the players of a new sandbox.
func company(n int) []string {
	names := slices.Clone(usualNames[:min(n, len(usualNames))])
	for i := len(names); i < n; i++ {
		names = append(names, fmt.Sprintf("Player %d", i+1))
	}
	return names
}

var usualNames = []string{"Anna", "Bruno", "Clara", "Daniel", "Emma", "Felix", "Greta", "Hugo", "Irene", "Jonas", "Karin", "Louis"}

// room refuses a sandbox if the sender has as many as one may have.
func room(b *batch.Batch) error {
	if b.Preview {
		return engine.Refuse("\"preview\" keeps nothing, and so makes no sandbox. Leave the line \"preview\" out: in a sandbox you can try everything, and take it back.")
	}
	if err := present(b); err != nil {
		return err
	}
	have := b.Sandboxes()
	if len(have) < table.MostSandboxes {
		return nil
	}
	var list []string
	for _, t := range have {
		list = append(list, fmt.Sprintf("%s (%s, %s)", t.ID, t.Record.Name, t.Title.Round(t.Game.State())))
	}
	return engine.Refuse("You have %d sandboxes, and no more are allowed at a time: %s. Delete one first, with a line such as: sandbox end %s", len(have), strings.Join(list, ", "), have[0].ID)
}

// play begins a sandbox. The next lines of the mail are for it.
func play(b *batch.Batch, n table.NewGame, s table.Sandbox, log []engine.Event) error {
	before, next, err := b.Draft.BeginSandbox(n, s, log)
	if err != nil {
		return err
	}
	p := &batch.Speaker{Before: before, Table: next, Player: next.Owner(), Batch: b, Arrived: true}
	p.Answers = append(p.Answers, welcome(next))
	b.Drafts = append(b.Drafts, p)
	b.At, b.Visit = p, nil
	b.Draft.Log.Info("sandbox.made", "game", next.ID, "title", n.Title.Facts.Slug)
	return nil
}

// welcome explains a new sandbox to its owner.
func welcome(t *table.Table) sheet.Section {
	line, robots := "  Say the moves of every player, one after the other; no name is needed before them.", sheet.Saying{Line: "robot " + t.Name(engine.PlayerID(len(t.Record.Seats)-1)), Gloss: "have a robot play a seat"}
	if seats := t.RobotSeats(); len(seats) > 0 {
		line = "  Robots play " + table.List(t.Names(seats)) + ", within seconds. Say the moves of every other player, one after the other; no name is needed before them."
		robots = sheet.Saying{Line: "robot off " + t.Name(seats[0]), Gloss: "play that seat yourself"}
	}
	advice := sheet.Saying{Line: "advice", Gloss: "what a robot would say now, and why"}
	return sheet.Section{Head: "Your sandbox", Lines: []string{line + " Nobody else sees it, no clock runs, and no other game changes."},
		Say: []sheet.Saying{{Line: "undo", Gloss: "take the last move back, as often as you like"}, advice, robots, {Line: "sandbox end", Gloss: "delete it"}}}
}

// endSandbox deletes the sandbox that the line is for, or that it names.
func endSandbox(b *batch.Batch, rest string) error {
	id := strings.ToLower(strings.Trim(rest, " .,:;#()\"'"))
	if id == "" && b.At != nil && b.At.Table.IsSandbox() {
		id = b.At.Table.ID
	}
	have := b.Sandboxes()
	i := slices.IndexFunc(have, func(t *table.Table) bool { return t.ID == id })
	switch {
	case b.Preview:
		return engine.Refuse("\"preview\" keeps everything: leave that line out to delete a sandbox.")
	case id == "" && len(have) == 1:
		i = 0
	case i < 0 && len(have) == 0:
		return engine.Refuse("You have no sandbox.")
	case i < 0:
		var ids []string
		for _, t := range have {
			ids = append(ids, t.ID)
		}
		return engine.Refuse("Say which sandbox, with its id: sandbox end %s", strings.Join(ids, ", or sandbox end "))
	}
	t := have[i]
	for _, p := range b.Drafts {
		if p.Table.ID == t.ID {
			t = p.Before
			t.Record.Name = cmp.Or(t.Record.Name, p.Table.Record.Name)
		}
	}
	desk.EndSandbox(&b.Commit, t)
	b.Commit.Drop = append(b.Commit.Drop, notices.MoveTopic(t.ID, ""))
	b.Deleted = append(b.Deleted, t.ID)
	b.Drafts = slices.DeleteFunc(b.Drafts, func(p *batch.Speaker) bool { return p.Table.ID == t.ID })
	if b.At != nil && b.At.Table.ID == t.ID {
		b.At = nil
	}
	head := fmt.Sprintf("%s (%s) is deleted", t.Record.Name, t.ID)
	b.Headed(head)
	b.Add(head, "  "+batch.Held(len(b.Sandboxes())))
	b.Draft.Log.Info("sandbox.gone", "game", t.ID, "why", "its owner said so")
	return nil
}

// SandboxDue deletes a sandbox whose time is over. If it is not, after an outage, the sandbox gets its deadline anew.
func SandboxDue(d *desk.Draft, due store.Deadline) error {
	g, err := d.DB.Game(due.Game)
	if errors.Is(err, store.ErrNotFound) { // its owner has just deleted it
		return d.Queue(store.Commit{Deadlines: []store.Deadline{{Game: due.Game, Key: due.Key}}})
	}
	if err != nil {
		return err
	}
	if t, err := d.Table(due.Game); err == nil && timing.SandboxEnds(d, t).After(d.Now()) {
		return timing.Later(d, due, timing.SandboxEnds(d, t))
	}
	d.Log.Info("sandbox.gone", "game", due.Game, "why", "its time was up")
	return d.Take(store.Commit{Changes: []store.Change{{Game: due.Game, Expect: g.Version, Gone: true}}})
}
