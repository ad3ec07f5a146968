package plan

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// modest plays like random players, but in the turn of a company it only runs and answers what must be answered, with the
// last of the ways to do so: it withholds. Now and then it does more.
type modest struct {
	*walk.Thrifty
	ti *title.Title
	at *engine.Game
	n  int
}

func (m *modest) Pick(choices []engine.Choice) (engine.Command, bool) {
	by := choices[0].By
	s := Scene{Title: m.ti, Game: m.at, Log: m.at.Log(), Player: by}
	if m.n++; s.turn().step == title.OperatingTurn && m.n%9 > 0 {
		verb := ""
		for _, ch := range s.mine() {
			if ch.Options == nil && ch.Free == nil && !ch.Unawaited && !s.Passes(ch.Verb) {
				verb = ch.Verb
			}
		}
		if c, _ := s.plainest([]string{verb}); s.allows(c) {
			return c, true
		}
	}
	return m.Thrifty.Pick(choices)
}

func (s Scene) allows(c engine.Command) bool {
	_, err := s.decide(c)
	return err == nil
}

// What a mail suggests can be given as it is, is what the player did in their last turn, and is not suggested again to who
// has declined it. The last turns are noted here as the game is played.
func TestSuggestions(t *testing.T) {
	kinds := map[string]bool{}
	for _, ti := range titles.All() {
		player := &modest{Thrifty: walk.NewThrifty(7, ti.Habits), ti: ti}
		last := turns{}
		var now Scene
		for m := range titletest.Play(t, ti, titletest.Names(7, 3), player) {
			player.at = m.Game
			was := now
			now = Scene{Title: ti, Game: m.Game, Log: m.Log}
			if m.N > 0 {
				last.note(was, m.Command)
			}
			if m.N == testsize.More(300, 300, 600) {
				break
			}
			if m.N%4 > 0 {
				continue
			}
			for _, p := range m.Game.State().Players() {
				now.Player = p
				list := append(now.Suggestions(nil, nil), now.Next(nil, nil)...)
				for _, g := range list {
					kinds[g.Kind] = true
					if at, err := now.turnOf(g.For); g.Kind == Operate && err == nil {
						plain, _ := at.musts(nil)
						kinds["as before"] = kinds["as before"] || !strings.HasSuffix(g.Line, said(plain))
					}
					checkSuggestion(t, now, g, last)
				}
			}
			now.Player = ""
		}
	}
	for _, kind := range []string{BidUpTo, PassAuction, Operate, Stock, PassRound, "as before"} {
		if !kinds[kind] {
			t.Errorf("nothing of the kind %q is suggested", kind)
		}
	}
}

// turns are what each player said in their last two turns, and in those of each company: by "A&S p1".
type turns map[string][2]struct {
	mark, round string
	said        []engine.Command
}

func (t turns) note(was Scene, c engine.Command) {
	now := was.turn()
	if now.step == "" {
		return
	}
	two := t[now.actor+" "+c.By]
	if two[1].mark != now.step+now.mark {
		two[0], two[1].mark, two[1].said, two[1].round = two[1], now.step+now.mark, nil, was.round()
	}
	if !was.Passes(c.Verb) {
		two[1].said = append(two[1].said, c)
	}
	t[now.actor+" "+c.By] = two
}

// before returns what was said in the last turn before the present one.
func (t turns) before(s Scene, actor string) (list []engine.Command, round string) {
	two := t[actor+" "+s.Player]
	if now := s.turn(); now.actor == actor && two[1].mark == now.step+now.mark {
		return two[0].said, two[0].round
	}
	return two[1].said, two[1].round
}

func checkSuggestion(t *testing.T, s Scene, g Suggestion, last turns) {
	t.Helper()
	slug := s.Title.Facts.Slug
	if !gives(s, g.Line) {
		t.Errorf("%s: %q cannot be said", slug, g.Line)
	}
	declined, ok := s.Declining(nil, strings.ToUpper(g.Line[:1])+g.Line[1:])
	if !ok || !g.Declined(declined) {
		t.Errorf("%s: %q is declined as %q", slug, g.Line, declined)
	}
	if u, ok := s.Unplanned(nil, declined); ok && u.Suggested("").key() == g.key() {
		t.Errorf("%s: a turn of %s can be planned after %q", slug, g.For, declined)
	}
	if again := s.Suggestions(nil, declined); slices.Contains(again, g) {
		t.Errorf("%s: %q is suggested again", slug, g.Line)
	}
	list, round := last.before(s, s.Player)
	switch g.Kind {
	case Stock, PassRound:
		if want := "next: " + said(list); g.Line != want && g.Kind == Stock || round != s.round() {
			t.Errorf("%s: %q in %s, but the last turn was %q in %s", slug, g.Line, s.round(), want, round)
		}
	case Operate:
		list, _ = last.before(s, g.For)
		if want := "plan " + g.For + ": " + inRuns(list); g.Line != want {
			t.Errorf("%s: %q, but the last turn was %q", slug, g.Line, want)
		}
	}
}

// inRuns writes commands with automatic runs.
func inRuns(list []engine.Command) string {
	list = slices.Clone(list)
	for i, c := range list {
		if strings.Contains(c.String(), ":") {
			list[i] = engine.Command{Verb: c.Verb, Args: []string{"auto"}}
		}
	}
	return said(list)
}

// gives reports whether a line gives a plan, as the service reads it.
func gives(s Scene, line string) bool {
	if _, ok, err := s.Plans(line); ok {
		return err == nil
	}
	if _, _, ok, err := Maximum(line); ok {
		return err == nil
	}
	_, err := s.Ahead(line)
	return err == nil
}

// Who wants no plan for one company hears of the next one.
func TestDeclinedCompany(t *testing.T) {
	found := 0
	for _, ti := range titles.All() {
		player := &modest{Thrifty: walk.NewThrifty(7, ti.Habits), ti: ti}
		for m := range titletest.Play(t, ti, titletest.Names(7, 3), player) {
			player.at = m.Game
			for _, p := range m.Game.State().Players() {
				s := Scene{Title: ti, Game: m.Game, Log: m.Log, Player: p}
				all := slices.DeleteFunc(s.toOperate(nil, nil), func(sym string) bool { _, err := s.turnOf(sym); return err != nil })
				if len(all) < 2 {
					continue
				}
				found++
				first, _ := s.Unplanned(nil, nil)
				declined, _ := s.Declining(nil, "plan "+all[0]+": run auto")
				next, ok := s.Unplanned(nil, declined)
				if !ok || first.actor == next.actor || slices.Contains(s.toOperate(nil, declined), all[0]) {
					t.Fatalf("%s: %v can be planned, and after %q %q", ti.Facts.Slug, all, declined, next.actor)
				}
				if _, ok := s.Unplanned(nil, []string{Everything}); ok {
					t.Fatalf("%s: a turn is offered to who wants nothing", ti.Facts.Slug)
				}
			}
			if m.N == 200 {
				break
			}
		}
	}
	if found == 0 {
		t.Error("nobody has two companies that may operate")
	}
}

// Declining everything ends all suggestions; a line that no mail suggests declines nothing.
func TestDeclining(t *testing.T) {
	s := began(t)
	for _, c := range []struct{ line, want string }{
		{"", Everything},
		{"merger round: nothing", Mergers},
		{"Merger round:  nothing unless a company converts", Mergers},
		{"pass unless it concerns me", PassRound},
		{"pass for the auction", PassAuction},
		{"pass", Deal},
		{"bid up to 105", BidUpTo},
		{"bid 20 max 40", BidUpTo},
		{"Next:  buy NYSW from treasury", "stock turn next: buy nysw from treasury"},
		{"plan a&s: run auto; pay", "operating turn A&S"},
		{"plan XX: run auto", ""},
		{"run auto", ""},
		{"buy NYSW", ""},
	} {
		next, ok := s.Declining(nil, c.line)
		if got := strings.Join(next, "|"); got != c.want || ok != (c.want != "") {
			t.Errorf("%q declines %q (%v), want %q", c.line, got, ok, c.want)
		}
	}
	list := []string{}
	for i := range 3 * mostDeclined {
		list, _ = s.Declining(list, "next: sell "+strings.Repeat("1", i+1)+" NYSW")
	}
	if len(list) != mostDeclined || !(Suggestion{Kind: Stock, Line: "next: sell " + strings.Repeat("1", 3*mostDeclined) + " NYSW"}).Declined(list) {
		t.Errorf("%d are remembered", len(list))
	}
}

// No plan is suggested for a company that has not floated. One that is given all the same tells no turn, but that there is
// none yet.
func TestCompanyWithoutATurnIsNotPlannedFor(t *testing.T) {
	for _, ti := range titles.All() {
		if ti.ToFloat == nil {
			continue
		}
		player, seen := &modest{Thrifty: walk.NewThrifty(7, ti.Habits), ti: ti}, 0
		for m := range titletest.Play(t, ti, titletest.Names(7, 3), player) {
			player.at = m.Game
			for _, co := range ti.Position(m.Game.State()).Companies {
				s := Scene{Title: ti, Game: m.Game, Log: m.Log, Player: co.President}
				if m.Game.State().Seat(co.President) < 0 || ti.ToFloat(m.Game.State(), co.Sym) == 0 || !s.around(title.OperatingTurn) {
					continue
				}
				seen++
				if slices.Contains(s.toOperate(nil, nil), co.Sym) {
					t.Fatalf("%s, %s: a plan for %s is suggested", ti.Facts.Slug, s.round(), co.Sym)
				}
				for _, line := range []string{"plan " + co.Sym + ": run auto; pay", "plan " + co.Sym + ": pass"} {
					plans, _, err := s.Plans(line)
					if err != nil {
						continue
					}
					if early := plans[0].Early(s); !strings.Contains(early, "no turn") || plans[0].Ahead(s).String() != early {
						t.Fatalf("%s: %q: %q, %q", ti.Facts.Slug, line, early, plans[0].Ahead(s))
					}
				}
			}
			if m.N == 400 {
				break
			}
		}
		if seen == 0 {
			t.Errorf("%s: no company waits to float", ti.Facts.Slug)
		}
	}
}

// Who wants to pass an operating round is told of a plan that is accepted when they copy it.
func TestExampleOfAPlanIsAccepted(t *testing.T) {
	example, named := regexp.MustCompile(`such as "(plan [^"]*)"`), map[string]bool{}
	for _, ti := range titles.All() {
		player := &modest{Thrifty: walk.NewThrifty(7, ti.Habits), ti: ti}
		for m := range titletest.Play(t, ti, titletest.Names(7, 3), player) {
			player.at = m.Game
			s := Scene{Title: ti, Game: m.Game, Log: m.Log}
			if m.N%10 == 0 && s.around(title.OperatingTurn) {
				s.Player = s.state().Players()[m.N/10%3]
				_, _, err := s.Plans("pass unless it concerns me")
				if got := example.FindStringSubmatch(sentence(err)); got != nil {
					named[got[1]] = true
					if _, _, err := s.Plans(got[1]); err != nil {
						t.Fatalf("%s, %s: %q: %v", ti.Facts.Slug, s.round(), got[1], err)
					}
				}
			}
			if m.N == 300 {
				break
			}
		}
	}
	if len(named) < 2 {
		t.Errorf("named are %v", named)
	}
}
