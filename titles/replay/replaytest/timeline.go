// Package replaytest compares replays with recorded timelines, for tests.
package replaytest

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"

	"pbem/titles/replay"
)

// A Timeline is the recorded position after every action, by its id.
type Timeline struct {
	positions map[int]map[string]any
	unlimited bool // the bank never runs out, so its money means nothing
}

// Len returns the number of recorded positions, the start included.
func (t Timeline) Len() int { return len(t.positions) }

// Read reads the recorded deltas of a gzipped timeline and adds them up.
func Read(name string) (t Timeline, err error) {
	file, err := os.Open(name)
	if err != nil {
		return t, err
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		return t, err
	}
	var doc struct {
		Checkpoints []map[string]any
		Unlimited   bool `json:"unlimited_bank"`
	}
	if err := json.NewDecoder(z).Decode(&doc); err != nil {
		return t, err
	}
	t = Timeline{map[int]map[string]any{}, doc.Unlimited}
	now := map[string]any{}
	for _, delta := range doc.Checkpoints {
		now = merged(now, delta)
		t.positions[int(delta["id"].(float64))] = now
	}
	return t, nil
}

func merged(now, delta map[string]any) map[string]any {
	next := map[string]any{}
	for k, v := range now {
		next[k] = v
	}
	for k, v := range delta {
		changes, isMap := v.(map[string]any)
		if !isMap || !slices.Contains([]string{"players", "corps", "tiles", "companies"}, k) {
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
			if m[name] = x; x == nil && k != "companies" {
				delete(m, name)
			}
		}
		next[k] = m
	}
	return next
}

// Differences compares a position with the recorded one after the same action.
func (t Timeline) Differences(c replay.Checkpoint) []string {
	want, ok := t.positions[c.ID]
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
	for _, key := range []string{"phase", "bank", "cert_limit", "finished", "tiles", "companies", "loans_taken", "interest"} {
		if _, recorded := want[key]; recorded && !(key == "bank" && t.unlimited) && fmt.Sprint(got[key]) != fmt.Sprint(want[key]) {
			out = append(out, fmt.Sprintf("%s is %v, recorded %v", key, got[key], want[key]))
		}
	}
	out = append(out, fieldsOf("players", got, want, "cash", "value", "certs")...)
	return append(out, fieldsOf("corps", got, want, "cash", "price", "at", "pos", "shares", "size", "pres", "trains", "tokens", "free_tokens",
		"loans", "shorts", "companies", "coal", "shells")...)
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

// plain makes lists comparable: sorted, and empty ones equal to missing ones.
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
		out := map[string]any{}
		for key, x := range v {
			out[key] = plain(x)
		}
		return out
	case float64:
		if v == 0 {
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
