import type { PathToPodium } from '../../contract/player-answers.ts';
import { periodContaining } from '../../domain/calendar.ts';
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts';
import { type Activity, LIMIT_PERIODS } from '../../domain/earning/activity.ts';
import { type Chances, chancesFor, minutesBetween, planningEnd } from '../../domain/earning/chances.ts';
import { missingPoints } from '../../domain/earning/missing-points.ts';
import { type Plan, plansFor, targetRanks } from '../../domain/earning/path-to-podium.ts';
import { nextPrize, type PrizeGroup, prizeOf } from '../../domain/highlights/prize-groups.ts';
import { ADDS_UP } from '../../domain/scoring.ts';
import { isMeasured } from '../../domain/units/unit.ts';
import { boardAnswer } from './parts/board-answer.ts';
import { type BoardSettings, ENOUGH_EARLIER, liesByArrival } from '../store/stored-values.ts';
import type { PlacedPlayer, Places } from '../boards/orders/board-reading.ts';
import type { ReadBoards } from '../boards/public-boards.ts';
import { placeAnswer, playerCalled, type PlayerPageAsked, whereAsked, whoAnswer } from './parts/player-place.ts';
import { periodAnswer } from './parts/rankings-answer.ts';
import { EARLIEST_ARRIVAL_MS } from './receipt-answer.ts';

type Target = PathToPodium['targets'][number];

/**
 * What a player needs to climb in the current period of a kind at `now` (epoch milliseconds).
 * @throws {Problem} not-found for an unknown name.
 */
export async function pathAnswer(boards: ReadBoards, asked: PlayerPageAsked, now: number): Promise<PathToPodium> {
  const { player, removed, places, prizes, chances } = await boards.commits.atOneInstant(async () => {
    const called = await playerCalled(boards, asked.username);
    const { number } = called.player;
    const { board, kind } = await whereAsked(boards, asked, number, now);
    const prizes = boards.catalogue.prizes(board.name, kind);
    const places = await boards.reading.places(board, kind, now, number, (rank, total) => [
      ...(rank === undefined ? [] : [rank]),
      ...targetRanks(rank, total, nextPrize(prizes, rank)?.to),
    ]);
    const isPlanned = called.removed === undefined && isAddedUp(board) && !isMeasured(board.unit);
    const end = planningEnd(now, places.period.end);
    const chances = isPlanned
      ? chancesFor(boards.catalogue.value.activities, now, end, board.calendar, await doneOf(boards, board, number, now))
      : [];
    return { ...called, places, prizes, chances };
  });
  const { board, period, closed, rank } = places;
  const own = places.standings.find((standing) => standing.rank === rank);
  return {
    player: whoAnswer(player),
    board: boardAnswer(board),
    period: periodAnswer(boards, board.name, period, closed),
    place: placeAnswer(places, removed),
    minutesLeft: Number.isFinite(period.end) ? minutesBetween(now, period.end) : null,
    targets: places.standings
      .filter((standing) => standing !== own && removed === undefined)
      .flatMap((holder) => targetAnswer(chances, prizes, places, own, holder, now) ?? []),
  };
}

function targetAnswer(
  chances: readonly Chances[],
  prizes: readonly PrizeGroup[],
  { board, period }: Places,
  own: PlacedPlayer | undefined,
  { rank, points, player }: PlacedPlayer,
  now: number,
): Target | undefined {
  const missing = missingPoints(board.direction, own?.points, points);
  if (missing === undefined) return undefined;
  return {
    rank,
    prize: prizeOf(prizes, rank),
    holder: { username: player.username, displayName: player.displayName, points },
    missing,
    pace:
      isAddedUp(board) && Number.isFinite(period.end)
        ? { needed: missing / hours(period.end - now), holder: points / hours(now - period.start) }
        : null,
    outlook: outlookAnswer(chances, missing, minutesBetween(now, planningEnd(now, period.end))),
  };
}

/** How many of a player's newest events are searched for activities with limits: at most, at least for limits "ever", and per read. */
const LOOKED_AT = 3000;
const LOOKED_AT_EVER = 1000;
const STRIDE = 250;

/**
 * How often a player did an activity in the day, week or month of its limit at `now`, or ever, on the calendar of a board. 0 if visitors
 * may not read events, which a plan would reveal.
 */
async function doneOf(
  { store, catalogue, privacy }: ReadBoards,
  { name, calendar }: BoardSettings,
  player: number,
  now: number,
): Promise<(activity: Activity) => number> {
  const from = new Map(
    catalogue.value.activities.flatMap(({ id, limit }) =>
      limit === undefined ? [] : [[id, periodContaining(LIMIT_PERIODS[limit.per], now, calendar).start]],
    ),
  );
  const counts = new Map<string, number>();
  if (from.size > 0 && privacy.value.events === 'all') {
    const starts = [...from.values()];
    const arrivedFrom = Math.min(...starts.filter(Number.isFinite)) - EARLIEST_ARRIVAL_MS;
    const least = starts.includes(-Infinity) ? LOOKED_AT_EVER : 0;
    let earlier = 0;
    let before: number | undefined;
    for (let looked = STRIDE; looked <= LOOKED_AT; looked += STRIDE) {
      const rows = await store.eventsOf(name, player, { ...(before !== undefined && { before }), limit: STRIDE });
      for (const { activity, at, voided, ...event } of rows) {
        if (event.receivedAt >= arrivedFrom) earlier = 0;
        else if (liesByArrival(event)) earlier += 1;
        const id = catalogue.activity(activity)?.id;
        if (id !== undefined && voided === undefined && at >= (from.get(id) ?? Infinity)) counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      before = rows.at(-1)?.seq;
      if (rows.length < STRIDE || (earlier >= ENOUGH_EARLIER && looked >= least)) break;
    }
  }
  return ({ id }) => counts.get(id) ?? 0;
}

/** Points can be collected piece by piece only if they are added up and more is better. */
function isAddedUp({ scoring, direction }: BoardSettings): boolean {
  return ADDS_UP[scoring] && direction === 'high';
}

function outlookAnswer(chances: readonly Chances[], missing: number, minutesLeft: number): Target['outlook'] {
  if (chances.length === 0) return { kind: 'unplanned' };
  const plans = plansFor(chances, missing, minutesLeft);
  return plans.length === 0 ? { kind: 'no-plan' } : { kind: 'plans', plans: plans.map(planAnswer) };
}

function planAnswer({ steps, ...plan }: Plan) {
  return { steps: steps.map(({ activity: { id, title, limit }, times }) => ({ activity: id, title, times, limit })), ...plan };
}

/** At least a minute, because in the first and last moments of a period a pace would be excessive. */
function hours(time: number): number {
  return Math.max(time, MINUTE_MS) / HOUR_MS;
}
