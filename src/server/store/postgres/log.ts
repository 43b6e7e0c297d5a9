import type { Queryable } from '../held/queryable.ts';
import type { HeldPeriod } from '../held/boards.ts';
import type { EventRow } from '../held/columns.ts';
import { blockOf, TotalsBlock } from '../held/totals-block.ts';
import {
  COPY_DIGEST,
  activitiesOf,
  type Appended,
  type Decision,
  type Entry,
  type Log,
  numbered,
  type RevisedEntry,
  type RevisedEvent,
  toAppend,
} from '../rules/entry.ts';
import { activitySums } from '../rules/activity-days.ts';
import { inWords } from '../rules/periods.ts';
import type { StoredPlayer } from '../stored-values.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import { type Commit, type Commits, keepChange, type Statement, type Written } from './commits.ts';
import type { PutBack } from '../held/following.ts';
import { finalTotals, followChange, followEvents, type LoggedEvent, type Memory } from './following.ts';
import { writingRecords } from './records.ts';
import { WRITE_BLOCKS } from './totals-writing.ts';

/** Blocks per statement. */
const BLOCKS_AT_ONCE = 500;

/** Tries to lock one period until the transaction ends. */
export const TRY_PERIOD = 'SELECT pg_try_advisory_xact_lock($1, $2) AS "isMine"';

/** Distinguishes these locks from the locks of other programs in the database. */
export const PERIOD_LOCKS = 1_279_350_098;

const SAVE_BOARD = `
  INSERT INTO boards (number, name, title, scoring, direction, time_zone, week_start, unit, state, position)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (number) DO UPDATE SET title = excluded.title, time_zone = excluded.time_zone, week_start = excluded.week_start,
    unit = excluded.unit, state = excluded.state, position = excluded.position`;

const SAVE_DOCUMENT = 'INSERT INTO documents (name, text) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET text = excluded.text';

/** The log in PostgreSQL tables: each decision is one transaction, serialized across all processes. */
export class PostgresLog implements Log {
  readonly #commits: Commits;
  readonly state: Memory;

  constructor(commits: Commits, memory: Memory) {
    this.#commits = commits;
    this.state = memory;
  }

  append<Result>(decide: (db: Queryable) => Decision<Result> | Promise<Decision<Result>>): Promise<Result> {
    return this.#commits.run(async (commit) => this.written(commit, await decide(commit)));
  }

  /** The writes for a commit of `decision`, along with `also`. Rejects with what deciding the records throws. */
  async written<Result>(commit: Commit, decision: Decision<Result>, also: readonly Statement[] = []): Promise<Written<Result>> {
    const { result } = decision;
    const appended = await toAppend(commit, decision, also.length > 0);
    if (appended === undefined) return { result };
    const steps: (Appended['steps'][number] & { readonly at: Commit; readonly putBack: readonly PutBack[] })[] = [];
    let { position } = commit;
    for (const step of appended.steps) {
      position += positionsOf(step.entry);
      const at = { ...commit, position: position - 1 };
      steps.push({ ...step, at, putBack: step.entry.kind === 'reopened' ? await this.#putBack(at, step.entry) : [] });
    }
    const rest = [...also, ...writingRecords(appended.records)];
    return {
      result,
      write: () =>
        Promise.all(
          steps.map(({ at, logged, entry }, i) =>
            keepChange(at, logged, [...(i === 0 ? rest : []), ...statementsOf(entry, at.position + 1)], movedBy(entry)),
          ),
        ),
      follow: () => {
        for (const { at, entry, logged, putBack } of steps) {
          if (entry.kind === 'revised' && entry.copies.length > 0)
            this.#commits.publish(followEvents(this.state, copiesIn(entry, at.position + 1).map(loggedCopy)));
          const published = followChange(this.state, at.position + 1, logged, putBack);
          if (published !== undefined) this.#commits.publish(published);
        }
      },
    };
  }

  /** Restores and writes the totals of a closed period. @throws {RangeError} while another process is closing it. */
  async #putBack(commit: Commit, { period }: Extract<Entry, { kind: 'reopened' }>): Promise<readonly PutBack[]> {
    const [lock] = await commit.rows<{ readonly isMine: boolean }>(TRY_PERIOD, [PERIOD_LOCKS, period.number]);
    if (!lock!.isMine) throw new RangeError(`The ${inWords(period.key)} is being closed`);
    if (period.closed === undefined) return [];
    const putBack = await finalTotals(commit, period.number);
    await writePutBack(commit, this.state.blocksOf(period.board.number), period, putBack);
    return putBack;
  }
}

/** How many positions an entry takes: one per copy and revision. The change itself is at the last one. */
function positionsOf(entry: Entry): number {
  return entry.kind === 'revised' ? entry.copies.length + entry.events.length : 1;
}

/** The copies of an entry whose change is at a position. */
function copiesIn(entry: RevisedEntry, position: number): ReturnType<typeof numbered> {
  return numbered(entry.copies, position - positionsOf(entry));
}

function loggedCopy({ received_at: receivedAt, ...row }: EventRow): LoggedEvent {
  return { ...row, receivedAt, counted: 0, naming: undefined };
}

/** The boards that get the position of this entry. */
function movedBy(entry: Entry): number | 'all' | undefined {
  switch (entry.kind) {
    case 'board':
      return entry.isRemoved ? 'all' : undefined;
    case 'document':
    case 'player':
      return 'all';
    case 'revised':
      return entry.board.number;
    case 'records':
      return entry.board?.number;
    case 'sealed':
      return undefined;
    case 'closed':
    case 'reopened':
      return entry.period.board.number;
  }
}

function statementsOf(entry: Entry, position: number): readonly Statement[] {
  switch (entry.kind) {
    case 'board': {
      const { number, settings, isRemoved } = entry;
      // The number stays taken, under a name that no board can have.
      if (isRemoved) return [["UPDATE boards SET name = ' ' || number, state = 'removed' WHERE number = $1", number]];
      const { name, title, scoring, direction, calendar, unit, state } = settings;
      const { timeZone, weekStart } = calendar;
      return [[SAVE_BOARD, number, name, title, scoring, direction, timeZone, weekStart, JSON.stringify(unit), state, position]];
    }
    case 'document':
      return [[SAVE_DOCUMENT, entry.name, entry.text]];
    case 'player':
      return [renaming(entry.player)];
    case 'revised':
      return revising(entry, position);
    case 'records':
      return [];
    case 'sealed':
      return [['UPDATE periods SET sealed = true WHERE number = $1', entry.period.number]];
    case 'closed': {
      const close = 'UPDATE periods SET sealed = false, closed_at = $2, standings = $3, unshown = $4 WHERE number = $1';
      return [[close, entry.period.number, entry.at, entry.order.length, entry.unshown]];
    }
    case 'reopened': {
      const { period, at, reason } = entry;
      const { number, closed } = period;
      return [
        [
          `UPDATE periods SET sealed = false, closed_at = NULL, standings = NULL, unshown = NULL,
             reopened_at = CASE WHEN $3 THEN $2 ELSE reopened_at END WHERE number = $1`,
          number,
          at,
          closed !== undefined,
        ],
        [
          'INSERT INTO reopenings (number, period, at, reason, closed_at) VALUES ($1, $2, $3, $4, $5)',
          position,
          number,
          at,
          reason,
          closed?.at ?? null,
        ],
      ];
    }
  }
}

/** Statements that write revisions at the positions up to that of their change. */
function revising(entry: RevisedEntry, position: number): readonly Statement[] {
  const { board, events } = entry;
  const first = position - events.length + 1;
  const of = <Name extends keyof RevisedEvent['revision']>(name: Name) => events.map(({ revision }) => revision[name]);
  const numbers = events.map((_, i) => first + i);
  const statements: Statement[] = [
    [ADD_REVISIONS, numbers, events.map(({ event }) => event.seq), of('does'), of('at'), of('reason'), of('counted')],
  ];
  const copies = copiesIn(entry, position);
  if (copies.length > 0) statements.push([ADD_COPIES, board.number, ...COPY_COLUMNS.map((name) => copies.map((copy) => copy[name]))]);
  const days = activitySums(activitiesOf(entry));
  const [starts, activities] = [days.map(({ day }) => day), days.map(({ activity }) => activity)];
  statements.push(
    [ADD_ACTIVITIES, board.number, starts, activities, days.map((one) => one.events), days.map(({ points }) => String(points))],
    [DROP_ACTIVITIES, board.number, starts, activities],
  );
  return statements;
}

const ADD_REVISIONS = `
  INSERT INTO revisions (number, event, does, at, reason, counted)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::smallint[])`;

const COPY_COLUMNS = ['seq', 'id', 'player', 'points', 'at', 'activity', 'received_at', 'counted', 'previous', 'author'] as const;

const ADD_COPIES = `
  INSERT INTO events (board, digest, answer, ${COPY_COLUMNS.join(', ')})
  SELECT $1::integer, '${COPY_DIGEST}', '', * FROM unnest($2::bigint[], $3::text[], $4::integer[], $5::bigint[], $6::bigint[], $7::text[],
    $8::bigint[], $9::smallint[], $10::bigint[], $11::integer[])`;

const ADD_ACTIVITIES = `
  INSERT INTO activity_days AS day (board, day, activity, events, points)
  SELECT $1::integer, * FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::numeric[])
  ON CONFLICT (board, day, activity) DO UPDATE SET events = day.events + excluded.events, points = day.points + excluded.points`;

const DROP_ACTIVITIES = `
  DELETE FROM activity_days USING unnest($2::bigint[], $3::text[]) AS gone (day, activity)
  WHERE board = $1 AND activity_days.day = gone.day AND activity_days.activity = gone.activity AND events = 0`;

function renaming({ number, username, displayName, avatar }: StoredPlayer): Statement {
  const sql = 'UPDATE players SET username = $1, fold = $2, display_name = $3, avatar = $4 WHERE number = $5';
  return [sql, username, usernameKey(username), displayName, avatar, number];
}

/**
 * Writes the blocks of all restored totals at once, so that a process loading later need not know that the period had been closed. Commits
 * wait in the meantime, some seconds with a million players; only an operator triggers this.
 */
async function writePutBack(
  commit: Commit,
  blocks: readonly (TotalsBlock | undefined)[],
  { board, number }: HeldPeriod,
  putBack: readonly PutBack[],
): Promise<void> {
  const byBlock = [...Map.groupBy(putBack, ({ player }) => blockOf(player))];
  for (let from = 0; from < byBlock.length; from += BLOCKS_AT_ONCE) {
    const written = byBlock.slice(from, from + BLOCKS_AT_ONCE).map(([block, own]) => {
      const copy = blocks[block]?.copy() ?? new TotalsBlock(block);
      for (const { player, total } of own) copy.setScore(player, number, total);
      return { block, bytes: Buffer.from(copy.bytes) };
    });
    await commit.rows(WRITE_BLOCKS, [
      board.number,
      commit.position + 1,
      written.map(({ block }) => block),
      written.map(({ bytes }) => bytes),
    ]);
  }
}
