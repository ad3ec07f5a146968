package envelope

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// within returns a mail with a text in base64 that is some levels of parts deep.
func within(levels int, text string) []byte {
	var b strings.Builder
	b.WriteString("From: amy@example.org\r\nMIME-Version: 1.0\r\n")
	for i := range levels {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%[1]d\r\n", i)
	}
	b.WriteString("Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte(text)) + "\r\n")
	return []byte(b.String())
}

// What is deep within parts is read as far as anybody nests them. Each level reads all within it, so a mail of nothing but levels
// would take minutes.
func TestEverythingIsBounded(t *testing.T) {
	for levels, want := range map[int]bool{0: true, 3: true, deepestPart: true, deepestPart + 1: false, 2000: false} {
		if got := strings.Contains(Everything(within(levels, "Xanthippe")), "Xanthippe"); got != want {
			t.Errorf("%d levels deep the text is read: %v", levels, got)
		}
	}
	forwarded := "From: brian@example.org\r\nContent-Type: message/rfc822\r\n\r\n" + string(within(2, "Xanthippe"))
	if !strings.Contains(Everything([]byte(forwarded)), "Xanthippe") {
		t.Error("a mail in a mail is not read")
	}
}
