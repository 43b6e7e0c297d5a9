import { MAX_SKEW_MS } from '../../contract/points-event.ts';
import { periodContaining, type PeriodKind } from '../../domain/calendar.ts';
import { DAY_MS } from '../../domain/durations.ts';
import type { Receipt } from '../../contract/player-answers.ts';
import { timeText } from '../../contract/moment-text.ts';
import { type ReceiptEvent, receiptStates } from '../../domain/receipt.ts';
import { ADDS_UP } from '../../domain/scoring.ts';
import { boardAnswer } from './parts/board-answer.ts';
import type { AsOf, Places } from '../boards/orders/board-reading.ts';
import type { ReadBoards } from '../boards/public-boards.ts';
import { placeAnswer, type PlayerAsked, playerCalled, whoAnswer } from './parts/player-place.ts';
import { ranksAround } from './player-page-answer.ts';
import type { PointsStore } from '../store/points-store.ts';
import { type BoardSettings, ENOUGH_EARLIER, liesByArrival, type StoredEvent } from '../store/stored-values.ts';
import { periodAnswer } from './parts/rankings-answer.ts';
import { dayOf, momentAnswer } from './parts/board-days.ts';

const PAGE = 50;

/**
 * How many of a player's events a page examines. Events are in order of arrival, so for an old period all later ones have to be skipped; a
 * page that does not get that far is short, and the next one continues.
 */
const LOOKED_AT = 2000;

/** How many of a player's newest events are counted; with more, the number is omitted. */
const COUNTED = 3000;

/** Ledger rows per read. */
const STRIDE = 250;

/**
 * Events arrive at most {@link MAX_SKEW_MS} before they happen; the rest allows for a clock that was set back. Events that arrived longer
 * before a period belong to an earlier one.
 */
export const EARLIEST_ARRIVAL_MS = MAX_SKEW_MS + DAY_MS;

/**
 * A page of the events behind a player's total. `before` is the `next` of the previous page; any other text gives the first page. As of a
 * moment: the total at that time, and the events that had happened.
 * @throws {Problem} not-found for an unknown name.
 */
export async function receiptAnswer(boards: ReadBoards, asked: PlayerAsked, before: string): Promise<Receipt> {
  return boards.commits.atOneInstant(async () => {
    const { player, removed } = await playerCalled(boards, asked.username);
    const { board, kind, asOf } = asked;
    const places = await boards.reading.places(board, kind, asOf, player.number, (rank, total) => ranksAround(rank, total, 1));
    const about = {
      player: whoAnswer(player),
      board: boardAnswer(board),
      period: periodAnswer(boards, board.name, places.period, places.closed),
      moment: momentAnswer(asOf),
      place: placeAnswer(places, removed),
    };
    // A removed player has only the reason.
    const nothing = { days: [], events: [], activities: [], total: null, next: null };
    if (removed !== undefined) return { ...about, ...nothing, tiedWith: null, shown: 'all', total: 0 };
    const within = boundsOf(places, asOf);
    const shown = boards.privacy.value.events;
    if (shown !== 'all') {
      const days = shown === 'none' ? [] : await daysWithin(boards, board, player.number, within);
      return { ...about, ...nothing, tiedWith: tiedWith(places), shown, days };
    }
    const counted = await boards.store.countEvents(board.name, player.number, { ...within, look: COUNTED });
    return {
      ...about,
      tiedWith: tiedWith(places),
      shown,
      days: [],
      ...(await eventsAnswer(boards, places, asOf, player.number, cursorFrom(before), counted)),
      total: counted.all ? counted.count : null,
    };
  });
}

type Bounds = ReturnType<typeof boundsOf>;

/** When a receipt's events happened, [from, to), and the earliest time at which they can have arrived; epoch milliseconds. */
function boundsOf({ period: { start, end } }: Places, asOf: AsOf) {
  // Events at the moment itself are included.
  const to = typeof asOf === 'number' ? end : Math.min(end, asOf.moment + 1);
  return { from: start, to, arrivedFrom: start - EARLIEST_ARRIVAL_MS };
}

/** The neighbour with the same points: the one above or, for the first with these points, the one below. */
function tiedWith({ rank: ownRank, standings }: Places): Receipt['tiedWith'] {
  const own = standings.find(({ rank }) => rank === ownRank);
  if (own === undefined) return null;
  const level = [own.rank - 1, own.rank + 1].flatMap((next) =>
    standings.filter(({ rank, points }) => rank === next && points === own.points),
  );
  const [other] = level;
  if (other === undefined) return null;
  const { username, displayName } = other.player;
  return { username, displayName, rank: other.rank, reachedAt: timeText(other.reachedAt) };
}

/** A player's points on days within some bounds, newest first. */
async function daysWithin(
  boards: ReadBoards,
  { name, calendar }: BoardSettings,
  player: number,
  { from, to }: Bounds,
): Promise<Receipt['days']> {
  const days = await boards.store.totalsSince(name, 'daily', player, from);
  return days
    .filter(({ start }) => periodContaining('daily', start, calendar).end <= to)
    .map(({ start, points }) => ({ day: dayOf(start, calendar), points }))
    .toReversed();
}

async function eventsAnswer(
  boards: ReadBoards,
  places: Places,
  asOf: AsOf,
  player: number,
  cursor: ReturnType<typeof cursorFrom>,
  counted: Awaited<ReturnType<PointsStore['countEvents']>>,
): Promise<Pick<Receipt, 'events' | 'activities' | 'next'>> {
  const { board, period } = places;
  const { kind, start } = period;
  const isSummed = ADDS_UP[board.scoring] && cursor === undefined && counted.all && counted.count <= LOOKED_AT;
  const found = await eventsWithin(boards, board.name, boundsOf(places, asOf), player, cursor?.before, isSummed ? LOOKED_AT : PAGE);
  const events = found.events.slice(0, PAGE);
  const next = found.events.length > PAGE ? events.at(-1)!.seq : found.next;
  const score =
    typeof asOf === 'number'
      ? await boards.store.scoreOf({ board: board.name, kind, start }, player)
      : await boards.reading.scoreAt(places, asOf.moment, player);
  // A late event that was voided counts as voided, because that has a reason to show.
  const scored = events.map(({ points, at, counted, voided }): ReceiptEvent => {
    return { points, at, taken: counted.includes(kind) ? 'in' : voided === undefined ? 'late' : 'voided' };
  });
  const states = receiptStates(board.scoring, score, scored, cursor?.decided);
  const decided = cursor?.decided === true || states.includes('counted');
  return {
    activities: isSummed && found.next === undefined ? activitiesOf(boards, found.events, kind) : [],
    events: events.map(({ activity, points, at, receivedAt, voided }, i) => ({
      activity,
      title: boards.catalogue.titleOf(activity),
      points,
      at: timeText(at),
      receivedAt: timeText(receivedAt),
      state: states[i]!,
      voided: voidedAnswer(voided),
    })),
    next: next === undefined ? null : `${next}${decided ? 'd' : ''}`,
  };
}

/** The sums of counted events by activity for a kind of period, most points first. */
function activitiesOf({ catalogue }: ReadBoards, events: readonly StoredEvent[], kind: PeriodKind): Receipt['activities'] {
  const counted = events.filter((event) => event.counted.includes(kind));
  const byTitle = Map.groupBy(counted, ({ activity }) => catalogue.titleOf(activity));
  const activities = Array.from(byTitle, ([title, ofIt]) => {
    const each = ofIt[0]!.points;
    const points = ofIt.reduce((sum, event) => sum + event.points, 0);
    return { title, events: ofIt.length, each: ofIt.every((event) => event.points === each) ? each : null, points };
  });
  return activities.toSorted((a, b) => b.points - a.points);
}

/** When and why an event was voided. */
export function voidedAnswer(voided: StoredEvent['voided']): Receipt['events'][number]['voided'] {
  return voided === undefined ? null : { at: timeText(voided.at), reason: voided.reason };
}

/** At most `most` events that happened within some bounds, newest arrival first; `next` is where the search continues. */
async function eventsWithin(
  boards: ReadBoards,
  board: string,
  { from, to, arrivedFrom }: Bounds,
  player: number,
  before: number | undefined,
  most: number,
): Promise<{ readonly events: readonly StoredEvent[]; readonly next: number | undefined }> {
  const events: StoredEvent[] = [];
  let next = before;
  let earlier = 0;
  for (let looked = 0; looked < LOOKED_AT; looked += STRIDE) {
    const rows = await boards.store.eventsOf(board, player, { ...(next !== undefined && { before: next }), limit: STRIDE });
    for (const event of rows) {
      if (event.receivedAt >= arrivedFrom) earlier = 0;
      else if (liesByArrival(event) && (earlier += 1) === ENOUGH_EARLIER) return { events, next: undefined };
      if (event.at < from || event.at >= to) continue;
      // One more event than fits on a page: there is a next page.
      if (events.length === most) return { events, next: events.at(-1)!.seq };
      events.push(event);
    }
    if (rows.length < STRIDE) return { events, next: undefined };
    next = rows.at(-1)!.seq;
  }
  return { events, next };
}

/** Parses where a page begins: the event before it, and whether the one that counts on a best or latest board came earlier. */
function cursorFrom(text: string) {
  const parts = /^(\d{1,15})(d?)$/.exec(text);
  return parts === null ? undefined : { before: Number(parts[1]), decided: parts[2] === 'd' };
}
