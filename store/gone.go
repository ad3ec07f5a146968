package store

import "bytes"

// remove deletes a game that stands in the store with the head h.
func (t tx) remove(id string, h gameHead) error {
	if err := t.putAway(id, t.eventCount(id)); err != nil {
		return err
	}
	if err := t.setKeys(id, h.N, h.Keys, nil); err != nil {
		return err
	}
	if err := t.clearDeadlines(id); err != nil {
		return err
	}
	for _, row := range []struct {
		bucket string
		key    []byte
	}{{bOrder, num(h.N)}, {bVersions, []byte(id)}, {bGames, []byte(id)}} {
		if err := t.del(row.bucket, row.key); err != nil {
			return err
		}
	}
	return nil
}

// clearDeadlines clears all deadlines of a game.
func (t tx) clearDeadlines(id string) error {
	var keys []string
	err := t.scan(bDeadlines, join(id, nil), func(k, _ []byte) error {
		_, key := cut(bytes.Clone(k))
		keys = append(keys, string(key))
		return nil
	})
	for _, key := range keys {
		if err == nil {
			err = t.setDeadline(Deadline{Game: id, Key: key})
		}
	}
	return err
}
