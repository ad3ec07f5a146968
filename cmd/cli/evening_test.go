package cli

import (
	"errors"
	"testing"

	"pbem/pbem/evening"
)

// Evenings fail if somebody complains, or if one is broken off or stopped. A script need
// not read the report.
func TestVerdict(t *testing.T) {
	good, bad := &evening.Report{}, &evening.Report{Complaints: []string{"g1: no answer"}}
	for _, c := range []struct {
		name    string
		r       *evening.Report
		err     error
		stopped bool
		want    string
	}{
		{name: "nothing", r: good},
		{"a complaint", bad, nil, false, "complaints: 1"},
		{"broken off", good, errors.New("no room"), false, "no room; complaints: 0"},
		{"stopped", bad, errors.New("context canceled"), true, "stopped before its end; complaints: 1"},
	} {
		err := verdict(c.r, c.err, c.stopped)
		if c.want == "" && err == nil {
			continue
		}
		if err == nil || err.Error() != c.want || exitCode(err) != exitFailed {
			t.Errorf("%s: exit %d, %v", c.name, exitCode(err), err)
		}
	}
}
