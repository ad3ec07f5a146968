package sheet

// Parts of a mail, each written alone.

// Subject writes the subject line.
func Subject(m Mail) string { return look(m).subject() }

// Text writes the mail as plain text.
func Text(m Mail) string { return look(m).mail().text() }

// HTML writes the mail as an HTML document.
func HTML(m Mail) string { return look(m).mail().html() }

// ChoicesHTML is Choices as HTML.
func ChoicesHTML(m Mail, asked string) string { return look(m).listing(asked, m.Pending).html() }

// Reject writes the refusal of a mail as plain text: the line at fault, the
// reason, the closest legal commands.
func Reject(m Mail, r Refusal) string {
	d := &doc{}
	r.show(d, look(m))
	return d.text()
}
