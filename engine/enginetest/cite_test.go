package enginetest

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func TestIdsAndSectionsAreFound(t *testing.T) {
	got := IDs("- NE-SU-01 §3 A bank.\n- EX-02 one\nsee NE-SU-09 \n- D1 reserve (P).\n- plain line\n- 17-M2-01 [7] two\n| D-31 | by hand |\n| id | does |\n")
	if want := []string{"NE-SU-01", "EX-02", "D1", "17-M2-01", "D-31"}; !reflect.DeepEqual(got, want) {
		t.Errorf("ids: %v", got)
	}
	known := sections("3. SETTING UP\n7.1 MINOR COMPANIES\n14 4 63 611\n- 1 map board\n1817 is a year\n### **8.3.3 Run train(s)**\n#### 7.4 \"Floating\" a company\n## 15.3.2 3+D trains\n")
	if want := map[string]bool{"3": true, "7.1": true, "8.3.3": true, "7.4": true, "15.3.2": true}; !reflect.DeepEqual(known, want) {
		t.Errorf("sections: %v", known)
	}
	if m := missing([]string{"EX-1", "EX-2"}, map[string]bool{"EX-2": true}); !reflect.DeepEqual(m, []string{"EX-1"}) {
		t.Errorf("missing: %v", m)
	}
	have := map[string]bool{"NE-SU-01": true, "NE-SU-10": true, "EX-20": true, "UTF-8": true, "D2": true}
	if s := strays([]string{"NE-SU-01", "EX-02", "D1"}, have); !reflect.DeepEqual(s, []string{"EX-20", "NE-SU-10"}) {
		t.Errorf("strays: %v", s)
	}
}

func TestCitationsAreReadFromCommentsAndSentences(t *testing.T) {
	dir := t.TempDir()
	code := "package x\n\n// f does. // 11.3, 19; NE-TR-21\nfunc f() { say(\"no (10.4)\", \"(3 of 5)\", `not // 8` ) } // 7.1\n// in 1817 it was\n"
	if err := os.WriteFile(filepath.Join(dir, "x.go"), []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	want := []citation{{"x.go:3", "11.3"}, {"x.go:3", "19"}, {"x.go:4", "10.4"}, {"x.go:4", "7.1"}}
	if got := cited(t, dir); !reflect.DeepEqual(got, want) {
		t.Errorf("cited: %v", got)
	}
	if have := words(t, dir); !have["NE-TR-21"] || len(have) != 1 {
		t.Errorf("words: %v", have)
	}
}

// An id such as 17-M2-01 is one word, no tail of another; and a comment bears no
// bundle of them.
func TestIdsAreWordsAndNoBundles(t *testing.T) {
	dir := t.TempDir()
	code := "package x\n\n// f does. // 7.1; 17-M2-01,\n// 17-M5-02, D-33\nfunc f() {}\n\n// g does\n// EX-01, EX-02, EX-03, EX-04\n// EX-05, EX-06, EX-07\nfunc g() {}\n"
	if err := os.WriteFile(filepath.Join(dir, "x.go"), []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	have := words(t, dir)
	for _, id := range []string{"17-M2-01", "17-M5-02", "D-33"} {
		if !have[id] {
			t.Errorf("%s is not found: %v", id, have)
		}
	}
	if got := bundles(t, dir); !reflect.DeepEqual(got, []string{"x.go:8"}) {
		t.Errorf("bundles: %v", got)
	}
}
