import type { DatabaseSync } from 'node:sqlite';

import { PERIOD_KINDS } from '../../../domain/calendar.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { Ledger } from '../points-store.ts';
import type { EventEffect, NewEvent, PeriodChange, PeriodKey, Recorded, TotalNow } from '../stored-values.ts';
import type { Board, BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import type { OpenTotals, PlayerTotals } from './open-totals.ts';
import type { PlayerTable } from './player-table.ts';
import { ActivityTally, type ActivityRow, addActivitySql } from './rows/activity-tally.ts';
import { checksumOf } from './rows/checksum.ts';
import { areSameTotals } from './rows/columns.ts';
import { newestSeq } from './rows/newest-seq.ts';
import { type Prepare, preparing } from './rows/query.ts';
import { MOST_BEHIND } from './rows/totals-block.ts';

type Counts = Parameters<Ledger['append']>[2];

/** An event that will be recorded, and whose it is; `counted` has the bits of the periods it counts for. */
interface Entry {
  readonly effect: EventEffect;
  readonly owner: PlayerTotals;
  readonly counted: number;
}

/** What is known of one event of a commit before its answer: some are answered as another one of the commit is. */
type Taken = Exclude<Recorded, { outcome: 'recorded' }> | { readonly outcome: 'recorded' | 'repeated'; readonly entry: number };

/** A commit under way. */
interface Batch {
  readonly entries: Entry[];
  /** The entries by the ids of their events. */
  readonly byId: Map<string, number>;
  /** By what makes two names one player. */
  readonly players: Map<string, PlayerTotals>;
  /** Periods that something counts for, by number, and how many standings are new in each. */
  readonly periods: Map<number, { readonly key: PeriodKey; added: number }>;
  readonly activities: ActivityTally;
}

/**
 * Events in, and totals with them in the same commit.
 *
 * Late events: an event belongs to the periods of its own time. One that is closed stays as it was archived,
 * and the change says so; the longer ones that are still open count the event (docs/decisions/0020-closing.md).
 */
export function sqliteRecording(
  database: DatabaseSync,
  commits: Commits,
  changes: Changes,
  boards: BoardTable,
  players: PlayerTable,
  totals: OpenTotals,
): Pick<Ledger, 'append'> {
  const sql = statements(preparing(database));
  const newest = newestSeq(database);

  /** Everything that can refuse the event is looked at before anything is written, so that a refusal leaves no trace. */
  function take(board: Board, event: NewEvent, counts: Counts, batch: Batch): Taken {
    const twin = batch.byId.get(event.id);
    const earlier = twin === undefined ? sql.answerOf.get(board.number, event.id) : batch.entries[twin]!.effect.event;
    if (earlier !== undefined) {
      if (earlier.digest !== event.digest) return { outcome: 'refused', reason: 'known id, another body' };
      return 'answer' in earlier ? { outcome: 'repeated', answer: earlier.answer } : { outcome: 'repeated', entry: twin! };
    }

    const periods = board.periods.containing(event.at);
    const name = usernameKey(event.username);
    const known = batch.players.get(name) ?? totalsOf(board, name);
    if (known !== undefined && event.keepsNames && isAnotherName(event, known.player))
      return { outcome: 'refused', reason: 'another name' };
    // A negative zero is a zero in the database, and nobody should see a difference.
    const scored = { points: event.points + 0, at: event.at };
    const periodChanges: PeriodChange[] = [];
    for (const [bit, { key, start, end, closed, number }] of periods.entries()) {
      if (closed || !counts({ kind: PERIOD_KINDS[bit]!, start, end }, event.receivedAt)) {
        periodChanges.push({ state: 'closed', period: key });
        continue;
      }
      const before = number === undefined || known === undefined ? undefined : totalNow(board, known, number);
      const after = exactScore(board.settings.scoring, board.settings.direction, before, scored);
      if (after === undefined) return { outcome: 'refused', reason: 'total out of range' };
      periodChanges.push({ state: 'counted', period: key, before, after });
    }

    const owner: PlayerTotals = known ?? { player: players.add(event), totals: new Map(), before: new Map(), latestEvent: undefined };
    owner.player = players.updated(owner.player, event);
    batch.players.set(name, owner);
    let counted = 0;
    for (const [bit, change] of periodChanges.entries()) {
      if (change.state === 'closed') continue;
      counted |= 1 << bit;
      const period = periods[bit]!;
      const number = (period.number ??= boards.addPeriod(board, period.key.kind, period.start, period.end));
      const touched = batch.periods.get(number) ?? { key: period.key, added: 0 };
      batch.periods.set(number, touched);
      owner.totals.set(number, change.after);
      if (!owner.before.has(number)) owner.before.set(number, change.before);
      if (change.before === undefined) touched.added += 1;
    }
    batch.activities.add(periods[0]!.start, event.activity, scored.points);
    const entry = batch.entries.length;
    batch.entries.push({ effect: { event, player: owner.player, changes: periodChanges }, owner, counted });
    batch.byId.set(event.id, entry);
    return { outcome: 'recorded', entry };
  }

  function totalsOf(board: Board, name: string): PlayerTotals | undefined {
    const player = players.keyed(name);
    return player && { player, totals: new Map(), before: new Map(), latestEvent: totals.latestEvent(board.number, player.number) };
  }

  function totalNow(board: Board, { player, totals: changed }: PlayerTotals, period: number): Score | undefined {
    return changed.get(period) ?? totals.scoreOf(board.number, player.number, period);
  }

  /** Returns the `seq` of the first. */
  function write(board: Board, { entries, periods, activities }: Batch, answers: readonly string[]): number {
    totals.writeOldest(entries.length);
    const before = newest();
    let seq = before;
    for (const [i, { effect, owner, counted }] of entries.entries()) {
      seq += 1;
      const { id, points, at, activity, receivedAt, digest } = effect.event;
      const previous = owner.latestEvent ?? null;
      const row = [
        seq,
        board.number,
        id,
        owner.player.number,
        points + 0,
        at,
        activity,
        receivedAt,
        digest,
        counted,
        answers[i]!,
        previous,
      ] as const;
      sql.addEvent.run(...row, checksumOf(row));
      owner.latestEvent = seq;
    }
    for (const [number, { added }] of periods) if (added > 0) sql.countStandings.run(added, number);
    for (const row of activities.take()) sql.addActivity.run(board.number, ...row);
    return before + 1;
  }

  return {
    async append(boardName, events, counts, decide) {
      const board = boards.named(boardName);
      if (events.length === 0) return [];
      if (events.length > MOST_BEHIND) throw new RangeError(`A commit takes at most ${MOST_BEHIND} events, and this has ${events.length}`);
      const batch: Batch = {
        entries: [],
        byId: new Map(),
        players: new Map(),
        periods: new Map(),
        activities: new ActivityTally(),
      };
      let changed: readonly TotalNow[] = [];
      let first = 0;
      const recorded = commits.run(() => {
        const taken = events.map((event) => take(board, event, counts, batch));
        let answers: readonly string[] = [];
        if (batch.entries.length > 0) {
          answers = decide(
            batch.entries.map(({ effect }) => effect),
            changes.positionOf(boardName),
          );
          if (answers.length !== batch.entries.length)
            throw new RangeError(`${batch.entries.length} events were recorded, and ${answers.length} answers decided`);
          changed = changedTotals(batch);
          first = write(board, batch, answers);
        }
        return taken.map((one): Recorded => ('entry' in one ? { outcome: one.outcome, answer: answers[one.entry]! } : one));
      });
      if (batch.entries.length === 0) return recorded;
      totals.fold(board.number, batch.players.values(), first);
      changes.tellRecorded(boardName, changed, batch.entries.length);
      return recorded;
    },
  };
}

function isAnotherName({ displayName, avatar }: NewEvent, player: PlayerTotals['player']): boolean {
  return (displayName ?? player.displayName) !== player.displayName || (avatar ?? player.avatar) !== player.avatar;
}

function changedTotals({ players, periods }: Batch): TotalNow[] {
  const changed: TotalNow[] = [];
  for (const { player, totals, before } of players.values()) {
    for (const [number, earlier] of before) {
      const total = totals.get(number);
      if (!areSameTotals(total, earlier)) changed.push({ period: periods.get(number)!.key, player: player.number, total });
    }
  }
  return changed;
}

/** In the order in which the statement below names them; those before the checksum are what it proves. */
type EventColumns = readonly [
  seq: number,
  board: number,
  id: string,
  player: number,
  points: number,
  at: number,
  activity: string,
  receivedAt: number,
  digest: string,
  counted: number,
  answer: string,
  previous: number | null,
];

const statements = (prepare: Prepare) => ({
  answerOf: prepare<{ readonly digest: string; readonly answer: string }, [board: number, id: string]>(
    'SELECT digest, answer FROM events WHERE board = ? AND id = ?',
  ),
  addEvent: prepare<never, [...EventColumns, checksum: number]>(
    `INSERT INTO events (seq, board, id, player, points, at, activity, received_at, digest, counted, answer, previous, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  countStandings: prepare<never, [added: number, period: number]>('UPDATE periods SET standings = standings + ? WHERE number = ?'),
  addActivity: prepare<never, [board: number, ...row: ActivityRow]>(addActivitySql('activity_days')),
});
