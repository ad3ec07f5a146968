package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"pbem/pbem/config"
	"pbem/store"
)

// nodeName is the file in the data folder that holds the name of the service that works there on a store on PostgreSQL,
// and that this service keeps locked. A store in a file has no need of it.
const nodeName = "node.db"

// asNode gives the service of a data folder the same name whenever it runs, and keeps others from working in
// the folder until release. So a service that was killed finds its own work when it starts again.
func asNode(cfg config.Config) (named config.Config, release func() error, err error) {
	file, err := bolt.Open(filepath.Join(cfg.Data, nodeName), 0o600, &bolt.Options{Timeout: time.Second})
	if errors.Is(err, berrors.ErrTimeout) {
		return cfg, nil, held(cfg.Data, fmt.Errorf("%s: %w", cfg.Data, store.ErrLocked))
	}
	if err != nil {
		return cfg, nil, fmt.Errorf("the data folder cannot be locked: %w", err)
	}
	err = file.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("node"))
		if err != nil {
			return err
		}
		name := b.Get([]byte("name"))
		if name == nil {
			name = []byte(rand.Text())
			err = b.Put([]byte("name"), name)
		}
		cfg.Node = hostName() + "." + string(name)
		return err
	})
	if err != nil {
		return cfg, nil, errors.Join(fmt.Errorf("the data folder cannot be locked: %w", err), file.Close())
	}
	return cfg, file.Close, nil
}

// hostName is part of the name: a data folder that was copied to another machine is another service.
func hostName() string {
	host, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return strings.ToValidUTF8(host, "_")
}
