package archive

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pbem/store"
	"pbem/wholefile"
)

// A Kept is everything that the store had of a put-away game.
type Kept struct {
	Game   store.Game
	Events []store.Event
	Marks  []store.Mark // the marks that belong to the game, without their revisions
}

// A kept game is in the store as Pack packs it. The same bytes are in a file GAME.pbem.gz in the folder "kept" of the archive.
// That is not a page: it has addresses and diaries, and only the service may read it. Unpacked it is text:
//
//	one line of JSON, a keptHead
//	the record, with the number of bytes given in the head, and a line feed
//	for every event in order: one line of JSON, a keptEvent; the event, with the number of bytes given there, and a line feed
//	one line of JSON, a keptEnd
//
// Record and events are as they were stored, byte for byte. A file without its last line is incomplete.
const (
	keptDir    = "kept"
	keptSuffix = ".pbem.gz"
	keptFormat = "kept game"

	// formerFormat is the first name of the same format.
	formerFormat = "pbem game"
)

// keptVersion is the version of this format.
const keptVersion = 1

type keptHead struct {
	Format  string        `json:"format"`
	Version int           `json:"version"`
	Game    string        `json:"game"`
	Created time.Time     `json:"created"`
	At      store.Version `json:"at"`
	Keys    []string      `json:"keys,omitempty"`
	Marks   []keptMark    `json:"marks,omitempty"`
	Bytes   int           `json:"bytes"` // length of the record
}

type keptMark struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type keptEvent struct {
	Commit uint64    `json:"commit"` // events of the same commit have the same number
	At     time.Time `json:"at"`
	Cause  string    `json:"cause,omitempty"`
	Bytes  int       `json:"bytes"`
}

type keptEnd struct {
	Events int    `json:"events"`
	Sum    string `json:"sha256"` // of all bytes before this line
}

// Kept is the file of a game that was put away. It need not be there.
func (k *Keeper) Kept(game string) string {
	return filepath.Join(k.root, keptDir, game+keptSuffix)
}

// Files lists the games that have a file.
func (k *Keeper) Files() (games []string, err error) {
	entries, err := os.ReadDir(filepath.Join(k.root, keptDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if game, ok := strings.CutSuffix(e.Name(), keptSuffix); ok && !strings.HasPrefix(game, ".") {
			games = append(games, game)
		}
	}
	return games, err
}

// Export writes a packed game into its file, completely or not at all.
func (k *Keeper) Export(game string, packed []byte) error {
	path := k.Kept(game)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return wholefile.Bytes(path, 0o600, packed)
}

// Pack packs a game. It unpacks it again before it returns the checksum of the content.
func (g Kept) Pack() (packed []byte, sum string, err error) {
	text, sum, err := g.text()
	if err != nil {
		return nil, "", err
	}
	var b bytes.Buffer
	zip, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, "", err
	}
	if _, err := zip.Write(text); err != nil {
		return nil, "", err
	}
	if err := zip.Close(); err != nil {
		return nil, "", err
	}
	if _, read, err := Unpack(b.Bytes()); err != nil || read != sum {
		return nil, "", fmt.Errorf("game %s is not unpacked as it was packed: %w", g.Game.ID, errors.Join(errNotWhole, err))
	}
	return b.Bytes(), sum, nil
}

// errNotWhole means that a packed game is not as Pack made it.
var errNotWhole = errors.New("the game that was put away is not whole, or was changed")

// text returns what is written for a game, before compression.
func (g Kept) text() (text []byte, sum string, err error) {
	var b bytes.Buffer
	line := json.NewEncoder(&b)
	line.SetEscapeHTML(false)
	head := keptHead{keptFormat, keptVersion, g.Game.ID, g.Game.Created.UTC(), g.Game.Version, g.Game.Keys, nil, len(g.Game.Record)}
	for _, m := range g.Marks {
		head.Marks = append(head.Marks, keptMark{m.Name, m.Value})
	}
	if err := line.Encode(head); err != nil {
		return nil, "", err
	}
	fmt.Fprintf(&b, "%s\n", g.Game.Record)
	for _, e := range g.Events {
		if err := line.Encode(keptEvent{e.Commit, e.At.UTC(), e.Cause, len(e.Data)}); err != nil {
			return nil, "", err
		}
		fmt.Fprintf(&b, "%s\n", e.Data)
	}
	hash := sha256.Sum256(b.Bytes())
	sum = hex.EncodeToString(hash[:])
	err = line.Encode(keptEnd{len(g.Events), sum})
	return b.Bytes(), sum, err
}

// largestKept limits the uncompressed size of a kept game, in bytes.
const largestKept = 256 << 20

// ReadKept reads the file of a put-away game and returns its checksum.
func ReadKept(path string) (g Kept, sum string, err error) {
	packed, err := os.ReadFile(path)
	if err == nil {
		g, sum, err = Unpack(packed)
	}
	if err != nil {
		return Kept{}, "", fmt.Errorf("%s: %w", path, err)
	}
	return g, sum, nil
}

// Unpack returns a packed game and the checksum of its content.
func Unpack(packed []byte) (g Kept, sum string, err error) {
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		g, sum, err = readKept(zip)
	}
	if err != nil {
		return Kept{}, "", fmt.Errorf("%w: %w", errNotWhole, err)
	}
	return g, sum, nil
}

func readKept(from io.Reader) (g Kept, sum string, err error) {
	hash := sha256.New()
	r := keptReader{bufio.NewReader(io.LimitReader(from, largestKept)), hash}
	var head keptHead
	if err := r.line(&head); err != nil {
		return g, "", err
	}
	if head.Format != keptFormat && head.Format != formerFormat || head.Version != keptVersion {
		return g, "", fmt.Errorf("its form is %q %d, this program knows %q %d", head.Format, head.Version, keptFormat, keptVersion)
	}
	g.Game = store.Game{ID: head.Game, Created: head.Created, Version: head.At, Keys: head.Keys}
	for _, m := range head.Marks {
		g.Marks = append(g.Marks, store.Mark{Name: m.Name, Value: m.Text})
	}
	if g.Game.Record, err = r.bytes(head.Bytes); err != nil {
		return g, "", err
	}
	for n := range head.At.Events {
		var e keptEvent
		if err := r.line(&e); err != nil {
			return g, "", err
		}
		data, err := r.bytes(e.Bytes)
		if err != nil {
			return g, "", err
		}
		g.Events = append(g.Events, store.Event{N: n, Commit: e.Commit, At: e.At, Cause: e.Cause, Data: data})
	}
	sum = hex.EncodeToString(hash.Sum(nil))
	var end keptEnd
	if err := r.line(&end); err != nil {
		return g, "", err
	}
	if _, more := r.from.ReadByte(); more != io.EOF || end.Events != len(g.Events) || end.Sum != sum {
		return g, "", fmt.Errorf("it ends otherwise than it says")
	}
	return g, sum, nil
}

// A keptReader reads lines of JSON, and bytes whose number a line has given.
type keptReader struct {
	from *bufio.Reader
	hash io.Writer
}

func (r keptReader) line(v any) error {
	text, err := r.from.ReadBytes('\n')
	if err != nil {
		return io.ErrUnexpectedEOF
	}
	_, _ = r.hash.Write(text)
	return json.Unmarshal(text, v)
}

func (r keptReader) bytes(n int) (json.RawMessage, error) {
	if n < 0 || n > largestKept {
		return nil, fmt.Errorf("%d bytes of something", n)
	}
	text := make([]byte, n+1)
	if _, err := io.ReadFull(r.from, text); err != nil || text[n] != '\n' {
		return nil, io.ErrUnexpectedEOF
	}
	_, _ = r.hash.Write(text)
	return text[:n:n], nil
}

// Finished reports whether there is an album of a game that is over.
func (k *Keeper) Finished(game string) bool {
	sum, ok := summaryOf(k.Dir(game))
	return ok && sum.Over
}
