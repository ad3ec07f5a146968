package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/store"
)

// A file is read as it was written, also with the first name of its format. A file of another format is
// refused.
func TestKeptForms(t *testing.T) {
	at := time.Date(2026, 3, 2, 18, 0, 0, 0, time.UTC)
	g := Kept{Game: store.Game{ID: "g1", Created: at, Version: store.Version{Events: 1, Record: 3}, Record: json.RawMessage(`{"n":1}`)},
		Events: []store.Event{{Commit: 1, At: at, Cause: "m1", Data: json.RawMessage(`{"set":{"key":"or","value":1}}`)}}}
	text, _, err := g.text()
	if err != nil {
		t.Fatal(err)
	}
	for form, known := range map[string]bool{keptFormat: true, "pbem game": true, "another game": false} {
		was := fmt.Sprintf("%q", keptFormat)
		lines := bytes.SplitAfter(bytes.Replace(text, []byte(was), fmt.Appendf(nil, "%q", form), 1), []byte("\n"))
		body := bytes.Join(lines[:len(lines)-2], nil) // without the sum
		sum := sha256.Sum256(body)
		end, err := json.Marshal(keptEnd{1, hex.EncodeToString(sum[:])})
		if err != nil {
			t.Fatal(err)
		}
		read, _, err := readKept(bytes.NewReader(append(body, append(end, '\n')...)))
		switch {
		case known && (err != nil || read.Game.ID != "g1" || len(read.Events) != 1):
			t.Errorf("%s: %v, %+v", form, err, read)
		case !known && (err == nil || !strings.Contains(err.Error(), "another game")):
			t.Errorf("%s: %v", form, err)
		}
	}
}
