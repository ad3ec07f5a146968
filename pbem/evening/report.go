package evening

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"pbem/engine"
)

// A Report tells what came of an evening, or of several.
type Report struct {
	Complaints []string // what people would complain of
	Titles     map[string]*Tally

	silent    map[string]int // mails without an answer, by reason
	kinds     map[kind]*outcomes
	styles    map[string]*outcomes
	compared  int // values in mails that were compared with the position
	overtaken int // offered lines that were refused because the game had gone on
	restarts  int
	crashes   int
	second    int
	games     map[string]string // title by game
}

// A Tally is of one title.
type Tally struct {
	Games, Ended   int
	Mails, Letters int // mails by people, and by the service
	events, whole  int
	refused        map[string]int // refusals by reason
	sizes          map[string]*sizes
	reached        map[string]int // landmarks
}

// sizes are the sizes of mails of one kind.
type sizes struct{ bytes, lines []int }

// outcomes count how mails ended.
type outcomes map[string]int

func newReport() *Report {
	r := &Report{Titles: map[string]*Tally{}, silent: map[string]int{}, kinds: map[kind]*outcomes{}, styles: map[string]*outcomes{}, games: map[string]string{}}
	return r
}

// mostTold is how many complaints are shown in full.
const mostTold = 200

func (r *Report) complain(text string) {
	if len(r.Complaints) < mostTold {
		r.Complaints = append(r.Complaints, text)
	}
}

// of returns the tally of the title of a game.
func (r *Report) of(game string) *Tally {
	slug := r.games[game]
	if r.Titles[slug] == nil {
		r.Titles[slug] = &Tally{refused: map[string]int{}, sizes: map[string]*sizes{}, reached: map[string]int{}}
	}
	return r.Titles[slug]
}

// count counts how a mail ended.
func (r *Report) count(m *sent) {
	t := r.of(m.game)
	t.Mails++
	if r.kinds[m.kind] == nil {
		r.kinds[m.kind] = &outcomes{}
	}
	(*r.kinds[m.kind])[m.outcome]++
	if r.styles[m.by.style.Name] == nil {
		r.styles[m.by.style.Name] = &outcomes{}
	}
	(*r.styles[m.by.style.Name])[m.outcome]++
	if m.outcome == "rejected" && m.answer != nil {
		t.refused[general(m.answer.why())]++
	}
}

// general returns a reason without its details.
func general(why string) string {
	words := strings.Fields(why)
	for i, w := range words {
		if strings.ContainsAny(w, "0123456789") {
			words[i] = "N"
		}
	}
	out := strings.Join(words[:min(12, len(words))], " ")
	if len(words) > 12 {
		out += " ..."
	}
	return out
}

// measure records the size of a mail of the service.
func (r *Report) measure(n *notice) {
	t := r.of(n.game)
	t.Letters++
	k := n.kind()
	if t.sizes[k] == nil {
		t.sizes[k] = &sizes{}
	}
	t.sizes[k].bytes = append(t.sizes[k].bytes, len(n.raw))
	t.sizes[k].lines = append(t.sizes[k].lines, strings.Count(n.text, "\n"))
}

// kind returns the kind of a mail of the service, for the table of sizes.
func (n *notice) kind() string {
	switch {
	case n.game == "":
		return "note"
	case n.refused:
		return "refusal"
	case strings.Contains(n.subject, "reminder"):
		return "reminder"
	case n.onlyAnswers():
		return "answer"
	case n.turn:
		return "your move"
	}
	return "news"
}

// finish records how far a game has come.
func (r *Report) finish(g *game, log []engine.Event) {
	t := r.of(g.id)
	s := engine.Fold(log)
	t.Games++
	t.events += len(log)
	if s.Result != nil {
		t.Ended++
	}
	for _, mark := range g.title.Landmarks(s, log) {
		t.reached[mark]++
	}
}

// Add adds another report to this one.
func (r *Report) Add(o *Report) {
	r.Complaints = append(r.Complaints, o.Complaints...)
	add(r.silent, o.silent)
	for k, n := range o.kinds {
		if r.kinds[k] == nil {
			r.kinds[k] = &outcomes{}
		}
		add(*r.kinds[k], *n)
	}
	for k, n := range o.styles {
		if r.styles[k] == nil {
			r.styles[k] = &outcomes{}
		}
		add(*r.styles[k], *n)
	}
	r.compared, r.overtaken = r.compared+o.compared, r.overtaken+o.overtaken
	r.restarts, r.crashes, r.second = r.restarts+o.restarts, r.crashes+o.crashes, r.second+o.second
	for slug, t := range o.Titles {
		if r.Titles[slug] == nil {
			r.Titles[slug] = t
			continue
		}
		r.Titles[slug].add(t)
	}
}

func add[K comparable](to, from map[K]int) {
	for k, n := range from {
		to[k] += n
	}
}

func (t *Tally) add(o *Tally) {
	t.Games, t.Ended, t.Mails, t.Letters = t.Games+o.Games, t.Ended+o.Ended, t.Mails+o.Mails, t.Letters+o.Letters
	t.events, t.whole = t.events+o.events, t.whole+o.whole
	add(t.refused, o.refused)
	add(t.reached, o.reached)
	for k, s := range o.sizes {
		if t.sizes[k] == nil {
			t.sizes[k] = &sizes{}
		}
		t.sizes[k].bytes, t.sizes[k].lines = append(t.sizes[k].bytes, s.bytes...), append(t.sizes[k].lines, s.lines...)
	}
}

// Write writes the tables.
func (r *Report) Write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "title\tgames\tended\tmails in\tmails out\tevents\twhole position unasked")
	for _, slug := range slices.Sorted(maps.Keys(r.Titles)) {
		t := r.Titles[slug]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\n", named(slug), t.Games, t.Ended, t.Mails, t.Letters, t.events, t.whole)
	}
	fmt.Fprintln(w, "\ntitle\tmail\tnumber\tlines: median\t95 %\tKB: median\t95 %")
	for _, slug := range slices.Sorted(maps.Keys(r.Titles)) {
		t := r.Titles[slug]
		for _, k := range slices.Sorted(maps.Keys(t.sizes)) {
			s := t.sizes[k]
			fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\n", named(slug), k, len(s.lines), part(s.lines, 50), part(s.lines, 95), part(s.bytes, 50)>>10, part(s.bytes, 95)>>10)
		}
	}
	endings(w, "why they write", r.kinds)
	endings(w, "mail program", r.styles)
	if len(r.silent) > 0 {
		fmt.Fprintln(w, "\nmails\tnot answered, because")
	}
	for _, why := range slices.Sorted(maps.Keys(r.silent)) {
		fmt.Fprintf(w, "%d\t%s\n", r.silent[why], why)
	}
	for _, slug := range slices.Sorted(maps.Keys(r.Titles)) {
		most(w, named(slug)+"\trefused, because", r.Titles[slug].refused, 12)
		most(w, named(slug)+"\tgames that came to", r.Titles[slug].reached, 20)
	}
	fmt.Fprintf(w, "\n%d cells compared, %d offered lines overtaken, %d restarts, %d losses of power, %d times a second service, %d complaints\n",
		r.compared, r.overtaken, r.restarts, r.crashes, r.second, len(r.Complaints))
	for _, c := range r.Complaints {
		fmt.Fprintf(w, "COMPLAINT %s\n", c)
	}
	return w.Flush()
}

func named(slug string) string {
	if slug == "" {
		return "no game"
	}
	return slug
}

// part returns the number below which the given percentage of a list lies.
func part(list []int, percent int) int {
	if len(list) == 0 {
		return 0
	}
	list = slices.Sorted(slices.Values(list))
	return list[min(len(list)-1, len(list)*percent/100)]
}

// endings writes how mails ended, by kind.
func endings[K ~string](w io.Writer, head string, rows map[K]*outcomes) {
	ends := []string{"applied", "answered", "rejected", "held", "ignored", "quarantine"}
	fmt.Fprintf(w, "\n%s\t%s\n", head, strings.Join(ends, "\t"))
	for _, k := range slices.Sorted(maps.Keys(rows)) {
		fmt.Fprintf(w, "%s", k)
		for _, end := range ends {
			fmt.Fprintf(w, "\t%d", (*rows[k])[end])
		}
		fmt.Fprintln(w)
	}
}

// most writes counts below a heading, the largest first. It writes nothing if there are none.
func most(w io.Writer, head string, counts map[string]int, n int) {
	if len(counts) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", head)
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	for _, k := range keys[:min(n, len(keys))] {
		fmt.Fprintf(w, "%d\t%s\n", counts[k], k)
	}
}
