package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

// No token is logged, in whatever it stands; what is no token is.
func TestLogIsDiscreet(t *testing.T) {
	const token = "k7w2abcdefghij23"
	for _, form := range []string{"text", "json"} {
		var b bytes.Buffer
		log, err := newLog(&b, form, "info")
		if err != nil {
			t.Fatal(err)
		}
		log.Debug("not seen")
		log.Info("a mail", "to", "pbem+g12.p1."+token+"@x.example", "thread", "<g3.P2."+strings.ToUpper(token)+"@x>", "lobby", "lobby.m7."+token)
		log.Error("it failed", "error", errors.New(`mark "confirm/`+token+`" is no answer to confirm `+token), "from", "pbem+b."+token+"@x.example", "n", 7)
		log.Warn("plain", "subject", "a private matter", "took", 90*time.Second, "id", "<move.g1.178.p1.uqguqez4@x.example>", "what", "responsibilities")
		text := b.String()
		if strings.Contains(strings.ToLower(text), token) || strings.Contains(text, "not seen") || strings.Contains(text, "private") {
			t.Errorf("%s:\n%s", form, text)
		}
		for _, want := range []string{"g12.p1....@x.example", "move.g1.178.p1.uqguqez4", "responsibilities", "1m30s"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing in\n%s", form, want, text)
			}
		}
		if line, _, _ := strings.Cut(text, "\n"); (json.Unmarshal([]byte(line), new(map[string]any)) == nil) != (form == "json") {
			t.Errorf("%s: %s", form, line)
		}
	}
}

func TestLogFlags(t *testing.T) {
	for _, c := range [][2]string{{"xml", "info"}, {"", "info"}, {"text", "loud"}, {"json", ""}} {
		if _, err := newLog(&bytes.Buffer{}, c[0], c[1]); err == nil || !strings.Contains(err.Error(), ": say ") {
			t.Errorf("%v: %v", c, err)
		}
	}
}
