package plan

import (
	"fmt"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
)

// Ahead is what a plan would do if its player were asked now. It is for the
// player only.
type Ahead struct {
	// Says are the commands, in order. There are none if the plan would be put
	// aside, or if its turn cannot be supposed.
	Says []string
	// Log is the log as it would be then. The commands begin at From.
	Log  []engine.Event
	From int
	// Aside is why the plan would be put aside now, or "".
	Aside string
	// Early is why the plan has no turn to play yet, or "".
	Early string
}

// String is it in words.
func (a Ahead) String() string {
	switch {
	case a.Early != "":
		return a.Early
	case a.Aside != "":
		return "now it would be put aside: " + a.Aside
	case len(a.Says) > 0:
		return "now that would be: " + strings.Join(a.Says, "; ")
	}
	return ""
}

// Foretold returns how the turn of a plan, or those of its companies one by
// one, looked when the plan was read.
func (p Plan) Foretold() []Ahead { return p.seen }

// Ahead supposes that the turn of a plan began now.
func (p Plan) Ahead(s Scene) Ahead {
	if why := s.aside(p); why != "" {
		return Ahead{Aside: why}
	}
	if p.Kind != Stock && p.Kind != Operate {
		return Ahead{}
	}
	if early := p.Early(s); early != "" {
		return Ahead{Early: early}
	}
	at, err := s.suppose(p.Kind, p.actor(s.Player))
	if err != nil || !at.asked() {
		return Ahead{Aside: p.idle()}
	}
	after, why := p.play(at)
	if why != "" {
		return Ahead{Aside: why}
	}
	a := Ahead{Log: after.Log, From: len(at.Log)}
	for _, e := range a.Log[a.From:] {
		if said, ok := e.(engine.Said); ok && said.By == s.Player {
			a.Says = append(a.Says, grammar.Phrase(at.grammar(), said.Command))
		}
	}
	return a
}

// unfloated reports whether a company has no turns yet.
func (s Scene) unfloated(company string) bool {
	return s.Title.ToFloat != nil && company != "" && s.Title.ToFloat(s.state(), company) > 0
}

// Early says that the company of a plan has no turn as the table stands, "" if it has.
func (p Plan) Early(s Scene) string {
	if p.Kind != Operate || !s.unfloated(p.For) {
		return ""
	}
	return fmt.Sprintf("%s has not floated: it has no turn as the table stands, and the plan waits until it has one", p.For)
}

// idle says that the player has nothing to do in the turn that the plan is for.
func (p Plan) idle() string {
	if p.Kind == Operate {
		return fmt.Sprintf("you would be asked nothing in a turn of %s", p.For)
	}
	return "you could do nothing in a stock turn"
}

// Name names the plan in the sentence that puts it aside: "Your plan for B&M".
func (p Plan) Name() string {
	switch p.Kind {
	case Operate:
		return "Your plan for " + p.For
	case Stock:
		return "Your plan for a stock turn"
	case Mergers:
		return "Your plan for the merger round"
	case Deal:
		return fmt.Sprintf("Your answer %q", joined(p.Lines))
	}
	return "Your order"
}
