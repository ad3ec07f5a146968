package facts

import (
	"regexp"
	"slices"
	"strings"
)

// slug is how a title is called in commands, folders and logs.
var slug = regexp.MustCompile(`^[a-z0-9]{1,20}$`)

// symbol is how a company or a private company is called: "B&O", "CPR-P".
var symbol = regexp.MustCompile(`^\p{L}[\p{L}\p{N}&-]*$`)

// taken are words that name places, purses and sellers. A symbol names a purse and a place, too.
var taken = []string{"bank", "box", "pool", "market", "supply", "ipo", "treasury", "out", "order", "passed", "blocked", "priority"}

// playerID is how logs call a player.
var playerID = regexp.MustCompile(`^[pP][0-9]+$`)

// called finds names that no command or log could use: of the title, of companies, private companies and trains.
func (c *checker) called() {
	if n := c.root.at("title"); c.Slug != "" && !slug.MatchString(c.Slug) {
		c.tell(n, "", `"title" is %q: want small letters and digits, at most 20, such as "18moor"`, c.Slug)
	}
	for i, company := range c.Companies {
		c.symbol(c.root.at("companies", i, "sym"), "company "+company.Sym, company.Sym)
	}
	for i, p := range c.Privates {
		c.symbol(c.root.at("privates", i, "sym"), "private company "+p.Sym, p.Sym)
	}
	for i, tr := range c.Trains {
		if strings.ContainsAny(tr.Name, ": \t") {
			c.tell(c.root.at("trains", i, "name"), "train "+tr.Name, "no blank or colon may be in the name of a train")
		}
	}
	c.alike()
}

// symbol finds a symbol that players could not write, or that means something else.
func (c *checker) symbol(n *node, at, sym string) {
	is := func(word string) bool { return strings.EqualFold(word, sym) }
	switch {
	case sym == "": // names tells
	case !symbol.MatchString(sym):
		c.tell(n, at, `a symbol is a letter, and after it letters, digits, "&" and "-", such as "B&O"`)
	case playerID.MatchString(sym):
		c.tell(n, at, "%s stands for a player; choose another symbol", strings.ToLower(sym))
	case slices.ContainsFunc(taken, is):
		c.tell(n, at, "%q names a place; choose another symbol", strings.ToLower(sym))
	case slices.ContainsFunc(c.hexNames(), is):
		c.tell(n, at, "%s is a hex, too; choose another symbol", strings.ToUpper(sym))
	}
}

// alike finds symbols that differ only in capitals, which players need not write, and full names that are there twice
// in a list.
func (c *checker) alike() {
	folded := map[string]string{}
	for _, list := range []string{"companies", "privates"} {
		named := map[string]bool{}
		for i, item := range c.root.at(list).items {
			sym, name := item.at("sym").text, item.at("name").text
			at := strings.TrimSpace(things[list][0] + " " + sym)
			if other, twice := folded[strings.ToLower(sym)]; twice && other != sym {
				c.tell(c.root.at(list, i, "sym"), at, "only capitals tell it from %s, and players need not write them", other)
			}
			if named[name] && name != "" {
				c.tell(c.root.at(list, i, "name"), at, "the name %q is there twice", name)
			}
			folded[strings.ToLower(sym)], named[name] = sym, true
		}
	}
}
