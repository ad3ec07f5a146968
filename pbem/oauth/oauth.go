// Package oauth gets the access tokens with which programs read and send mail at
// Gmail and Office 365.
//
// It needs a refresh token, which the host gets once from the provider with a
// Login. A provider may replace the refresh token whenever an access token is
// fetched, and the old one is worthless from then on. So all services that use a
// mailbox share its tokens on a Shelf, which is their store, and one of them at a
// time fetches new ones. The token file, which only the service's user may read, is
// a copy of what is there. A token in it that is newer, as Login writes it, is put
// on the shelf.
package oauth

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"time"
)

// Config says where tokens come from.
type Config struct {
	Client string // id of the registered application
	Secret string // of the application; "" if it has none
	File   string // file with the refresh token: plain text, or JSON as this package writes it
	URL    string // of the provider's token endpoint
}

// patience is how long the provider may take to answer.
const patience = 30 * time.Second

func (c Config) check() error {
	if c.Client == "" || c.File == "" || c.URL == "" {
		return errors.New("oauth_client, oauth_token_file and oauth_url belong together")
	}
	if !private(c.URL) {
		return fmt.Errorf("oauth_url %q must begin with https://", c.URL)
	}
	return nil
}

// private reports whether nobody can read the traffic to an address.
func private(at string) bool {
	u, err := url.Parse(at)
	return err == nil && u.Host != "" && (u.Scheme == "https" || onThisMachine(u.Hostname()))
}

func onThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// readPrivate reads a file that nobody else may read.
func readPrivate(name string) ([]byte, error) {
	info, err := os.Stat(name)
	var path *fs.PathError
	switch {
	case errors.As(err, &path) && errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no token file %s; pbem login gets one (%w)", name, path.Err)
	case errors.As(err, &path):
		return nil, fmt.Errorf("the token file %s cannot be read: %w", name, path.Err)
	case err != nil:
		return nil, err
	case info.Mode().Perm()&0o077 != 0:
		return nil, fmt.Errorf("the token file %s can be read by others (%v); run chmod 600 %[1]s", name, info.Mode().Perm())
	}
	return os.ReadFile(name)
}
