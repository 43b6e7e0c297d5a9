import { setImmediate as nextTurn } from 'node:timers/promises';

import { PERIOD_KINDS, periodContaining } from '../../../domain/calendar.ts';
import type { Events } from '../points-store.ts';
import type { PlayedEvent, PlayedEvents } from '../stored-values.ts';
import type { LogParts } from './log.ts';
import { countedNow, EVENT, type EventRow, playedEventFrom, type RevisedRow, timeToColumn } from '../held/columns.ts';
import { eventsIn, revisedIn } from '../reading/events.ts';
import type { AskedTotals } from '../held/asked-totals.ts';
import { EVENTS_PER_BLOCK, type Wanted } from './ledger-blocks.ts';
import { READING, type Reading } from './file/rows-in-step.ts';
import { type Prepare, preparing } from './file/queries.ts';

interface EventParts extends Pick<LogParts, 'database' | 'db' | 'state' | 'blocks'> {
  readonly changes: { readonly newestSeq: number };
  readonly open: AskedTotals;
}

/** Reads the ledger: a player's events along their list, a period's from blocks and then from rows. */
export function sqliteEvents({ database, db, changes, state, open, blocks }: EventParts, read: Reading = READING): Events {
  const sql = statements(preparing(database));

  /** Reads counted events after a `seq` from ledger rows, at most up to the end of a block; `undefined` at the end of the ledger. */
  function unpacked(board: number, after: number, { bit, from, to }: Wanted): (PlayedEvents & { readonly reached: number }) | undefined {
    const last = changes.newestSeq;
    if (after >= last) return undefined;
    const reached = Math.min(last, (Math.floor(after / EVENTS_PER_BLOCK) + 1) * EVENTS_PER_BLOCK);
    const rows = sql.countedEvents.all(after, reached, board, from, to, bit);
    return {
      players: Uint32Array.from(rows, ({ player }) => player),
      at: Float64Array.from(rows, ({ at }) => at),
      points: Float64Array.from(rows, ({ points }) => points),
      reached,
    };
  }

  return {
    ...eventsIn(db, state, open, () => LATEST),

    async eventsBefore(boardName, { before = Infinity, from = -Infinity, to = Infinity, limit, look }) {
      const { number: board } = state.board(boardName);
      const within = { from: timeToColumn(from), to: timeToColumn(to) };
      const events: PlayedEvent[] = [];
      let end = Math.min(before, changes.newestSeq + 1);
      for (let left = look; left > 0 && end > 1;) {
        // Blocks tell which stretches may have matches; the unpacked rest is examined completely.
        const isPacked = end - 1 <= blocks.reached;
        const before = end;
        const stretch = isPacked ? await read(() => blocks.stretchBefore(board, before, within)) : { first: blocks.reached + 1, end };
        if (stretch === undefined) return { events, next: undefined };
        const first = Math.max(stretch.first, stretch.end - left);
        const values = [first, stretch.end, board, within.from, within.to, limit + 1 - events.length];
        const rows = await db.rows<RevisedRow>(WITHIN, values);
        events.push(...rows.map(playedEventFrom));
        // Fetching one more than the limit shows whether this is the last page.
        if (events.length > limit) return { events: events.slice(0, limit), next: events[limit - 1]!.seq };
        left -= stretch.end - first;
        end = first;
      }
      return { events, next: end > 1 ? end : undefined };
    },

    async *countedEvents({ board: boardName, kind, start }, after) {
      const { number: board, settings } = state.board(boardName);
      const { end } = periodContaining(kind, start, settings.calendar);
      const wanted = { bit: 1 << PERIOD_KINDS.indexOf(kind), from: timeToColumn(start), to: timeToColumn(end) };
      for (let reached = after; ;) {
        const from = reached;
        const events = await read(() => {
          const next = from % EVENTS_PER_BLOCK === 0 ? blocks.next(board, from, wanted) : unpacked(board, from, wanted);
          return next ?? unpacked(board, Math.max(from, blocks.reached), wanted);
        });
        if (events === undefined) return;
        ({ reached } = events);
        yield events;
        await nextTurn();
      }
    },
  };
}

// This connection sees only what was followed, so positions are not compared: in a moved database, revisions are not numbered by position.
const LATEST = 'LEFT JOIN revisions AS latest ON latest.number = (SELECT max(number) FROM revisions WHERE event = found.seq)';

// The plus keeps SQLite from using the index of ids.
const WITHIN = `${revisedIn(
  `SELECT ${EVENT} FROM events WHERE seq >= $1 AND seq < $2 AND +board = $3 AND at >= $4 AND at < $5 ORDER BY seq DESC LIMIT $6`,
  LATEST,
)} ORDER BY seq DESC`;

const statements = (prepare: Prepare) => ({
  // The plus keeps SQLite from scanning the index of ids, which begins with the board.
  countedEvents: prepare<
    Pick<EventRow, 'player' | 'at' | 'points'>,
    [after: number, upTo: number, board: number, from: number, to: number, bit: number]
  >(`SELECT player, at, points FROM events
       WHERE seq > ? AND seq <= ? AND +board = ? AND at >= ? AND at < ? AND ${countedNow()} & ? <> 0 ORDER BY seq`),
});
