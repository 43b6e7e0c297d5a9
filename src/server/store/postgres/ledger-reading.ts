import { PERIOD_KINDS, periodContaining } from '../../../domain/calendar.ts';
import { askedTotals } from '../held/asked-totals.ts';
import { countedNow, EVENT, playedEventFrom, type RevisedRow, timeToColumn } from '../held/columns.ts';
import { eventsIn, revisedIn } from '../reading/events.ts';
import type { Events } from '../points-store.ts';
import type { Connections } from './database/connections.ts';
import type { Memory } from './following.ts';

/** Events per query. */
const EVENTS_AT_ONCE = 20_000;

/** Reads the ledger up to the position of memory: a player's events along their list, a period's by time. */
export function postgresEvents(connections: Connections, memory: Memory): Events {
  return {
    ...eventsIn(connections, memory, askedTotals(memory), latestRevision),

    async eventsBefore(boardName, { before = Infinity, from = -Infinity, to = Infinity, limit, look }) {
      const { number: board } = memory.board(boardName);
      const { position } = memory;
      const end = Math.min(before, position + 1);
      const first = Math.max(1, end - look);
      const within = [first, end, board, timeToColumn(from), timeToColumn(to), limit + 1, position];
      const events = (await connections.rows<RevisedRow>(WITHIN, within)).map(playedEventFrom);
      if (events.length > limit) return { events: events.slice(0, limit), next: events[limit - 1]!.seq };
      // A board has no events before the first one that counted for its all-time period.
      const [oldest] = await connections.rows<{ readonly since: number }>(OLDEST, [board]);
      return { events, next: first > Math.max(1, oldest?.since ?? Infinity) ? first : undefined };
    },

    async *countedEvents({ board: boardName, kind, start }, after) {
      const { number: board, settings } = memory.board(boardName);
      const { end } = periodContaining(kind, start, settings.calendar);
      const { position } = memory;
      const bit = 1 << PERIOD_KINDS.indexOf(kind);
      for (let reached = after, more = true; more && reached < position;) {
        const rows: readonly (readonly [seq: number, player: number, at: number, points: number])[] = await connections.columns(
          COUNTED_EVENTS,
          [reached, position, board, timeToColumn(start), timeToColumn(end), bit],
        );
        more = rows.length === EVENTS_AT_ONCE;
        reached = more ? rows.at(-1)![0] : position;
        yield {
          players: Uint32Array.from(rows, (row) => row[1]),
          at: Float64Array.from(rows, (row) => row[2]),
          points: Float64Array.from(rows, (row) => row[3]),
          reached,
        };
      }
    },
  };
}

function latestRevision(position: string): string {
  return `LEFT JOIN LATERAL (
    SELECT * FROM revisions WHERE event = found.seq AND number <= ${position} ORDER BY number DESC LIMIT 1
  ) AS latest ON true`;
}

const WITHIN = `${revisedIn(
  `SELECT ${EVENT} FROM events WHERE seq >= $1 AND seq < $2 AND board = $3 AND at >= $4 AND at < $5 ORDER BY seq DESC LIMIT $6`,
  latestRevision('$7'),
)} ORDER BY seq DESC`;

const OLDEST = `SELECT since FROM periods WHERE board = $1 AND kind = 'all-time'`;

/** Finds the rows of a time range first and sorts them afterwards; if that is the whole ledger, reads it in order up to the limit. */
const COUNTED_EVENTS = `
  SELECT seq, player, at, points FROM events
  WHERE seq > $1 AND seq <= $2 AND board = $3 AND at >= $4 AND at < $5 AND ${countedNow()} & $6 <> 0
  ORDER BY seq LIMIT ${EVENTS_AT_ONCE}`;
