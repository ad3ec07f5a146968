package store

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"time"
	"unicode/utf8"
)

// Inbound is a mail that came in. It is kept raw, before anything else is done with it, and stays on file.
//
// A mail is recognised by its keys, which the caller chooses: for instance its hash, and its Message-ID with its sender.
// Any of them can be used where a key is asked for. Keys share one space with the causes of commits, so give them a
// prefix of their own.
type Inbound struct {
	Key     string    // its main key
	Aliases []string  // further keys; given to Keep, not returned
	At      time.Time // when it was kept
	Raw     []byte    // as received
	Meta    []byte    // the caller's notes (mailbox, UID, ...)
	Faults  int       // how many attempts began and did not settle it
	Outcome string    // of the commit that settled it; "" until then
}

type inHead struct {
	N      uint64    `json:"n"`
	At     time.Time `json:"at"`
	Faults int       `json:"faults,omitempty"`
	held
}

type settledHead struct {
	At      time.Time `json:"at"`
	Outcome string    `json:"outcome"`
	Commit  uint64    `json:"commit"`
}

// longKey is the greatest length of a key that is stored as it is.
const longKey = 512

// MailKey makes a key of any text. Strangers choose Message-IDs, so a text that is too long or not plain is hashed and
// not refused. MailKey of its own result is that result.
func MailKey(key string) string {
	if len(key) <= longKey && utf8.ValidString(key) {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return "sha256:" + hex.EncodeToString(sum[:])
}

func mailKey(key string) []byte { return []byte(MailKey(key)) }

// resolve returns the main key of the mail known under key, else key itself.
func (t tx) resolve(key string) []byte {
	k := mailKey(key)
	if main := t.get(bAliases, k); main != nil {
		return bytes.Clone(main)
	}
	return k
}

// Kept is the result of Keep.
type Kept struct {
	Key     string    // the main key under which it is on file
	At      time.Time // when it was first kept
	Tries   int       // how often it was taken, this time included; 0 if it is settled
	Outcome string    // how it ended, if it is settled
}

// Keep stores a mail and claims it, as Take does, in one step. If one of its keys is known, the mail is stored already;
// then Keep only adds the other keys. A settled mail is not claimed. Keep returns ErrClaimed if the mail is known and
// another service has it.
//
// Keep also reads what the work on the mail will need, after the mail is kept. The bundle is as Read returns it, without
// what is damaged: who asks for that by itself gets the error. It is empty if the mail is settled.
func (db *DB) Keep(in Inbound, c Claim, q Query) (k Kept, b Bundle, err error) {
	if k, err = db.keep(in, c); err != nil || k.Outcome != "" {
		return k, NewBundle(), err
	}
	b, err = db.readSound(q)
	return k, b, err
}

// Check returns ErrInvalid if the mail cannot be kept.
func (in Inbound) Check() error {
	if in.Key == "" || in.At.IsZero() {
		return fmt.Errorf("%w: a mail to be kept needs a key and a time", ErrInvalid)
	}
	return nil
}

func (db *DB) keep(in Inbound, c Claim) (k Kept, err error) {
	if err := cmp.Or(in.Check(), c.Check()); err != nil {
		return Kept{}, err
	}
	err = db.update(func(t tx) error {
		main := t.known(in)
		if main == nil {
			main = mailKey(in.Key)
			if err := t.keep(main, in); err != nil {
				return err
			}
		}
		var h inHead
		if _, _, err := t.row(bInbox, main, &h); err != nil {
			return err
		}
		k = Kept{Key: string(main), At: h.At}
		if err := t.alias(main, h.N, in); err != nil {
			return err
		}
		var settled bool
		if k.Outcome, settled, err = t.outcome(main); err != nil || settled {
			return err
		}
		k.Tries, err = t.take(main, c)
		return err
	})
	if err != nil {
		return Kept{}, err
	}
	return k, nil
}

// known returns the main key of the stored mail that has one of in's keys.
func (t tx) known(in Inbound) []byte {
	for _, k := range append([]string{in.Key}, in.Aliases...) {
		if main := t.resolve(k); len(main) > 0 && t.has(bInbox, main) {
			return main
		}
	}
	return nil
}

func (t tx) keep(main []byte, in Inbound) error {
	n, err := t.next(bInbox)
	if err != nil {
		return err
	}
	if err := t.setRow(bInbox, main, inHead{N: n, At: in.At.UTC()}, in.Meta); err != nil {
		return err
	}
	if err := t.put(bInRaw, main, in.Raw); err != nil {
		return err
	}
	if err := t.arrive(n, main); err != nil {
		return err
	}
	if t.has(bSettled, main) {
		return nil
	}
	return t.put(bUnsettled, num(n), main)
}

// alias adds those of in's keys that belong to no mail yet. n is the number of the mail with the main key.
func (t tx) alias(main []byte, n uint64, in Inbound) error {
	var added []string
	for _, a := range append([]string{in.Key}, in.Aliases...) {
		k := mailKey(a)
		if len(k) == 0 || t.has(bAliases, k) || t.has(bInbox, k) {
			continue
		}
		if err := t.put(bAliases, k, main); err != nil {
			return err
		}
		added = append(added, string(k))
	}
	return t.arrive(n, main, added...)
}

// Inbound returns a stored mail, or ErrNotFound.
func (db *DB) Inbound(key string) (in Inbound, err error) {
	err = db.view(func(t tx) error {
		var h inHead
		main := t.resolve(key)
		meta, found, err := t.row(bInbox, main, &h)
		if err != nil || !found {
			return orNotFound(err, "inbound mail", key)
		}
		outcome, _, err := t.outcome(main)
		in = Inbound{
			Key: string(main), At: h.At, Raw: bytes.Clone(t.get(bInRaw, main)),
			Meta: bytes.Clone(meta), Faults: h.Faults, Outcome: outcome,
		}
		return err
	})
	return in, err
}

func orNotFound(err error, what, id string) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("%s %q: %w", what, id, ErrNotFound)
}

// Settled reports whether a cause (a mail's key or another) is settled, and how it ended.
func (db *DB) Settled(cause string) (outcome string, ok bool, err error) {
	err = db.view(func(t tx) error {
		outcome, ok, err = t.outcome(t.resolve(cause))
		return err
	})
	return outcome, ok, err
}

func (t tx) outcome(main []byte) (string, bool, error) {
	var h settledHead
	_, ok, err := t.row(bSettled, main, &h)
	return h.Outcome, ok, err
}

// settle settles a cause and returns its main key.
func (t tx) settle(c Settling, at time.Time, n uint64) (string, error) {
	main := t.resolve(c.Cause)
	if outcome, ok, err := t.outcome(main); err != nil {
		return "", err
	} else if ok {
		return "", fmt.Errorf("%q: %w as %q", main, ErrSettled, outcome)
	}
	var in inHead
	_, found, err := t.row(bInbox, main, &in)
	if err != nil {
		return "", err
	}
	if found {
		if err := t.del(bUnsettled, num(in.N)); err != nil {
			return "", err
		}
	}
	h := settledHead{At: at, Outcome: c.Outcome, Commit: n}
	return string(main), t.setRow(bSettled, main, h, nil)
}

// Unsettled returns the keys of the mails that are not settled, in the order they were kept.
func (db *DB) Unsettled() (keys []string, err error) {
	err = db.view(func(t tx) error {
		return t.scan(bUnsettled, nil, func(_, key []byte) error {
			keys = append(keys, string(key))
			return nil
		})
	})
	return keys, err
}

// Ended returns the keys of the mails that ended with outcome, such as those in quarantine, in the order they were
// kept. It reads every stored mail, so it is for the operator. It may miss a mail that ends meanwhile.
func (db *DB) Ended(outcome string) (keys []string, err error) {
	return ended(db.view, outcome, endedAtOnce)
}

// ended is Ended with so many mails in each view.
func ended(view func(func(tx) error) error, outcome string, atOnce int) (keys []string, err error) {
	at := map[string]uint64{}
	for from, more := []byte(nil), true; more; more = from != nil {
		err = view(func(t tx) error {
			some, next, err := t.ended(outcome, from, atOnce)
			maps.Copy(at, some)
			from = next
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return slices.SortedFunc(maps.Keys(at), func(a, b string) int { return cmp.Compare(at[a], at[b]) }), nil
}

// endedAtOnce is how many mails Ended reads in one transaction. While a transaction reads, no page that commits free is
// used again: a walk over a million mails left hundreds of megabytes free, whose list every commit then wrote.
const endedAtOnce = 2000

// ended looks at the next mails, from a key on. It returns the keys of those that ended with outcome, with their
// numbers, and the key to go on from, nil at the end.
func (t tx) ended(outcome string, from []byte, limit int) (some map[string]uint64, next []byte, err error) {
	some = map[string]uint64{}
	c := t.cursor(bInbox)
	for key, v := c.Seek(from); key != nil; key, v = c.Next() {
		if limit--; limit < 0 {
			return some, bytes.Clone(key), nil
		}
		err := t.passOver(func() error {
			how, ok, err := t.outcome(key)
			if err != nil || !ok || how != outcome {
				return err
			}
			var h inHead
			_, err = unseal(v, &h)
			some[string(key)] = h.N
			return err
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return some, nil, nil
}
