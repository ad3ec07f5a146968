// Command pbem hosts games of 18xx played by e-mail. What it does is in package cli.
package main

import "pbem/cmd/cli"

func main() { cli.Main() }
