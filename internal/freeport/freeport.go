// Package freeport finds ports for servers that tests start.
//
// It gives each port once to a process. The ports lie below those that the system gives
// to connections, and to whoever listens on port 0: a server that a test stops finds its
// port free when it comes back, and nobody else has answered its callers meanwhile.
package freeport

import (
	"errors"
	"net"
	"os"
	"strconv"
	"sync"
)

// The ports of all processes. Each begins somewhere else.
const (
	first = 20000
	after = 32000
)

var given = struct {
	sync.Mutex
	next, n int
}{next: first + os.Getpid()*37%(after-first)}

// Address returns an address of this machine, host:port, at which nobody listens. It fails
// when all ports are given away.
func Address() (string, error) {
	given.Lock()
	defer given.Unlock()
	for given.n < after-first {
		port := given.next
		given.n++
		if given.next++; given.next == after {
			given.next = first
		}
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err != nil {
			continue
		}
		return l.Addr().String(), l.Close()
	}
	return "", errors.New("no port is free")
}
