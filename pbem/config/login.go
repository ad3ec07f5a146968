package config

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"

	"pbem/pbem/oauth"
)

// Login reads the settings for the first token of a section, "imap" or "smtp",
// from a configuration file. The token file need not exist yet.
func Login(name, section string) (oauth.Config, error) {
	var f file
	if _, err := toml.DecodeFile(name, &f); err != nil {
		return oauth.Config{}, fmt.Errorf("the configuration cannot be read: %w", err)
	}
	if err := f.environment(os.Environ()); err != nil {
		return oauth.Config{}, err
	}
	settings := map[string]fileOAuth{"imap": f.IMAP.fileOAuth, "smtp": f.SMTP.fileOAuth}[section]
	if settings.Client == "" || settings.TokenFile == "" || settings.URL == "" {
		return oauth.Config{}, fmt.Errorf("%s: [%s] needs oauth_client, oauth_token_file and oauth_url; see config.example.toml", name, section)
	}
	c, err := settings.config(filepath.Dir(name))
	if err != nil {
		return c, fmt.Errorf("%s: [%s]: %w", name, section, err)
	}
	return c, nil
}

// TokensReady returns an error unless there are tokens for all servers that take them.
func (c Config) TokensReady() error {
	for _, name := range slices.Sorted(maps.Keys(c.Tokens)) {
		if err := c.Tokens[name].Ready(); err != nil {
			return err
		}
	}
	return nil
}
