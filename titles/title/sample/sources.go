package sample

import "embed"

// Sources are the files of this folder, of which "pbem title new" makes a new title.
//
//go:embed *.go data.json README.md RULES.md testdata
var Sources embed.FS

// SourcesFile is the file that a new title does not need.
const SourcesFile = "sources.go"
