import { setImmediate as nextTurn } from 'node:timers/promises';

import type { EndingKind } from '../../../domain/calendar.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { PeriodResult } from '../../store/stored-values.ts';

/** Periods per turn of the event loop: some milliseconds. */
export const PERIODS_PER_TURN = 250;

/** All closed periods of a kind on a board, oldest first, each with its first `places`. */
export async function closedPeriods(
  store: Pick<PointsStore, 'results'>,
  board: string,
  kind: EndingKind,
  places: number,
): Promise<readonly PeriodResult[]> {
  const found: PeriodResult[] = [];
  for (let before = Infinity; ;) {
    const some = await store.results(board, kind, { from: -Infinity, before, most: PERIODS_PER_TURN }, places);
    found.push(...some);
    if (some.length < PERIODS_PER_TURN) return found.toReversed();
    before = some.at(-1)!.start;
    await nextTurn();
  }
}
