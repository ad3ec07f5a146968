package cli

import (
	"errors"
	"testing"

	"pbem/pbem/config"
	"pbem/store"
)

// A service has the same name whenever it runs in its data folder, in which no other works meanwhile.
func TestNodeHasItsName(t *testing.T) {
	cfg := config.Config{Data: t.TempDir()}
	first, release, err := asNode(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := asNode(cfg); !errors.Is(err, store.ErrLocked) {
		t.Errorf("another service works in the folder: %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	again, release, err := asNode(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if first.Node == "" || again.Node != first.Node {
		t.Errorf("it is called %q, and then %q", first.Node, again.Node)
	}
	other, release, err := asNode(config.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if other.Node == first.Node {
		t.Errorf("two services are called %q", other.Node)
	}
}
