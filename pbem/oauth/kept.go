package oauth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"pbem/wholefile"
)

// Kept are the tokens of a mailbox as they are stored, and written to the token file.
type Kept struct {
	Access   string    `json:"access_token,omitempty"`
	Refresh  string    `json:"refresh_token"`
	Expiry   time.Time `json:"expiry,omitzero"`   // of the access token
	Obtained time.Time `json:"obtained,omitzero"` // when the provider gave them

	// By is the service that is fetching new tokens, until Until at the longest. A provider may take a refresh
	// token only once, so one service asks at a time.
	By    string    `json:"by,omitempty"`
	Until time.Time `json:"until,omitzero"`
}

// A Shelf is where services keep the tokens that they share.
type Shelf interface {
	// Read returns the tokens. Those without a refresh token are none.
	Read() (Kept, error)
	// Swap replaces the tokens was by now. It returns ErrOvertaken if others are there. After another error the
	// outcome is in doubt.
	Swap(was, now Kept) error
}

// ErrOvertaken means that another service has changed the tokens.
var ErrOvertaken = errors.New("another service has changed the tokens")

// same reports whether two are equal. Times may have come through JSON.
func (k Kept) same(o Kept) bool {
	return k.Access == o.Access && k.Refresh == o.Refresh && k.Expiry.Equal(o.Expiry) && k.Obtained.Equal(o.Obtained) && k.By == o.By && k.Until.Equal(o.Until)
}

// Same reports whether two are equal.
func Same(a, b Kept) bool { return a.same(b) }

// unclaimed returns the tokens as nobody's who fetches new ones.
func (k Kept) unclaimed() Kept {
	k.By, k.Until = "", time.Time{}
	return k
}

// readFile reads a token file: a refresh token, or JSON as this package writes it.
func readFile(name string) (k Kept, err error) {
	text, err := readPrivate(name)
	if err != nil {
		return k, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return k, err
	}
	text = bytes.TrimSpace(text)
	if bytes.HasPrefix(text, []byte("{")) {
		err = json.Unmarshal(text, &k)
	} else {
		k.Refresh = string(text)
	}
	if err != nil || k.Refresh == "" {
		return k, fmt.Errorf("%s holds no refresh token", name)
	}
	switch {
	case !k.Obtained.IsZero():
	case !k.Expiry.IsZero(): // an older program wrote it
		k.Obtained = k.Expiry.Add(-usualLife)
	default:
		k.Obtained = info.ModTime()
	}
	return k.unclaimed(), nil
}

// usualLife is how long access tokens of most providers are good.
const usualLife = time.Hour

// writeFile writes a token file that only its owner may read. After a crash it is the old one or the new one.
func writeFile(name string, k Kept) error {
	text, err := json.MarshalIndent(k.unclaimed(), "", "  ")
	if err != nil {
		return err
	}
	return wholefile.Bytes(name, 0o600, append(text, '\n'))
}

// A stamp tells whether a file has changed.
type stamp struct {
	at   time.Time
	size int64
}

func stampOf(name string) (s stamp, there bool) {
	info, err := os.Stat(name)
	if err != nil {
		return s, !errors.Is(err, fs.ErrNotExist)
	}
	return stamp{info.ModTime(), info.Size()}, true
}

// fileShelf keeps tokens in the token file alone, for a program that has no store. Nobody can claim them there.
type fileShelf string

func (f fileShelf) Read() (Kept, error) { return readFile(string(f)) }

func (f fileShelf) Swap(_, now Kept) error {
	if now.By != "" {
		return nil
	}
	return writeFile(string(f), now)
}
