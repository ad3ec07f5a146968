package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/pbem/desk"
	"pbem/store"
)

const (
	mostEnds    = 5 // signatures remembered for one address
	longestEnds = 8 // lines of a signature
)

// hashOf returns a hash of lines in lower case.
func hashOf(lines []string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.Join(lines, "\n"))))
	return hex.EncodeToString(sum[:12])
}

// endsOf returns the signatures that are known for an address.
func endsOf(d *desk.Draft, address string) (desk.Ends, error) {
	known, err := desk.Endings.Get(d.DB, address)
	if errors.Is(err, store.ErrUnread) {
		return desk.Ends{}, nil // unreadable: they are learnt again
	}
	return known.Value, err
}

// unsigned returns the lines without a known signature at their end. At least one line
// remains.
func (b *Batch) unsigned(lines []string) ([]string, error) {
	known, err := endsOf(b.Draft, b.Letter.From)
	if err != nil || len(known.Known) == 0 {
		return lines, err
	}
	for i := max(1, len(lines)-longestEnds); i < len(lines); i++ {
		if slices.Contains(known.Known, hashOf(lines[i:])) {
			return lines[:i], nil
		}
	}
	return lines, nil
}

// remember stores a hash of the lines for which a mail was refused, from the i-th to the
// last, if none of them could be a command. When two mails end in the same way, these
// lines count as a signature, and remember returns a sentence that tells the sender. Of a
// mail whose sender cannot be read, and that was confirmed, it learns nothing.
func (b *Batch) remember(lines []string, i int) (learnt string, err error) {
	if b.Letter.From == "" || i < 1 || len(lines)-i > longestEnds || !slices.ContainsFunc(lines[i:], func(s string) bool { return len(s) > 2 }) {
		return "", nil
	}
	for _, line := range lines[i:] {
		if !desk.CommandWords().Foreign(line) {
			return "", nil
		}
	}
	known, err := endsOf(b.Draft, b.Letter.From)
	if err != nil {
		return "", err
	}
	block, above := hashOf(lines[i:]), hashOf(lines[:i])
	if known.Last == block && known.Above != above {
		known.Known = append(known.Known, block)
		known.Known = known.Known[max(0, len(known.Known)-mostEnds):]
		block, above = "", ""
		learnt = fmt.Sprintf("Two of your mails end like this, from %q on. It is taken for your signature, and left out from your next mail on.", lines[i])
	}
	known.Last, known.Above = block, above
	marks := store.Marks{}
	desk.Endings.Set(marks, b.Letter.From, known)
	return learnt, b.Draft.Take(store.Commit{Marks: marks})
}
