import type { HeldBoard } from '../held/boards.ts';
import { keptBefore } from '../reading/records.ts';
import { MOST_BEHIND } from '../held/totals-block.ts';
import type { RecordsToKeep, StoredRecord } from '../records.ts';
import type { BeginTaking, EventLog } from '../rules/recording.ts';
import type { KnownEvent, Taking } from '../rules/taking.ts';
import type { NewEvent, Recorded } from '../stored-values.ts';
import type { LogParts } from './log.ts';
import { activityRow } from './activity-days.ts';
import { type EventColumns, KnownEvents, knownEventsOf, type LedgerWrite, packed, type PlayerRow } from './file/ledger-write.ts';
import { playerRow } from './players.ts';

/** How many events are written while the next as many are taken. */
export const EVENTS_PER_PART = 125;

/** A commit under way. */
interface Batch {
  /** Events of the ledger that were sent again, by id. */
  readonly known: ReadonlyMap<string, KnownEvent>;
  readonly taking: Taking;
  /** The records that are kept with it, as they were. */
  readonly records: readonly (StoredRecord | undefined)[];
  /** How many periods the parts so far had. */
  periods: number;
}

/** Events in, and totals with them in the same commit. */
export function sqliteRecording({ database, asking, commits, changes, state, totals }: LogParts, eventsPerPart: number): EventLog {
  const { players } = state;
  const knownEvents = knownEventsOf(database);

  /**
   * What a commit writes, a part for each stretch of its events, as soon as these are taken and decided.
   * @throws {KnownEvents} if something is wrong with one of them, and the ledger has some; what deciding throws.
   */
  function* partsOf(board: HeldBoard, events: readonly NewEvent[], batch: Batch): Iterable<LedgerWrite> {
    const { position } = board;
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
        if (isLast) rows = taking.records(batch.records);
      } catch (error) {
        const repeated = repeatedAmong(board, events, batch);
        throw repeated.length === 0 ? error : new KnownEvents(repeated);
      }
      yield {
        ...newRows(batch, first),
        events: packed(eventColumns(board, batch, first)),
        // With the first, so that the thread has something to do: the others do not change what they are.
        totals: start === 0 ? totals.oldest(changes.newestSeq + events.length) : [],
        ...(isLast ? sumsOf(board, batch) : { standings: [], activities: [] }),
        records: rows,
      };
    }
  }

  /** What the entries from one on bring besides themselves. */
  function newRows(batch: Batch, first: number): Pick<LedgerWrite, 'playersAdded' | 'playersRenamed' | 'periods'> {
    const { taking } = batch;
    const playersAdded: PlayerRow[] = [];
    const playersRenamed: PlayerRow[] = [];
    for (let i = first; i < taking.entries.length; i += 1) {
      const { names, effect } = taking.entries[i]!;
      if (names === 'same') continue;
      const { player } = effect;
      const since = taking.newcomers.get(player.number) ?? players.knownSince(player.number);
      (names === 'new' ? playersAdded : playersRenamed).push(playerRow(player, since));
    }
    const periods = taking.newPeriods.slice(batch.periods);
    batch.periods += periods.length;
    return { playersAdded, playersRenamed, periods };
  }

  /** The rows of the entries from one on. */
  function eventColumns(board: HeldBoard, { taking: { entries, answers } }: Batch, first: number): readonly EventColumns[] {
    const rows: EventColumns[] = [];
    for (let i = first; i < entries.length; i += 1) {
      const { seq, effect, points, counted, previous = null } = entries[i]!;
      const { event, player } = effect;
      const { id, at, activity, receivedAt, digest } = event;
      rows.push([seq, board.number, id, player.number, points, at, activity, receivedAt, digest, counted, answers[i]!, previous]);
    }
    return rows;
  }

  /** What all events of a commit add to periods and days. */
  function sumsOf(board: HeldBoard, { taking }: Batch): Pick<LedgerWrite, 'standings' | 'activities'> {
    return {
      standings: Array.from(taking.newStandings(), ([period, standings]) => [standings, period] as const),
      activities: taking.activities(0).map((sum) => activityRow(board.number, sum)),
    };
  }

  /** Events of the ledger among some that were not known to be. */
  function repeatedAmong(board: HeldBoard, events: readonly NewEvent[], { known }: Batch): readonly KnownEvent[] {
    const ids = events.flatMap(({ id }) => (known.has(id) ? [] : [id]));
    return knownEvents(board.number, ids, changes.newestSeq + 1);
  }

  /** Records events, of which those in `known` are repetitions; resolves with others that are, and then nothing was recorded. */
  async function attempt(
    board: HeldBoard,
    events: readonly NewEvent[],
    begin: BeginTaking,
    toKeep: Pick<RecordsToKeep, 'of'> | undefined,
    known: Batch['known'],
  ): Promise<{ readonly recorded: readonly Recorded[] } | { readonly known: readonly KnownEvent[] }> {
    const taking = begin({ board, state }, changes.newestSeq, known);
    const records = toKeep === undefined ? [] : await keptBefore(asking, toKeep);
    const batch: Batch = { known, taking, records, periods: 0 };
    const found = await commits.write(events.length, partsOf(board, events, batch), () => {
      if (taking.entries.length > 0) changes.tell(taking.follow());
    });
    if (found.length > 0) return { known: found };
    return { recorded: taking.recorded() };
  }

  return {
    async record(boardName, events, begin, records) {
      const board = state.board(boardName);
      if (events.length === 0) return [];
      if (events.length > MOST_BEHIND) throw new RangeError(`A commit takes at most ${MOST_BEHIND} events, and this has ${events.length}`);
      return commits.alone(async () => {
        const known = new Map<string, KnownEvent>();
        for (;;) {
          const found = await attempt(board, events, begin, records, known);
          if ('recorded' in found) return found.recorded;
          // Taken for new. Once they are known all is taken again.
          commits.abandon();
          for (const event of found.known) known.set(event.id, event);
        }
      });
    },
  };
}
