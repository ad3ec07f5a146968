// Package templates holds the templates that are part of the program.
package templates

import "embed"

// Files are the templates by name.
//
//go:embed *.html
var Files embed.FS
