package sheet

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"pbem/pbem/grammar"
	"pbem/titles/title"
)

// Meaning explains a word of the games: in general, and as each of the titles uses it.
// It is empty if there is no such word.
func Meaning(list []*title.Title, text string) []Fact {
	if out := trainWord(list, text); out != nil {
		return out
	}
	said := wordKey(text)
	out := meaning(list, func(word string) bool { return said != "" && wordKey(word) == said })
	if len(list) == 1 {
		out = append(out, colourWords(list[0], text)...)
	}
	return out
}

// leastNear is how many letters a word needs to be recognised when misspelt.
const leastNear = 4

// NearMeaning explains the words that a misspelt word may mean.
func NearMeaning(list []*title.Title, text string) []Fact {
	said := wordKey(text)
	if strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -'&", r)
	}) {
		return nil
	}
	return meaning(list, func(word string) bool { return len(said) >= leastNear && grammar.Near(said, wordKey(word)) })
}

// WordMeanings explains each word of a text that has a meaning of its own: "par price" as par
// and price.
func WordMeanings(list []*title.Title, text string) []Fact {
	if strings.ContainsAny(text, "0123456789") {
		return nil // it is the name of something
	}
	var out []Fact
	words := strings.Fields(text)
	for _, word := range words[:min(len(words), mostWords)] {
		for _, f := range Meaning(list, word) {
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// mostWords is how many words of a text are explained.
const mostWords = 6

func meaning(list []*title.Title, means func(word string) bool) []Fact {
	var out []Fact
	add := func(of string, terms []title.Term) {
		for _, t := range terms {
			if means(t.Word) || slices.ContainsFunc(t.Also, means) {
				out = append(out, Fact{Name: of + t.Word, Text: t.Text})
			}
		}
	}
	if len(list) == 1 { // a title's own meaning stands for the general one
		if add("", list[0].Lesson.Terms); len(out) > 0 {
			return out
		}
		only := list[0]
		officer := only.Facts.Officer()
		add("", terms)
		for i, f := range out {
			if f.Name == "end" {
				f.Text = only.Lesson.End
			}
			out[i] = Fact{Name: strings.ReplaceAll(f.Name, "president", officer), Text: strings.ReplaceAll(f.Text, "president", officer)}
		}
		return out
	}
	add("", terms)
	for _, t := range list {
		add(t.Facts.Name+": ", t.Lesson.Terms)
	}
	return out
}

// Words lists the words that Meaning explains: those of all titles, then those of each title.
func Words(list []*title.Title) []Fact {
	names := func(terms []title.Term) string {
		var out []string
		for _, t := range terms {
			out = append(out, t.Word)
		}
		slices.SortFunc(out, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
		return strings.Join(out, ", ")
	}
	out := []Fact{{Name: "All titles", Text: names(terms)}}
	for _, t := range list {
		if len(t.Lesson.Terms) > 0 {
			out = append(out, Fact{Name: t.Facts.Name, Text: names(t.Lesson.Terms)})
		}
	}
	return out
}

// wordKey makes words comparable: without case, blanks, marks and the ending of a plural.
func wordKey(text string) string {
	key := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
	switch {
	case strings.HasSuffix(key, "ies") && len(key) > 4:
		return strings.TrimSuffix(key, "ies") + "y"
	case strings.HasSuffix(key, "s") && !strings.HasSuffix(key, "ss") && len(key) > 3:
		return strings.TrimSuffix(key, "s")
	}
	return key
}

// Names of trains that say how they run.
var (
	pairOfTrains = regexp.MustCompile(`^([1-9]\d?(?:/[1-9]\d?)?) ?[xX*×] ?([2-9])(?:[- ]trains?)?$`)
	townTrain    = regexp.MustCompile(`^([1-9]\d?) ?\+ ?([1-9]\d?)(?:[- ]trains?)?$`)
)

// trainWord explains the name of a train by its parts, nil if it has none.
func trainWord(list []*title.Title, text string) []Fact {
	text = strings.TrimSpace(text)
	if m := pairOfTrains.FindStringSubmatch(text); m != nil {
		return []Fact{{Name: m[1] + "x" + m[2], Text: fmt.Sprintf("%s trains of %s on one certificate: each runs a route of its own.", strings.ToUpper(inWords(m[2])[:1])+inWords(m[2])[1:], inWords(m[1]))}}
	}
	known := func(t *title.Title) bool { return t.Facts.Train(strings.ReplaceAll(text, " ", "")) != nil }
	if m := townTrain.FindStringSubmatch(text); m != nil && !slices.ContainsFunc(list, known) {
		return []Fact{{Name: m[1] + "+" + m[2], Text: fmt.Sprintf("A train of %s cities and %s towns, unless its title says otherwise.", inWords(m[1]), inWords(m[2]))}}
	}
	return nil
}

var numbers = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

func inWords(digits string) string {
	for i, w := range numbers {
		if fmt.Sprint(i) == digits {
			return w
		}
	}
	return digits
}
