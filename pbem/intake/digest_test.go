package intake

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pbem/pbem/postbox"
	"pbem/store"
)

// binder makes digests of all mails that it is given, at most most of them. It records how mails ended.
type binder struct {
	wanting
	most int
	fail error

	mu    sync.Mutex
	spent int
	sent  []string
}

func (b *binder) Digest(mails []store.Mail) (store.Mail, []store.Mail, error) {
	var ids []string
	mails = mails[:min(len(mails), b.most)]
	for _, m := range mails {
		ids = append(ids, m.ID)
	}
	id := strings.Join(ids, "+")
	return store.Mail{ID: id, To: mails[0].To, Raw: []byte(id)}, mails, b.fail
}

func (b *binder) News(m store.Mail) bool { return !strings.Contains(string(m.Raw), "asks") }

func (b *binder) Spend() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent++
	return time.Time{}
}

func (b *binder) Sent(m store.Mail, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil {
		b.sent = append(b.sent, m.ID)
	} else {
		b.sent = append(b.sent, m.ID+" failed")
	}
}

// line is a Post that notes what is sent.
type line struct {
	mails  []string
	refuse func(raw string) error
}

func (l *line) Send(_ context.Context, _, to string, raw []byte) error {
	l.mails = append(l.mails, strings.TrimSuffix(to, "@example.org")+" "+string(raw))
	if l.refuse != nil {
		return l.refuse(string(raw))
	}
	return nil
}

// recorder is a store of waiting mails that counts how often it is told of endings, and which.
type recorder struct {
	waiting
	full  bool
	noted [][]string
	moved []store.Ending
}

func (l *recorder) Noted(endings []store.Ending) error {
	if l.full {
		return errors.New("the disk is full")
	}
	var ids []string
	for _, e := range endings {
		ids = append(ids, e.ID)
		l.moved = append(l.moved, e)
	}
	l.noted = append(l.noted, ids)
	return l.waiting.Noted(endings)
}

var queuedAt = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// add queues mails such as "amy g1": news that waited. "amy g1 asks" asks something, and "amy g1 now" did not wait.
func (l *recorder) add(mails ...string) *recorder {
	for _, text := range mails {
		f := strings.Fields(text + " news")[:3]
		m := store.Mail{ID: f[1], To: f[0] + "@example.org", Unless: "none", Queued: queuedAt, Next: queuedAt.Add(time.Hour), Raw: []byte(strings.Join(f[1:], " "))}
		if f[2] == "now" {
			m.Next = time.Time{}
		}
		l.mails = append(l.mails, m)
	}
	return l
}

func digesting(l *recorder, b *binder) *Outbox {
	o := outboxOf(&queue{})
	now := queuedAt.Add(2 * time.Hour)
	o.Store, o.Desk, o.Now = l, b, func() time.Time { return now }
	o.Claim = func() store.Claim { return store.Claim{Now: now} }
	return o
}

// News that waited for one reader go out as one mail, in the place of the first. All else goes as it is, in order.
func TestDigestsOfAPile(t *testing.T) {
	for _, c := range []struct{ what, mails, want string }{
		{"two", "amy g1, amy g2", "amy g1+g2"},
		{"one", "amy g1", "amy g1 news"},
		{"two readers", "amy g1, brian g2, Amy g3, brian g4, amy g5", "amy g1+g3+g5, brian g2+g4"},
		{"some ask", "amy g1 asks, amy g2, amy g3 asks, amy g4, amy g5 asks", "amy g1 asks, amy g3 asks, amy g5 asks, amy g2+g4"},
		{"some did not wait", "amy g1 now, amy g2, amy g3 now, amy g4", "amy g1 now, amy g3 now, amy g2+g4"},
		{"none waited", "amy g1 now, amy g2 now", "amy g1 now, amy g2 now"},
		{"more than one holds", "amy g1, amy g2, amy g3, amy g4", "amy g1+g2+g3, amy g4 news"},
	} {
		l, b, post := new(recorder).add(strings.Split(c.mails, ", ")...), &binder{most: 3}, new(line)
		digesting(l, b).Flush(t.Context(), post)
		if got := strings.Join(post.mails, ", "); !strings.EqualFold(got, c.want) {
			t.Errorf("%s: sent %s, want %s", c.what, got, c.want)
		}
		if len(l.mails) > 0 || b.spent != len(post.mails) || len(b.sent) != 1+strings.Count(c.mails, ",") {
			t.Errorf("%s: %d mails wait still, %d are counted, %v are reported", c.what, len(l.mails), b.spent, b.sent)
		}
	}
}

// On several connections it is the same.
func TestDigestsOnSeveralConnections(t *testing.T) {
	l, post := new(recorder), newMany()
	for i := range 40 {
		l.add(fmt.Sprintf("p%d g%d", i%10, i))
	}
	digesting(l, &binder{most: 20}).Flush(t.Context(), post, post, post)
	for to, mails := range post.mails {
		if len(mails) != 1 || strings.Count(mails[0], "+") != 3 {
			t.Errorf("%s gets %q", to, mails)
		}
	}
	if len(post.mails) != 10 || len(l.mails) > 0 {
		t.Errorf("%d readers get mail, %d mails wait", len(post.mails), len(l.mails))
	}
}

// However many wait for the same hour, in whatever order, each reader gets one mail. Those who are asked something do not
// wait for that.
func TestDigestsOfMany(t *testing.T) {
	l, post := new(recorder), newMany()
	const readers = 5 * batch
	for i := range 3 * readers {
		l.add(fmt.Sprintf("p%d g%d", i%readers, i))
		if i == readers {
			l.add("zoe z asks")
		}
	}
	first := ""
	post.send = func(to string) error { first = cmp.Or(first, to); return nil }
	o := digesting(l, &binder{most: 20})
	for o.Flush(t.Context(), post) {
	}
	for to, mails := range post.mails {
		if len(mails) != 1 || strings.Count(mails[0], "+") != 2 && to != "zoe@example.org" {
			t.Errorf("%s gets %q", to, mails)
		}
	}
	if len(post.mails) != readers+1 || len(l.mails) > 0 || first != "zoe@example.org" {
		t.Errorf("%d readers get mail, %d mails wait, first comes %s", len(post.mails), len(l.mails), first)
	}
}

// A digest that went out is recorded with one call. If that fails, it is not sent again before the service is started
// again, and then as the same mail.
func TestDigestNotNoted(t *testing.T) {
	l, b, post := new(recorder).add("amy g1", "amy g2", "amy g3"), &binder{most: 20}, new(line)
	l.full = true
	o := digesting(l, b)
	for range 3 {
		o.Flush(t.Context(), post)
	}
	digesting(l, b).Flush(t.Context(), post) // after a crash
	if want := []string{"amy g1+g2+g3", "amy g1+g2+g3"}; !slices.Equal(post.mails, want) {
		t.Fatalf("sent %q, want %q", post.mails, want)
	}
	l.full = false
	o.Flush(t.Context(), post)
	if len(post.mails) != 2 || len(l.noted) != 1 || len(l.noted[0]) != 3 || len(o.gone.ids) > 0 {
		t.Errorf("sent %q, noted %q, remembered %v", post.mails, l.noted, o.gone.ids)
	}
	l.add("amy g4", "amy g5").noted = nil
	o.Flush(t.Context(), post)
	if len(l.noted) != 1 || len(l.noted[0]) != 2 {
		t.Errorf("noted %q", l.noted)
	}
}

// If a server does not take a digest because of its size or content, its mails go alone. If it refuses the address, all
// have failed, which counts once. If it puts the digest off, all wait alike.
func TestDigestRefused(t *testing.T) {
	for _, c := range []struct {
		what  string
		err   *postbox.SendError
		mails string // attempts
		state store.State
		told  int // how often it is reported
	}{
		{"too large", &postbox.SendError{Stage: postbox.AtMail, Code: 552}, "amy g1+g2, amy g1 news, amy g2 news", store.Sent, 2},
		{"too large at the end", &postbox.SendError{Stage: postbox.AtData, Code: 552}, "amy g1+g2, amy g1 news, amy g2 news", store.Sent, 2},
		{"content", &postbox.SendError{Stage: postbox.AtData, Code: 550}, "amy g1+g2, amy g1 news, amy g2 news", store.Sent, 2},
		{"nobody there", &postbox.SendError{Stage: postbox.AtRcpt, Code: 550}, "amy g1+g2", store.Failed, 1},
		{"we are refused", &postbox.SendError{Stage: postbox.AtMail, Code: 550}, "amy g1+g2", store.Queued, 2},
		{"put off", &postbox.SendError{Temporary: true, Stage: postbox.AtData, Code: 451}, "amy g1+g2", store.Queued, 2},
	} {
		l, b, post := new(recorder).add("amy g1", "amy g2"), &binder{most: 20}, new(line)
		l.mails[1].Tries = 3
		post.refuse = func(raw string) error {
			if strings.Contains(raw, "+") {
				return c.err
			}
			return nil
		}
		o := digesting(l, b)
		o.Flush(t.Context(), post)
		if got := strings.Join(post.mails, ", "); got != c.mails || len(b.sent) != c.told {
			t.Errorf("%s: sent %s, want %s; reported %q", c.what, got, c.mails, b.sent)
		}
		if len(l.moved) != 2 || l.moved[0].To != c.state || l.moved[1].To != c.state || l.moved[0].At != l.moved[1].At || l.moved[0].Why != l.moved[1].Why {
			t.Errorf("%s: ended as %+v", c.what, l.moved)
		}
		if c.state == store.Queued && l.moved[0].At != o.Now().Add(FirstRetry<<3) {
			t.Errorf("%s: tried again at %v", c.what, l.moved[0].At)
		}
	}
}

// Without a digest all mails go alone.
func TestNoDigest(t *testing.T) {
	l, b, post := new(recorder).add("amy g1", "amy g2"), &binder{most: 20, fail: errors.New("no store")}, new(line)
	digesting(l, b).Flush(t.Context(), post)
	if want := []string{"amy g1 news", "amy g2 news"}; !slices.Equal(post.mails, want) || len(l.mails) > 0 {
		t.Errorf("sent %q, want %q", post.mails, want)
	}
}

// A mail that was superseded while it waited for others goes in no digest.
func TestSupersededWhileGathered(t *testing.T) {
	l := new(recorder).add("amy g1", "amy g2", "amy g3")
	d := newDispatch(digesting(l, &binder{}), nil)
	d.waiting = gathered{mails: slices.Clone(l.mails), since: time.Now().Add(-2 * lookAgain)}
	l.mails = slices.Delete(l.mails, 1, 2)
	d.release()
	if mails := d.piles[""].mails; len(mails) != 2 || mails[0].ID != "g1" || mails[1].ID != "g3" {
		t.Errorf("%v", mails)
	}
}

// Where mails that ask something go out slowly and more wait, news that were gathered do not wait for all of them.
func TestGatheredAreReleased(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, post := new(recorder).add("amy g1", "amy g2"), newMany()
		for i := range 4 * batch {
			l.add(fmt.Sprintf("p%d t%d asks", i, i))
		}
		others, before := 0, 0
		post.send = func(to string) error {
			if to == "amy@example.org" {
				before = others
			}
			others++
			time.Sleep(time.Second)
			return nil
		}
		digesting(l, &binder{most: 20}).Flush(t.Context(), post)
		if got := post.mails["amy@example.org"]; !slices.Equal(got, []string{"g1+g2"}) || before > 3*batch {
			t.Errorf("Amy got %q after %d mails to others", got, before)
		}
	})
}

// However many mails come, news do not wait for all of them: they go out soon.
func TestGatheredWaitShortly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, post := new(recorder).add("amy g1", "amy g2"), newMany()
		for i := range 16 * batch {
			l.add(fmt.Sprintf("p%d t%d asks", i, i))
		}
		begun, after := time.Now(), time.Duration(0)
		post.send = func(to string) error {
			if to == "amy@example.org" {
				after = time.Since(begun)
			}
			time.Sleep(20 * time.Millisecond)
			return nil
		}
		digesting(l, &binder{most: 20}).Flush(t.Context(), post)
		if got := post.mails["amy@example.org"]; !slices.Equal(got, []string{"g1+g2"}) || after < gatherFor || after > outboxPoll/2 {
			t.Errorf("Amy got %q after %v", got, after)
		}
	})
}

// What is gathered is bounded in size and in time, so that mails that come all the time hold up nobody.
func TestGatheredEnough(t *testing.T) {
	d := &dispatch{Outbox: digesting(nil, &binder{})}
	if d.waiting.enough() {
		t.Error("nothing is enough")
	}
	mails := new(recorder).add("amy g1", "amy g2 asks").mails
	if others := d.gather(mails); len(others) != 1 || others[0].ID != "g2" || d.waiting.enough() {
		t.Errorf("%v, %v", others, d.waiting.enough())
	}
	if d.waiting.since = d.waiting.since.Add(-gatherFor); !d.waiting.enough() {
		t.Error("they wait for ever")
	}
	d.waiting = gathered{}
	mails[0].Raw = make([]byte, mostGathered)
	if d.gather(mails); !d.waiting.enough() {
		t.Error("they may become any size")
	}
}
