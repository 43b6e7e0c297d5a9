import type { Events } from '../points-store.ts';
import type { Queryable } from '../held/queryable.ts';
import { EVENT, playedEventFrom, type RevisedRow, revisedEventFrom, timeToColumn } from '../held/columns.ts';
import type { State } from '../held/state.ts';
import { ENOUGH_EARLIER } from '../stored-values.ts';

/** SQL that joins the latest revision of `found.seq` up to a position as `latest`. */
export type LatestRevision = (position: string) => string;

/** Events by id, and a player's along their list, up to the state's position. */
export function eventsIn(
  db: Queryable,
  state: State,
  latestRevision: LatestRevision,
): Pick<Events, 'eventWithId' | 'eventsOf' | 'countEvents'> {
  const eventWithId = revisedIn(`SELECT ${EVENT} FROM events WHERE board = $1 AND id = $2 AND seq <= $3`, latestRevision('$3'));
  const alongChain = (first: string) =>
    `${chainFrom(first)} ${revisedIn('SELECT * FROM chain', latestRevision('$2'))} ORDER BY place LIMIT $1`;
  const latestEvents = alongChain('$3');
  const eventsBefore = alongChain('(SELECT previous FROM events WHERE seq = $3 AND board = $4 AND player = $5)');

  return {
    async eventWithId(board, id) {
      const [row] = await db.rows<RevisedRow>(eventWithId, [state.board(board).number, id, state.position]);
      return row && playedEventFrom(row);
    },

    async eventsOf(boardName, player, { before, limit }) {
      const board = state.board(boardName);
      const latest = state.latestEvent(board, player);
      if (latest === undefined) return [];
      const rows = await (before === undefined
        ? db.rows<RevisedRow>(latestEvents, [limit, state.position, latest])
        : db.rows<RevisedRow>(eventsBefore, [limit, state.position, before, board.number, player]));
      return rows.map(revisedEventFrom);
    },

    async countEvents(board, player, { from, to, arrivedFrom, look }) {
      const latest = state.latestEvent(state.board(board), player);
      if (latest === undefined) return { count: 0, all: true };
      const within = [timeToColumn(arrivedFrom), timeToColumn(from), timeToColumn(to)];
      const [found] = await db.columns<readonly [count: number, all: boolean | 0 | 1]>(COUNT_EVENTS, [latest, look, ...within]);
      return { count: found![0], all: Boolean(found![1]) };
    },
  };
}

/** Extends event rows to those of {@link RevisedRow}. */
export function revisedIn(rows: string, latestRevision: string): string {
  return `SELECT found.*, does, latest.at AS revised_at, reason, latest.counted AS now FROM (${rows}) AS found ${latestRevision}`;
}

/** At most `$1` events of a player along their list, from `first` back. */
const chainFrom = (first: string) => `
  WITH RECURSIVE chain AS (
    SELECT 1 AS place, ${EVENT} FROM events WHERE seq = ${first}
    UNION ALL
    SELECT place + 1, ${EVENT.replaceAll(/\b(\w+)/g, 'events.$1')} FROM chain JOIN events ON events.seq = chain.previous WHERE place < $1
  )`;

/** How many events in a row, up to this one, say that those before it arrived earlier, in SQL. `before`: up to the one before. */
const earlier = (before: string) =>
  `CASE WHEN events.received_at >= $3 THEN 0 WHEN events.id LIKE ' %' THEN ${before} ELSE ${before} + 1 END`;

const COUNT_EVENTS = `
  WITH RECURSIVE chain AS (
    SELECT at, received_at, previous, 1 AS looked, ${earlier('0')} AS earlier FROM events WHERE seq = $1
    UNION ALL
    SELECT events.at, events.received_at, events.previous, looked + 1, ${earlier('earlier')}
    FROM chain JOIN events ON events.seq = chain.previous WHERE looked < $2 AND earlier < ${ENOUGH_EARLIER}
  )
  SELECT count(*) FILTER (WHERE at >= $4 AND at < $5 AND received_at >= $3),
    max(looked) < $2 OR max(earlier) = ${ENOUGH_EARLIER} OR count(*) FILTER (WHERE previous IS NULL) > 0
  FROM chain`;
