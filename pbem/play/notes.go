package play

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/pbem/account"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// MostNotes limits the notes on one seat.
const MostNotes = 1000

// TakeNote adds a note to the player's diary.
func TakeNote(p *batch.Speaker, rest string) error {
	text, closed := batch.Unpassage(rest, "note")
	text = sheet.Clean(text)
	if err := fitting(p, text, closed, "note"); err != nil {
		return err
	}
	b := p.Batch
	if err := b.Me(func(*people.Member) {}); err != nil {
		return err
	}
	at, err := freeNote(b, p.Table.ID, p.Player)
	if err != nil {
		return err
	}
	marks := store.Marks{} // set now: a later line of the mail may show the notes
	desk.Diaries.Set(marks, at, desk.Note{By: b.Who.Member.ID, Name: p.Table.Name(p.Player), At: b.Draft.Now().UTC(), Position: len(p.Table.Log), Text: text})
	p.Answers = append(p.Answers, sheet.Section{Head: "In your diary", Lines: sheet.Quoted(text)})
	return b.Draft.Take(store.Commit{Marks: marks})
}

// freeNote returns the key of the player's next note. It refuses if the diary is full.
func freeNote(b *batch.Batch, game, player string) (desk.NoteKey, error) {
	all, err := desk.Diaries.All(b.Draft.DB, game+"/"+player+"/")
	if err != nil {
		return desk.NoteKey{}, err
	}
	taken := map[string]bool{}
	for _, r := range all {
		taken[r.Name] = true
	}
	for n := len(all) + 1; n <= MostNotes; n++ {
		at := desk.NoteKey{Game: game, Player: player, N: n}
		if !taken[desk.Diaries.Name(at)] {
			return at, nil
		}
	}
	return desk.NoteKey{}, engine.Refuse("Your diary of this game is full: it has %d notes.", MostNotes)
}

// Notes shows a player their diary.
func Notes(p *batch.Speaker, _ string) error {
	b := p.Batch
	mine, _, err := notices.Diary(b.Draft.DB, p.Table.ID, p.Player, func(n desk.Note) bool { return n.By == b.Who.Member.ID })
	if err != nil {
		return err
	}
	lines := []string{"  Only you can read this."}
	if p.Table.Publishes(p.Player, b.Who.Member.ID) {
		lines = []string{"  Everybody can read this in the archive, when the game is over."}
	}
	if len(mine) == 0 {
		lines = []string{"  It is empty. A line such as \"note Brian is short of cash\" adds to it."}
	}
	for i, n := range mine {
		lines = append(lines, "", fmt.Sprintf("  %d. %s, position %d", i+1, account.When(b.Draft, b.Who.Member, n.At), n.Position))
		lines = append(lines, sheet.Quoted(n.Text)...)
	}
	p.Answers = append(p.Answers, sheet.Section{Head: "Your diary", Lines: lines})
	return nil
}

// PublishNotes lets everybody read the diary in the archive of the game.
func PublishNotes(p *batch.Speaker, _ string) error {
	if err := publish(p, true, "puts the diary into the archive."); err != nil {
		return err
	}
	p.Answers = append(p.Answers, sheet.Section{Head: "Your diary", Lines: []string{"  Everybody can read it in the archive of the game, once that is over."}})
	return nil
}

// HideNotes makes the diary private again.
func HideNotes(p *batch.Speaker, _ string) error {
	if err := publish(p, false, "takes the diary out of the archive."); err != nil {
		return err
	}
	p.Answers = append(p.Answers, sheet.Section{Head: "Your diary", Lines: []string{"  Nobody but you can read it."}})
	return nil
}

// publish sets whether the archive shows the diary. If the game is over, the others are
// told, because the archive is made again.
func publish(p *batch.Speaker, public bool, news string) error {
	if err := p.Batch.Me(func(*people.Member) {}); err != nil {
		return err
	}
	me := p.Batch.Who.Member.ID
	if p.Table.Publishes(p.Player, me) == public {
		return nil
	}
	p.Table, p.Recorded = p.Table.With(p.Table.Game, nil), true
	seat := p.Table.Seat(p.Player)
	seat.Publish = slices.DeleteFunc(slices.Clone(seat.Publish), func(m string) bool { return m == me })
	if public {
		seat.Publish = append(seat.Publish, me)
	}
	if p.Table.Game.State().Result != nil {
		p.Table = p.Table.Said(p.Player, "diary", news)
	}
	return nil
}
