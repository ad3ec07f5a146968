package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// ErrNewer means that something was stored by a newer version, in a form that this one does not know.
var ErrNewer = errors.New("written by a newer version")

// Known returns ErrNewer if stored events, packed or not, have kinds or fields that this version does not know. What
// UnmarshalLog reads of such events is not all that they say.
func Known(raws []json.RawMessage) error {
	for i, raw := range raws {
		if err := known(raw); err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
	}
	return nil
}

// A knownFlow has every field that a Flowed ever had, packed or not.
type knownFlow struct {
	packedFlow
	Stack []knownFrame `json:"stack"`
}

// A knownFrame has also what frames had before a place was names (decision 9).
type knownFrame struct {
	Frame
	Next int `json:"next"`
}

func known(raw []byte) error {
	var tagged map[string]json.RawMessage
	if err := json.Unmarshal(raw, &tagged); err != nil {
		return fmt.Errorf("decode event: %w", err)
	}
	for kind, body := range tagged {
		e, err := decode(kind, body)
		if err != nil {
			return err
		}
		into := reflect.New(reflect.TypeOf(e)).Interface()
		if _, ok := e.(Flowed); ok {
			into = new(knownFlow)
		}
		d := json.NewDecoder(bytes.NewReader(body))
		d.DisallowUnknownFields()
		if err := d.Decode(into); err != nil {
			return fmt.Errorf("decode %s: %w: %w", kind, ErrNewer, err)
		}
	}
	return nil
}
