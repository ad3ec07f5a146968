package config

import (
	"path/filepath"
	"strings"

	"pbem/pbem/lmtp"
)

// LMTP says where the mail server hands over mails.
type LMTP struct {
	Listen string // "unix:PATH" or "host:port"; "" for nowhere
}

type fileLMTP struct {
	Listen      string `toml:"listen"`
	AllowRemote bool   `toml:"allow_remote"`
}

func (f fileLMTP) config(dir string) (LMTP, error) {
	if f.Listen == "" {
		return LMTP{}, nil
	}
	if path, ok := strings.CutPrefix(f.Listen, "unix:"); ok && path != "" && !filepath.IsAbs(path) {
		f.Listen = "unix:" + filepath.Join(dir, path)
	}
	return LMTP{Listen: f.Listen}, lmtp.Check(f.Listen, f.AllowRemote)
}
