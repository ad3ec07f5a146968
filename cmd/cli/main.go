// Package cli is the command line of pbem. Its commands and their flags are in line.go,
// and each command is in the file with its name.
//
// A program that adds titles from other modules is as short as cmd/pbem:
//
//	func main() { cli.Main(mytitle.Title) }
package cli

import (
	"fmt"
	"io"
	"os"
	_ "time/tzdata" // zones for systems that have none

	"pbem/titles"
	"pbem/titles/title"
)

// Main carries out the command line of this process and ends it. beside are titles in
// addition to those of this module. If one of them cannot be added, Main says why and
// does nothing else: see titles.Add.
func Main(beside ...*title.Title) {
	err := run(os.Args[1:], os.Stdout, beside)
	if err != nil {
		fmt.Fprintln(os.Stderr, "pbem:", err)
	}
	os.Exit(exitCode(err))
}

// run carries out a command line with additional titles.
func run(args []string, out io.Writer, beside []*title.Title) error {
	for _, t := range beside {
		if err := titles.Add(t); err != nil {
			return err
		}
	}
	return dispatch(args, out)
}
