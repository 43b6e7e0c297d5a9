import type { PathToPodium } from '../../contract/player-answers.ts';
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts';
import { missingPoints } from '../../domain/earning/missing-points.ts';
import { plansFor, targetRanks, type Plan } from '../../domain/earning/path-to-podium.ts';
import { ADDS_UP } from '../../domain/scoring.ts';
import { boardAnswer } from './board-answer.ts';
import type { CurrentCatalogue } from '../boards/current-catalogue.ts';
import type { PlacedPlayer, Places } from '../boards/board-reading.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { placeAnswer, type PlayerAsked, playerCalled, whoAnswer } from './player-place.ts';
import { periodAnswer } from './rankings-answer.ts';

type Target = PathToPodium['targets'][number];

/**
 * What a player needs to get further up in the period of a kind that is under way at `now` (epoch milliseconds).
 * @throws {Problem} not-found for a name nobody has.
 */
export async function pathAnswer(
  boards: LiveBoards,
  catalogue: CurrentCatalogue,
  { username, board, kind }: PlayerAsked,
  now: number,
): Promise<PathToPodium> {
  const { player, removed, places } = await boards.commits.atOneInstant(async () => {
    const called = await playerCalled(boards, username);
    const places = await boards.reading.places(board, kind, now, called.player.number, (rank, total) => [
      ...(rank === undefined ? [] : [rank]),
      ...targetRanks(rank, total),
    ]);
    return { ...called, places };
  });
  const { period, closed, rank } = places;
  const own = places.standings.find((standing) => standing.rank === rank);
  return {
    player: whoAnswer(player),
    board: boardAnswer(board),
    period: periodAnswer(period, closed),
    place: placeAnswer(places, removed),
    minutesLeft: Number.isFinite(period.end) ? minutesUntil(period.end, now) : null,
    targets: places.standings
      .filter((standing) => standing !== own && removed === undefined)
      .flatMap((holder) => targetAnswer(catalogue, places, own, holder, now) ?? []),
  };
}

function targetAnswer(
  catalogue: CurrentCatalogue,
  { board, period }: Places,
  own: PlacedPlayer | undefined,
  { rank, points, player }: PlacedPlayer,
  now: number,
): Target | undefined {
  const missing = missingPoints(board.direction, own?.points, points);
  if (missing === undefined) return undefined;
  // Points are won piece by piece only where they are added up, and more is better.
  const adding = ADDS_UP[board.scoring] && board.direction === 'high';
  const minutesLeft = Number.isFinite(period.end) ? minutesUntil(period.end, now) : undefined;
  const { activities } = catalogue.value;
  const planned = plansFor(adding ? activities : [], missing, minutesLeft);
  const titles = new Map(activities.map(({ id, title }) => [id, title]));
  const plan = (found: Plan | null) =>
    found && { ...found, steps: found.steps.map(({ activity, times }) => ({ activity, title: titles.get(activity)!, times })) };
  return {
    rank,
    holder: { username: player.username, displayName: player.displayName, points },
    missing,
    pace:
      adding && minutesLeft !== undefined
        ? { needed: missing / hours(period.end - now), holder: points / hours(now - period.start) }
        : null,
    plans: { fewest: plan(planned.fewest), quickest: plan(planned.quickest), easiest: plan(planned.easiest) },
  };
}

function minutesUntil(end: number, now: number): number {
  return Math.floor((end - now) / MINUTE_MS);
}

/** At least a minute: in the first moments of a period, and the last, a pace would be beyond all numbers. */
function hours(time: number): number {
  return Math.max(time, MINUTE_MS) / HOUR_MS;
}
