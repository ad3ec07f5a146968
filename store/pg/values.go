package pg

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"math"
	"strings"
	"time"

	"pbem/store"
)

// never stands for the zero time. Other times are Unix nanoseconds.
const never = math.MinInt64

func ns(t time.Time) int64 {
	if t.IsZero() {
		return never
	}
	return t.UnixNano()
}

func moment(n int64) time.Time {
	if n == never {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

// causeKey makes a key of any text. It is store.MailKey, but for a text with a zero byte, which the database cannot
// hold.
func causeKey(key string) string {
	if k := store.MailKey(key); strings.IndexByte(k, 0) < 0 {
		return k
	}
	sum := sha256.Sum256([]byte(key))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// limited is the argument of LIMIT: nil for no limit.
func limited(n int) *int {
	if n <= 0 {
		return nil
	}
	return &n
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumOf is the checksum of a row.
func sumOf(table, key string, parts ...[]byte) int64 {
	sum := crc32.Update(0, castagnoli, []byte(table+"\x00"+key+"\x00"))
	for _, p := range parts {
		sum = crc32.Update(sum, castagnoli, p)
	}
	return int64(sum)
}

// bounds returns between which texts those are that begin with a prefix; to is "" if that cannot be said.
func bounds(prefix string) (from, to string) {
	if prefix == "" {
		return "", ""
	}
	last := prefix[len(prefix)-1]
	if last >= 0x7f {
		return prefix, ""
	}
	return prefix, prefix[:len(prefix)-1] + string(rune(last+1))
}

// within is the condition that a column begins with the prefix $1, of which to is the upper bound, which is $2 then.
func within(column, to string) string {
	if to == "" {
		return column + " >= $1 AND substr(" + column + ", 1, char_length($1)) = $1 AND $2::text IS NOT NULL"
	}
	return column + " >= $1 AND " + column + " < $2"
}
