package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"image"
	"image/draw"
	"image/png"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/emersion/go-message/mail"
)

// The phone, in CSS pixels: the screen size of most phones, and the border around it.
const (
	across = 390
	down   = 844
	around = 14
	scale  = 1.5
)

// telephone is a page that shows a phone: sender, subject and body as in mail programs.
const telephone = `<!DOCTYPE html><meta charset="utf-8"><style>
body{margin:0;background:#fff}
#phone{position:absolute;left:0;top:0;width:%[1]dpx;height:%[2]dpx;border:%[3]dpx solid #24282d;border-radius:34px;overflow:hidden}
#head{font:15px/1.35 sans-serif;padding:14px 16px 10px;border-bottom:1px solid #d5d8db;color:#222}
#head b{display:block;font-size:17px}
iframe{border:0;width:%[1]dpx;height:%[2]dpx}
</style><div id="phone"><div id="head">%[4]s<b>%[5]s</b></div><iframe srcdoc="%[6]s"></iframe></div>`

// onTelephone returns a picture of the top of a mail on a phone.
func onTelephone(raw []byte) ([]byte, error) {
	from, subject, page, err := opened(raw)
	if err != nil {
		return nil, err
	}
	shown, err := browsed(fmt.Sprintf(telephone, across, down, around, html.EscapeString(from), html.EscapeString(subject), html.EscapeString(page)))
	if err != nil {
		return nil, err
	}
	img, err := png.Decode(bytes.NewReader(shown))
	if err != nil {
		return nil, err
	}
	phone := image.Rect(0, 0, int((across+2*around)*scale), int((down+2*around)*scale))
	cut := image.NewRGBA(phone)
	draw.Draw(cut, phone, img, image.Point{}, draw.Src)
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	err = enc.Encode(&out, cut)
	return out.Bytes(), err
}

// opened returns what a mail program shows of a mail, with the pictures in the page.
func opened(raw []byte) (from, subject, page string, err error) {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return "", "", "", err
	}
	if subject, err = r.Header.Subject(); err != nil {
		return "", "", "", err
	}
	if list, err := r.Header.AddressList("From"); err == nil && len(list) > 0 {
		from = list[0].Name
	}
	pictures := []string{}
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", "", "", err
		}
		body, err := io.ReadAll(part.Body)
		if err != nil {
			return "", "", "", err
		}
		kind, _, _ := strings.Cut(part.Header.Get("Content-Type"), ";")
		switch {
		case kind == "text/html":
			page = string(body)
		case strings.HasPrefix(kind, "image/"):
			id := strings.Trim(part.Header.Get("Content-Id"), "<>")
			pictures = append(pictures, "cid:"+id, "data:"+kind+";base64,"+base64.StdEncoding.EncodeToString(body))
		}
	}
	if page == "" || len(pictures) == 0 {
		return "", "", "", errors.New("the mail has no page with pictures")
	}
	return from, subject, strings.NewReplacer(pictures...).Replace(page), nil
}

// browsed returns a picture of a page in chromium, without a window and without a network.
func browsed(page string) ([]byte, error) {
	program, err := exec.LookPath("chromium")
	if err != nil {
		return nil, fmt.Errorf("the mail needs a browser; install chromium: %w", err)
	}
	dir, err := os.MkdirTemp("", "pbem-browser-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file, shot := filepath.Join(dir, "page.html"), filepath.Join(dir, "shot.png")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars", "--user-data-dir="+dir,
		"--host-resolver-rules=MAP * ~NOTFOUND", fmt.Sprintf("--force-device-scale-factor=%v", scale), fmt.Sprintf("--window-size=%d,%d", 600, down+200),
		"--screenshot="+shot, (&url.URL{Scheme: "file", Path: file}).String())
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", program, err, out)
	}
	return os.ReadFile(shot)
}
