package pbem

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/album"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// A note is an entry of a player's diary of one game, stored as the mark
// "note/GAME/PLAYER/NUMBER". Only its writer sees it, and everybody in the
// archive of the finished game if the writer agrees. It stays theirs when the
// seat goes to somebody else.
type note struct {
	By       string    `json:"by"` // member
	Name     string    `json:"name"`
	At       time.Time `json:"at"`
	Position int       `json:"position"`
	Text     string    `json:"text"`
}

// mostNotes is how many notes may be made on one seat.
const mostNotes = 1000

// A noteKey is where a note stands: the seat, and which of its notes it is.
type noteKey struct {
	game, player string
	n            int // from 1
}

// diaries is the kind of marks that hold notes.
var diaries = store.NewKind("note", store.Form[noteKey]{
	Write: func(k noteKey) (string, error) { return fmt.Sprintf("%s/%s/%04d", k.game, k.player, k.n), nil },
	Read: func(text string) (k noteKey, err error) {
		f := strings.Split(text, "/")
		if len(f) != 3 {
			return k, fmt.Errorf("%q names no note", text)
		}
		k.game, k.player = f[0], f[1]
		k.n, err = strconv.Atoi(f[2])
		return k, err
	},
}, store.JSON[note]())

// takeNote adds to the player's diary.
func takeNote(d *speaker, rest string) error {
	text, closed := unpassage(rest, "note")
	text = sheet.Clean(text)
	if err := d.fitting(text, closed, "note"); err != nil {
		return err
	}
	e := d.batch
	if err := e.me(func(*people.Member) {}); err != nil {
		return err
	}
	at, err := e.freeNote(d.table.ID, d.player)
	if err != nil {
		return err
	}
	marks := store.Marks{} // taken at once: a later line of the mail may ask for the notes
	diaries.Set(marks, at, note{By: e.who.member.ID, Name: d.table.Name(d.player), At: e.d.now().UTC(), Position: len(d.table.Log), Text: text})
	d.answers = append(d.answers, sheet.Section{Head: "In your diary", Lines: sheet.Quoted(text)})
	return e.d.take(store.Commit{Marks: marks})
}

// freeNote is where the next note stands.
func (b *batch) freeNote(game, player string) (noteKey, error) {
	all, err := diaries.All(b.d.db, game+"/"+player+"/")
	if err != nil {
		return noteKey{}, err
	}
	taken := map[string]bool{}
	for _, r := range all {
		taken[r.Name] = true
	}
	for n := len(all) + 1; n <= mostNotes; n++ {
		at := noteKey{game, player, n}
		if !taken[diaries.Name(at)] {
			return at, nil
		}
	}
	return noteKey{}, engine.Refuse("Your diary of this game is full: it has %d notes.", mostNotes)
}

// diary returns the notes of one seat, or with no player of a whole game, that
// keep wants, in order.
func diary(db store.MarkReader, game, player string, keep func(note) bool) (notes []note, seats []string, err error) {
	begin := game + "/"
	if player != "" {
		begin += player + "/"
	}
	all, err := diaries.All(db, begin)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range all {
		if r.Fault != nil {
			return nil, nil, r.Fault
		}
		if keep(r.Value) {
			notes, seats = append(notes, r.Value), append(seats, r.Key.player)
		}
	}
	return notes, seats, nil
}

// notes shows a player their diary.
func notes(d *speaker, _ string) error {
	e := d.batch
	mine, _, err := diary(e.d.db, d.table.ID, d.player, func(n note) bool { return n.By == e.who.member.ID })
	if err != nil {
		return err
	}
	lines := []string{"  Only you can read this."}
	if d.table.Publishes(d.player, e.who.member.ID) {
		lines = []string{"  Everybody can read this in the archive, when the game is over."}
	}
	if len(mine) == 0 {
		lines = []string{"  It is empty. A line such as \"note Brian is short of cash\" adds to it."}
	}
	for i, n := range mine {
		lines = append(lines, "", fmt.Sprintf("  %d. %s, position %d", i+1, e.d.when(e.who.member, n.At), n.Position))
		lines = append(lines, sheet.Quoted(n.Text)...)
	}
	d.answers = append(d.answers, sheet.Section{Head: "Your diary", Lines: lines})
	return nil
}

// publishNotes lets everybody read the diary in the archive.
func publishNotes(d *speaker, _ string) error {
	if err := d.publish(true, "puts the diary into the archive."); err != nil {
		return err
	}
	d.answers = append(d.answers, sheet.Section{Head: "Your diary", Lines: []string{"  Everybody can read it in the archive of the game, once that is over."}})
	return nil
}

// hideNotes keeps the diary to its writer.
func hideNotes(d *speaker, _ string) error {
	if err := d.publish(false, "takes the diary out of the archive."); err != nil {
		return err
	}
	d.answers = append(d.answers, sheet.Section{Head: "Your diary", Lines: []string{"  Nobody but you can read it."}})
	return nil
}

// publish sets who may read the diary. After the end of the game the others are
// told, because the archive is made again.
func (p *speaker) publish(public bool, news string) error {
	if err := p.batch.me(func(*people.Member) {}); err != nil {
		return err
	}
	me := p.batch.who.member.ID
	if p.table.Publishes(p.player, me) == public {
		return nil
	}
	p.table, p.recorded = p.table.With(p.table.Game, nil), true
	seat := p.table.Seat(p.player)
	seat.Publish = slices.DeleteFunc(slices.Clone(seat.Publish), func(m string) bool { return m == me })
	if public {
		seat.Publish = append(seat.Publish, me)
	}
	if p.table.Game.State().Result != nil {
		p.table = p.table.Said(p.player, "diary", news)
	}
	return nil
}

// diarySection asks a player at the end whether their diary may be read.
func (d *draft) diarySection(t *table.Table, id string) []sheet.Section {
	if t.Game.State().Result == nil || !t.Plays(id) {
		return nil
	}
	m, err := d.member(t.Seat(id).Address)
	if err != nil || m.ID == "" || t.Publishes(id, m.ID) {
		return nil
	}
	mine, _, err := diary(d.db, t.ID, id, func(n note) bool { return n.By == m.ID })
	if err != nil || len(mine) == 0 {
		return nil
	}
	return []sheet.Section{{Head: "Your diary", Lines: []string{
		"  It has " + plural(len(mine), "note") + ". Nobody else reads it, unless you let everybody:",
		"",
		"  . publish notes",
	}}}
}

func plural(n int, thing string) string {
	if n == 1 {
		return "one " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// papers returns what players wrote beside the game and want to be read after
// it. Words to all are in the log; words to some are not stored.
func papers(db Store, t *table.Table) ([]album.Remark, error) {
	all, seats, err := diary(db, t.ID, "", func(note) bool { return true })
	var out []album.Remark
	for i, n := range all {
		by := seats[i]
		switch {
		case !t.Publishes(by, n.By):
			continue
		case t.Name(by) != n.Name:
			by = n.Name // the seat has gone to somebody else
		}
		out = append(out, album.Remark{At: n.At, Event: n.Position, By: by, Text: n.Text, Kind: album.Note})
	}
	slices.SortStableFunc(out, func(a, b album.Remark) int { return a.At.Compare(b.At) })
	return out, err
}
