package pbem

import (
	"strings"
	"testing"

	"pbem/store"
)

// A diary has an end; who reaches it is told so.
func TestFullDiary(t *testing.T) {
	d := newTestService(t)
	d.three()
	c := store.Commit{At: d.now, Marks: store.Marks{}}
	for i := range mostNotes {
		diaries.Set(c.Marks, noteKey{"g1", "p1", i + 1}, note{By: "m1", Text: "so"})
	}
	if err := d.db.Commit(c); err != nil {
		t.Fatal(err)
	}
	d.receive(d.from("p1", "1@example.org", "note and so on"), outcomeRejected)
	mails := d.flush()
	if len(mails) != 1 || !strings.Contains(readBack(t, mails[0]).text, "Your diary of this game is full") {
		t.Errorf("%d mails, want one that says that the diary is full", len(mails))
	}
}
