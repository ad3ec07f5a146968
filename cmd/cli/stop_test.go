package cli

import (
	"bufio"
	"errors"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// longestStop is how long a stop may take on a busy machine.
const longestStop = 20 * time.Second

// The service is told to stop at random points of its work. It ends by itself, nothing is
// lost, and no answer is sent twice.
func TestStopped(t *testing.T) {
	t.Parallel()
	stops := livesOf(5, 25)
	h := newHunt(t)
	h.first()
	first := h.got() // that service was killed, so these may come again
	var slowest time.Duration
	for i := range stops {
		cmd := h.live(h.due(stops - i))
		slowest = max(slowest, h.stop(cmd))
		h.whole(i%10 == 0)
	}
	t.Logf("%d stops, the slowest took %v; the game went on in %d lives, %d ended with answers to be sent", stops, slowest, h.moved, h.sending)
	if h.atWork > 0 {
		t.Errorf("%d lives ended within a mail", h.atWork)
	}
	h.finish()
	h.compare()
	h.answers()
	for id, n := range h.got() {
		if n > 1 && first[id] == 0 {
			t.Errorf("%s came %d times", id, n)
		}
	}
}

// live lets the service work for a while. Some mails are in its mailbox from the start,
// others come in the meantime.
func (h *hunt) live(mails int) *exec.Cmd {
	h.t.Helper()
	early := h.rng.IntN(mails + 1)
	h.players(early)
	cmd := h.ready()
	h.players(mails - early)
	time.Sleep(time.Duration(h.rng.Int64N(int64(longestLife))))
	return cmd
}

// ready starts the service and waits until it says that it is running.
func (h *hunt) ready() *exec.Cmd {
	h.t.Helper()
	cmd := exec.Command("pbem", "serve", "--config", h.config)
	cmd.Stderr = &h.log
	out, err := cmd.StdoutPipe()
	if err := errors.Join(err, cmd.Start()); err != nil {
		h.t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		h.t.Fatalf("it said %q, %v", line, err)
	}
	return cmd
}

// stop stops the service as a host does and returns how long that took.
func (h *hunt) stop(cmd *exec.Cmd) time.Duration {
	h.t.Helper()
	began := time.Now()
	late := time.AfterFunc(longestStop, func() { cmd.Process.Kill() })
	defer late.Stop()
	if err := errors.Join(cmd.Process.Signal(syscall.SIGTERM), cmd.Wait()); err != nil {
		h.t.Fatalf("the service was stopped after %v: %v", time.Since(began), err)
	}
	return time.Since(began)
}

// got counts the mails that came to the players, by Message-ID.
func (h *hunt) got() map[string]int {
	h.t.Helper()
	out := map[string]int{}
	for _, address := range h.seats {
		for _, m := range h.office.Mailbox(address) {
			out[read(h.t, m.Raw).Header.Get("Message-ID")]++
		}
	}
	return out
}
