package store

// Stored is a value as it is stored, with its checksum.
func Stored(bucket, key, value string) []byte {
	if plain(bucket, []byte(key)) {
		return []byte(value)
	}
	return summed(bucket, []byte(key), []byte(value))
}
