package demo

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"

	"pbem/titles/replay"
)

// A timeline is the recorded position after every action.
type timeline map[int]map[string]any

// readTimeline reads the recorded deltas and adds them up.
func readTimeline(name string) (timeline, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	var doc struct{ Checkpoints []map[string]any }
	if err := json.NewDecoder(z).Decode(&doc); err != nil {
		return nil, err
	}
	out, now := timeline{}, map[string]any{}
	for _, delta := range doc.Checkpoints {
		now = merged(now, delta)
		out[int(delta["id"].(float64))] = now
	}
	return out, nil
}

func merged(now, delta map[string]any) map[string]any {
	next := map[string]any{}
	for k, v := range now {
		next[k] = v
	}
	for k, v := range delta {
		changes, isMap := v.(map[string]any)
		if !isMap || !slices.Contains([]string{"players", "corps", "tiles"}, k) {
			next[k] = v
			continue
		}
		m := map[string]any{}
		if old, ok := now[k].(map[string]any); ok {
			for name, x := range old {
				m[name] = x
			}
		}
		for name, x := range changes {
			if m[name] = x; x == nil {
				delete(m, name)
			}
		}
		next[k] = m
	}
	return next
}

// differences compares a position with the recorded one after the same action.
func (t timeline) differences(c replay.Checkpoint) []string {
	want, ok := t[c.ID]
	if !ok {
		return []string{"no such action is recorded"}
	}
	raw, err := json.Marshal(c)
	if err != nil {
		return []string{err.Error()}
	}
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		return []string{err.Error()}
	}
	var out []string
	for _, key := range []string{"phase", "bank", "cert_limit", "finished", "tiles"} {
		if !reflect.DeepEqual(got[key], want[key]) {
			out = append(out, fmt.Sprintf("%s is %v, recorded %v", key, got[key], want[key]))
		}
	}
	out = append(out, fieldsOf("players", got, want, "cash", "value", "certs")...)
	return append(out, fieldsOf("corps", got, want, "cash", "price", "at", "pos", "shares", "size", "pres", "trains", "tokens", "free_tokens")...)
}

func fieldsOf(key string, got, want map[string]any, fields ...string) []string {
	g, _ := got[key].(map[string]any)
	w, _ := want[key].(map[string]any)
	var out []string
	if len(g) != len(w) {
		out = append(out, fmt.Sprintf("%d %s, recorded %d", len(g), key, len(w)))
	}
	for name, x := range w {
		a, _ := g[name].(map[string]any)
		b, _ := x.(map[string]any)
		for _, f := range fields {
			if !reflect.DeepEqual(plain(a[f]), plain(b[f])) {
				out = append(out, fmt.Sprintf("%s of %s is %v, recorded %v", f, name, a[f], b[f]))
			}
		}
	}
	return out
}

// plain makes lists comparable: sorted, and empty ones like none.
func plain(v any) any {
	switch v := v.(type) {
	case []any:
		if len(v) == 0 {
			return nil
		}
		if _, numbers := v[0].(float64); numbers {
			return v
		}
		list := slices.Clone(v)
		slices.SortFunc(list, func(a, b any) int { return compare(fmt.Sprint(a), fmt.Sprint(b)) })
		return list
	case map[string]any:
		if len(v) == 0 {
			return nil
		}
	}
	return v
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
