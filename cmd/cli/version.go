package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// release is the version of a release. deploy/release sets it.
var release string

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "say which version this is",
		Args:  nothing,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(c.OutOrStdout(), "pbem", program())
			return err
		},
	}
}

// program returns the version of this program.
func program() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(release, info)
}

// versionOf returns the version of the program: "v1.2.0, go1.26.8", or the commit if it is not a release.
func versionOf(release string, info *debug.BuildInfo) string {
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	version := release
	if version == "" && info.Main.Version != "(devel)" {
		version = info.Main.Version
	}
	out := cmp.Or(version, "not a release")
	if commit := set["vcs.revision"]; commit != "" && release == "" {
		out += ", commit " + commit[:min(12, len(commit))] + " of " + set["vcs.time"]
		if set["vcs.modified"] == "true" {
			out += ", changed"
		}
	}
	return out + ", " + info.GoVersion
}
