package config

import (
	"testing"
)

// A closed lobby is the default, and a slip in the configuration is no open one.
func TestLobbyPolicy(t *testing.T) {
	for text, fine := range map[Lobby]bool{"": true, Closed: true, Open: true, "opne": false} {
		if err := text.Check(); (err == nil) != fine {
			t.Errorf("%q: %v", text, err)
		}
	}
}
