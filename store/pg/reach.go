package pg

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// leading returns what accepts a connection only if its server is the primary. Of several hosts in a URL that is
// whichever leads at present: a standby refuses writes, and what is read there may be old.
func leading(cfg *pgx.ConnConfig, readOnly bool) pgconn.ValidateConnectFunc {
	several := slices.ContainsFunc(cfg.Fallbacks, func(f *pgconn.FallbackConfig) bool { return f.Host != cfg.Host || f.Port != cfg.Port })
	switch {
	case !several:
		return nil // there is nothing to choose
	case readOnly: // our own setting makes each session read-only
		return pgconn.ValidateConnectTargetSessionAttrsPrimary
	}
	return pgconn.ValidateConnectTargetSessionAttrsReadWrite
}

// last moves a server to the end of the hosts. A primary whose standby was promoted still takes connections, but no commit
// of its ends: whoever tries it first never gets to the new one.
func last(cfg *pgx.ConnConfig, server net.Addr) {
	hosts := append([]*pgconn.FallbackConfig{{Host: cfg.Host, Port: cfg.Port, TLSConfig: cfg.TLSConfig}}, cfg.Fallbacks...)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	is := func(h *pgconn.FallbackConfig) int {
		ip, port, err := net.SplitHostPort(server.String())
		if err != nil || port != fmt.Sprint(h.Port) {
			return 0
		}
		found, _ := cfg.LookupFunc(ctx, h.Host)
		return truth(slices.Contains(found, ip))
	}
	slices.SortStableFunc(hosts, func(a, b *pgconn.FallbackConfig) int { return is(a) - is(b) })
	cfg.Host, cfg.Port, cfg.TLSConfig, cfg.Fallbacks = hosts[0].Host, hosts[0].Port, hosts[0].TLSConfig, hosts[1:]
}

func codeOf(err error) string {
	var bad *pgconn.PgError
	if errors.As(err, &bad) {
		return bad.Code
	}
	return ""
}

// unsecret returns an error without the password that a URL may have. A password may have signs that should have been encoded.
func unsecret(err error) error {
	text := err.Error()
	if i := strings.Index(text, "://"); i >= 0 {
		url, _, _ := strings.Cut(text[i:], "`")
		if at := strings.LastIndex(url, "@"); at >= 0 {
			return errors.New(text[:i+3] + "..." + text[i+at:])
		}
	}
	return err
}
