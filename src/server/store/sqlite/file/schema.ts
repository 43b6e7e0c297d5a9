/** Marks a database file as Laurels' own: "LAUR" in ASCII, in the file's header. */
export const APPLICATION_ID = 0x4c_41_55_52;

/** Incremented with each schema change. Files of the previous version are upgraded; others are rejected. */
export const SCHEMA_VERSION = 8;

/** The versions of files that can be opened. */
export const READABLE_VERSIONS: readonly number[] = [SCHEMA_VERSION - 1, SCHEMA_VERSION];

/**
 * `boards.unit` is JSON. A removed board keeps its row under a name that no board can have, because numbers have no gaps.
 *
 * Periods have numbers, because every total refers to one. `totals` stores the totals of periods that are not closed, and each player's
 * latest event, in blocks of players (`totals-block.ts`): an event changes up to four totals of a player, which are thus on one page. They
 * are written with a delay: a block is complete up to the `seq` in `through`, and later events are folded on opening (`open-totals.ts`).
 * There is no index by points: ranks live in memory.
 *
 * `events.counted` has bit 0 set if the event counted for its day, 1 week, 2 month, 3 all time when it was recorded. `revisions` void and
 * restore events; `counted` there is what the event counts for from then on.
 *
 * A player's events on a board are a linked list: `totals` names the last event, and `events.previous` the one before. Both are written
 * with the event anyway, whereas an index by player would cost another page.
 *
 * `players.fold` is the `usernameKey`. `players.known_since` never decreases with the number, so finding the players known at a moment
 * needs no index.
 *
 * `periods.standings` is meaningless until the period is closed.
 *
 * `closings` lists the sealed periods that are not closed yet. Their final ranks are being written, and may be deleted again. Totals that
 * `totals` still has of a closed period are meaningless. A row in `reopenings` is the only way to reopen a period.
 *
 * `activity_days` sums the events that are not voided by day and activity, whether or not the day was closed when they arrived; points in
 * two parts (`activity-days.ts`). `ledger_blocks` is the ledger in columns (`ledger-blocks.ts`).
 *
 * `authors` lists the authors of events by number, once per import (`import` is empty for events outside of imports). `events.author` is
 * null for events of earlier versions and for copies of them. `events_author` covers listing an author's events between two times.
 *
 * `records` stores all other data (`../../records.ts`). Audit records are append-only.
 *
 * `checksum` covers the other columns of its row (`checksum.ts`) where nothing else does; for a closed period also the order of its final
 * ranks. `meta` stores the documents, and the number of changes other than recorded events.
 */
export const SCHEMA = `
  CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE boards (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    scoring TEXT NOT NULL CHECK (scoring IN ('sum', 'best', 'latest')),
    direction TEXT NOT NULL CHECK (direction IN ('high', 'low')),
    time_zone TEXT NOT NULL,
    week_start INTEGER NOT NULL CHECK (week_start BETWEEN 1 AND 7),
    unit TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('listed', 'archived', 'removed')),
    checksum INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE players (
    number INTEGER PRIMARY KEY,
    username TEXT NOT NULL,
    fold TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL,
    avatar TEXT NOT NULL,
    searched TEXT NOT NULL,
    known_since INTEGER NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE authors (
    number INTEGER PRIMARY KEY,
    author TEXT NOT NULL,
    import TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (author, import)
  ) STRICT;

  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    board INTEGER NOT NULL REFERENCES boards (number),
    id TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (number),
    points INTEGER NOT NULL,
    at INTEGER NOT NULL,
    activity TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    digest TEXT NOT NULL,
    counted INTEGER NOT NULL CHECK (counted BETWEEN 0 AND 15),
    answer TEXT NOT NULL,
    previous INTEGER,
    checksum INTEGER NOT NULL,
    author INTEGER REFERENCES authors (number),
    UNIQUE (board, id)
  ) STRICT;
  CREATE INDEX events_author ON events (author, board, seq, at) WHERE author IS NOT NULL;
  CREATE TRIGGER events_keep BEFORE UPDATE ON events BEGIN SELECT RAISE (ABORT, 'The ledger is append-only'); END;
  CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT RAISE (ABORT, 'The ledger is append-only'); END;

  CREATE TABLE revisions (
    number INTEGER PRIMARY KEY,
    event INTEGER NOT NULL REFERENCES events (seq),
    does TEXT NOT NULL CHECK (does IN ('void', 'restore')),
    at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    counted INTEGER NOT NULL CHECK (counted BETWEEN 0 AND 15),
    checksum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX revisions_event ON revisions (event);
  CREATE TRIGGER revisions_keep BEFORE UPDATE ON revisions BEGIN SELECT RAISE (ABORT, 'The ledger is append-only'); END;
  CREATE TRIGGER revisions_stay BEFORE DELETE ON revisions BEGIN SELECT RAISE (ABORT, 'The ledger is append-only'); END;

  CREATE TABLE periods (
    number INTEGER PRIMARY KEY,
    board INTEGER NOT NULL REFERENCES boards (number),
    kind TEXT NOT NULL CHECK (kind IN ('daily', 'weekly', 'monthly', 'all-time')),
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    standings INTEGER NOT NULL,
    closed_at INTEGER,
    unshown INTEGER,
    checksum INTEGER,
    CHECK ((closed_at IS NULL) = (unshown IS NULL) AND (closed_at IS NULL) = (checksum IS NULL)),
    UNIQUE (board, kind, start)
  ) STRICT;
  CREATE INDEX periods_open ON periods ("end") WHERE closed_at IS NULL;

  CREATE TABLE reopenings (
    number INTEGER PRIMARY KEY,
    period INTEGER NOT NULL REFERENCES periods (number),
    at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    closed_at INTEGER,
    checksum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX reopenings_period ON reopenings (period);
  CREATE TRIGGER reopenings_keep BEFORE UPDATE ON reopenings BEGIN SELECT RAISE (ABORT, 'Reopenings are kept for ever'); END;
  CREATE TRIGGER reopenings_stay BEFORE DELETE ON reopenings BEGIN SELECT RAISE (ABORT, 'Reopenings are kept for ever'); END;

  CREATE TRIGGER periods_keep BEFORE UPDATE ON periods
    WHEN OLD.closed_at IS NOT NULL AND NOT (
      NEW.closed_at IS NULL AND NEW.number = OLD.number AND NEW.board = OLD.board AND NEW.kind = OLD.kind
      AND NEW.start = OLD.start AND NEW."end" = OLD."end" AND NEW.standings = OLD.standings
      AND OLD.closed_at IS (SELECT closed_at FROM reopenings WHERE period = OLD.number ORDER BY number DESC LIMIT 1)
      AND OLD.start = (SELECT max(start) FROM periods WHERE board = OLD.board AND kind = OLD.kind AND closed_at IS NOT NULL)
    )
    BEGIN SELECT RAISE (ABORT, 'The period is closed'); END;
  CREATE TRIGGER periods_stay BEFORE DELETE ON periods BEGIN SELECT RAISE (ABORT, 'Periods are kept for ever'); END;

  CREATE TABLE totals (
    board INTEGER NOT NULL REFERENCES boards (number),
    block INTEGER NOT NULL,
    through INTEGER NOT NULL,
    totals BLOB NOT NULL,
    PRIMARY KEY (board, block)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE final_standings (
    period INTEGER NOT NULL REFERENCES periods (number),
    rank INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (number),
    points INTEGER NOT NULL,
    reached_at INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    PRIMARY KEY (period, rank),
    UNIQUE (period, player)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER final_standings_keep BEFORE UPDATE ON final_standings
    WHEN (SELECT closed_at FROM periods WHERE number = OLD.period) IS NOT NULL
    BEGIN SELECT RAISE (ABORT, 'Final standings never change'); END;
  CREATE TRIGGER final_standings_stay BEFORE DELETE ON final_standings
    WHEN (SELECT closed_at FROM periods WHERE number = OLD.period) IS NOT NULL
    BEGIN SELECT RAISE (ABORT, 'Final standings never change'); END;

  CREATE TABLE closings (period INTEGER PRIMARY KEY REFERENCES periods (number)) STRICT;

  CREATE TABLE activity_days (
    board INTEGER NOT NULL,
    day INTEGER NOT NULL,
    activity TEXT NOT NULL,
    events INTEGER NOT NULL,
    points_high INTEGER NOT NULL,
    points_low INTEGER NOT NULL,
    PRIMARY KEY (board, day, activity)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE records (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    state TEXT NOT NULL,
    text TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (kind, id)
  ) STRICT;
  CREATE INDEX records_kind ON records (kind, number);
  CREATE INDEX records_state ON records (kind, state, number);
  CREATE TRIGGER records_keep BEFORE UPDATE ON records WHEN OLD.kind = 'audit'
    BEGIN SELECT RAISE (ABORT, 'The audit log is append-only'); END;
  CREATE TRIGGER records_stay BEFORE DELETE ON records WHEN OLD.kind = 'audit'
    BEGIN SELECT RAISE (ABORT, 'The audit log is append-only'); END;

  CREATE TABLE ledger_blocks (
    board INTEGER NOT NULL REFERENCES boards (number),
    block INTEGER NOT NULL,
    earliest INTEGER NOT NULL,
    latest INTEGER NOT NULL,
    events BLOB NOT NULL,
    PRIMARY KEY (board, block)
  ) STRICT;
`;

/** Upgrades a file of the previous version in one transaction: a killed upgrade starts over. Existing events have no author. */
export const UPGRADE = `
  BEGIN IMMEDIATE;
  DROP TABLE refolded_finals;
  ${created('TABLE authors')}
  ALTER TABLE events ADD COLUMN author INTEGER REFERENCES authors (number);
  ${created('INDEX events_author')}
  PRAGMA user_version = ${SCHEMA_VERSION};
  COMMIT;
`;

/** The statement of the schema that creates a table or index. */
function created(what: string): string {
  return new RegExp(`CREATE ${what} [^;]*;`).exec(SCHEMA)![0];
}

/** The SQL of a trigger of the schema. */
export function refusalOf(trigger: string): string {
  return new RegExp(`CREATE TRIGGER ${trigger} [^]*?END;`).exec(SCHEMA)![0];
}

/** Every table of a supported version. */
export function tablesOf(version: number): readonly string[] {
  const tables = [...SCHEMA.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name!);
  return version === SCHEMA_VERSION ? tables : tables.filter((name) => name !== 'authors');
}
