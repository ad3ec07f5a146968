package notices

import (
	"strconv"

	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// Diary returns the notes of a seat for which keep returns true, in order. If player is
// "", it returns those of all seats. seats has the seat of each note.
func Diary(db store.MarkReader, game, player string, keep func(desk.Note) bool) (notes []desk.Note, seats []string, err error) {
	begin := game + "/"
	if player != "" {
		begin += player + "/"
	}
	all, err := desk.Diaries.All(db, begin)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range all {
		if r.Fault != nil {
			return nil, nil, r.Fault
		}
		if keep(r.Value) {
			notes, seats = append(notes, r.Value), append(seats, r.Key.Player)
		}
	}
	return notes, seats, nil
}

// diarySection asks a player at the end of the game whether others may read their diary.
func diarySection(d *desk.Draft, t *table.Table, id string) []sheet.Section {
	if t.Game.State().Result == nil || !t.Plays(id) {
		return nil
	}
	m, err := d.Member(t.Seat(id).Address)
	if err != nil || m.ID == "" || t.Publishes(id, m.ID) {
		return nil
	}
	mine, _, err := Diary(d.DB, t.ID, id, func(n desk.Note) bool { return n.By == m.ID })
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
