import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { PERIOD_KINDS, periodContaining } from '../../../domain/calendar.ts';
import type { Events } from '../points-store.ts';
import type { PlayedEvent, PlayedEvents, StoredEvent } from '../stored-values.ts';
import type { State } from '../held/state.ts';
import type { OpenTotals } from './open-totals.ts';
import { countedNow, type EventRow, playedEventFrom, type RevisedRow, revisedEventFrom, timeToColumn } from '../held/columns.ts';
import { EVENTS_PER_BLOCK, type LedgerBlocks, type Wanted } from './rows/ledger-blocks.ts';
import { newestSeq } from './rows/newest-seq.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** The ledger read: a player's events along their chain, a period's from the blocks and, after those, from the rows. */
export function sqliteEvents(database: DatabaseSync, state: State, totals: OpenTotals, blocks: LedgerBlocks): Events {
  const sql = statements(preparing(database));

  const newest = newestSeq(database);

  /** Counted events after a `seq` from the rows of the ledger, up to the end of a block at most; `undefined` at the end of the ledger. */
  function unpacked(board: number, after: number, { bit, from, to }: Wanted): (PlayedEvents & { readonly reached: number }) | undefined {
    const last = newest();
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
    async eventWithId(boardName, id) {
      const row = sql.eventWithId.get(state.board(boardName).number, id);
      return row && playedEventFrom(row);
    },

    async eventsBefore(boardName, { before = Infinity, from = -Infinity, to = Infinity, limit, look }) {
      const { number: board } = state.board(boardName);
      const within = { from: timeToColumn(from), to: timeToColumn(to) };
      const events: PlayedEvent[] = [];
      let end = Math.min(before, newest() + 1);
      for (let left = look; left > 0 && end > 1;) {
        // What is packed says which stretches of the ledger may have something; of what is not, all is looked at.
        const isPacked = end - 1 <= blocks.reached;
        const stretch = isPacked ? blocks.stretchBefore(board, end, within) : { first: blocks.reached + 1, end };
        if (stretch === undefined) return { events, next: undefined };
        const first = Math.max(stretch.first, stretch.end - left);
        const rows = sql.eventsWithin.all(first, stretch.end, board, within.from, within.to, limit + 1 - events.length);
        events.push(...rows.map(playedEventFrom));
        // One more than is asked for says that the page is not the last.
        if (events.length > limit) return { events: events.slice(0, limit), next: events[limit - 1]!.seq };
        left -= stretch.end - first;
        end = first;
      }
      return { events, next: end > 1 ? end : undefined };
    },

    async eventsOf(boardName, player, { before = Infinity, limit }) {
      const board = state.board(boardName).number;
      const start = before === Infinity ? undefined : sql.eventAt.get(before);
      let next = before === Infinity ? (totals.latestEvent(state.board(boardName), player) ?? null) : null;
      if (start?.board === board && start.player === player) next = start.previous;
      const events: StoredEvent[] = [];
      while (events.length < limit && next !== null) {
        const row: RevisedRow = sql.eventAt.get(next)!;
        events.push(revisedEventFrom(row));
        next = row.previous;
      }
      return events;
    },

    async countEvents(boardName, player, { from, to, arrivedFrom, look }) {
      const latest = totals.latestEvent(state.board(boardName), player);
      if (latest === undefined) return { count: 0, all: true };
      const { count, all } = sql.countEvents.get(latest, look, timeToColumn(arrivedFrom), timeToColumn(from), timeToColumn(to))!;
      return { count, all: all === 1 };
    },

    async *countedEvents({ board: boardName, kind, start }, after) {
      const { number: board, settings } = state.board(boardName);
      const { end } = periodContaining(kind, start, settings.calendar);
      const wanted = { bit: 1 << PERIOD_KINDS.indexOf(kind), from: timeToColumn(start), to: timeToColumn(end) };
      for (let reached = after; ;) {
        const next = reached % EVENTS_PER_BLOCK === 0 ? blocks.next(board, reached, wanted) : unpacked(board, reached, wanted);
        const events = next ?? unpacked(board, Math.max(reached, blocks.reached), wanted);
        if (events === undefined) return;
        ({ reached } = events);
        yield events;
        await nextTurn();
      }
    },
  };
}

const REVISED = `SELECT
    seq, board, player, id, points, events.at, activity, received_at, events.counted, previous,
    does, revisions.at AS revised_at, reason, revisions.counted AS now
  FROM events LEFT JOIN revisions ON revisions.number = (SELECT max(number) FROM revisions WHERE event = seq)`;

const statements = (prepare: Prepare) => ({
  eventAt: prepare<RevisedRow, [seq: number]>(`${REVISED} WHERE seq = ?`),
  eventWithId: prepare<RevisedRow, [board: number, id: string]>(`${REVISED} WHERE board = ? AND id = ?`),
  // The plus keeps the index of ids from being read.
  eventsWithin: prepare<RevisedRow, [first: number, end: number, board: number, from: number, to: number, limit: number]>(
    `${REVISED} WHERE seq >= ? AND seq < ? AND +board = ? AND events.at >= ? AND events.at < ? ORDER BY seq DESC LIMIT ?`,
  ),
  // The chain is followed here and not row by row: a count of thousands takes a few milliseconds.
  countEvents: prepare<
    { readonly count: number; readonly all: 0 | 1 },
    [latest: number, look: number, arrivedFrom: number, from: number, to: number]
  >(`WITH RECURSIVE chain (seq, looked) AS (
         SELECT ?1, 1
         UNION ALL
         SELECT previous, looked + 1 FROM chain JOIN events USING (seq)
         WHERE previous IS NOT NULL AND looked < ?2 AND received_at >= ?3
       )
       SELECT
         coalesce(sum(at >= ?4 AND at < ?5 AND received_at >= ?3), 0) AS count,
         max(looked) < ?2 OR min(received_at) < ?3 OR sum(previous IS NULL) > 0 AS "all"
       FROM chain JOIN events USING (seq)`),
  // The plus keeps the index of ids, which begins with the board, from being read from end to end.
  countedEvents: prepare<
    Pick<EventRow, 'player' | 'at' | 'points'>,
    [after: number, upTo: number, board: number, from: number, to: number, bit: number]
  >(`SELECT player, at, points FROM events
       WHERE seq > ? AND seq <= ? AND +board = ? AND at >= ? AND at < ? AND ${countedNow()} & ? <> 0 ORDER BY seq`),
});
