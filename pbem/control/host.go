package control

import (
	"io"
	"net/http"
)

// longestWords limits what a route of Words reads, in bytes.
const longestWords = 1 << 20

// Words is a route that takes a text and answers with one. An error of answer
// goes to the caller in its own words.
func Words(pattern string, answer func(text string) (string, error)) Route {
	return Route{Pattern: pattern, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestWords))
		said := ""
		if err == nil {
			said, err = answer(string(text))
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		io.WriteString(w, said)
	})}
}
