package pg

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// A database is known by what it says of itself. What it does not know is in none of its statements.
func TestDialects(t *testing.T) {
	for _, c := range []struct {
		version string
		want    dialect
	}{
		{"PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc", postgres},
		{"PostgreSQL 15.2-YB-2.25.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 17.0.6", yugabyte},
		{"CockroachDB CCL v24.3.0 (x86_64-pc-linux-gnu, built 2024/11/18)", cockroach},
		{"", postgres},
	} {
		if got := dialectOf(c.version); got != c.want {
			t.Errorf("%s: it is taken for %q", c.version, got.name)
		}
	}
	all := append([]string(nil), migrations...)
	for _, f := range faults {
		all = append(all, f.sql)
	}
	with := 0
	for _, sql := range all {
		with += strings.Count(postgres.of(sql), bytewise)
		if strings.Contains(cockroach.of(sql), "COLLATE") {
			t.Errorf("CockroachDB is asked to collate: %s", sql)
		}
		if postgres.of(sql) != sql || yugabyte.of(sql) != sql {
			t.Errorf("it is changed for PostgreSQL: %s", sql)
		}
	}
	if with < 10 {
		t.Errorf("only %d texts are compared by their bytes", with)
	}
}

// Everything is moved only out of a database in which services can be kept from starting meanwhile.
func TestLeaveIsGuarded(t *testing.T) {
	for _, d := range []dialect{yugabyte, cockroach} {
		if err := (&DB{dialect: d}).leave(context.Background(), nil, nil); !errors.Is(err, ErrUnguarded) {
			t.Errorf("%s: %v", d.name, err)
		}
	}
}
