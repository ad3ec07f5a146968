package pg

// migrations are the steps from one format of the schema to the next; the first one makes a new schema. A step that was
// ever released is never changed. All text is compared by its bytes. The second is for ForgetKeys: the mails that it may
// delete, and the keys that lead to them. A host who has many mails can make both indexes before, with CONCURRENTLY.
// How other databases say it: see dialect.
var migrations = []string{`
CREATE SEQUENCE numbers START 1 INCREMENT 1000;
CREATE SEQUENCE game_numbers;
CREATE SEQUENCE ids;

CREATE TABLE games (
	id text COLLATE "C" PRIMARY KEY, n bigint NOT NULL UNIQUE DEFAULT nextval('game_numbers'), created bigint NOT NULL,
	events int NOT NULL, rev int NOT NULL, away int NOT NULL DEFAULT 0, keys text[], record bytea NOT NULL, sum bigint NOT NULL);
CREATE TABLE log (
	game text COLLATE "C" NOT NULL, first int NOT NULL, num bigint NOT NULL, at bigint NOT NULL, cause text NOT NULL,
	lens int[] NOT NULL, data bytea NOT NULL, sum bigint NOT NULL, PRIMARY KEY (game, first));
CREATE TABLE keyed (
	key text COLLATE "C" NOT NULL, n bigint NOT NULL, game text COLLATE "C" NOT NULL, PRIMARY KEY (key, n));
CREATE INDEX keyed_game ON keyed (game);

CREATE TABLE causes (
	key text COLLATE "C" PRIMARY KEY, n bigint, kept bigint, faults int NOT NULL DEFAULT 0, owner text, until bigint,
	attempt text, meta bytea, raw bytea, outcome text, settled bigint, num bigint);
CREATE INDEX causes_unsettled ON causes (n) WHERE n IS NOT NULL AND outcome IS NULL;
CREATE INDEX causes_aside ON causes (n) WHERE outcome = 'quarantine';
CREATE INDEX causes_owner ON causes (owner) WHERE owner IS NOT NULL;
CREATE TABLE aliases (key text COLLATE "C" PRIMARY KEY, main text COLLATE "C" NOT NULL);

CREATE TABLE mails (
	id text COLLATE "C" PRIMARY KEY, place bigint NOT NULL, rcpt text NOT NULL, topic text COLLATE "C" NOT NULL,
	state smallint NOT NULL, queued bigint NOT NULL, next bigint NOT NULL, due bigint NOT NULL, tries int NOT NULL DEFAULT 0,
	error bytea, done bigint, answers bigint, hold text COLLATE "C" NOT NULL, owner text, until bigint, raw bytea);
CREATE INDEX mails_due ON mails (due, place) WHERE state = 0;
CREATE INDEX mails_topic ON mails (topic) WHERE state = 0 AND topic <> '';
CREATE INDEX mails_failed ON mails (place) WHERE state = 1;
CREATE INDEX mails_owner ON mails (owner) WHERE owner IS NOT NULL;

CREATE TABLE deadlines (
	game text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, at bigint NOT NULL, due bigint NOT NULL, owner text, until bigint,
	PRIMARY KEY (game, key));
CREATE INDEX deadlines_due ON deadlines (due);
CREATE INDEX deadlines_owner ON deadlines (owner) WHERE owner IS NOT NULL;
CREATE TABLE marks (name text COLLATE "C" PRIMARY KEY, value bytea, rev bigint NOT NULL, sum bigint NOT NULL);
CREATE TABLE counters (name text COLLATE "C" PRIMARY KEY, n bigint NOT NULL);
CREATE TABLE commits (id bigint PRIMARY KEY, at bigint NOT NULL, causes text[] NOT NULL, queued text[] NOT NULL);
CREATE INDEX commits_at ON commits (at, id);
`, `
CREATE INDEX IF NOT EXISTS causes_kept ON causes (kept) WHERE n IS NOT NULL AND raw IS NULL;
CREATE INDEX IF NOT EXISTS aliases_main ON aliases (main) WHERE key <> main;
`}

// tables are those of the newest format.
var tables = []string{"meta", "games", "log", "keyed", "causes", "aliases", "mails", "deadlines", "marks", "counters", "commits"}
