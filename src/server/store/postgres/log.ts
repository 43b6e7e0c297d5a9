import type { Asking } from '../held/asking.ts';
import type { HeldPeriod } from '../held/boards.ts';
import { blockOf, TotalsBlock } from '../held/totals-block.ts';
import { type Appended, type Decision, type Entry, type Log, toAppend } from '../rules/entry.ts';
import { inWords } from '../rules/periods.ts';
import type { StoredPlayer } from '../stored-values.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import { type Commit, type Commits, keepChange, type Statement, type Written } from './commits.ts';
import { finalTotals } from './following.ts';
import type { Memory, PutBack } from './following.ts';
import { writingRecords } from './records.ts';
import { WRITE_BLOCKS } from './totals-writing.ts';

/** Blocks written in one statement. */
const BLOCKS_AT_ONCE = 500;

/** Takes the lock of one period, for as long as a transaction goes on. */
export const TRY_PERIOD = 'SELECT pg_try_advisory_xact_lock($1, $2) AS "isMine"';

/** Tells these locks from those of other programs in the same database. */
export const PERIOD_LOCKS = 1_279_350_098;

const SAVE_BOARD = `
  INSERT INTO boards (number, name, title, scoring, direction, time_zone, week_start, unit, state, position)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (number) DO UPDATE SET title = excluded.title, unit = excluded.unit, state = excluded.state, position = excluded.position`;

/** The name and the text take the place of the parameters. */
export const SAVE_DOCUMENT = 'INSERT INTO documents (name, text) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET text = excluded.text';

/** The log in the tables of PostgreSQL: what a rule decides is one transaction, in the line of all processes. */
export class PostgresLog implements Log {
  readonly #commits: Commits;
  readonly state: Memory;

  constructor(commits: Commits, memory: Memory) {
    this.#commits = commits;
    this.state = memory;
  }

  append<Result>(decide: (asking: Asking) => Decision<Result> | Promise<Decision<Result>>): Promise<Result> {
    return this.#commits.run(async (commit) => this.written(commit, await decide(commit)));
  }

  /** What a commit is to do. `also` is written with it. Rejects with what deciding records throws. */
  async written<Result>(commit: Commit, decision: Decision<Result>, also: readonly Statement[] = []): Promise<Written<Result>> {
    const { result } = decision;
    const appended = await toAppend(commit, decision, also.length > 0);
    if (appended === undefined) return { result };
    const steps: (Appended['steps'][number] & { readonly at: Commit; readonly putBack: readonly PutBack[] })[] = [];
    for (const [i, step] of appended.steps.entries()) {
      const at = { ...commit, position: commit.position + i };
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
        for (const { at, logged, putBack } of steps) this.#commits.changed(at, logged, putBack);
      },
    };
  }

  /** The totals of a closed period, written again. @throws {RangeError} while another process is closing it. */
  async #putBack(commit: Commit, { period }: Extract<Entry, { kind: 'reopened' }>): Promise<readonly PutBack[]> {
    const [lock] = await commit.rows<{ readonly isMine: boolean }>(TRY_PERIOD, [PERIOD_LOCKS, period.number]);
    if (!lock!.isMine) throw new RangeError(`The ${inWords(period.key)} is being closed`);
    if (period.closed === undefined) return [];
    const putBack = await finalTotals(commit, period.number);
    await writePutBack(commit, this.state.blocksOf(period.board.number), period, putBack);
    return putBack;
  }
}

/** The boards whose position an entry is. */
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
      // The number stays taken, under a name that no board has.
      if (isRemoved) return [["UPDATE boards SET name = ' ' || number, state = 'removed' WHERE number = $1", number]];
      const { name, title, scoring, direction, calendar, unit, state } = settings;
      const { timeZone, weekStart } = calendar;
      return [[SAVE_BOARD, number, name, title, scoring, direction, timeZone, weekStart, JSON.stringify(unit), state, position]];
    }
    case 'document':
      return [[SAVE_DOCUMENT, entry.name, entry.text]];
    case 'player':
      return [calling(entry.player)];
    case 'revised': {
      const { event, revision } = entry;
      const { does, at, reason, counted } = revision;
      const add = 'INSERT INTO revisions (number, event, does, at, reason, counted) VALUES ($1, $2, $3, $4, $5, $6)';
      return [[add, position, event.seq, does, at, reason, counted], ...activityChange(entry)];
    }
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

/** What a revision changes of the activities of its event's day. */
function activityChange({ board, event: { activity, points }, revision, day }: Extract<Entry, { kind: 'revised' }>): readonly Statement[] {
  if (day === undefined) return [];
  const sign = revision.does === 'void' ? -1 : 1;
  return [
    [
      `INSERT INTO activity_days AS day (board, day, activity, events, points) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (board, day, activity) DO UPDATE SET events = day.events + excluded.events, points = day.points + excluded.points`,
      board.number,
      day,
      activity,
      sign,
      String(sign * points),
    ],
    ['DELETE FROM activity_days WHERE board = $1 AND day = $2 AND activity = $3 AND events = 0', board.number, day, activity],
  ];
}

function calling({ number, username, displayName, avatar }: StoredPlayer): Statement {
  const sql = 'UPDATE players SET username = $1, fold = $2, display_name = $3, avatar = $4 WHERE number = $5';
  return [sql, username, usernameKey(username), displayName, avatar, number];
}

/**
 * Writes the blocks of everybody whose total is put back, at once: whoever starts from them later need not know that the
 * period was ever closed. Commits wait meanwhile, some seconds with a million players; it is an operator's act.
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
