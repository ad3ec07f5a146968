package envelope

import (
	"strconv"
	"strings"
	"time"

	"pbem/pbem/letter"
)

// canaryTag begins the tag in the address of a mail that the service sends to itself.
const canaryTag = "c."

// Canary returns the address for a mail that the service sends to itself at a
// given time, to see whether it comes back. It has a tag, like the addresses
// that players answer to.
func (o Office) Canary(at time.Time) string {
	n := strconv.FormatInt(at.UnixMilli(), 36)
	return o.local + "+" + canaryTag + n + "." + o.Secret("canary", n) + "@" + o.domain
}

// CameBack returns when the service sent itself this mail; ok is false for all
// other mails.
func (o Office) CameBack(l letter.Letter) (at time.Time, ok bool) {
	for _, to := range l.To {
		local, _, _ := strings.Cut(strings.ToLower(to), "@")
		_, tag, _ := strings.Cut(local, "+"+canaryTag)
		n, _, _ := strings.Cut(tag, ".")
		ms, err := strconv.ParseInt(n, 36, 64)
		if at := time.UnixMilli(ms); err == nil && strings.EqualFold(to, o.Canary(at)) {
			return at, true
		}
	}
	return time.Time{}, false
}
