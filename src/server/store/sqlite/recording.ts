import type { DatabaseSync } from 'node:sqlite';

import { PERIOD_KINDS } from '../../../domain/calendar.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { Ledger } from '../points-store.ts';
import type { EventEffect, NewEvent, PeriodChange, PeriodKey, Recorded, TotalNow } from '../stored-values.ts';
import type { Board, BoardTable, Period } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import type { OpenTotals, PlayerTotals } from './open-totals.ts';
import type { PlayerTable } from './player-table.ts';
import { ActivityTally } from './rows/activity-tally.ts';
import { areSameTotals, timeToColumn } from './rows/columns.ts';
import { type EventColumns, type KnownEvent, knownEventsOf, type LedgerWrite } from './rows/ledger-write.ts';
import { packed } from './rows/packed-events.ts';
import { MOST_BEHIND } from './rows/totals-block.ts';

type Counts = Parameters<Ledger['append']>[2];
type Decide = Parameters<Ledger['append']>[3];

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
  /** Events of the ledger that were sent again, by id. */
  readonly known: ReadonlyMap<string, KnownEvent>;
  readonly entries: Entry[];
  /** The entries by the ids of their events. */
  readonly byId: Map<string, number>;
  /** By what makes two names one player. */
  readonly players: Map<string, PlayerTotals>;
  /** Periods that something counts for, by number, and how many standings are new in each. */
  readonly periods: Map<number, { readonly key: PeriodKey; added: number }>;
  readonly newPeriods: Map<string, LedgerWrite['periods'][number]>;
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
  const knownEvents = knownEventsOf(database);

  /** Everything that can refuse the event is looked at before anything is written, so that a refusal leaves no trace. */
  function take(board: Board, event: NewEvent, counts: Counts, batch: Batch): Taken {
    const twin = batch.byId.get(event.id);
    const earlier = twin === undefined ? batch.known.get(event.id) : batch.entries[twin]!.effect.event;
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
    for (const [bit, period] of periods.entries()) {
      const { key, start, end, closed } = period;
      if (closed || !counts({ kind: PERIOD_KINDS[bit]!, start, end }, event.receivedAt)) {
        periodChanges.push({ state: 'closed', period: key });
        continue;
      }
      const number = numberOf(period, batch);
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
      const number = (period.number ??= numberOf(period, batch) ?? newPeriod(board, period, batch));
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

  /** The number of a period; `undefined` until something counts in it, also in this commit. */
  function numberOf({ key: { kind }, start, number }: Period, { newPeriods }: Batch): number | undefined {
    // Of many periods in one commit the first are not remembered until the last.
    return number ?? newPeriods.get(`${kind} ${start}`)?.[0];
  }

  function newPeriod(board: Board, { key: { kind }, start, end }: Period, { newPeriods }: Batch): number {
    const number = boards.newestPeriod() + newPeriods.size + 1;
    newPeriods.set(`${kind} ${start}`, [number, board.number, kind, timeToColumn(start), timeToColumn(end)]);
    return number;
  }

  /** What a commit writes. Each player's latest event is then the one of it. */
  function writeOf(board: Board, { entries, newPeriods, periods, activities }: Batch, answers: readonly string[]): LedgerWrite {
    let seq = changes.newestSeq;
    const events = entries.map(({ effect: { event }, owner, counted }, i): EventColumns => {
      seq += 1;
      const previous = owner.latestEvent ?? null;
      owner.latestEvent = seq;
      const { id, points, at, activity, receivedAt, digest } = event;
      return [seq, board.number, id, owner.player.number, points + 0, at, activity, receivedAt, digest, counted, answers[i]!, previous];
    });
    return {
      ...players.written,
      periods: [...newPeriods.values()],
      events: packed(events),
      standings: [...periods].flatMap(([number, { added }]) => (added > 0 ? [[added, number] as const] : [])),
      activities: Array.from(activities.take(), (row) => [board.number, ...row] as const),
      totals: totals.oldest(entries.length),
    };
  }

  /** Events of the ledger among some that were not known to be. */
  function repeatedAmong(board: Board, events: readonly NewEvent[], known: Batch['known']): readonly KnownEvent[] {
    const ids = events.flatMap(({ id }) => (known.has(id) ? [] : [id]));
    return knownEvents(board.number, ids, changes.newestSeq + 1);
  }

  /** Records events, of which those in `known` are repetitions; resolves with others that are, and then nothing was recorded. */
  async function attempt(
    board: Board,
    events: readonly NewEvent[],
    counts: Counts,
    decide: Decide,
    known: Batch['known'],
  ): Promise<{ readonly recorded: readonly Recorded[] } | { readonly known: readonly KnownEvent[] }> {
    const { name } = board.settings;
    const batch = newBatch(known);
    const taken = events.map((event) => take(board, event, counts, batch));
    // Repetitions are answered whatever would be said of them if they were new.
    const refused = repeatedAmong(
      board,
      events.filter((_, i) => taken[i]!.outcome === 'refused'),
      known,
    );
    if (refused.length > 0) return { known: refused };
    let answers: readonly string[] = [];
    try {
      if (batch.entries.length > 0) answers = decided(batch.entries, decide, changes.positionOf(name));
    } catch (error) {
      const repeated = repeatedAmong(board, events, known);
      if (repeated.length === 0) throw error;
      return { known: repeated };
    }
    const write = writeOf(board, batch, answers);
    const changed = changedTotals(batch);
    const found = await commits.write(write, () => {
      if (batch.entries.length === 0) return;
      totals.fold(board.number, batch.players.values(), write.events.first);
      changes.tellRecorded(name, changed, batch.entries.length);
    });
    if (found.length > 0) return { known: found };
    return { recorded: taken.map((one): Recorded => ('entry' in one ? { outcome: one.outcome, answer: answers[one.entry]! } : one)) };
  }

  return {
    async append(boardName, events, counts, decide) {
      const board = boards.named(boardName);
      if (events.length === 0) return [];
      if (events.length > MOST_BEHIND) throw new RangeError(`A commit takes at most ${MOST_BEHIND} events, and this has ${events.length}`);
      return commits.alone(async () => {
        const known = new Map<string, KnownEvent>();
        for (;;) {
          const found = await attempt(board, events, counts, decide, known);
          if ('recorded' in found) return found.recorded;
          // Taken for new. Once they are known all is taken again.
          commits.abandon();
          for (const event of found.known) known.set(event.id, event);
        }
      });
    },
  };
}

function newBatch(known: Batch['known']): Batch {
  return {
    known,
    entries: [],
    byId: new Map(),
    players: new Map(),
    periods: new Map(),
    newPeriods: new Map(),
    activities: new ActivityTally(),
  };
}

function decided(entries: readonly Entry[], decide: Decide, position: number): readonly string[] {
  const answers = decide(
    entries.map(({ effect }) => effect),
    position,
  );
  if (answers.length !== entries.length)
    throw new RangeError(`${entries.length} events were recorded, and ${answers.length} answers decided`);
  return answers;
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
