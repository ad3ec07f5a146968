package postbox

import (
	"errors"
	"net/url"
	"strings"
)

// Shuts says why a server that was reached does not let us in, if only a person can mend that: "it refuses the log-in".
// It returns "" for errors that may pass by themselves, such as those of the network and of a busy server.
func Shuts(err error) string {
	switch KindOf(err) {
	case BadLogin:
		if away := (*url.Error)(nil); errors.As(err, &away) { // the provider of tokens cannot be reached
			return ""
		}
		return "it refuses the log-in"
	case Untrusted:
		return "its certificate is not trusted"
	case NoFolder:
		return "it does not open the folder"
	case Misconfigured, Foreign:
		return "it does not fit the settings"
	}
	return ""
}

// Crowded reports whether an SMTP server says that there are too many connections. Servers have no code of their own for
// that: 421 and 432 also mean other things.
func Crowded(err error) bool {
	code, _, text := answered(err)
	text = strings.ToLower(text)
	if code/100 != 4 || !strings.Contains(text, "connection") && !strings.Contains(text, "session") {
		return false
	}
	for _, word := range []string{"too many", "limit", "concurrent", "simultaneous", "exceed"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
