// Command pbem hosts games of 18xx played by e-mail. Its commands and their
// flags are in line.go, and each in the file that bears its name.
package main

import (
	"fmt"
	"os"
	_ "time/tzdata" // zones for systems that have none
)

func main() {
	err := dispatch(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "pbem:", err)
	}
	os.Exit(exitCode(err))
}
