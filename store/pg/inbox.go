package pg

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"pbem/store"
)

// main is the main key of the mail or cause that is known as $1.
const main = `COALESCE((SELECT a.main FROM aliases a WHERE a.key = $1), $1)`

// errKnown means that a mail that was to be kept may be known already.
var errKnown = errors.New("the mail is known, or another process keeps it")

// Keep stores a mail, claims it and reads what is needed for it; see [store.DB.Keep]. For a new mail that is one round
// trip, for a known one three.
//
// Each key of a mail, the main one too, has a row in aliases. So several that keep copies of one mail at the same time
// meet at these rows: one wins, and the others find the mail known.
func (db *DB) Keep(in store.Inbound, c store.Claim, q store.Query) (store.Kept, store.Bundle, error) {
	if err := cmp.Or(in.Check(), c.Check()); err != nil {
		return store.Kept{}, store.NewBundle(), err
	}
	keys := keysOf(in)
	numbers, err := db.deal(1)
	if err != nil {
		return store.Kept{}, store.NewBundle(), err
	}
	for n := 0; ; n++ {
		k, b, err := db.keepNew(in, keys, numbers[0], c, q)
		if !errors.Is(err, errKnown) {
			return k, b, err
		}
		k, b, err = db.keepKnown(keys, c, q)
		if !errors.Is(err, errKnown) || n == mostRepeats {
			return k, b, err
		}
	}
}

// keysOf returns the keys of a mail, the main one first, each once.
func keysOf(in store.Inbound) (keys []string) {
	for _, k := range append([]string{in.Key}, in.Aliases...) {
		if k = causeKey(k); k != "" && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	return keys
}

// keepNew keeps a mail none of whose keys is known, else it returns errKnown. The mail may be settled before it is kept.
func (db *DB) keepNew(in store.Inbound, keys []string, n int64, c store.Claim, q store.Query) (store.Kept, store.Bundle, error) {
	known := func() error { return errKnown }
	k := store.Kept{Key: keys[0], At: in.At.UTC()}
	var r *reading
	err := db.run(func(s *script) {
		s.add(`WITH i AS (INSERT INTO aliases (key, main) SELECT key, $2 FROM unnest($1::text[]) AS k(key) ORDER BY key ON CONFLICT (key) DO NOTHING RETURNING 1)
			SELECT `+check("(SELECT count(*) FROM i) = $3::bigint"), keys, keys[0], len(keys)).or(known)
		s.add(`WITH i AS (INSERT INTO causes (key, n, kept, faults, owner, until, attempt, meta, raw) VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8)
			ON CONFLICT (key) DO UPDATE SET n = excluded.n, kept = excluded.kept, meta = excluded.meta, raw = excluded.raw WHERE causes.n IS NULL
			RETURNING faults, outcome)
			SELECT COALESCE(max(faults), 0), COALESCE(max(outcome), ''), `+check("count(*) = 1")+` FROM i`,
			keys[0], n, ns(in.At), c.Owner, ns(c.Until), c.Attempt, in.Meta, orEmpty(in.Raw)).or(known).
			each(func(scan scanner) error { return scan(&k.Tries, &k.Outcome, nil) })
		r = s.read(q)
	})
	if err != nil || k.Outcome != "" {
		return k, store.NewBundle(), err
	}
	b, err := r.result(true)
	return k, b, err
}

func orEmpty(raw []byte) []byte {
	if raw == nil {
		return []byte{}
	}
	return raw
}

// claim takes the mail with the main key $1, unless it is settled or another service has it.
const claim = `UPDATE causes SET
		faults = faults + CASE WHEN $4::text <> '' AND attempt = $4 AND owner = $2 THEN 0 ELSE 1 END, owner = $2, until = $3, attempt = $4
	WHERE key = ` + main + ` AND n IS NOT NULL AND outcome IS NULL AND (owner IS NULL OR owner = $2 OR until <= $5)
	RETURNING faults`

// keepKnown claims a mail of which a key is known, and learns the others. It returns errKnown if none is.
func (db *DB) keepKnown(keys []string, c store.Claim, q store.Query) (k store.Kept, b store.Bundle, err error) {
	if k, err = db.lookUp(keys); err != nil {
		return store.Kept{}, store.NewBundle(), err
	}
	var r *reading
	err = db.run(func(s *script) {
		if k.Outcome == "" {
			s.add(`WITH u AS (`+claim+`) SELECT max(faults), `+check("count(*) = 1")+` FROM u`, k.Key, c.Owner, ns(c.Until), c.Attempt, ns(c.Now)).
				or(func() error { return db.whyNot(k.Key) }).each(func(scan scanner) error { return scan(&k.Tries, nil) })
		}
		s.add(`WITH m AS (SELECT key FROM causes WHERE key = $2 FOR KEY SHARE)
			INSERT INTO aliases (key, main) SELECT k.key, m.key FROM unnest($1::text[]) AS k(key), m ORDER BY k.key ON CONFLICT (key) DO NOTHING`, keys, k.Key)
		r = s.read(q)
	})
	switch {
	case errors.Is(err, store.ErrSettled): // meanwhile
		return store.Kept{}, store.NewBundle(), errKnown
	case err != nil:
		return store.Kept{}, store.NewBundle(), err
	case k.Outcome != "":
		return k, store.NewBundle(), nil
	}
	b, err = r.result(true)
	return k, b, err
}

// lookUp finds the mail that has the first of some keys that is known, or returns errKnown.
func (db *DB) lookUp(keys []string) (k store.Kept, err error) {
	err = db.run(func(s *script) {
		k, s.reads = store.Kept{}, true
		s.add(`SELECT c.key, c.kept, COALESCE(c.outcome, '') FROM unnest($1::text[]) WITH ORDINALITY AS k(key, at)
			JOIN aliases a ON a.key = k.key JOIN causes c ON c.key = a.main WHERE c.n IS NOT NULL ORDER BY k.at LIMIT 1`, keys).each(func(scan scanner) error {
			var kept int64
			err := scan(&k.Key, &kept, &k.Outcome)
			k.At = moment(kept)
			return err
		})
	})
	if err == nil && k.Key == "" {
		err = errKnown
	}
	return k, err
}

// whyNot tells why a mail cannot be claimed.
func (db *DB) whyNot(key string) error {
	outcome, owner, kept, settled := "", "", false, false
	err := db.run(func(s *script) {
		s.reads = true
		s.add(`SELECT n IS NOT NULL, outcome IS NOT NULL, COALESCE(outcome, ''), COALESCE(owner, '') FROM causes WHERE key = `+main, key).
			each(func(scan scanner) error { return scan(&kept, &settled, &outcome, &owner) })
	})
	switch {
	case err != nil:
		return err
	case settled:
		return fmt.Errorf("%q: %w as %q", key, store.ErrSettled, outcome)
	case !kept:
		return fmt.Errorf("inbound mail %q: %w", key, store.ErrNotFound)
	}
	return fmt.Errorf("mail %q: %w by %s", key, store.ErrClaimed, owner)
}

// Take claims an inbound mail that is not settled; see [store.DB.Take].
func (db *DB) Take(key string, c store.Claim) (n int, err error) {
	if err := c.Check(); err != nil {
		return 0, err
	}
	err = db.run(func(s *script) {
		n = 0
		s.add(claim, causeKey(key), c.Owner, ns(c.Until), c.Attempt, ns(c.Now)).each(number(&n))
	})
	if err == nil && n == 0 {
		err = db.whyNot(causeKey(key))
	}
	return n, err
}

// Spare takes back one Take; see [store.DB.Spare].
func (db *DB) Spare(key string) (n int, err error) {
	found := false
	err = db.run(func(s *script) {
		n, found = 0, false
		s.add(`UPDATE causes SET owner = NULL, until = NULL, attempt = NULL, faults = GREATEST(0, faults - 1) WHERE key = `+main+` AND n IS NOT NULL RETURNING faults`,
			causeKey(key)).each(func(scan scanner) error { found = true; return scan(&n) })
	})
	if err == nil && !found {
		err = fmt.Errorf("inbound mail %q: %w", key, store.ErrNotFound)
	}
	return n, err
}

// Inbound returns a stored mail, or ErrNotFound.
func (db *DB) Inbound(key string) (in store.Inbound, err error) {
	err = db.run(func(s *script) {
		in, s.reads = store.Inbound{}, true
		s.add(`SELECT key, kept, raw, meta, faults, COALESCE(outcome, '') FROM causes WHERE key = `+main+` AND n IS NOT NULL`, causeKey(key)).each(func(scan scanner) error {
			var kept int64
			err := scan(&in.Key, &kept, &in.Raw, &in.Meta, &in.Faults, &in.Outcome)
			in.At = moment(kept)
			return err
		})
	})
	if err == nil && in.Key == "" {
		err = fmt.Errorf("inbound mail %q: %w", key, store.ErrNotFound)
	}
	return in, err
}

// Settled reports whether a cause is settled, and how it ended.
func (db *DB) Settled(cause string) (outcome string, ok bool, err error) {
	err = db.run(func(s *script) {
		outcome, ok, s.reads = "", false, true
		s.add(`SELECT outcome FROM causes WHERE key = `+main+` AND outcome IS NOT NULL`, causeKey(cause)).
			each(func(scan scanner) error { ok = true; return scan(&outcome) })
	})
	return outcome, ok, err
}

// Unsettled returns the keys of the mails that are not settled, in the order they were kept.
func (db *DB) Unsettled() (keys []string, err error) {
	err = db.run(func(s *script) {
		keys, s.reads = nil, true
		s.add(`SELECT key FROM causes WHERE n IS NOT NULL AND outcome IS NULL ORDER BY n`).each(texts(&keys))
	})
	return keys, err
}

// Ended returns the keys of the mails that ended with outcome, in the order they were kept. Only for "quarantine" there
// is an index.
func (db *DB) Ended(outcome string) (keys []string, err error) {
	err = db.run(func(s *script) {
		keys, s.reads = nil, true
		if outcome == "quarantine" {
			s.add(`SELECT key FROM causes WHERE n IS NOT NULL AND outcome = 'quarantine' ORDER BY n`).each(texts(&keys))
		} else {
			s.add(`SELECT key FROM causes WHERE n IS NOT NULL AND outcome = $1 ORDER BY n`, outcome).each(texts(&keys))
		}
	})
	return keys, err
}

// Forget deletes the text of a settled inbound mail; see [store.DB.Forget].
func (db *DB) Forget(key string) error {
	return db.run(func(s *script) {
		s.add(`UPDATE causes SET raw = '' WHERE key = `+main+` AND n IS NOT NULL AND outcome IS NOT NULL`, causeKey(key))
	})
}
