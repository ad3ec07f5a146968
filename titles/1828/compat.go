package t1828

// compat is every switch under which games of 18xx.games can be read, with the
// value that turns it on. They are off in normal play.
var compat = map[string]string{}
