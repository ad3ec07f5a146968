package evening

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"pbem/pbem/evening/program"
)

// A person plays by mail. They know only what their mails say, answer with one mail program, and have habits.
type person struct {
	name, address string
	style         program.Style
	language      string
	ending        program.Ending // what stands below what they write
	rng           *rand.Rand
	every         time.Duration // how often they look into their mailbox; 0 is whenever a mail comes
	habits        habits
	wait          time.Duration // how long they wait for an answer before they write again

	next    time.Time // when they look next
	seats   map[string]*seat
	invited map[string]*notice // by game, whether they have answered or not
	invites []*notice          // invitations that they have not answered
	closed  bool               // they have said that they want no invitations
	rung    bool               // a friend has asked them on the telephone to take one
	wrote   []*sent
	knows   []*person // whom they could ask to play
}

// A seat is what a person knows of one of their games.
type seat struct {
	game    string
	latest  *notice // the newest mail with the position
	last    *notice // the newest mail of the game
	old     *notice // one that is out of date
	owed    *sent   // the mail that has no answer yet; nil for none
	refused int     // how many of their mails in a row were refused
	left    bool    // they have given up their seat
	over    bool
	invited time.Time      // when they asked somebody to take over a seat
	undone  int            // how often they have asked to undo
	often   map[string]int // how often, in percent, people use a verb in this title
}

// A sent is a mail that a person has written.
type sent struct {
	by      *person
	number  int    // counted in the evening
	id      string // Message-ID
	game    string // the game that it is for, "" for none
	kind    kind
	lines   []string
	to      *notice // the mail it answers
	again   bool    // it was sent before
	address string  // the recipient
	raw     []byte
	at      time.Time

	sure    bool // each line is exactly as offered in the newest mail: it must be carried out
	answer  *notice
	key     string // the key under which the service stores it
	outcome string
	settled bool
}

// A kind is why a person writes.
type kind string

// The kinds.
const (
	move     kind = "move"
	turn     kind = "a whole turn"
	ahead    kind = "plan"
	slip     kind = "slip of the pen"
	prose    kind = "nothing but words"
	question kind = "question"
	preview  kind = "preview"
	stale    kind = "answer to an old mail"
	twice    kind = "sent twice"
	repeat   kind = "the same mail again"
	talk     kind = "press"
	undo     kind = "undo"
	consent  kind = "consent"
	settings kind = "settings"
	away     kind = "vacation"
	leave    kind = "resignation"
	bring    kind = "invitation"
	join     kind = "takeover"
)

// settle chooses a person's language, and what stands below what they write.
func (p *person) settle() {
	p.language = pick(p.rng, program.Languages())
	p.ending = pick(p.rng, append([]program.Ending{program.Bare}, p.style.Endings...))
	if p.ending == program.Business && !p.chance(250) { // few people write to friends with their firm's signature
		p.ending = program.Bare
	}
}

// look reads what has come since the last time.
func (p *person) look(box [][]byte, now time.Time) ([]*notice, error) {
	var out []*notice
	for _, raw := range box {
		n, err := readNotice(raw)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		out = append(out, n)
		p.learn(n)
	}
	p.next = now.Add(p.every)
	return out, nil
}

// learn remembers what a mail says about a game, and finds the mail that it answers.
func (p *person) learn(n *notice) {
	var answered *sent
	for _, s := range p.wrote {
		if n.answers != "" && s.id == n.answers {
			answered = s
			s.answer = n
		}
	}
	if answered != nil && answered.kind == join && n.refused { // somebody else was quicker
		delete(p.seats, answered.game)
	}
	s := p.seats[n.game]
	if s == nil {
		if strings.Contains(n.subject, " invites you to ") {
			p.invites = append(p.invites, n)
			for _, say := range n.says {
				if game, ok := strings.CutPrefix(say.line, "takeover "); ok {
					game, _, _ = strings.Cut(game, " ")
					p.invited[game] = n
				}
			}
		}
		return
	}
	if s.owed != nil && s.owed.answer != nil {
		s.owed = nil
	}
	s.last = n
	s.over = s.over || n.over
	if n.position >= 0 && (s.latest == nil || n.position >= s.latest.position && !n.onlyAnswers()) {
		if s.latest != nil && s.latest.position < n.position {
			s.old.forget()
			s.old = s.latest
		}
		s.latest = n
	}
	if answered != nil && answered.kind != question {
		if s.refused++; !n.refused {
			s.refused = 0
		}
	}
}

// plays reports whether a person has a seat in a game.
func (p *person) plays(game string) bool {
	s := p.seats[game]
	return s != nil && !s.left
}

// forget drops the text of a mail that will not be answered any more.
func (n *notice) forget() {
	if n != nil {
		n.raw, n.text, n.taps, n.says = nil, "", nil, nil
	}
}

// onlyAnswers reports whether a mail only answers a question. Such a mail may leave out the choices.
func (n *notice) onlyAnswers() bool {
	return strings.Contains(n.subject, "what you asked") || strings.Contains(n.subject, "preview, nothing")
}

// chance is true with the given probability per thousand.
func (p *person) chance(perMille int) bool { return p.rng.IntN(1000) < perMille }

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }
