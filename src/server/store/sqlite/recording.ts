import type { DatabaseSync } from 'node:sqlite';

import { usernameKey } from '../../../domain/names/username-key.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { Ledger } from '../points-store.ts';
import type { RecordsToKeep } from '../records.ts';
import type { EventEffect, Holding, NewEvent, PeriodChange, PeriodKey, Recorded, TotalNow } from '../stored-values.ts';
import type { Board, BoardTable, Period } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import type { OpenTotals, PlayerTotals } from './open-totals.ts';
import type { PlayerTable } from './player-table.ts';
import type { RecordTable } from './records.ts';
import { ActivityTally } from './rows/activity-tally.ts';
import { areSameTotals, timeToColumn } from '../held/columns.ts';
import { type EventColumns, type KnownEvent, KnownEvents, knownEventsOf, type LedgerWrite } from './rows/ledger-write.ts';
import { packed } from './rows/packed-events.ts';
import { MOST_BEHIND } from '../held/totals-block.ts';

type Counts = Parameters<Ledger['append']>[2];
type Decide = Parameters<Ledger['append']>[3];
type ToKeep = RecordsToKeep<readonly Recorded[]> | undefined;

/** An event that will be recorded, and whose it is; `counted` has the bits of the periods it counts for. */
interface Entry {
  readonly effect: EventEffect;
  readonly owner: PlayerTotals;
  readonly counted: number;
}

/** How many events are written while the next as many are taken. */
export const EVENTS_PER_PART = 125;

/** What is known of one event of a commit before its answer: some are answered as another one of the commit is. */
type Taken = Exclude<Recorded, { outcome: 'recorded' }> | { readonly outcome: 'recorded' | 'repeated'; readonly entry: number };

/** A commit under way. */
interface Batch {
  /** Events of the ledger that were sent again, by id. */
  readonly known: ReadonlyMap<string, KnownEvent>;
  readonly taken: Taken[];
  readonly entries: Entry[];
  /** Of the entries. */
  readonly answers: string[];
  /** The entries by the ids of their events. */
  readonly byId: Map<string, number>;
  /** By what makes two names one player. */
  readonly players: Map<string, PlayerTotals>;
  /** Periods that something counts for, by number, and how many standings are new in each. */
  readonly periods: Map<number, { readonly key: PeriodKey; added: number }>;
  readonly newPeriods: Map<string, LedgerWrite['periods'][number]>;
  /** What there is to tell, once all parts are given. */
  changed: readonly TotalNow[];
  /** How many rows the parts so far had. */
  readonly given: { playersAdded: number; playersRenamed: number; periods: number };
  readonly activities: ActivityTally;
}

/**
 * Events in, and totals with them in the same commit.
 *
 * Late events: an event belongs to the periods of its own time. One that is closed stays as it was archived,
 * and the change says so; the longer ones that are still open count the event (docs/decisions/periods.md).
 */
export function sqliteRecording(
  database: DatabaseSync,
  commits: Commits,
  changes: Changes,
  boards: BoardTable,
  players: PlayerTable,
  totals: OpenTotals,
  records: RecordTable,
  eventsPerPart: number,
): Pick<Ledger, 'append'> {
  const knownEvents = knownEventsOf(database);

  /** Everything that can refuse the event is looked at before anything is written, so that a refusal leaves no trace. */
  function take(board: Board, event: NewEvent, counts: Counts, holds: Holding | undefined, batch: Batch): Taken {
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
    for (const period of periods) {
      const { key, span, closed } = period;
      if (closed || !counts(span, event)) {
        periodChanges.push({ state: 'closed', period: key });
        continue;
      }
      const number = numberOf(period, batch);
      const before = number === undefined || known === undefined ? undefined : totalNow(board, known, number);
      const after = exactScore(board.settings.scoring, board.settings.direction, before, scored);
      if (after === undefined) return { outcome: 'refused', reason: 'total out of range' };
      periodChanges.push({ state: 'counted', period: key, before, after });
    }
    const hold = holds?.(event, known?.player.number);
    if (hold !== undefined) return { outcome: 'held', hold };

    const owner: PlayerTotals = known ?? { player: players.add(event), totals: new Map(), latestEvent: undefined };
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
      const total = owner.totals.get(number);
      if (total === undefined) owner.totals.set(number, { before: change.before, now: change.after });
      else total.now = change.after;
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
    return player && { player, totals: new Map(), latestEvent: totals.latestEvent(board.number, player.number) };
  }

  function totalNow(board: Board, { player, totals: changed }: PlayerTotals, period: number): Score | undefined {
    return changed.get(period)?.now ?? totals.scoreOf(board.number, player.number, period);
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

  /**
   * What a commit writes, a part for each stretch of its events, as soon as these are taken and decided.
   * @throws {KnownEvents} if something is wrong with one of them, and the ledger has some; what `decide` throws.
   */
  function* partsOf(
    board: Board,
    events: readonly NewEvent[],
    counts: Counts,
    decide: Decide,
    toKeep: ToKeep,
    holding: (() => Holding) | undefined,
    batch: Batch,
  ): Iterable<LedgerWrite> {
    const position = changes.positionOf(board.settings.name);
    const holds = holding?.();
    for (let start = 0; start < events.length; start += eventsPerPart) {
      const first = batch.entries.length;
      const stretch = events.slice(start, start + eventsPerPart);
      const taken = stretch.map((event) => take(board, event, counts, holds, batch));
      batch.taken.push(...taken);
      // Repetitions are answered whatever would be said of them if they were new.
      const refused = stretch.filter((_, i) => taken[i]!.outcome === 'refused' || taken[i]!.outcome === 'held');
      if (repeatedAmong(board, refused, batch).length > 0) throw new KnownEvents(repeatedAmong(board, events, batch));
      const isLast = start + eventsPerPart >= events.length;
      let rows: LedgerWrite['records'] = [];
      try {
        if (batch.entries.length > first) batch.answers.push(...decided(batch.entries.slice(first), decide, position, first));
        if (isLast && toKeep !== undefined) rows = records.decided(toKeep, recordedOf(batch));
      } catch (error) {
        const repeated = repeatedAmong(board, events, batch);
        throw repeated.length === 0 ? error : new KnownEvents(repeated);
      }
      yield {
        ...newRows(batch),
        events: packed(eventColumns(board, batch, first)),
        // With the first, so that the thread has something to do: the others do not change what they are.
        totals: start === 0 ? totals.oldest(events.length) : [],
        ...(isLast ? sumsOf(board, batch) : { standings: [], activities: [] }),
        records: rows,
      };
    }
    batch.changed = changedTotals(batch);
  }

  /** Players and periods that the parts before did not write. */
  function newRows({ newPeriods, given }: Batch): Pick<LedgerWrite, 'playersAdded' | 'playersRenamed' | 'periods'> {
    const { playersAdded, playersRenamed } = players.written;
    const periods = [...newPeriods.values()];
    const rows = {
      playersAdded: playersAdded.slice(given.playersAdded),
      playersRenamed: playersRenamed.slice(given.playersRenamed),
      periods: periods.slice(given.periods),
    };
    given.playersAdded = playersAdded.length;
    given.playersRenamed = playersRenamed.length;
    given.periods = periods.length;
    return rows;
  }

  /** The rows of the entries from one on. Each player's latest event is then the one of it. */
  function eventColumns(board: Board, { entries, answers }: Batch, first: number): readonly EventColumns[] {
    const rows: EventColumns[] = [];
    for (let i = first; i < entries.length; i += 1) {
      const {
        effect: { event },
        owner,
        counted,
      } = entries[i]!;
      const seq = changes.newestSeq + 1 + i;
      const previous = owner.latestEvent ?? null;
      owner.latestEvent = seq;
      const { id, points, at, activity, receivedAt, digest } = event;
      rows.push([seq, board.number, id, owner.player.number, points + 0, at, activity, receivedAt, digest, counted, answers[i]!, previous]);
    }
    return rows;
  }

  /** What all events of a commit add to periods and days. */
  function sumsOf(board: Board, { periods, activities }: Batch): Pick<LedgerWrite, 'standings' | 'activities'> {
    return {
      standings: [...periods].flatMap(([number, { added }]) => (added > 0 ? [[added, number] as const] : [])),
      activities: Array.from(activities.take(), (row) => [board.number, ...row] as const),
    };
  }

  /** Events of the ledger among some that were not known to be. */
  function repeatedAmong(board: Board, events: readonly NewEvent[], { known }: Batch): readonly KnownEvent[] {
    const ids = events.flatMap(({ id }) => (known.has(id) ? [] : [id]));
    return knownEvents(board.number, ids, changes.newestSeq + 1);
  }

  /** Records events, of which those in `known` are repetitions; resolves with others that are, and then nothing was recorded. */
  async function attempt(
    board: Board,
    events: readonly NewEvent[],
    counts: Counts,
    decide: Decide,
    toKeep: ToKeep,
    holding: (() => Holding) | undefined,
    known: Batch['known'],
  ): Promise<{ readonly recorded: readonly Recorded[] } | { readonly known: readonly KnownEvent[] }> {
    const batch = newBatch(known);
    const { entries } = batch;
    const found = await commits.write(events.length, partsOf(board, events, counts, decide, toKeep, holding, batch), () => {
      if (entries.length === 0) return;
      totals.fold(board.number, batch.players.values(), changes.newestSeq + 1);
      changes.tellRecorded(
        board.settings.name,
        batch.changed,
        entries.map(({ effect }) => effect.event),
      );
    });
    if (found.length > 0) return { known: found };
    return { recorded: recordedOf(batch) };
  }

  /** What a commit without events keeps. */
  function keepAlone(toKeep: ToKeep): Promise<readonly Recorded[]> {
    return commits.alone(() => {
      const rows = records.decided(toKeep, []);
      if (rows.length > 0) commits.run(() => records.write(rows));
      return [];
    });
  }

  return {
    async append(boardName, events, counts, decide, toKeep, holding) {
      const board = boards.named(boardName);
      if (events.length === 0) return keepAlone(toKeep);
      if (events.length > MOST_BEHIND) throw new RangeError(`A commit takes at most ${MOST_BEHIND} events, and this has ${events.length}`);
      return commits.alone(async () => {
        const known = new Map<string, KnownEvent>();
        for (;;) {
          const found = await attempt(board, events, counts, decide, toKeep, holding, known);
          if ('recorded' in found) return found.recorded;
          // Taken for new. Once they are known all is taken again.
          commits.abandon();
          for (const event of found.known) known.set(event.id, event);
        }
      });
    },
  };
}

function recordedOf({ taken, answers }: Batch): readonly Recorded[] {
  return taken.map((one): Recorded => ('entry' in one ? { outcome: one.outcome, answer: answers[one.entry]! } : one));
}

function newBatch(known: Batch['known']): Batch {
  return {
    known,
    taken: [],
    entries: [],
    answers: [],
    byId: new Map(),
    players: new Map(),
    periods: new Map(),
    newPeriods: new Map(),
    changed: [],
    given: { playersAdded: 0, playersRenamed: 0, periods: 0 },
    activities: new ActivityTally(),
  };
}

function decided(entries: readonly Entry[], decide: Decide, position: number, given: number): readonly string[] {
  const answers = decide(
    entries.map(({ effect }) => effect),
    position,
    given,
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
  for (const { player, totals } of players.values()) {
    for (const [number, { before, now }] of totals) {
      if (!areSameTotals(now, before)) changed.push({ period: periods.get(number)!.key, player: player.number, total: now });
    }
  }
  return changed;
}
