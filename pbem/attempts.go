package pbem

import (
	"crypto/rand"
	"sync"
)

// attempts names the attempts at inbound mails. The store counts attempts before they
// begin, because one may crash the process. While the store cannot be reached, a call may
// be counted although its reply is lost. Such a call is made again under the same name and
// counts once. So a mail is not set aside for faults of the store.
type attempts struct {
	mu    sync.Mutex
	names map[string]string // by the key of the mail; those that are not over
}

// at returns the name of the present attempt at a mail.
func (a *attempts) at(key string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.names == nil {
		a.names = map[string]string{}
	}
	if a.names[key] == "" {
		a.names[key] = rand.Text()
	}
	return a.names[key]
}

// over ends the present attempt at a mail: the next one is another.
func (a *attempts) over(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.names, key)
}
