package cli

import (
	"context"
	"net"
	"os"
	"strconv"
	"time"
)

// supervised tells systemd that the service is up once it serves (sd_notify(3)). If systemd asks for it, it
// repeats that the service is alive. The returned function tells systemd that the service is stopping.
// Without systemd it does nothing.
func supervised(serves <-chan struct{}, alive func() (stuck string)) (stopping func()) {
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		select {
		case <-ctx.Done():
			return
		case <-serves:
		}
		notify("READY=1")
		keepAlive(ctx, watchdog(os.Getenv), alive)
	}()
	return func() {
		stop()
		notify("STOPPING=1")
	}
}

// notify sends a message to the socket that systemd names. It ignores errors, because systemd notices missing
// messages by itself.
func notify(state string) {
	name := os.Getenv("NOTIFY_SOCKET")
	if name == "" {
		return
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		return
	}
	defer conn.Close()
	conn.Write([]byte(state))
}

// watchdog returns how often to tell systemd that the service is alive: half of the time that systemd waits;
// 0 for never.
func watchdog(env func(string) string) time.Duration {
	if pid := env("WATCHDOG_PID"); pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return 0
	}
	wait, err := strconv.ParseInt(env("WATCHDOG_USEC"), 10, 64)
	if err != nil || wait <= 0 {
		return 0
	}
	return time.Duration(wait) * time.Microsecond / 2
}

// keepAlive repeatedly tells systemd that the service is alive. If alive names something that is stuck, it
// tells systemd that instead.
func keepAlive(ctx context.Context, every time.Duration, alive func() (stuck string)) {
	if every <= 0 {
		return
	}
	clock := time.NewTicker(every)
	defer clock.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-clock.C:
			if stuck := alive(); stuck != "" {
				notify("STATUS=" + stuck)
				continue
			}
			notify("STATUS=\nWATCHDOG=1")
		}
	}
}
