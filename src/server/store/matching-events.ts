import { setImmediate as nextTurn } from 'node:timers/promises';

import type { PointsStore } from './points-store.ts';
import type { PlayedEvent, Posted } from './stored-values.ts';

/** Conditions on events; all must hold. */
export interface EventMatch extends Posted {
  /** The player's number. */
  readonly player?: number | undefined;
  readonly activity?: string | undefined;
  /** When the events happened, in epoch milliseconds: from `from`, before `to`. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Events examined per page: a board's are read in order, an author's from an index, a player's are scattered over the ledger. */
const LOOK = { board: 10_000, author: 25_000, player: 2000 };

/** Events per query if some of them may not match. */
const SOME = 500;

/** Events per page of {@link pagesMatching}. */
const AT_ONCE = 1000;

type Page = Awaited<ReturnType<PointsStore['eventsBefore']>>;

type EventReading = Pick<PointsStore, 'eventsBefore' | 'eventsPostedBy' | 'eventsOf'>;

/**
 * A page of at most `limit` matching events of a board recorded before `before`, newest first by `seq`, including voided ones. `next` is
 * the `before` of the next page, `undefined` at the end. Takes about the same time on boards of any size, so a page may be short or empty.
 */
export async function eventsMatching(
  store: EventReading,
  board: string,
  match: EventMatch,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<Page> {
  const { player, by, import: imported, activity, from, to } = match;
  const size = player === undefined && activity === undefined ? limit : Math.max(limit, SOME);
  const most = player === undefined ? LOOK.board : LOOK.player;

  async function pageBefore(last: number | undefined): Promise<Page> {
    if (player === undefined) {
      const stretch = { before: last, from, to, limit: size };
      return by === undefined && imported === undefined
        ? store.eventsBefore(board, { ...stretch, look: LOOK.board })
        : store.eventsPostedBy(board, { by, import: imported }, { ...stretch, look: LOOK.author });
    }
    const theirs = await store.eventsOf(board, player, { ...(last !== undefined && { before: last }), limit: size });
    return { events: theirs.map((event) => ({ ...event, player })), next: theirs.length < size ? undefined : theirs.at(-1)!.seq };
  }

  const found: PlayedEvent[] = [];
  let next = before;
  for (let looked = 0; looked < most; looked += size) {
    const page = await pageBefore(next);
    for (const event of page.events) {
      if (!isMatch(event, match)) continue;
      found.push(event);
      if (found.length === limit) return { events: found, next: event === page.events.at(-1) ? page.next : event.seq };
    }
    ({ next } = page);
    // A short page means that the query reached its own limit.
    if (next === undefined || page.events.length < size) break;
  }
  return { events: found, next };
}

/** Yields all pages of {@link eventsMatching}, with pauses. */
export async function* pagesMatching(store: EventReading, board: string, match: EventMatch): AsyncGenerator<Page> {
  let before: number | undefined;
  do {
    const page = await eventsMatching(store, board, match, { before, limit: AT_ONCE });
    yield page;
    before = page.next;
    await nextTurn();
  } while (before !== undefined);
}

/** Whether an event matches. */
export function isMatch(
  event: PlayedEvent,
  { player, by, import: imported, activity, from = -Infinity, to = Infinity }: EventMatch,
): boolean {
  const { author } = event;
  return (
    (player ?? event.player) === event.player &&
    (by ?? author?.by) === author?.by &&
    (imported ?? author?.import) === author?.import &&
    (activity ?? event.activity) === event.activity &&
    event.at >= from &&
    event.at < to
  );
}
