package control

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

// A text goes in and one comes out; what is refused is an error in its words.
func TestWords(t *testing.T) {
	dir := t.TempDir()
	upper := func(text string) (string, error) {
		if text == "no" {
			return "", errors.New("that cannot be said")
		}
		return strings.ToUpper(text), nil
	}
	stop, err := Serve(dir, copier{}, slog.New(slog.DiscardHandler), Words("POST /host", upper))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if got, err := Ask(t.Context(), dir, http.MethodPost, "/host", strings.NewReader("list")); got != "LIST" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := Ask(t.Context(), dir, http.MethodPost, "/host", strings.NewReader("no")); err == nil || err.Error() != "that cannot be said" {
		t.Errorf("refused with %v", err)
	}
	if _, err := Ask(t.Context(), dir, http.MethodPost, "/host", strings.NewReader(strings.Repeat("x", longestWords+1))); err == nil {
		t.Error("a text of any length is taken")
	}
	if _, err := Ask(t.Context(), t.TempDir(), http.MethodPost, "/host", strings.NewReader("list")); !errors.Is(err, ErrNobody) {
		t.Errorf("without a service: %v", err)
	}
}
