import { Authors } from '../held/authors.ts';
import { keptBefore } from '../reading/records.ts';
import { MOST_BEHIND } from '../held/totals-block.ts';
import { type Ledger, StorageFailure } from '../points-store.ts';
import type { StoredRecord } from '../records.ts';
import { addedActivities, knownAmong, type TakenPart, Taking } from '../rules/taking.ts';
import type { NewEvent } from '../stored-values.ts';
import type { LogParts } from './log.ts';
import { activityRow } from './activity-days.ts';
import { checksumOf } from './file/checksum.ts';
import { type EventColumns, type LedgerWrite, packed } from './file/ledger-write.ts';
import { type Prepare, preparing } from './file/queries.ts';
import { playerRow } from './players.ts';

/** How many events are written while the next batch is processed. */
export const EVENTS_PER_PART = 125;

/**
 * Records events with their totals in the same commit. All are first assumed to be new, as nearly all are; if the database disagrees,
 * nothing was stored, and the known ones are looked up.
 */
export function sqliteRecording(
  { database, db, commits, changes, state, totals }: LogParts,
  eventsPerPart: number,
): Pick<Ledger, 'append'> {
  const sql = statements(preparing(database));
  const authors = new Authors((by, imported) => {
    const known = sql.author.get(by, imported);
    if (known !== undefined) return known.number;
    const { number } = sql.newAuthor.get()!;
    commits.run(() => sql.addAuthor.run(number, by, imported, checksumOf([number, by, imported])));
    return number;
  });

  /** Yields the writes of a commit, one part per batch of events. Throws as {@link Taking.part}. */
  function* partsOf(
    board: number,
    events: readonly NewEvent[],
    taking: Taking,
    kept: readonly (StoredRecord | undefined)[],
  ): Iterable<LedgerWrite> {
    for (let start = 0; start < events.length; start += eventsPerPart) {
      const part = taking.part(events.slice(start, start + eventsPerPart));
      const isLast = start + eventsPerPart >= events.length;
      yield {
        playersAdded: part.added.map(({ player, knownSince }) => playerRow(player, knownSince)),
        playersRenamed: part.renamed.map(({ player, knownSince }) => playerRow(player, knownSince)),
        periods: part.periods,
        events: packed(eventColumns(board, part, authors)),
        // In the first part, to keep the thread busy: the events do not change these blocks.
        totals: start === 0 ? totals.oldest(changes.newestSeq + events.length) : [],
        activities: isLast ? addedActivities(taking.entries).map((sum) => activityRow(board, sum)) : [],
        records: isLast ? taking.records(kept) : [],
      };
    }
  }

  return {
    async append(boardName, events, counts, decide, records, holding) {
      const board = state.board(boardName);
      if (events.length === 0) return [];
      if (events.length > MOST_BEHIND) throw new RangeError(`A commit takes at most ${MOST_BEHIND} events, and this has ${events.length}`);
      const attempt = async (known?: Awaited<ReturnType<typeof knownAmong>>) => {
        const taking = new Taking({ board, state }, changes.newestSeq, { counts, decide, records, holding }, known);
        const kept = records === undefined ? [] : await keptBefore(db, records);
        await authors.meet(events);
        await commits.write(events.length, partsOf(board.number, events, taking, kept), () => {
          if (taking.entries.length > 0) changes.record(taking.step());
        });
        return taking.recorded();
      };
      return commits.alone(async () => {
        try {
          return await attempt();
        } catch (error) {
          if (error instanceof StorageFailure) throw error;
          // The error may come from treating known events as new.
          commits.abandon();
          return attempt(await knownAmong(db, board, events));
        }
      });
    },
  };
}

function eventColumns(board: number, { entries, answers }: TakenPart, authors: Authors): readonly EventColumns[] {
  return entries.map(({ seq, effect: { event, player }, points, counted, previous = null }, i) => {
    const { id, at, activity, receivedAt, digest } = event;
    return [
      seq,
      board,
      id,
      player.number,
      points,
      at,
      activity,
      receivedAt,
      digest,
      counted,
      answers[i]!,
      previous,
      authors.numberOf(event.author),
    ];
  });
}

const statements = (prepare: Prepare) => ({
  author: prepare<{ readonly number: number }, [by: string, imported: string]>(
    'SELECT number FROM authors WHERE author = ? AND import = ?',
  ),
  newAuthor: prepare<{ readonly number: number }>('SELECT coalesce(max(number), 0) + 1 AS number FROM authors'),
  addAuthor: prepare<never, [number: number, by: string, imported: string, checksum: number]>(
    'INSERT INTO authors (number, author, import, checksum) VALUES (?, ?, ?, ?)',
  ),
});
