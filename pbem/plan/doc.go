// Package plan is what a player says in advance. A plan is lines kept for later:
// when its player is asked what it is for, they are matched and decided as those
// of a mail would be, a whole turn or nothing, and what they do is commands like
// any others. The log, and so replay, archive and undo, know nothing of plans.
//
// A plan is kept with its player's seat, in canonical words. It remembers how
// long the log was when it was given: what has changed is found by comparing the
// position then with the present one. Conditions are a closed set and are read
// from positions and logs alone, without knowledge of any title.
//
//	plan.go       a plan, its kinds and how it is told
//	scene.go      a game as one player sees it: what is asked, and of which turn
//	say.go        a line said in a scene, passing over optional steps
//	read.go       lines -> plans
//	condition.go  what puts a plan aside
//	answer.go     plan and scene -> commands, or why there are none
//	auction.go    maxima, and who is asked at once
//	ahead.go      what a plan would do now, for its owner
//
// Promises: a plan answers only what its player is asked; it says nothing that
// was not written but passes; it never ends without a reason in a sentence.
package plan
