package evening

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// A wording is what a person wants to send.
type wording struct {
	kind  kind
	lines []string
	to    *notice
	sure  bool
	link  string // a link of the mail to follow instead
}

// longSilence is how long people wait for an answer before they write again.
const longSilence = 30 * time.Hour

// speak returns what a person writes for one of their games now. ok is false if they write nothing. fresh
// means that a mail has come since they last looked.
func (p *person) speak(s *seat, fresh bool, now time.Time) (w wording, ok bool) {
	switch {
	case s.latest == nil || s.over || s.left:
		return wording{}, false
	case s.owed != nil && now.Sub(s.owed.at) < p.wait:
		return wording{}, false // they wait for its answer
	case s.last.wanted || s.latest.wanted:
		if w, ok := p.agree(s); ok {
			return w, true
		}
	}
	if strings.Contains(s.latest.text, "takes over the seat of") && (fresh || now.Sub(s.invited) > longSilence) {
		if w, ok := p.bring(s); ok {
			s.invited = now
			return w, true
		}
	}
	if s.latest.turn {
		return p.play(s)
	}
	if !fresh {
		return wording{}, false
	}
	return p.aside(s)
}

// agree answers a request of another player.
func (p *person) agree(s *seat) (wording, bool) {
	n := s.last
	if !n.wanted {
		n = s.latest
	}
	var yes, no []string
	for _, say := range n.says {
		switch {
		case strings.HasPrefix(say.line, "accept "):
			yes = append(yes, say.line)
		case strings.HasPrefix(say.line, "decline "):
			no = append(no, say.line)
		}
	}
	if len(yes) == 0 || p.answeredAlready(n) {
		return wording{}, false
	}
	line := pick(p.rng, yes)
	if len(no) > 0 && p.chance(200) {
		line = pick(p.rng, no)
	}
	return wording{kind: consent, lines: []string{line}, to: n}, true
}

// bring invites somebody who is not at the table to take over a seat.
func (p *person) bring(s *seat) (wording, bool) {
	for _, i := range p.rng.Perm(len(p.knows)) {
		f := p.knows[i]
		if f == p || f.plays(s.game) {
			continue
		}
		if old := f.invited[s.game]; old != nil { // nobody is invited twice by mail
			f.invites = append(f.invites, old)
			return wording{}, false
		}
		if f.closed { // a friend rings them up; who has no game to answer in stays alone
			f.rung = true
			continue
		}
		return wording{kind: bring, lines: []string{"invite " + f.address}, to: s.latest}, true
	}
	return wording{}, false
}

// replaceable reports whether somebody could take over a seat of the game whom the person knows.
func (p *person) replaceable(game string) bool {
	return slices.ContainsFunc(p.knows, func(f *person) bool { return f != p && !f.plays(game) })
}

// comes answers an invitation to take over a seat. Most people accept.
func (p *person) comes() (wording, bool) {
	for len(p.invites) > 0 {
		n := p.invites[0]
		p.invites = p.invites[1:]
		for _, say := range n.says {
			if game, ok := strings.CutPrefix(say.line, "takeover "); ok && p.chance(800) {
				game, _, _ = strings.Cut(game, " ")
				if p.plays(game) {
					continue
				}
				return wording{kind: join, lines: []string{say.line}, to: n}, true
			}
		}
	}
	return wording{}, false
}

// opens allows invitations again, after a friend who looks for a player has rung up.
func (p *person) opens() (wording, *seat, bool) {
	if !p.rung {
		return wording{}, nil, false
	}
	for _, id := range slices.Sorted(maps.Keys(p.seats)) {
		if s := p.seats[id]; !s.left && s.latest != nil && s.latest.raw != nil && s.owed == nil {
			p.rung, p.closed = false, false
			return wording{kind: settings, lines: []string{"set invitations on"}, to: s.latest}, s, true
		}
	}
	return wording{}, nil, false
}

// answeredAlready reports whether the person has answered a mail.
func (p *person) answeredAlready(n *notice) bool {
	return slices.ContainsFunc(p.wrote, func(w *sent) bool { return w.to == n })
}

// play answers a mail that says it is the reader's move.
func (p *person) play(s *seat) (wording, bool) {
	n, h := s.latest, p.habits
	moves := slices.DeleteFunc(slices.Clone(n.says), func(s saying) bool { return s.ahead || s.wanted })
	line, ok := p.wish(moves, s.often)
	if !ok {
		return wording{kind: question, lines: []string{"choices"}, to: n}, !p.asked(s, "choices")
	}
	plain := wording{kind: move, lines: []string{line}, to: n, sure: true}
	if s.refused > 0 { // they are careful now
		return plain, true
	}
	roll := p.rng.IntN(1000)
	for _, way := range []struct {
		often int
		say   func() (wording, bool)
	}{
		{h.turn, func() (wording, bool) { return p.wholeTurn(n, moves, line) }},
		{h.ahead, func() (wording, bool) { return p.inAdvance(n) }},
		{h.slip, func() (wording, bool) {
			m := p.misspelt(line)
			return wording{kind: slip, lines: []string{m}, to: n}, m != ""
		}},
		{h.prose, func() (wording, bool) {
			return wording{kind: prose, lines: []string{"I need to think about this, sorry for the delay."}, to: n}, true
		}},
		{h.question, func() (wording, bool) { return wording{kind: question, lines: []string{p.ask(s)}, to: n}, true }},
		{h.preview, func() (wording, bool) { return wording{kind: preview, lines: []string{line, "preview"}, to: n}, true }},
		{h.stale, func() (wording, bool) { return wording{kind: stale, lines: []string{line}, to: s.old}, s.old != nil }},
		{h.twice, func() (wording, bool) { plain.kind = twice; return plain, true }},
		{h.repeat, func() (wording, bool) { plain.kind = repeat; return plain, true }},
		{h.tap, func() (wording, bool) { return p.tap(n, line) }},
	} {
		if roll -= way.often; roll < 0 {
			if w, ok := way.say(); ok {
				return w, true
			}
			break
		}
	}
	return plain, true
}

// asked reports whether the last thing that the person wrote for a game is a question.
func (p *person) asked(s *seat, line string) bool {
	for _, w := range slices.Backward(p.wrote) {
		if w.game == s.game {
			return w.to == s.latest && slices.Equal(w.lines, []string{line})
		}
	}
	return false
}

// wholeTurn puts several commands in one mail, as experienced players do: one line for each verb on offer, or
// the rest of a turn that is not on offer yet.
func (p *person) wholeTurn(n *notice, moves []saying, first string) (wording, bool) {
	lines := []string{first}
	verb, _, _ := strings.Cut(first, " ")
	switch verb {
	case "lay", "pass":
		lines = append(lines, pick(p.rng, [][]string{{"run auto", "pay"}, {"run auto", "withhold"}, {"run auto"}, {"pass"}})...)
	case "run":
		lines = append(lines, "pay")
		if p.chance(500) {
			lines = append(lines, "pass")
		}
	case "buy", "sell", "start":
		lines = append(lines, "pass")
	default:
		return wording{}, false
	}
	if p.chance(300) { // all on one line
		lines = []string{strings.Join(lines, "; ")}
	}
	return wording{kind: turn, lines: lines, to: n}, true
}

// inAdvance says one of the lines that a mail offers in advance.
func (p *person) inAdvance(n *notice) (wording, bool) {
	var all []string
	for _, s := range n.says {
		if s.ahead {
			all = append(all, s.line)
		}
	}
	if len(all) == 0 {
		return wording{}, false
	}
	return wording{kind: ahead, lines: []string{pick(p.rng, all)}, to: n}, true
}

// tap follows a link that writes a line in a new mail.
func (p *person) tap(n *notice, line string) (wording, bool) {
	for _, link := range n.taps {
		if body := bodyOf(link); firstLine(body) == line {
			return wording{kind: move, lines: []string{line}, to: n, link: link, sure: true}, true
		}
	}
	return wording{}, false
}

// aside is what people do when it is not their move.
func (p *person) aside(s *seat) (wording, bool) {
	h, n := p.habits, s.latest
	roll := p.rng.IntN(1000)
	for _, way := range []struct {
		often int
		kind  kind
		say   func() string
	}{
		{h.talk, talk, func() string { return pick(p.rng, remarks) }},
		{h.undo, undo, func() string { s.undone++; return "undo" }},
		{h.planAhead, ahead, func() string { return p.plansAhead(n) }},
		{h.settings, settings, func() string { return pick(p.rng, changes) }},
		{h.away, away, func() string { return "vacation 3 days" }},
		{h.leave, leave, func() string { return "resign " + s.game }},
	} {
		if roll -= way.often; roll >= 0 {
			continue
		}
		if way.kind == undo && s.undone > 3 || way.kind == leave && (len(p.seats) < 2 || !p.replaceable(s.game)) {
			return wording{}, false
		}
		lines := strings.Split(way.say(), "\n")
		p.closed = p.closed || lines[0] == noInvitations
		return wording{kind: way.kind, lines: lines, to: n}, true
	}
	return wording{}, false
}
