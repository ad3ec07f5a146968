package cli

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/control"
)

// That a service runs does not say that its database can be reached.
func TestCheckServerOfARunningService(t *testing.T) {
	cfg := config.Config{Data: t.TempDir(), Address: "pbem@play.example"}
	hangUp, err := control.Serve(cfg.Data, nil, slog.New(slog.DiscardHandler), whoRoute(cfg.Address, time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	defer hangUp()
	if f := database(cfg); !f.OK || !strings.Contains(f.Text, "A service runs") {
		t.Errorf("with a file: %v", f)
	}
	cfg.Store = "postgres://pbem@127.0.0.1:1/pbem"
	if f := database(cfg); f.OK || !strings.Contains(f.Text, "cannot be reached") || f.Mend == "" {
		t.Errorf("with a server that is away: %v", f)
	}
}
