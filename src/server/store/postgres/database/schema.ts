/** Incremented with each schema change. A database of the previous version is upgraded; others are rejected. */
export const SCHEMA_VERSION = 4;

/** Allows updates of append-only tables in this transaction, for erasing a player. */
export const ERASING = `SELECT set_config('laurels.erasing', 'on', true)`;

/**
 * `laurels` has one row: the lock that every commit takes, and the position of the last change. Each event takes one position, its `seq`;
 * every other change takes one and is a row of `changes`. Together they form the log that all processes follow. A change that revises many
 * events takes one position per event, and its row is at the last. `history` distinguishes the log from that of any other database.
 *
 * `events.naming` is what an event revealed about its player: JSON, or null. `events.counted` has bit 0 set if the event counted for its
 * day, 1 week, 2 month, 3 all time when it was recorded. A player's events on a board are a linked list: `previous` is the one before.
 * `revisions.number` is the position of the revision, `periods.since` the `seq` of the first event that counted in the period.
 *
 * `totals` stores the totals of open periods in blocks of players, with a delay: a block is complete up to the position `through`, and all
 * blocks up to `folded.through`. There is no index by points: ranks live in memory.
 *
 * `authors` lists the authors of events by number, once per import (`import` is empty for events outside of imports). It is not part of the
 * log: rows are added before the events that name them. `events.author` is null for events of earlier versions and for copies of them.
 *
 * `key_uses` is not part of the log. `windows` lists callers who use much of a rate limit, in this minute and the last, and `processes` the
 * servers that count them, with their status: both are unlogged, because they are worthless after a crash.
 *
 * `records` stores all other data (`../../records.ts`). Audit records are append-only.
 *
 * There are no foreign keys: each would cost a lookup per event. The audit finds missing rows.
 */
export const SCHEMA = `
  CREATE TABLE laurels (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    version integer NOT NULL,
    history text NOT NULL,
    position bigint NOT NULL
  ) WITH (fillfactor = 10);

  CREATE TABLE pulse (single boolean PRIMARY KEY DEFAULT true CHECK (single), beats bigint NOT NULL) WITH (fillfactor = 10);

  CREATE TABLE documents (name text PRIMARY KEY, text text NOT NULL);

  CREATE TABLE boards (
    number integer PRIMARY KEY,
    name text NOT NULL UNIQUE,
    title text NOT NULL,
    scoring text NOT NULL CHECK (scoring IN ('sum', 'best', 'latest')),
    direction text NOT NULL CHECK (direction IN ('high', 'low')),
    time_zone text NOT NULL,
    week_start smallint NOT NULL CHECK (week_start BETWEEN 1 AND 7),
    unit text NOT NULL,
    state text NOT NULL CHECK (state IN ('listed', 'archived', 'removed')),
    position bigint NOT NULL
  ) WITH (fillfactor = 50);

  CREATE TABLE players (
    number integer PRIMARY KEY,
    username text NOT NULL,
    fold text NOT NULL UNIQUE,
    display_name text NOT NULL,
    avatar text NOT NULL,
    known_since bigint NOT NULL
  );

  CREATE TABLE authors (number integer PRIMARY KEY, author text NOT NULL, import text NOT NULL, UNIQUE (author, import));

  CREATE TABLE events (
    seq bigint PRIMARY KEY,
    board integer NOT NULL,
    id text NOT NULL,
    player integer NOT NULL,
    points bigint NOT NULL,
    at bigint NOT NULL,
    activity text NOT NULL,
    received_at bigint NOT NULL,
    digest text NOT NULL,
    counted smallint NOT NULL CHECK (counted BETWEEN 0 AND 15),
    answer text NOT NULL,
    previous bigint,
    naming text,
    author integer,
    UNIQUE (board, id)
  );
  CREATE INDEX events_author ON events (author, board, seq, at) WHERE author IS NOT NULL;
  CREATE INDEX events_at ON events USING brin (at);

  CREATE TABLE revisions (
    number bigint PRIMARY KEY,
    event bigint NOT NULL,
    does text NOT NULL CHECK (does IN ('void', 'restore')),
    at bigint NOT NULL,
    reason text NOT NULL,
    counted smallint NOT NULL CHECK (counted BETWEEN 0 AND 15)
  );
  CREATE INDEX revisions_event ON revisions (event, number);

  CREATE TABLE changes (
    position bigint PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('board', 'document', 'revised', 'sealed', 'closed', 'reopened', 'records', 'player')),
    detail text NOT NULL
  );

  CREATE TABLE periods (
    number integer PRIMARY KEY,
    board integer NOT NULL,
    kind text NOT NULL CHECK (kind IN ('daily', 'weekly', 'monthly', 'all-time')),
    start bigint NOT NULL,
    "end" bigint NOT NULL,
    since bigint NOT NULL,
    sealed boolean NOT NULL DEFAULT false,
    closed_at bigint,
    standings integer,
    unshown integer,
    reopened_at bigint,
    CHECK ((closed_at IS NULL) = (standings IS NULL) AND (closed_at IS NULL) = (unshown IS NULL)),
    UNIQUE (board, kind, start)
  );

  CREATE TABLE reopenings (
    number bigint PRIMARY KEY,
    period integer NOT NULL,
    at bigint NOT NULL,
    reason text NOT NULL,
    closed_at bigint
  );

  CREATE TABLE totals (
    board integer NOT NULL,
    block integer NOT NULL,
    through bigint NOT NULL,
    totals bytea NOT NULL,
    PRIMARY KEY (board, block)
  );
  ALTER TABLE totals ALTER totals SET STORAGE EXTERNAL;
  CREATE TABLE folded (single boolean PRIMARY KEY DEFAULT true CHECK (single), through bigint NOT NULL);

  CREATE TABLE final_standings (
    period integer NOT NULL,
    rank integer NOT NULL,
    player integer NOT NULL,
    points bigint NOT NULL,
    reached_at bigint NOT NULL,
    moved_at bigint NOT NULL,
    PRIMARY KEY (period, rank),
    UNIQUE (player, period)
  );

  CREATE TABLE activity_days (
    board integer NOT NULL,
    day bigint NOT NULL,
    activity text NOT NULL,
    events bigint NOT NULL,
    points numeric NOT NULL,
    PRIMARY KEY (board, day, activity)
  ) WITH (fillfactor = 50);

  CREATE TABLE records (
    number bigint PRIMARY KEY,
    kind text NOT NULL,
    id text NOT NULL,
    at bigint NOT NULL,
    state text NOT NULL,
    text text NOT NULL,
    UNIQUE (kind, id)
  );
  CREATE INDEX records_kind ON records (kind, number);
  CREATE INDEX records_state ON records (kind, state, number);

  CREATE TABLE key_uses (id text PRIMARY KEY, used_at bigint NOT NULL) WITH (fillfactor = 50);

  CREATE UNLOGGED TABLE processes (id text PRIMARY KEY, seen_at timestamptz NOT NULL, said text) WITH (fillfactor = 50);
  CREATE UNLOGGED TABLE windows (
    policy text NOT NULL,
    caller text NOT NULL,
    opened_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    taken bigint NOT NULL,
    PRIMARY KEY (policy, caller)
  ) WITH (fillfactor = 50);

  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND current_setting('laurels.erasing', true) = 'on' THEN RETURN NEW; END IF;
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END $$;
  CREATE TRIGGER events_keep BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse();
  CREATE TRIGGER revisions_keep BEFORE UPDATE OR DELETE ON revisions FOR EACH ROW EXECUTE FUNCTION refuse();
  CREATE TRIGGER changes_keep BEFORE UPDATE OR DELETE ON changes FOR EACH ROW EXECUTE FUNCTION refuse();
  CREATE TRIGGER reopenings_keep BEFORE UPDATE OR DELETE ON reopenings FOR EACH ROW EXECUTE FUNCTION refuse();

  CREATE FUNCTION refuse_finals() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT closed_at FROM periods WHERE number = OLD.period) IS NOT NULL THEN
        RAISE EXCEPTION 'Final standings never change';
      END IF;
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END $$;
  CREATE TRIGGER final_standings_keep BEFORE UPDATE OR DELETE ON final_standings FOR EACH ROW EXECUTE FUNCTION refuse_finals();

  CREATE TRIGGER records_keep BEFORE UPDATE OR DELETE ON records FOR EACH ROW WHEN (OLD.kind = 'audit') EXECUTE FUNCTION refuse();
`;

/** Upgrades a database of the previous version, in a transaction. Processes of that version can continue: their events have no author. */
export const UPGRADE = `
  ${created('TABLE authors')}
  ALTER TABLE events ADD COLUMN author integer;
  ${created('INDEX events_author')}
  UPDATE laurels SET version = ${SCHEMA_VERSION};
`;

/** The statement of the schema that creates a table or index. */
function created(what: string): string {
  return new RegExp(`CREATE ${what} [^;]*;`).exec(SCHEMA)![0];
}
