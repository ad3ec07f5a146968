package t1820

// Options of every new game. Logs without them are older, and go on by what held when they began: some questions are asked otherwise now, or
// of others, and stored answers must still find theirs. The names are stored.
const (
	// Who sells shares for a train of their own company says so, and only then the player who would direct it must agree. In older games a
	// sale always needs consent if the company has trains. // 7.2.7; 20-TB-08
	namedSales = "named sales"
	// A company may buy shares back or shrink although its director must sell shares for the loans that are repaid then. In older games
	// the director's cash has to do. // 17.3; 20-LN-10
	soldForLoans = "sold for loans"
)
