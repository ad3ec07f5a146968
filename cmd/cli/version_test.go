package cli

import (
	"bytes"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	built := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "(devel)"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-11-22T06:00:00Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	for release, want := range map[string]string{
		"v1.2.0": "v1.2.0, go1.26.8",
		"":       "not a release, commit 0123456789ab of 2026-11-22T06:00:00Z, changed, go1.26.8",
	} {
		if got := versionOf(release, built); got != want {
			t.Errorf("%q: %q, want %q", release, got, want)
		}
	}
	var out bytes.Buffer
	if err := dispatch([]string{"version"}, &out); err != nil || !strings.HasPrefix(out.String(), "pbem ") {
		t.Error(out.String(), err)
	}
}
