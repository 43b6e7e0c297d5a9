import { expect, test } from 'vitest';

import { DAY_MS } from '../../../domain/durations.ts';
import { PLAIN_BOARD } from '../stored-values.ts';
import { Players } from './players.ts';
import { State } from './state.ts';

/** Enough for totals to be dropped over several turns. */
const PLAYERS = 20_000;

test('a period reopened while its totals are being dropped keeps all restored totals', async () => {
  const state = new State(new Players(), 0);
  state.setBoard(1, { name: 'main', title: 'Main', ...PLAIN_BOARD, calendar: { timeZone: 'UTC', weekStart: 1 } }, 0);
  state.addPeriods([[1, 1, 'daily', 0, DAY_MS, 1]]);
  const period = state.period(1);
  const put = () => {
    for (let player = 1; player <= PLAYERS; player += 1)
      state.blockToChange(period.board, player, 1).setScore(player, 1, { points: player, reachedAt: 5, movedAt: 5 });
  };
  const ranked = () => {
    let sum = 0;
    for (let part = 0, some = state.standingsIn(period, part); some !== undefined; some = state.standingsIn(period, part)) {
      sum += some.players.length;
      part += 1;
    }
    return sum;
  };
  put();
  state.follow(1, { kind: 'closed', period: 1, at: DAY_MS, standings: PLAYERS, unshown: 0 });
  const dropping = state.dropClosed(() => false);
  expect(ranked()).toBeGreaterThan(0);
  expect(ranked()).toBeLessThan(PLAYERS);
  put();
  state.follow(2, { kind: 'reopened', period: 1, at: DAY_MS, closed: true });
  await dropping;
  expect(ranked()).toBe(PLAYERS);
});
