package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"pbem/pbem/demo"
)

// No token of a real mail is logged, wherever it is written. Other text is.
func TestLogIsDiscreet(t *testing.T) {
	tag := realTag(t)
	token := tag[strings.LastIndex(tag, ".")+1:]
	for _, form := range []string{"text", "json"} {
		var b bytes.Buffer
		log, err := newLog(&b, form, "info")
		if err != nil {
			t.Fatal(err)
		}
		log.Debug("not seen")
		log.Info("a mail", "to", "pbem+"+tag+"@x.example", "thread", "<"+strings.ToUpper(tag)+"@X>", "guest", "g1.w2."+token, "member", "me.m7."+token)
		log.Error("it failed", "error", errors.New(`mark "confirm/`+token+`" is no answer to confirm `+token), "from", "pbem+b."+token+"@x.example", "n", 7)
		log.Warn("of "+tag, "subject", "a private matter", "took", 90*time.Second, "id", "<move.g1.178.p1.uqguqez4@x.example>", "what", "responsibilities", "list", []string{tag})
		text := b.String()
		if strings.Contains(strings.ToLower(text), token) || strings.Contains(text, "not seen") || strings.Contains(text, "private") {
			t.Errorf("%s:\n%s", form, text)
		}
		for _, want := range []string{"pbem+g1.p1....@x.example", "move.g1.178.p1....@x.example", "responsibilities", "1m30s"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing in\n%s", form, want, text)
			}
		}
		if line, _, _ := strings.Cut(text, "\n"); (json.Unmarshal([]byte(line), new(map[string]any)) == nil) != (form == "json") {
			t.Errorf("%s: %s", form, line)
		}
	}
}

// realTag returns the tag in the reply address of a mail that a service has sent.
func realTag(t *testing.T) string {
	t.Helper()
	var tag string
	err := atTable(demo.Settings{Data: t.TempDir(), Fast: true}, func(table *demo.Table) error {
		script, err := demo.Recorded()
		if err != nil {
			return err
		}
		n, err := script.NewGame("Shoreline")
		if err != nil {
			return err
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		if err := errors.Join(table.Start(n), table.Await(ctx, 1)); err != nil {
			return err
		}
		first := read(t, table.Office.Mailbox(table.Seats[0].Address)[0].Raw)
		_, tag, _ = strings.Cut(first.Header.Get("Reply-To"), "+")
		tag, _, _ = strings.Cut(tag, "@")
		return nil
	})
	if err != nil || tag == "" {
		t.Fatal("no tag:", err)
	}
	return tag
}

func TestLogFlags(t *testing.T) {
	for _, c := range [][2]string{{"xml", "info"}, {"", "info"}, {"text", "loud"}, {"json", ""}} {
		if _, err := newLog(&bytes.Buffer{}, c[0], c[1]); err == nil || !strings.Contains(err.Error(), ": say ") {
			t.Errorf("%v: %v", c, err)
		}
	}
}
