import { type ApiListedKey, playsInHour } from '../../contract/api-key.ts';
import type { AnswerTo } from '../../contract/api.ts';
import { cheatingBudget, daysInHour } from '../../domain/cheating-budget.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { PlayerFolds } from '../boards/points/player-folds.ts';
import { addPlay, hourOf, noSums, type Sums } from '../boards/points/player-sums.ts';

/** For how many of today's best players the points of this hour are read, and how many are listed. */
const ASKED = 20;
const LISTED = 5;

/** What cheaters could gain on a board, and who is closest to it at `now` (epoch milliseconds). @throws {Problem} not-found. */
export async function cheatingBudgetAnswer(
  boards: LiveBoards,
  name: string,
  keys: readonly ApiListedKey[],
  now: number,
): Promise<AnswerTo<'cheatingBudget'>> {
  const board = boards.board(name);
  const limits = boards.limits.settings(name);
  const plays = playsInHour(keys, board.name, now);
  const {
    kind,
    player,
    everybody,
    missing = null,
  } = cheatingBudget(limits, limits.play, {
    scoring: board.scoring,
    direction: board.direction,
    days: daysInHour(board.calendar, now),
    plays,
  });
  const sums = new PlayerFolds<Sums>({ store: boards.store, empty: noSums, add: addPlay });
  const { standings, period } = await boards.reading.page(board, 'daily', now, { after: 0 }, ASKED);
  const closest: AnswerTo<'cheatingBudget'>['closest'][number][] = [];
  for (const { points, player: each } of standings) {
    const hour = kind === 'best' ? null : ((await sums.of(board, each.number, period.start)).hours.get(hourOf(now))?.points ?? 0);
    closest.push({ player: { username: each.username, displayName: each.displayName }, hour, today: points });
  }
  // The sort is stable, so ties keep their order.
  closest.sort((a, b) => (b.hour ?? 0) - (a.hour ?? 0));
  return { board: board.name, kind, player, everybody, missing, plays, closest: closest.slice(0, LISTED) };
}
