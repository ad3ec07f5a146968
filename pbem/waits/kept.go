package waits

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// MailsOf returns the file with the mails that were derived for a recorded game, in a folder of such files. Tests keep them: a
// service has to take them as it took them then. The game has the name that it has in the table: "SLUG/NAME".
func MailsOf(folder, game string) string {
	return filepath.Join(folder, strings.ReplaceAll(game, "/", "-")+".jsonl.gz")
}

// ReadMails reads the mails of a file.
func ReadMails(name string) (mails []Mail, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	for read := json.NewDecoder(lines); ; {
		var m Mail
		if err := read.Decode(&m); errors.Is(err, io.EOF) {
			return mails, nil
		} else if err != nil {
			return nil, err
		}
		mails = append(mails, m)
	}
}

// WriteMails writes mails to a file, each in a line.
func WriteMails(name string, mails []Mail) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	lines := gzip.NewWriter(file)
	write := json.NewEncoder(lines)
	for _, m := range mails {
		if err := write.Encode(m); err != nil {
			return errors.Join(err, file.Close())
		}
	}
	return errors.Join(lines.Close(), file.Close())
}
