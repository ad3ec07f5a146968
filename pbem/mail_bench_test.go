package pbem

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkMail is what a mail costs in the process, from the raw mail to the answers as the
// mail server gets them: a message to the others, which is an event, and a question. The
// database does not wait for the disk.
func BenchmarkMail(b *testing.B) {
	for _, line := range []string{"press hello", "status"} {
		b.Run(line, func(b *testing.B) {
			d := newTestService(b)
			d.cfg.Limits.Sender, d.cfg.Limits.Game = -1, -1
			d.restart(d.db)
			d.three()
			d.flush()
			n := 0
			for b.Loop() {
				n++
				raw := d.from("p1", fmt.Sprintf("%d@example.org", n), line)
				(mailroom{d.service}).Sort(raw)
				if _, err := d.service.Receive(context.Background(), raw); err != nil {
					b.Fatal(err)
				}
				d.flush()
			}
		})
	}
}
