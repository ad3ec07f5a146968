package pbem

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/store/pg"
	"pbem/titles"
)

const numbered = "testdata/rules.txt"

// desk.Rules is raised with every change of what services decide, and of how they store it. What other tests compare with
// shows such changes: the tables of the titles and what recorded games say today, the fields of what is stored, the
// outcomes of the transcripts. A new transcript is no change.
func TestRulesAreNumbered(t *testing.T) {
	got := rulesNow(t)
	raw, err := os.ReadFile(numbered)
	if err != nil {
		t.Fatal(err)
	}
	was := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " = ")
		was[key] = value
	}
	number, err := strconv.Atoi(was["number"])
	if err != nil {
		t.Fatal(err)
	}
	changed := changedRules(was, got)
	switch {
	case desk.Rules < number:
		t.Fatalf("the number of the rules went back from %d to %d", number, desk.Rules)
	case len(changed) > 0 && desk.Rules == number:
		t.Fatalf("these have changed, so raise desk.Rules to %d and say -update: %s", number+1, strings.Join(changed, ", "))
	case *update:
		var out strings.Builder
		for _, key := range slices.Sorted(maps.Keys(got)) {
			fmt.Fprintf(&out, "%s = %s\n", key, got[key])
		}
		if err := os.WriteFile(numbered, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	case !maps.Equal(was, got):
		t.Errorf("%s is not up to date: go test ./pbem -run RulesAreNumbered -update", numbered)
	}
}

// changedRules lists what differs. A transcript that was added, taken away or said otherwise is no change of the rules.
func changedRules(was, got map[string]string) (changed []string) {
	all := maps.Clone(was)
	maps.Copy(all, got)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		_, before := was[key]
		_, after := got[key]
		if key == "number" || strings.HasPrefix(key, "transcript ") && before != after {
			continue
		}
		if was[key] != got[key] {
			changed = append(changed, key)
		}
	}
	return changed
}

func TestChangedRules(t *testing.T) {
	was := map[string]string{"number": "3", "events": "a", "transcript x 1": "applied", "transcript y 1": "applied"}
	got := map[string]string{"number": "4", "events": "b", "title 1899 facts": "f", "transcript x 1": "rejected", "transcript y 2": "applied"}
	if changed := changedRules(was, got); !slices.Equal(changed, []string{"events", "title 1899 facts", "transcript x 1"}) {
		t.Errorf("changed are %q", changed)
	}
}

// rulesNow returns what tells rules from others, by what it is of.
func rulesNow(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{
		"number": strconv.Itoa(desk.Rules), "file": strconv.Itoa(store.Format), "postgresql": strconv.Itoa(pg.Format()),
		"events": shortSum(eventShapes()),
		"record": shortSum(shape(reflect.TypeFor[table.Record]())), "member": shortSum(shape(reflect.TypeFor[people.Member]())),
		"gathering": shortSum(shape(reflect.TypeFor[lobby.Gathering]())),
	}
	for _, ti := range titles.All() {
		slug := ti.Facts.Slug
		var flow []string
		for _, name := range slices.Sorted(maps.Keys(ti.Rules.Flow)) {
			flow = append(flow, name+": "+strings.Join(ti.Rules.Flow[name].Steps(), " "))
		}
		out["title "+slug+" flow"] = shortSum(strings.Join(flow, "\n"))
		for _, of := range []string{"data.json", "testdata/*.golden", "testdata/v*/changed.txt"} {
			names, err := filepath.Glob(filepath.Join("..", "titles", slug, of))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				out["title "+slug+" "+strings.TrimPrefix(filepath.ToSlash(name), "../titles/"+slug+"/")] = shortSum(string(read(t, name)))
			}
		}
	}
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, name := range names {
		said, ended := outcomesOf(read(t, name))
		out["transcript "+strings.TrimSuffix(filepath.Base(name), ".txtar")+" "+shortSum(said)] = shortSum(ended)
	}
	return out
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
}

// outcomesOf returns what a transcript says to the service, and how that ends each time, without any wording.
func outcomesOf(transcript []byte) (said, ended string) {
	for _, f := range txtar.Parse(transcript).Files {
		if f.Name != "out" {
			said += f.Name + "\n" + string(f.Data)
			continue
		}
		for line := range strings.Lines(string(f.Data)) {
			if line == "\n" {
				break // here the mails begin
			}
			if word, _, _ := strings.Cut(strings.TrimSpace(line), ":"); !strings.HasPrefix(line, "]") {
				ended += word + "\n"
			}
		}
	}
	return said, ended
}

// eventShapes describes the kinds of events and their fields.
func eventShapes() string {
	var out []string
	for _, e := range []engine.Event{engine.Started{}, engine.Paid{}, engine.Moved{}, engine.TileLaid{}, engine.Priced{}, engine.Set{}, engine.Flowed{}, engine.Said{},
		engine.Noted{}, engine.Marked{}, engine.Restored{}, engine.Kept{}, engine.Undone{}, engine.Hosted{}, engine.Seated{}, engine.Ended{}} {
		raw, err := engine.MarshalEvent(e)
		kind, _, _ := strings.Cut(string(raw), ":")
		out = append(out, fmt.Sprint(kind, shape(reflect.TypeOf(e)), err))
	}
	return strings.Join(out, "\n")
}

// shape describes a type by the fields that are stored of it.
func shape(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return t.Kind().String() + " " + shape(t.Elem())
	case reflect.Map:
		return "map " + shape(t.Key()) + " " + shape(t.Elem())
	case reflect.Struct:
	default:
		return t.Kind().String()
	}
	var out []string
	for f := range fieldsOf(t) {
		out = append(out, f.Name+" "+string(f.Tag)+" "+shape(f.Type))
	}
	return "{" + strings.Join(out, "; ") + "}"
}

func fieldsOf(t reflect.Type) func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && !yield(f) {
				return
			}
		}
	}
}

func shortSum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}
