package cli

import (
	"io"
	"log/slog"
	"time"

	"pbem/pbem/envelope"
)

// newLog makes the log of a service, in a format ("text" or "json") and from a level on. It never contains
// tokens, whatever a mail or an error says.
func newLog(w io.Writer, form, level string) (*slog.Logger, error) {
	var from slog.Level
	if err := from.UnmarshalText([]byte(level)); err != nil {
		return nil, misused("--log-level %q: say debug, info, warn or error", level)
	}
	set := &slog.HandlerOptions{Level: from, ReplaceAttr: readable}
	w = envelope.Discreet(w)
	switch form {
	case "text":
		return slog.New(slog.NewTextHandler(w, set)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, set)), nil
	}
	return nil, misused("--log %q: say text or json", form)
}

// readable removes private text and writes times in a readable form.
func readable(_ []string, a slog.Attr) slog.Attr {
	if a.Key == "subject" {
		return slog.Attr{} // what people write is their own
	}
	if took, ok := a.Value.Any().(time.Duration); ok {
		a.Value = slog.StringValue(took.String())
	}
	return a
}
