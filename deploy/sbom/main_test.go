package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// A program's list names its modules with version, and is the same each time.
func TestList(t *testing.T) {
	program := filepath.Join(t.TempDir(), "pbem")
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/pbem").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var a, b bytes.Buffer
	if err := write(&a, program); err != nil {
		t.Fatal(err)
	}
	if err := write(&b, program); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("another list the second time", err)
	}
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(&a, cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, c := range *bom.Components {
		found[c.Name] = c.Version
	}
	if found["go.etcd.io/bbolt"] == "" || found["github.com/emersion/go-imap/v2"] == "" || found["std"] == "" {
		t.Error("parts are missing: ", found)
	}
	if err := write(&a, os.DevNull); err == nil {
		t.Error("nothing was taken for a program")
	}
}
