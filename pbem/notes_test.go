package pbem

import (
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/play"
	"pbem/store"
)

// A player whose diary is full is told so.
func TestFullDiary(t *testing.T) {
	d := newTestService(t)
	d.three()
	c := store.Commit{At: d.now, Marks: store.Marks{}}
	for i := range play.MostNotes {
		desk.Diaries.Set(c.Marks, desk.NoteKey{Game: "g1", Player: "p1", N: i + 1}, desk.Note{By: "m1", Text: "so"})
	}
	if err := d.db.Commit(c); err != nil {
		t.Fatal(err)
	}
	d.receive(d.from("p1", "1@example.org", "note and so on"), desk.OutcomeRejected)
	mails := d.flush()
	if len(mails) != 1 || !strings.Contains(readBack(t, mails[0]).text, "Your diary of this game is full") {
		t.Errorf("%d mails, want one that says that the diary is full", len(mails))
	}
}
