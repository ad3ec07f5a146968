package switched

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOneIsOn(t *testing.T) {
	defer func(was int) { on = was }(on)
	on = 0
	if On(1) || Int(1, 8, 7) != 7 {
		t.Error("a mutant is on, but none was asked for")
	}
	on = 2
	if On(1) || !On(2) || Int(1, 8, 7) != 7 || Int(2, 8, 7) != 8 {
		t.Error("not just the second mutant is on")
	}
}

func TestData(t *testing.T) {
	t.Setenv(DataFile, "")
	if got := Data("as it is"); got != "as it is" {
		t.Errorf("without another file it is %q", got)
	}
	name := filepath.Join(t.TempDir(), "data.json")
	if err := os.WriteFile(name, []byte("changed"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(DataFile, name)
	if got := string(Data([]byte("as it is"))); got != "changed" {
		t.Errorf("with another file it is %q", got)
	}
}
