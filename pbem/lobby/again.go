package lobby

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/title"
)

// Like returns the gathering for another game like one that was played: of its title, with its variants, pace, talk and
// robots, for as many as had a seat when it ended. Only those who are invited may join it: a seat for somebody who has
// not answered yet would else be free for anybody.
func Like(t *table.Table) Gathering {
	g := Gathering{
		Title: t.Title.Facts.Slug, Name: nextName(t.Record.Name), Options: map[string]string{}, Pace: t.Record.Pace,
		Talk: t.Record.Talk, Advice: t.Record.Advice, Private: true, Again: t.ID,
	}
	for _, v := range t.Title.Played(t.Game.State()) {
		g.Options[v.Key] = "yes"
	}
	for _, id := range t.Everybody() {
		switch seat := t.Seat(id); {
		case !t.Plays(id), seat.Open && !t.Born(id):
			continue
		case !t.Born(id): // a person's seat, whoever plays it now
		case g.Robots == nil:
			g.Robots = &Robots{N: 1, Level: seat.Robot}
		default:
			g.Robots.N++
		}
		g.Most++
	}
	g.Most = max(g.Most, t.Title.Facts.Seats[0].Players)
	g.Least = g.Most
	return g
}

// numbered matches a name with a number from 1 to 99 behind it.
var numbered = regexp.MustCompile(`^(.*\S) ([1-9]\d?)$`)

// nextName is what a game is called after one with a name: "Shoreline 2" after "Shoreline".
func nextName(name string) string {
	next := name + " 2"
	if m := numbered.FindStringSubmatch(name); m != nil {
		n, _ := strconv.Atoi(m[2])
		next = m[1] + " " + strconv.Itoa(n+1)
	}
	if utf8.RuneCountInString(next) > people.LongestName {
		return name
	}
	return next
}

// ReadAgain reads the words after "rematch", which say what is different from the gathering of Like: "TITLE for 4 players
// called Harbour". Another title comes without variants.
func ReadAgain(like Gathering, rest string, usual pace.Pace) (Gathering, error) {
	p := &plan{Gathering: like, usual: usual, words: wordsOf(rest)}
	p.Options = maps.Clone(like.Options)
	p.title, _ = titles.Find(like.Title)
	if t, words := titleAt(p.words); t != nil {
		p.words = words
		p.take(t)
	}
	persons, robots := like.Most-like.RobotSeats(), like.Robots
	p.Robots = nil
	for len(p.words) > 0 {
		if _, n := RobotsIn(p.words); n > 0 {
			robots = nil // they are said anew
		}
		if err := p.option(); err != nil {
			return Gathering{}, err
		}
	}
	if p.Robots == nil {
		p.Robots = robots
	}
	if !p.players {
		p.Least = persons + p.RobotSeats()
		p.Most, p.players = p.Least, true
	}
	if err := p.seatsFor(); err != nil {
		return Gathering{}, err
	}
	if err := p.needless(); err != nil {
		return Gathering{}, err
	}
	return p.Gathering, p.Check()
}

// take changes the title of a plan. Variants are the old title's, and so is a name that nobody gave.
func (p *plan) take(t *title.Title) {
	if t == p.title {
		return
	}
	if strings.HasPrefix(p.Name, p.title.Facts.Name) {
		p.Name = t.Facts.Name
	}
	p.title, p.Title, p.Options = t, t.Facts.Slug, map[string]string{}
	if (table.NewGame{Title: t, Talk: p.Talk}).Talkable() != nil {
		p.Talk = ""
	}
}
