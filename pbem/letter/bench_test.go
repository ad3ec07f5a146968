package letter

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"pbem/internal/testsize"
)

// hostile makes mails of about a megabyte that are meant to cost much.
func hostile() map[string][]byte {
	var levels strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&levels, "Content-Type: multipart/mixed; boundary=\"%0140d\"\n\n--%0140d\n", i, i)
	}
	const plain = "From: amy@example.org\nContent-Type: text/plain; charset=utf-8\n\n"
	const page = "From: amy@example.org\nContent-Type: text/html; charset=utf-8\n\n"
	fill := func(head, s string) []byte { return []byte(head + strings.Repeat(s, (1<<20)/len(s))) }
	return map[string][]byte{
		"100000 parts":     fill("Content-Type: multipart/mixed; boundary=b\n\n", "--b\n\nabcde\n"),
		"3000 levels":      []byte(levels.String() + strings.Repeat("\n", 1<<20-levels.Len())),
		"same boundary":    fill("", "Content-Type: multipart/mixed; boundary=b\n\n--b\n"),
		"boundary on line": fill("Content-Type: multipart/mixed; boundary=b\n\n", "--b"),
		"dashes":           fill("Content-Type: multipart/mixed; boundary="+strings.Repeat("-", 60)+"\n\n", "-"),
		"header":           fill("", "A: b\n"),
		"header line":      fill("Subject: ", "=?utf-8?q?a?= "),
		"from":             fill("From: ", "a@b.c, "),
		"received":         fill("", "Received: x\n"),
		"attributions":     fill(plain, "On 3 Jan 2031 a@b.c wrote:\n"),
		"commands dated":   fill(plain, "pass On 3 Jan 2031 a@b.c wrote: lay H6 8 W-SE\n"),
		"dated commands":   fill(plain, "On 3 Jan 2031 a@b.c wrote: pass\n"),
		"half headers":     fill(plain, "From: a\n"),
		"colons":           fill(plain, "2031-01-01 a@b.c:\nx 12:30 a@b:\n"),
		"cut words":        fill(plain, "write your commands above\n"),
		"one line":         fill(plain, "On 3 Jan 2031 wrote "),
		"empty lines":      fill(plain, "\n"),
		"quote marks":      fill(plain, ">"),
		"html nested":      fill(page, "<div><blockquote>"),
		"html crossed":     fill(page, "<div><span></p></b></td>"),
		"html attributes":  fill(page, "<a b c d e f g h i j k l m n o p>"),
		"html one tag":     fill(page+"<a ", "b=c "),
		"html entities":    fill(page, "&amp;<br>"),
		"base64":           fill("Content-Transfer-Encoding: base64\n\n", "YWFh\n"),
		"base64 pads":      fill("Content-Transfer-Encoding: base64\n\n", "="),
		"quoted":           fill("Content-Transfer-Encoding: quoted-printable\n\n", "=41=\n"),
		"bounce":           fill("From: MAILER-DAEMON@x.org\n\n", "<a@b.c>: 550 failed\n"),
		"flowed":           fill("Content-Type: text/plain; format=flowed\n\n", "a \n"),
	}
}

// TestHostile bounds the cost of every hostile mail. The promise is 100 ms and 50 MB; the time allowed here leaves room
// for a slow machine. On a busy one the fastest of a few readings counts.
func TestHostile(t *testing.T) {
	if testsize.Race {
		t.Skip("the race detector makes everything slow and large")
	}
	for name, raw := range hostile() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		Read(raw, usual)
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		mb := float64(after.TotalAlloc-before.TotalAlloc) / (1 << 20)
		for range 5 {
			if took <= time.Second {
				break
			}
			start := time.Now()
			Read(raw, usual)
			took = min(took, time.Since(start))
		}
		t.Logf("%-16s %4d KB %8v %6.1f MB", name, len(raw)>>10, took.Round(100*time.Microsecond), mb)
		if took > time.Second || mb > 50 {
			t.Errorf("%s took %v and %.1f MB", name, took, mb)
		}
	}
}

func BenchmarkParts(b *testing.B)  { benchmark(b, hostile()["100000 parts"]) }
func BenchmarkLevels(b *testing.B) { benchmark(b, hostile()["3000 levels"]) }

// BenchmarkReply reads an ordinary answer of a few kilobytes.
func BenchmarkReply(b *testing.B) {
	benchmark(b, mixed("alternative", "Content-Type: text/plain\n\nlay H6 8 W-SE\nrun auto\n\nOn 3 Jan 2031, Host wrote:\n"+
		strings.Repeat("> a line of our own mail, quoted\n", 100), "Content-Type: text/html\n\n<p>x</p>"))
}

func benchmark(b *testing.B, raw []byte) {
	b.ReportAllocs()
	for b.Loop() {
		Read(raw, usual)
	}
}
