import { PERIOD_KINDS, periodContaining } from '../../../domain/calendar.ts';
import { countedNow, playedEventFrom, type RevisedRow, revisedEventFrom, timeToColumn } from '../held/columns.ts';
import type { Events } from '../points-store.ts';
import type { Connections } from './database/connections.ts';
import type { Memory } from './memory/memory.ts';

/** Events that are read at once. */
const EVENTS_AT_ONCE = 20_000;

/** The ledger read: a player's events along their chain, a period's by their time. Nothing is read that memory has not followed. */
export function postgresEvents(connections: Connections, memory: Memory): Events {
  return {
    async eventWithId(boardName, id) {
      const board = memory.board(boardName);
      const [row] = await connections.rows<RevisedRow>(EVENT_WITH_ID, [board.number, id, memory.position]);
      return row && playedEventFrom(row);
    },

    async eventsBefore(boardName, { before = Infinity, from = -Infinity, to = Infinity, limit, look }) {
      const { number: board } = memory.board(boardName);
      const { position } = memory;
      const end = Math.min(before, position + 1);
      const first = Math.max(1, end - look);
      const within = [first, end, board, timeToColumn(from), timeToColumn(to), limit + 1, position];
      const events = (await connections.rows<RevisedRow>(EVENTS_BEFORE, within)).map(playedEventFrom);
      if (events.length > limit) return { events: events.slice(0, limit), next: events[limit - 1]!.seq };
      // Nothing of a board is older than what counted first in its whole time.
      const [oldest] = await connections.rows<{ readonly since: number }>(OLDEST, [board]);
      return { events, next: first > Math.max(1, oldest?.since ?? Infinity) ? first : undefined };
    },

    async eventsOf(boardName, player, { before = Infinity, limit }) {
      const board = memory.board(boardName);
      const { position } = memory;
      const latest = memory.latestEvent(board, player);
      if (latest === undefined) return [];
      const isFirst = before === Infinity;
      const rows = await connections.rows<RevisedRow>(EVENTS_OF, [
        isFirst ? latest : before,
        isFirst,
        board.number,
        player,
        limit,
        position,
      ]);
      return rows.map(revisedEventFrom);
    },

    async countEvents(boardName, player, { from, to, arrivedFrom, look }) {
      const latest = memory.latestEvent(memory.board(boardName), player);
      if (latest === undefined) return { count: 0, all: true };
      const [found] = await connections.rows<{ readonly count: number; readonly all: boolean }>(COUNT_EVENTS, [
        latest,
        look,
        timeToColumn(arrivedFrom),
        timeToColumn(from),
        timeToColumn(to),
      ]);
      return found!;
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

const EVENT = 'seq, board, player, id, points, at, activity, received_at, counted, previous';

const EVENTS_OF = `
  WITH RECURSIVE chain AS (
    SELECT 1 AS place, first.* FROM (
      SELECT ${EVENT} FROM events
      WHERE seq = CASE WHEN $2 THEN $1 ELSE (SELECT previous FROM events WHERE seq = $1 AND board = $3 AND player = $4) END
    ) AS first
    UNION ALL
    SELECT place + 1, ${EVENT.replaceAll(/\b(\w+)/g, 'events.$1')} FROM chain JOIN events ON events.seq = chain.previous WHERE place < $5
  )
  SELECT chain.*, does, latest.at AS revised_at, reason, latest.counted AS now
  FROM chain LEFT JOIN LATERAL (
    SELECT * FROM revisions WHERE event = seq AND number <= $6 ORDER BY number DESC LIMIT 1
  ) AS latest ON true
  ORDER BY place LIMIT $5`;

const LATEST = `LEFT JOIN LATERAL (
    SELECT * FROM revisions WHERE event = seq AND number <= $7 ORDER BY number DESC LIMIT 1
  ) AS latest ON true`;

const EVENTS_BEFORE = `
  SELECT recent.*, does, latest.at AS revised_at, reason, latest.counted AS now
  FROM (
    SELECT ${EVENT} FROM events
    WHERE seq >= $1 AND seq < $2 AND board = $3 AND at >= $4 AND at < $5 ORDER BY seq DESC LIMIT $6
  ) AS recent ${LATEST}
  ORDER BY seq DESC`;

const EVENT_WITH_ID = `
  SELECT found.*, does, latest.at AS revised_at, reason, latest.counted AS now
  FROM (SELECT ${EVENT} FROM events WHERE board = $1 AND id = $2 AND seq <= $3) AS found ${LATEST.replace('$7', '$3')}`;

const OLDEST = `SELECT since FROM periods WHERE board = $1 AND kind = 'all-time'`;

const COUNT_EVENTS = `
  WITH RECURSIVE chain AS (
    SELECT at, received_at, previous, 1 AS looked FROM events WHERE seq = $1
    UNION ALL
    SELECT events.at, events.received_at, events.previous, looked + 1
    FROM chain JOIN events ON events.seq = chain.previous WHERE looked < $2 AND chain.received_at >= $3
  )
  SELECT count(*) FILTER (WHERE at >= $4 AND at < $5 AND received_at >= $3) AS count,
    max(looked) < $2 OR min(received_at) < $3 OR bool_or(previous IS NULL) AS "all"
  FROM chain`;

/** All rows of a place by time are found at once, and then put in order: of a whole ledger so many are read as are asked for. */
const COUNTED_EVENTS = `
  SELECT seq, player, at, points FROM events
  WHERE seq > $1 AND seq <= $2 AND board = $3 AND at >= $4 AND at < $5 AND ${countedNow()} & $6 <> 0
  ORDER BY seq LIMIT ${EVENTS_AT_ONCE}`;
