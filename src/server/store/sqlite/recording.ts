import type { DatabaseSync } from 'node:sqlite';

import { areSameTotals, timeToColumn } from '../held/columns.ts';
import { MOST_BEHIND } from '../held/totals-block.ts';
import type { BeginTaking, EventLog } from '../rules/recording.ts';
import type { KnownEvent, StateBefore, Taking } from '../rules/taking.ts';
import type { NewEvent, Recorded, TotalNow } from '../stored-values.ts';
import type { Board, BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import type { OpenTotals } from './open-totals.ts';
import type { PlayerTable } from './player-table.ts';
import type { RecordTable } from './records.ts';
import { ActivityTally } from './rows/activity-tally.ts';
import { type EventColumns, KnownEvents, knownEventsOf, type LedgerWrite } from './rows/ledger-write.ts';
import { packed } from './rows/packed-events.ts';

/** How many events are written while the next as many are taken. */
export const EVENTS_PER_PART = 125;

/** A commit under way. */
interface Batch {
  /** Events of the ledger that were sent again, by id. */
  readonly known: ReadonlyMap<string, KnownEvent>;
  readonly taking: Taking;
  /** What there is to tell, once all parts are given. */
  changed: readonly TotalNow[];
  /** How many rows the parts so far had. */
  readonly given: { playersAdded: number; playersRenamed: number; periods: number };
  readonly activities: ActivityTally;
}

/** Events in, and totals with them in the same commit. */
export function sqliteRecording(
  database: DatabaseSync,
  commits: Commits,
  changes: Changes,
  boards: BoardTable,
  players: PlayerTable,
  totals: OpenTotals,
  records: RecordTable,
  eventsPerPart: number,
): EventLog {
  const knownEvents = knownEventsOf(database);

  function stateOf(board: Board): StateBefore {
    return {
      settings: board.settings,
      periodsAt: (at) => board.periods.containing(at),
      newestPeriod: () => boards.newestPeriod(),
      playerKeyed: (key) => players.keyed(key),
      newPlayer: (event) => players.add(event),
      renamed: (player, event) => players.updated(player, event),
      latestEvent: (player) => totals.latestEvent(board.number, player),
      scoreOf: (player, period) => totals.scoreOf(board.number, player, period),
    };
  }

  /**
   * What a commit writes, a part for each stretch of its events, as soon as these are taken and decided.
   * @throws {KnownEvents} if something is wrong with one of them, and the ledger has some; what deciding throws.
   */
  function* partsOf(board: Board, events: readonly NewEvent[], batch: Batch): Iterable<LedgerWrite> {
    const position = changes.positionOf(board.settings.name);
    const { taking } = batch;
    for (let start = 0; start < events.length; start += eventsPerPart) {
      const first = taking.entries.length;
      const stretch = events.slice(start, start + eventsPerPart);
      // Repetitions are answered whatever would be said of them if they were new.
      const refused = stretch.filter((event) => ['refused', 'held'].includes(taking.take(event).outcome));
      if (repeatedAmong(board, refused, batch).length > 0) throw new KnownEvents(repeatedAmong(board, events, batch));
      const isLast = start + eventsPerPart >= events.length;
      let rows: LedgerWrite['records'] = [];
      try {
        taking.decide(position, first);
        if (isLast) rows = records.decided(taking.records);
      } catch (error) {
        const repeated = repeatedAmong(board, events, batch);
        throw repeated.length === 0 ? error : new KnownEvents(repeated);
      }
      yield {
        ...newRows(board, batch),
        events: packed(eventColumns(board, batch, first)),
        // With the first, so that the thread has something to do: the others do not change what they are.
        totals: start === 0 ? totals.oldest(events.length) : [],
        ...(isLast ? sumsOf(board, batch) : { standings: [], activities: [] }),
        records: rows,
      };
    }
    batch.changed = changedTotals(taking);
  }

  /** Players and periods that the parts before did not write. */
  function newRows(
    { number: board }: Board,
    { taking: { newPeriods }, given }: Batch,
  ): Pick<LedgerWrite, 'playersAdded' | 'playersRenamed' | 'periods'> {
    const { playersAdded, playersRenamed } = players.written;
    const rows = {
      playersAdded: playersAdded.slice(given.playersAdded),
      playersRenamed: playersRenamed.slice(given.playersRenamed),
      periods: newPeriods
        .slice(given.periods)
        .map(({ number, kind, start, end }) => [number, board, kind, timeToColumn(start), timeToColumn(end)] as const),
    };
    given.playersAdded = playersAdded.length;
    given.playersRenamed = playersRenamed.length;
    given.periods = newPeriods.length;
    return rows;
  }

  /** The rows of the entries from one on. */
  function eventColumns(board: Board, { taking: { entries, answers }, activities }: Batch, first: number): readonly EventColumns[] {
    const rows: EventColumns[] = [];
    for (let i = first; i < entries.length; i += 1) {
      const { seq, effect, points, counted, day, previous = null } = entries[i]!;
      const { event, player } = effect;
      const { id, at, activity, receivedAt, digest } = event;
      activities.add(day, activity, points);
      rows.push([seq, board.number, id, player.number, points, at, activity, receivedAt, digest, counted, answers[i]!, previous]);
    }
    return rows;
  }

  /** What all events of a commit add to periods and days. */
  function sumsOf(board: Board, { taking, activities }: Batch): Pick<LedgerWrite, 'standings' | 'activities'> {
    const added = new Map<number, number>();
    for (const owner of taking.owners)
      for (const [period, { before }] of owner.totals) if (before === undefined) added.set(period, (added.get(period) ?? 0) + 1);
    return {
      standings: Array.from(added, ([period, standings]) => [standings, period] as const),
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
    begin: BeginTaking,
    known: Batch['known'],
  ): Promise<{ readonly recorded: readonly Recorded[] } | { readonly known: readonly KnownEvent[] }> {
    const taking = begin(stateOf(board), changes.newestSeq, known);
    const given = { playersAdded: 0, playersRenamed: 0, periods: 0 };
    const batch: Batch = { known, taking, changed: [], given, activities: new ActivityTally() };
    const { entries } = taking;
    const found = await commits.write(events.length, partsOf(board, events, batch), () => {
      if (entries.length === 0) return;
      totals.fold(board.number, taking.owners, changes.newestSeq + 1);
      changes.tellRecorded(
        board.settings.name,
        batch.changed,
        entries.map(({ effect }) => effect.event),
      );
    });
    if (found.length > 0) return { known: found };
    return { recorded: taking.recorded() };
  }

  return {
    async record(boardName, events, begin) {
      const board = boards.named(boardName);
      if (events.length === 0) return [];
      if (events.length > MOST_BEHIND) throw new RangeError(`A commit takes at most ${MOST_BEHIND} events, and this has ${events.length}`);
      return commits.alone(async () => {
        const known = new Map<string, KnownEvent>();
        for (;;) {
          const found = await attempt(board, events, begin, known);
          if ('recorded' in found) return found.recorded;
          // Taken for new. Once they are known all is taken again.
          commits.abandon();
          for (const event of found.known) known.set(event.id, event);
        }
      });
    },
  };
}

function changedTotals({ owners, periods }: Taking): TotalNow[] {
  const changed: TotalNow[] = [];
  for (const { player, totals } of owners) {
    for (const [number, { before, now }] of totals) {
      if (!areSameTotals(now, before)) changed.push({ period: periods.get(number)!, player: player.number, total: now });
    }
  }
  return changed;
}
