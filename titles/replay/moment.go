package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// A Cause is what led to a position in a log of this program: an accepted command, or
// something done beside the rules.
type Cause struct {
	By       string `json:"by,omitempty"`       // a player; "" for the host
	Said     string `json:"said,omitempty"`     // the command
	Question string `json:"question,omitempty"` // the question that it answers
	Act      string `json:"act,omitempty"`      // "start", "undo", "seat", "end", or another act of the host
}

// After returns the position of a log of this program after its first n events. first is
// the first event of the last step.
func (r *Replay) After(first engine.Event, n int) Checkpoint {
	c := r.Checkpoint(n)
	c.Cause = r.cause(first)
	return c
}

func (r *Replay) cause(e engine.Event) *Cause {
	switch e := e.(type) {
	case engine.Said:
		return &Cause{By: r.holder(e.By), Said: e.Command.String(), Question: e.Question}
	case engine.Undone:
		return &Cause{By: r.holder(e.By), Act: "undo"}
	case engine.Hosted:
		return &Cause{By: r.holder(e.By), Act: e.Act}
	case engine.Seated:
		return &Cause{By: r.holder(e.Player), Act: "seat"}
	case engine.Ended:
		return &Cause{Act: "end"}
	}
	return &Cause{Act: "start"}
}

// moment adds who is asked what, the order of play, and how the game ended.
func (r *Replay) moment(c *Checkpoint) {
	pending := r.Game.Pending()
	for _, p := range engine.Awaited(pending) {
		c.Next = append(c.Next, r.holder(p))
	}
	for _, ch := range pending {
		c.ask(Asked{By: r.holder(ch.By), For: ch.For, Question: ch.Question}, ch.Verb)
	}
	s := r.Game.State()
	for _, p := range (step.Table{S: s, F: r.Title.Facts}).Order() {
		c.Seating = append(c.Seating, r.holder(p))
	}
	if s.Result != nil {
		c.End = s.Result.Reason
	}
}

// ask adds a verb to an open question.
func (c *Checkpoint) ask(q Asked, verb string) {
	i := slices.IndexFunc(c.Asked, func(a Asked) bool { return a.By == q.By && a.For == q.For && a.Question == q.Question })
	if i < 0 {
		i, c.Asked = len(c.Asked), append(c.Asked, q)
	}
	if a := &c.Asked[i]; !slices.Contains(a.Verbs, verb) {
		a.Verbs = append(a.Verbs, verb)
	}
}

// account returns the fields that only the title has.
func (r *Replay) account() title.Account {
	if r.Title.Account == nil {
		return title.Account{}
	}
	return r.Title.Account(r.Game.State(), r.holder)
}

// MarshalJSON adds the title's fields to those that every title has.
func (c Checkpoint) MarshalJSON() ([]byte, error) {
	type plain Checkpoint
	return joined(plain(c), c.more)
}

func (p player) MarshalJSON() ([]byte, error) {
	type plain player
	return joined(plain(p), p.more)
}

func (c corp) MarshalJSON() ([]byte, error) {
	type plain corp
	return joined(plain(c), c.more)
}

// joined adds fields to a JSON object. If a name is already used, that is an error.
func joined(object any, more title.Fields) ([]byte, error) {
	body, err := json.Marshal(object)
	if err != nil || len(more) == 0 {
		return body, err
	}
	var taken map[string]json.RawMessage
	if err := json.Unmarshal(body, &taken); err != nil {
		return nil, err
	}
	for name := range more {
		if _, ok := taken[name]; ok {
			return nil, fmt.Errorf("the title tells %q, which every title has", name)
		}
	}
	rest, err := json.Marshal(more)
	if err != nil {
		return nil, err
	}
	return slices.Concat(bytes.TrimSuffix(body, []byte("}")), []byte(","), rest[1:]), nil
}
