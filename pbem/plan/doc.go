// Package plan holds what a player says in advance. A plan is lines kept for
// later. When its player is asked what the plan is for, the lines are matched and
// decided like those of a mail: a whole turn or nothing. The commands are like any
// others, so the log, replay, archive and undo know nothing of plans.
//
// A plan is stored with its player's seat, in canonical words. It remembers how
// long the log was when it was given. To see what has changed, the package
// compares the position at that time with the present one. Conditions are a closed
// set. They are computed from positions and logs alone, without knowledge of any
// title.
//
//	plan.go       a plan, its kinds and how it is shown
//	scene.go      a game as one player sees it: what is asked, and of which turn
//	say.go        plays a line in a scene and skips optional steps
//	read.go       lines -> plans
//	turns.go      plans for several turns, one after another
//	condition.go  what puts a plan aside; change.go compares two positions
//	answer.go     plan and scene -> commands, or why there are none
//	over.go       when a plan no longer applies
//	auction.go    maxima, and who is asked at the same time
//	ahead.go      what a plan would do now, for its owner
//
// Promises: a plan answers only questions to its player. It says only what was
// written, and passes. It never ends without a reason, told in a sentence.
package plan
