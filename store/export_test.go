package store

// Stored is a value as it is stored, with its checksum.
func Stored(bucket, key, value string) []byte {
	if plain(bucket, []byte(key)) {
		return []byte(value)
	}
	return summed(bucket, []byte(key), []byte(value))
}

// Ended is Ended with so many mails in each transaction. It also returns how many transactions that took.
func Ended(db *DB, outcome string, atOnce int) (keys []string, transactions int, err error) {
	keys, err = ended(func(read func(tx) error) error { transactions++; return db.view(read) }, outcome, atOnce)
	return keys, transactions, err
}
