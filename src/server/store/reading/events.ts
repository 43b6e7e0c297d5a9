import type { Events } from '../points-store.ts';
import type { Queryable } from '../held/queryable.ts';
import { EVENT, playedEventFrom, type RevisedRow, revisedEventFrom, timeToColumn } from '../held/columns.ts';
import type { AskedTotals } from '../held/asked-totals.ts';
import type { State } from '../held/state.ts';
import { ENOUGH_EARLIER, type PlayedEvent } from '../stored-values.ts';

/** SQL that joins the latest revision of `found.seq` up to a position as `latest`. */
export type LatestRevision = (position: string) => string;

/** Events by id, and a player's events along their list, up to the state's position. */
export function eventsIn(
  db: Queryable,
  state: State,
  open: AskedTotals,
  latestRevision: LatestRevision,
): Pick<Events, 'eventWithId' | 'eventsOf' | 'eventsPostedBy' | 'countEvents'> {
  const eventWithId = revisedIn(`SELECT ${EVENT} FROM events WHERE board = $1 AND id = $2 AND seq <= $3`, latestRevision('$3'));
  const alongChain = (first: string) =>
    `${chainFrom(first)} ${revisedIn('SELECT * FROM chain', latestRevision('$2'))} ORDER BY place LIMIT $1`;
  const latestEvents = alongChain('$3');
  const eventsBefore = alongChain('(SELECT previous FROM events WHERE seq = $3 AND board = $4 AND player = $5)');

  const eventsWithSeq = `${revisedIn(`SELECT ${EVENT} FROM events WHERE seq = ANY ($1) AND seq <= $2`, latestRevision('$2'))} ORDER BY seq DESC`;

  /** One author's events in a range. */
  async function postedBy(author: number, board: number, { end, from, to, limit, look }: Required<Numbers<Stretch>>) {
    const looked = [author, board, end, look];
    const found = await db.columns<readonly [seq: number]>(POSTED, [...looked, from, to, limit + 1]);
    const seqs = found.slice(0, limit).map(([seq]) => seq);
    if (found.length > limit) return { seqs, next: seqs.at(-1) };
    const [reached] = await db.columns<readonly [seq: number, looked: number]>(POSTED_UP_TO, looked);
    return { seqs, next: reached![1] === look ? reached![0] : undefined };
  }

  return {
    async eventsPostedBy(boardName, { by, import: imported }, { before = Infinity, from = -Infinity, to = Infinity, limit, look }) {
      const { number: board } = state.board(boardName);
      const authors = await db.columns<readonly [number: number]>(AUTHORS, [by ?? null, imported ?? null]);
      const end = Math.min(before, state.position + 1);
      const within = { end, from: timeToColumn(from), to: timeToColumn(to), limit, look };
      const stretches = await Promise.all(authors.map(([author]) => postedBy(author, board, within)));
      // Complete only down to the point where one of the authors' stretches ends.
      const reached = Math.max(...stretches.map(({ next = 0 }) => next));
      const seqs = stretches
        .flatMap((stretch) => stretch.seqs)
        .filter((seq) => seq >= reached)
        .toSorted((a, b) => b - a);
      const events: PlayedEvent[] = (await db.rows<RevisedRow>(eventsWithSeq, [seqs.slice(0, limit), state.position])).map(playedEventFrom);
      return { events, next: seqs.length > limit ? seqs[limit - 1] : reached > 0 ? reached : undefined };
    },

    async eventWithId(board, id) {
      const [row] = await db.rows<RevisedRow>(eventWithId, [state.board(board).number, id, state.position]);
      return row && playedEventFrom(row);
    },

    async eventsOf(boardName, player, { before, limit }) {
      const board = state.board(boardName);
      const latest = await open.latestEvent(board.number, player);
      if (latest === undefined) return [];
      const rows = await (before === undefined
        ? db.rows<RevisedRow>(latestEvents, [limit, state.position, latest])
        : db.rows<RevisedRow>(eventsBefore, [limit, state.position, before, board.number, player]));
      return rows.map(revisedEventFrom);
    },

    async countEvents(board, player, { from, to, arrivedFrom, look }) {
      const latest = await open.latestEvent(state.board(board).number, player);
      if (latest === undefined) return { count: 0, all: true };
      const within = [timeToColumn(arrivedFrom), timeToColumn(from), timeToColumn(to)];
      const [found] = await db.columns<readonly [count: number, all: boolean | 0 | 1]>(COUNT_EVENTS, [latest, look, ...within]);
      return { count: found![0], all: Boolean(found![1]) };
    },
  };
}

/** Extends event rows to {@link RevisedRow}. */
export function revisedIn(rows: string, latestRevision: string): string {
  return `SELECT found.*, does, latest.at AS revised_at, reason, latest.counted AS now, authors.author AS posted_by, import
    FROM (${rows}) AS found ${latestRevision} LEFT JOIN authors ON authors.number = found.author`;
}

type Stretch = Parameters<Events['eventsPostedBy']>[2];

type Numbers<Of> = { readonly [Name in Exclude<keyof Of, 'before'> | 'end']: number };

/** The numbers of an author, one per import, or of an import, one per author. */
const AUTHORS = `SELECT number FROM authors WHERE coalesce($1, author) = author AND coalesce($2, import) = import`;

/** An author's newest `$4` events before `$3` on a board, read from the index alone. */
const LOOKED = 'SELECT seq, at FROM events WHERE author = $1 AND board = $2 AND seq < $3 ORDER BY seq DESC LIMIT $4';
const POSTED = `SELECT seq FROM (${LOOKED}) AS looked WHERE at >= $5 AND at < $6 ORDER BY seq DESC LIMIT $7`;
const POSTED_UP_TO = `SELECT min(seq), count(*) FROM (${LOOKED}) AS looked`;

/** At most `$1` events of a player along their list, from `first` back. */
const chainFrom = (first: string) => `
  WITH RECURSIVE chain AS (
    SELECT 1 AS place, ${EVENT} FROM events WHERE seq = ${first}
    UNION ALL
    SELECT place + 1, ${EVENT.replaceAll(/\b(\w+)/g, 'events.$1')} FROM chain JOIN events ON events.seq = chain.previous WHERE place < $1
  )`;

/** SQL counting how many events in a row, up to this one, indicate that all before them arrived earlier. `before`: the count so far. */
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
