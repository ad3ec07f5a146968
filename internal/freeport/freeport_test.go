package freeport

import (
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Nobody else is given a port, by the package or by the system, even while its server is down.
func TestAddressIsGivenOnce(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]bool{}
	var work sync.WaitGroup
	for range 8 {
		work.Go(func() {
			for range 25 {
				at, err := Address()
				mu.Lock()
				if err != nil || seen[at] {
					t.Errorf("%q, %v, known %v", at, err, seen[at])
				}
				seen[at] = true
				mu.Unlock()
			}
		})
	}
	work.Wait()
	if low, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range"); err == nil {
		if n, err := strconv.Atoi(strings.Fields(string(low))[0]); err != nil || n < after {
			t.Errorf("the system gives away ports from %d on, %v", n, err)
		}
	}
}

// A port at which somebody listens is passed over.
func TestAddressIsFree(t *testing.T) {
	given.Lock()
	port := given.next
	given.Unlock()
	if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
		defer l.Close()
	}
	at, err := Address()
	if _, p, _ := net.SplitHostPort(at); err != nil || p == strconv.Itoa(port) {
		t.Errorf("%q is given, %v", at, err)
	}
}
