package main

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// release is the version a release was made as; deploy/release sets it.
var release string

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "say which version this is",
		Args:  nothing,
		RunE: func(c *cobra.Command, _ []string) error {
			info, ok := debug.ReadBuildInfo()
			if !ok {
				info = &debug.BuildInfo{}
			}
			fmt.Fprintln(c.OutOrStdout(), "pbem", versionOf(release, info))
			return nil
		},
	}
}

// versionOf is what a program says of itself: "v1.2.0, go1.26.8", or of one that
// is no release the commit it was built from.
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
