package pbem

import (
	"pbem/pbem/album"
	"pbem/pbem/desk"
	"pbem/pbem/lobby"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
)

// Playing visits the running games. One that is damaged is left out: the error is reported when it is opened.
func (m mailroom) Playing(visit func(id, title string, events int, r table.Record) error) error {
	return desk.EachRecord(m.Store, m.Keyed(desk.KeyOn), func(g store.Game, r table.Record) error {
		if r.Over != "" || r.Sandbox != nil { // they are found only if the keys could not be made
			return nil
		}
		name := r.Title
		if t, ok := titles.Find(r.Title); ok {
			name = t.Facts.Name
		}
		return visit(g.ID, name, g.Version.Events, r)
	})
}

// PageFile is the file of a game's page.
func (m mailroom) PageFile(game string) string { return m.Desk.PageFile(game) }

// PageOf says how the page of a game is shown.
func (m mailroom) PageOf(r table.Record) string { return r.Page(m.Config.Pages.Tables) }

// Moved is where the archive has the pages of a game.
func (m mailroom) Moved(game string) string {
	if m.Config.ArchiveURL == "" {
		return ""
	}
	return m.Config.ArchiveURL + "/" + game + "/index.html"
}

// Waiting lists the games that everybody may join.
func (m mailroom) Waiting() ([]album.Waiting, error) {
	all, err := lobby.Gatherings.All(m.Store, "")
	if err != nil {
		return nil, err
	}
	var out []album.Waiting
	for _, r := range all {
		g := r.Value
		t, ok := titles.Find(g.Title)
		if r.Fault != nil || !ok || g.Private || m.Config.Pages.Tables != table.PagePublic {
			continue
		}
		w := album.Waiting{Game: g.ID, Title: t.Facts.Name, Name: g.Name, In: len(g.Players), Least: g.Least, Most: g.Most}
		if g.Pace != nil {
			w.Pace = g.Pace.String()
		}
		out = append(out, w)
	}
	return out, nil
}

// PagesFailed tells the hosts, once a day, that the pages of the games cannot be written.
func (m mailroom) PagesFailed(why error) {
	m.unwritable("pages", func(d *desk.Draft, cause string) []store.Mail {
		return d.Alarm(cause, "", sheet.Note("The pages of the games cannot be written",
			"Mails go on as ever. What is written is tried again every minute; the pages catch up automatically.", wentWrong(why)))
	})
}

// ArchiveFailed tells the hosts, once a day, that the archive cannot be written.
func (m mailroom) ArchiveFailed(why error) {
	m.unwritable("archive", func(d *desk.Draft, cause string) []store.Mail {
		return d.Alarm(cause, "", sheet.Note("The archive cannot be written",
			"Games and mails go on as ever. What is missing in the archive is tried again every minute.", wentWrong(why)))
	})
}

func wentWrong(why error) sheet.Section {
	return sheet.Section{Head: "What went wrong", Lines: []string{"  " + why.Error()}}
}

// unwritable tells the hosts, once a day, that one of the folders for readers cannot be written.
func (m mailroom) unwritable(folder string, alarm func(d *desk.Draft, cause string) []store.Mail) {
	m.watched.counts.Fault()
	err := desk.Tell(m.Desk, func(d *desk.Draft) error {
		cause := folder + "/" + d.Now().UTC().Format("2006-01-02")
		if _, known, err := d.DB.Settled(cause); err != nil || known {
			return err
		}
		return d.Take(store.Commit{Cause: cause, Outcome: "told", Mails: alarm(d, cause)})
	})
	if err != nil {
		m.Log.Error("pages.failure-untold", "error", err)
	}
}
