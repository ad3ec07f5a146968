package dump

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// whole has one item of each type, all of whose fields are set.
var whole = []Item{
	Game{ID: "g1", N: 1, Created: noon, Events: 2, Record: 3, Away: 4, Body: []byte("{}"), Keys: []string{"on"}},
	Mail{ID: "<1@x>", To: "amy@x", Topic: "turn", N: 1, State: "queued", Queued: noon, Next: noon, Tries: 1, Error: "away", Done: noon, Answers: noon, Unless: "held", Raw: []byte("hello")},
	Commit{At: noon, Cause: "mail:1", Settled: []string{"mail:1"}, Queued: []string{"<1@x>"}, Parts: []Part{{Game: "g1", First: 1, Events: [][]byte{[]byte("1")}}}},
	Cause{Key: "mail:1", Outcome: "applied", Settled: noon, Mail: &Inbound{N: 1, Kept: noon, Faults: 1, Meta: []byte("INBOX"), Raw: []byte("pass"), Aliases: []string{"id:1"}}},
	Cause{Key: "clock:1", Outcome: "applied", Settled: noon},
	Deadline{Game: "g1", Key: "amy", At: noon},
	Mark{Name: "settings/amy", Value: "zone", Rev: 1},
	Counter{Name: "mails", N: 1},
}

// unseen are fields that may differ between stores that hold the same.
var unseen = []string{"Commit.N", "Cause.Commit"}

func sum(t *testing.T, items ...Item) *Digest {
	t.Helper()
	d, err := Of(func(emit func(Item) error) error {
		for _, it := range items {
			if err := emit(it); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Every field of every item shows in the digest, whatever the order of items.
func TestDigestSeesEverything(t *testing.T) {
	all := sum(t, whole...)
	turned := slices.Clone(whole)
	slices.Reverse(turned)
	if diff := all.Differences(sum(t, turned...)); diff != nil {
		t.Errorf("in another order %q differ", diff)
	}
	for i, it := range whole {
		less := slices.Delete(slices.Clone(whole), i, i+1)
		if all.Differences(sum(t, less...)) == nil {
			t.Errorf("nobody sees that %T is missing", it)
		}
		changed(t, reflect.ValueOf(it), reflect.TypeOf(it).Name(), func(other reflect.Value, field string) {
			items := slices.Clone(whole)
			items[i] = other.Interface().(Item)
			seen := all.Differences(sum(t, items...)) != nil
			if seen == slices.Contains(unseen, field) {
				t.Errorf("that %s is another shows: %v", field, seen)
			}
		})
	}
}

// changed calls do with copies of an item, in each of which one field is another.
func changed(t *testing.T, of reflect.Value, name string, do func(other reflect.Value, field string)) {
	t.Helper()
	for i := range of.NumField() {
		field := name + "." + of.Type().Field(i).Name
		with := func(v reflect.Value) {
			other := reflect.New(of.Type()).Elem()
			other.Set(of)
			other.Field(i).Set(v)
			do(other, field)
		}
		switch v := of.Field(i).Interface().(type) {
		case string:
			with(reflect.ValueOf(v + "x"))
		case int:
			with(reflect.ValueOf(v + 1))
		case uint64:
			with(reflect.ValueOf(v + 1))
		case bool:
			with(reflect.ValueOf(!v))
		case time.Time:
			with(reflect.ValueOf(v.Add(1)))
		case []byte:
			with(reflect.ValueOf(append(slices.Clone(v), 'x')))
		case []string:
			with(reflect.ValueOf(append(slices.Clone(v), "x")))
		case *Inbound:
			if v != nil {
				changed(t, reflect.ValueOf(*v), "Inbound", func(other reflect.Value, _ string) {
					mail := other.Interface().(Inbound)
					with(reflect.ValueOf(&mail))
				})
			}
		case []Part:
			changed(t, reflect.ValueOf(v[0]), "Part", func(other reflect.Value, _ string) {
				with(reflect.ValueOf([]Part{other.Interface().(Part)}))
			})
		case [][]byte:
			with(reflect.ValueOf([][]byte{[]byte("2")}))
		default:
			t.Fatalf("%s is of a type that this test does not know", field)
		}
	}
}

// A text that is pruned is not an empty one, and a key with a zero byte is that which another store keeps of it.
func TestDigestOfKeysAndTexts(t *testing.T) {
	pruned, empty := Cause{Key: "1", Mail: &Inbound{N: 1}}, Cause{Key: "1", Mail: &Inbound{N: 1, Raw: []byte{}}}
	if sum(t, pruned).Differences(sum(t, empty)) == nil {
		t.Error("a pruned text is as an empty one")
	}
	zero := "a\x00b"
	if diff := sum(t, Cause{Key: zero, Outcome: "x"}).Differences(sum(t, Cause{Key: Key(zero), Outcome: "x"})); diff != nil {
		t.Errorf("%q differ", diff)
	}
}
