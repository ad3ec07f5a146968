package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"pbem/pbem/table"
)

// Pages says where the pages of the games that are on are written.
type Pages struct {
	Folder string // "" for no pages
	URL    string // where the host publishes the folder; with "" mails name no page
	Tables string // what holds for tables that say nothing else: table.PagePublic, table.PageUnlisted or table.PageOff
}

type filePages struct {
	Folder string `toml:"folder"`
	URL    string `toml:"url"`
	Tables string `toml:"tables"`
}

func (f filePages) config(dir string) Pages {
	p := Pages{Folder: f.Folder, URL: strings.TrimRight(f.URL, "/"), Tables: cmp.Or(f.Tables, table.PageUnlisted)}
	if p.Folder != "" && !filepath.IsAbs(p.Folder) {
		p.Folder = filepath.Join(dir, p.Folder)
	}
	return p
}

// Check finds what makes the settings unusable. The folder may not be the data folder, which has the
// database, or the archive.
func (p Pages) Check(data string) error {
	if u, err := url.Parse(p.URL); p.URL != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		return fmt.Errorf("\"url\" of [pages] is %q; write where the folder is published, like \"https://games.example.org/now\"", p.URL)
	}
	switch {
	case p.URL != "" && p.Folder == "":
		return errors.New(`"folder" is missing in [pages]: where the pages are written`)
	case p.Tables != "" && !table.IsPage(p.Tables):
		return fmt.Errorf("\"tables\" of [pages] is %q; it can be \"public\", \"unlisted\" or \"off\"", p.Tables)
	}
	for _, taken := range []string{data, filepath.Join(data, "archive")} {
		if p.Folder != "" && filepath.Clean(p.Folder) == filepath.Clean(taken) {
			return errors.New(`"folder" of [pages] is the data folder, or the archive; name a folder of its own`)
		}
	}
	return nil
}
