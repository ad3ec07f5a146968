package album

import "regexp"

var names = regexp.MustCompile(`^(index\.html|round-\d+\.html|map-\d+\.svg|log\.txt|events\.jsonl|game\.json)$`)

// Known reports whether a file of this name can be a part of an album.
func Known(name string) bool { return names.MatchString(name) }
