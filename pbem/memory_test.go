package pbem

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"pbem/pbem/table"
	"pbem/store"
)

// changing are lines that change something, by their sender: a seat or member in the game
// of three, a second one, or the lobby.
var changing = []struct{ from, to, lines string }{
	{"amy@example.org", "g1.p1", "reserve NLN"},
	{"amy@example.org", "g1.p1", "reserve NLN\r\npause\r\nset zone Berlin\r\nnote so"},
	{"amy@example.org", "g1.p1", "new 18newengland players 2-3 called Bay\r\ninvite flora@example.org"},
	{"amy@example.org", "g1.p1", "vacation 1 week"},
	{"amy@example.org", "g1.p1", "renew token"},
	{"amy@example.org", "g1.p1", "pass for the round"},
	{"amy@example.org", "g1.p1", "invite flora@example.org\r\nset name A\r\nno such word"},
	{"crystal@example.org", "g1.p3", "resign g1"},
	{"dora@example.org", "me.m1", "observe g1\r\nset name Dorothy"},
	{"dora@example.org", "me.m1", "renew token"},
	{"host@example.org", "me.m2", "host admit flora@example.org\r\nhost pause g1\r\nhost address all amy@example.org amy@new.example"},
	{"host@example.org", "me.m2", "host admit flora@example.org\r\nhost seat g1 Amy flora@example.org Flora\r\nhost resume g1"},
}

// Memory has the change of a mail only once the store has it: when the disk fails, and
// also when it reports an error although it has written.
func TestMemoryIsTheStore(t *testing.T) {
	for _, taken := range []bool{false, true} {
		for _, m := range changing {
			d := newTestService(t)
			d.three()
			for _, line := range []string{"admit dora@example.org Dora", "admit host@example.org Hilda"} {
				if _, err := d.service.HostSays(line); err != nil {
					t.Fatal(err)
				}
			}
			d.restart(&failing{DB: d.db, commit: func(c store.Commit) error {
				if !taken {
					return errDisk
				}
				return errors.Join(d.db.Commit(c), errDisk)
			}})
			d.remember()
			if _, err := d.service.Receive(context.Background(), d.mail(m.from, m.to, "1@example.org", m.lines)); !errors.Is(err, errDisk) {
				t.Fatalf("%q gave %v", m.lines, err)
			}
			d.sameAsStored(m.lines)
		}
	}
}

// remember makes the service read everything.
func (d *testService) remember() map[string]*table.Table {
	d.t.Helper()
	out := map[string]*table.Table{}
	for _, t := range d.tables("") {
		out[t.ID] = t
	}
	return out
}

// sameAsStored compares the service's memory with that of a new service. Members are not
// in memory.
func (d *testService) sameAsStored(what string) {
	d.t.Helper()
	was := d.remember()
	d.restart(d.db)
	for id, stored := range d.remember() {
		if t := was[id]; !reflect.DeepEqual(t.Record, stored.Record) || t.Version != stored.Version || !reflect.DeepEqual(t.Log, stored.Log) {
			d.t.Errorf("%q leaves %s at %v in memory, stored is %v", what, id, t.Version, stored.Version)
		}
	}
}
