package intake

import (
	"path/filepath"
	"testing"
	"time"

	"pbem/store"
)

// Of two readers of a mailbox the slower one does not take back how far the other has read.
func TestPlaceNeverGoesBack(t *testing.T) {
	db, err := store.Open(filepath.Join(t.TempDir(), "pbem.db"), store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	quick, slow := &Reader{Store: db, Now: time.Now}, &Reader{Store: db, Now: time.Now}
	for _, step := range []struct {
		by   *Reader
		to   Message
		want Message
	}{
		{quick, Message{1, 64}, Message{1, 64}},
		{slow, Message{1, 10}, Message{1, 64}},
		{slow, Message{1, 70}, Message{1, 70}},
		{quick, Message{2, 3}, Message{2, 3}}, // another mailbox
	} {
		if err := step.by.setLastUID(step.to.Validity, step.to.UID); err != nil {
			t.Fatal(err)
		}
		if got, err := LastUID.Get(db); err != nil || got.Value != step.want {
			t.Errorf("after %v it is read to %v, %v, want %v", step.to, got.Value, err, step.want)
		}
	}
}
