package batch

import (
	"slices"

	"pbem/pbem/album"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/table"
)

// finalPageOf collects what the page of an ended game is made of. It returns nil if the
// game goes on, or if the host publishes the pages.
func finalPageOf(d *desk.Draft, t *table.Table) (*desk.FinalPage, error) {
	if t.IsSandbox() || t.Game.State().Result == nil || d.Config.ArchiveURL != "" {
		return nil, nil
	}
	remarks, err := Papers(d.DB, t)
	if err != nil {
		return nil, err
	}
	times, err := d.TimesOf(t)
	if err != nil {
		return nil, err
	}
	return &desk.FinalPage{Name: desk.FileName(t), Game: album.Game{
		Title: t.Title, ID: t.ID, Name: t.Record.Name, Log: slices.Clone(t.Log), Times: times, Remarks: remarks, Zone: d.Config.Zone,
	}}, nil
}

// Papers returns the notes that players have published. Messages to everybody are in the
// log; private messages are not stored.
func Papers(db desk.Store, t *table.Table) ([]album.Remark, error) {
	all, seats, err := notices.Diary(db, t.ID, "", func(desk.Note) bool { return true })
	var out []album.Remark
	for i, n := range all {
		by := seats[i]
		switch {
		case !t.Publishes(by, n.By):
			continue
		case t.Name(by) != n.Name:
			by = n.Name // the seat has changed hands since
		}
		out = append(out, album.Remark{At: n.At, Event: n.Position, By: by, Text: n.Text, Kind: album.Note})
	}
	slices.SortStableFunc(out, func(a, b album.Remark) int { return a.At.Compare(b.At) })
	return out, err
}
