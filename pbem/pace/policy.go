package pace

import (
	"slices"
	"strings"

	"pbem/engine"
)

// bareRemedies are policies that are understood without the word "policy": "robot after 14
// days".
var bareRemedies = []string{"caretaker", "robot", "easy", "steady"}

// remedies are the policies as they may be written.
var remedies = map[string]Remedy{
	string(WaitOn): WaitOn, string(PassFor): PassFor, string(OpenSeat): OpenSeat, string(Caretaker): Caretaker,
	"robot": Robot, "steady robot": Robot, "robot steady": Robot, "easy robot": EasyRobot, "robot easy": EasyRobot,
}

// setPolicy reads a policy, and with "after" the grace that comes before it: "robot after
// 14 days".
func (p *Pace) setPolicy(value string) (err error) {
	words := strings.Fields(strings.ToLower(value))
	what, after := words, -1
	if after = slices.Index(words, "after"); after >= 0 {
		what = words[:after]
	}
	policy, ok := remedies[strings.Join(slices.DeleteFunc(slices.Clone(what), func(w string) bool { return w == "a" || w == "an" || w == "the" }), " ")]
	if !ok {
		return engine.Refuse("%q is not a policy. Possible are: policy wait, policy pass, policy open, policy caretaker, policy robot and policy easy robot.", value)
	}
	p.Policy = policy
	if after < 0 {
		return nil
	}
	p.Grace, err = readWait(strings.Join(words[after+1:], " "))
	return err
}
