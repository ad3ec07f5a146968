package cli

import (
	"bytes"
	"strings"

	"pbem/store/dump"
)

// answers compares the mails that the service says it sent with those that came: every
// answer came at least once, and was always the same.
func (h *hunt) answers() {
	db := h.database()
	if failed, _, err := db.FailedPage("", 0); err != nil || len(failed) > 0 {
		h.t.Errorf("%d mails failed: %v", len(failed), err)
	}
	unsettled, err := db.Unsettled()
	if err != nil || len(unsettled) > 0 {
		h.t.Errorf("%d mails are unsettled: %v", len(unsettled), err)
	}
	db.Close()
	came, repeats := h.came()
	told := map[string]int{} // the last event that each player was told about
	for id := range came {
		if v, ok := version(id); ok {
			told[readerOf(id)] = max(told[readerOf(id)], v)
		}
	}
	states := h.states()
	dropped := 0
	for id, state := range states {
		if came[id] != nil {
			continue
		}
		v, ok := version(id)
		if dropped++; state != "dropped" || !ok || v >= told[readerOf(id)] {
			h.t.Errorf("the mail %s is %s and never came", id, state)
		}
	}
	for id := range came {
		if states[id] == "" {
			h.t.Errorf("the mail %s came and is not known", id)
		}
	}
	h.t.Logf("%d answers, %d of them in the next one; %d came more than once", len(states), dropped, repeats)
}

// readerOf returns to whom a mail tells a position, by its Message-ID.
func readerOf(id string) string { return strings.Split(id, ".")[3] }

// came returns the mails that came to the players, by Message-ID, and how many came more
// than once.
func (h *hunt) came() (came map[string][]byte, repeats int) {
	came = map[string][]byte{}
	for _, address := range h.seats {
		for _, m := range h.office.Mailbox(address) {
			id := read(h.t, m.Raw).Header.Get("Message-ID")
			body := asSent(m.Raw)
			if first := came[id]; first != nil {
				repeats++
				if !bytes.Equal(first, body) {
					h.t.Errorf("two mails are called %s", id)
				}
			}
			came[id] = body
		}
	}
	return came, repeats
}

// asSent returns a mail without the lines that delivery has put on top. The last of these
// continues in a second line.
func asSent(raw []byte) []byte {
	_, rest, _ := bytes.Cut(raw, []byte(";\r\n\t"))
	_, rest, _ = bytes.Cut(rest, []byte("\r\n"))
	return rest
}

// states reads from the database what became of each answer.
func (h *hunt) states() map[string]string {
	h.t.Helper()
	out := map[string]string{}
	db := h.database()
	defer db.Close()
	err := db.Dump(func(it dump.Item) error {
		if m, ok := it.(dump.Mail); ok {
			out[m.ID] = m.State
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return out
}
