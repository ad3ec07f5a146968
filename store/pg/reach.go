package pg

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// writable returns what accepts a connection only if its server takes writes. Of several hosts in a URL that is the
// primary, whichever it is at present.
func writable(cfg *pgx.ConnConfig) func(context.Context, *pgconn.PgConn) error {
	if len(cfg.Fallbacks) == 0 {
		return nil // with one host there is nothing to choose
	}
	return pgconn.ValidateConnectTargetSessionAttrsReadWrite
}

func codeOf(err error) string {
	var bad *pgconn.PgError
	if errors.As(err, &bad) {
		return bad.Code
	}
	return ""
}

// unsecret returns an error without the password that a URL may have.
func unsecret(err error) error {
	text := err.Error()
	if i := strings.Index(text, "://"); i >= 0 {
		if at := strings.Index(text[i:], "@"); at >= 0 {
			return errors.New(text[:i+3] + "..." + text[i+at:])
		}
	}
	return err
}
