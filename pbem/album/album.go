// Package album makes the album of a game: a folder of files for people, to be
// opened from the disk without a server, and for programs.
//
//	index.html      result, chart of net worth, map, prices and revenue by round,
//	                runs beside the best there were, shares, position, the whole log
//	round-NN.html   runs, shares, map and position of a round, and what happened
//	map-NN.svg      the maps; pages of rounds in which nothing was built share one
//	log.txt         the log as text
//	events.jsonl    the log as stored, one event a line; none while the game is on and
//	                words stand in it that were said in secret
//	game.json       a Summary; the index of all albums is made of these
//
// Alone makes one page of a game that opens without any other file.
//
// Everything is a pure function of its arguments: equal games give equal bytes.
// Nothing is loaded from a network and no script is needed. What players typed
// is escaped. While a game is on, its album shows no diaries and no letters but
// those to everybody.
package album

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"pbem/engine"
	"pbem/pbem/sheet"
	"pbem/titles/title"
)

// A Game is what an album is made of.
type Game struct {
	Title   *title.Title
	ID      string // "g12"
	Name    string // "Shoreline"
	Log     []engine.Event
	Times   []time.Time // when each event was stored; empty if unknown
	Remarks []Remark    // in order of time; may leave out messages to all that are in the log
	Index   string      // link from the album to the index of all albums; "" if there is none

	Zone    *time.Location // zone of the times on pages; nil is UTC
	Members []string       // by seat: identifies the player in the index across games; "" if unknown
}

// A RemarkKind says who a remark is meant for.
type RemarkKind string

// The kinds of remarks.
const (
	Press RemarkKind = "press" // to others at the table
	Note  RemarkKind = "note"  // of a player's diary
)

// A Remark is what somebody wrote beside the game.
type Remark struct {
	At    time.Time
	Event int    // number of events when it was written
	By    string // player id, or a name
	To    string // player id or a name; "" for everybody
	Text  string // may have several lines
	Kind  RemarkKind
}

// A File is one file of an album.
type File struct {
	Name string
	Data []byte
}

// Files makes the album of a game that has begun. From a damaged log it shows
// what can be read, and keeps the whole log. A long game takes seconds. If the
// context ends earlier, Files returns its error.
func Files(ctx context.Context, g Game) ([]File, error) {
	stored := g.Log
	g.Log = engine.Readable(g.Log)
	b, err := open(ctx, g, true)
	if err != nil {
		return nil, err
	}
	summary, err := json.MarshalIndent(b.summary, "", "  ")
	if err != nil {
		return nil, err
	}
	files := []File{
		{SummaryFile, append(summary, '\n')},
		{"log.txt", []byte(b.text())},
		{"index.html", b.cover()},
	}
	if b.readable() {
		events, err := eventLines(stored)
		if err != nil {
			return nil, err
		}
		files = append(files, File{"events.jsonl", events})
	}
	files = append(files, b.maps...)
	for i := range b.rounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		files = append(files, File{b.rounds[i].file(), b.round(i)})
	}
	return files, nil
}

// readable reports whether the log may be read.
func (b *book) readable() bool { return !sheet.Hides(b.Title, b.Log) }

// eventLines returns the log as stored, one event per line.
func eventLines(log []engine.Event) ([]byte, error) {
	raws, err := engine.MarshalLog(log)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	for _, raw := range raws {
		if err := json.Compact(&b, raw); err != nil {
			return nil, err
		}
		b.WriteByte('\n')
	}
	return b.Bytes(), nil
}
