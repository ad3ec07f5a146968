package main

import (
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"time"
)

// newLog makes the log of a service, in a form ("text" or "json") and from a
// level on. No token stands in it, whatever a mail or an error says.
func newLog(w io.Writer, form, level string) (*slog.Logger, error) {
	var from slog.Level
	if err := from.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("--log-level %q: say debug, info, warn or error", level)
	}
	set := &slog.HandlerOptions{Level: from, ReplaceAttr: discreet}
	switch form {
	case "text":
		return slog.New(slog.NewTextHandler(w, set)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, set)), nil
	}
	return nil, fmt.Errorf("--log %q: say text or json", form)
}

// secrets are the codes with which anybody could act for a player: in the reply
// address of a seat, behind "confirm", and in an envelope sender.
var secrets = regexp.MustCompile(`(?i)\b((?:g\d+|lobby)\.[pgm]\d+\.|confirm[ /]\W*|\+b\.)[a-z2-7]{16}\b`)

// discreet takes the secrets out of what is logged, and writes times so that
// people can read them.
func discreet(_ []string, a slog.Attr) slog.Attr {
	if a.Key == "subject" {
		return slog.Attr{} // what people write is their own
	}
	switch v := a.Value.Any().(type) {
	case string:
		a.Value = slog.StringValue(secrets.ReplaceAllString(v, "${1}..."))
	case time.Duration:
		a.Value = slog.StringValue(v.String())
	case error:
		a.Value = slog.StringValue(secrets.ReplaceAllString(v.Error(), "${1}..."))
	}
	return a
}
