package pbem

import (
	"reflect"
	"strings"
	"testing"

	"pbem/engine"
)

func TestUndoTakesTheLastCommandBack(t *testing.T) {
	before := seated(t, "18newengland", 3)
	minor := engine.Of(before.game.Pending(), "p1")[0].List()[0].Args[0]
	after := say(t, before, "p1", "reserve "+minor)
	back := say(t, after, "p1", "undo")
	if !reflect.DeepEqual(back.game.State(), before.game.State()) {
		t.Error("undo does not return to the position before")
	}
	if len(back.log) <= len(after.log) {
		t.Error("what was undone is gone from the log")
	}
	if !reflect.DeepEqual(engine.Fold(back.log), back.game.State()) {
		t.Error("the log with the undo folds to another position")
	}
}

func TestUndoIsRefusedOnceAnotherHasActed(t *testing.T) {
	tb := seated(t, "18newengland", 3)
	tb = say(t, tb, "p1", "pass")
	tb = say(t, tb, "p2", "pass")
	if r := try(t, tb, "p1", "undo"); r.refused == nil || !strings.Contains(r.refused.Reason, "B has acted since") {
		t.Errorf("undo: %+v", r.refused)
	}
	if r := try(t, seated(t, "18newengland", 3), "p1", "undo"); r.refused == nil {
		t.Error("undo of nothing is accepted")
	}
}
