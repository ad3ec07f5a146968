// Command mutate breaks the rules of a title on purpose, one line at a time,
// and looks whether its rule scripts and tables notice.
//
//	go run ./engine/enginetest/mutate SLUG
//	nice go run ./engine/enginetest/mutate -p 1 -sample 150 SLUG
//	go run ./engine/enginetest/mutate -files dividend.go,data.json SLUG
//	go run ./engine/enginetest/mutate engine/step/classic
//	go run ./engine/enginetest/mutate -n
//
// A mutant is one change of one place: a comparison that takes the bound in or
// leaves it out, == for !=, && for ||, the condition of an if turned round, a
// whole number one more or one less, a call removed whose result nobody wants
// (its arguments are still worked out), true returned for false, a case of a
// switch dropped; and in data.json a number one more, a word replaced by the
// next other word of its column, yes for no. Strings in Go files are names, and
// stay. So do panics, and notes to the players, which are no facts. Changed are
// the Go files of the title, the functions of engine/step and engine/step/classic
// that it uses (-with), and its data.json (-rows of each column).
//
// The importer and the switches of recorded games (compat.go) are not, since only
// these go through them: see -skip.
//
// # What counts
//
// A mutant is noticed when "go test -short" of the title fails, does not end,
// or takes too much memory (how many did not end in time is told, for a busy
// machine makes more of them: see -patience); one in a shared folder, too, when the
// tests there do. Code there that no test of the title runs is skipped, and counted
// at the end: it is guarded by its own tests, and by the titles that use it.
//
// Only tests that state rules count: not those that reach random players,
// recorded or stored games, a golden file or the citations (see played). They are
// picked by what they reach, so that a new script or table counts without being
// listed anywhere; -v lists them, -run takes others; -n lists the mutants, before
// anything is run. What does not compile, and what compiles to the very same
// program, is no mutant.
//
// The files are changed by an overlay of the go command: the checkout stays as
// it is, and may be worked in meanwhile, though not in the files looked at.
//
// # One program of many mutants
//
// To compile and link a program takes many times as long as to run the scripts. So one
// program holds all mutants of the sample that it can, and the environment says which
// of them is on (package switched): a comparison becomes a choice between it and the
// changed one, a number a call, a call or a switch the two branches of an if, and the
// data file is read from where the environment says. The program without any of them on
// has to pass. Type checks tell which mutants do not compile, and which cannot be
// chosen while a program runs (a constant, a number of another type than int): each of
// these has a program of its own. A survivor is compiled alone, too: it may be the
// same program.
//
// # Time
//
// The first programs take a minute on two cores, a mutant the time of the tests up to
// the first failure: about a second. A survivor takes a program more, 5 to 20 seconds.
// Those left alone are in the build cache, which the go command clears after some
// days; GOCACHE may name another folder for it. They are tried in an order drawn by
// the seed: a run that is interrupted reports on a fair sample.
//
// # Survivors
//
// The report gives a line for each, after the share of each file:
//
//	titles/SLUG/trains.go:36: mayWantTrain: >= to >: if len(t.Trains(sym)) >= t.limit() {
//
// No script fails when this line is wrong in this way. Mostly a case is missing,
// one just below the bound and one at it; or the line does nothing, and can go.
// The exit status is 1 below 97 percent (-least), 2 when something else failed.
//
// Where a mutant is no other rule (a bound that cannot be reached, a capacity
// of a slice) it is listed in testdata/mutants/equivalent.txt of the title, or of
// a shared folder where that is so for every title, as it is printed, under a comment
// that says why; then it is not tried. "FILE: NAME: *" lists every mutant of a
// declaration. Line numbers there do not count, so that an entry stays good while
// its function is moved. When the line of code itself changes the entry fits nothing
// any more, and is refused with what it may be called now. "mutate -n" without a
// title checks the lists of all titles; it takes a second.
package main
