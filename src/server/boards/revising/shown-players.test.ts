import { expect, test } from 'vitest';

import { DAY, NOON, useBoards } from '../boards-under-test.suite.ts';

const trial = useBoards({ graceMs: Infinity });

test('a player shown again is ranked in every period, even in one that is being loaded', async () => {
  const days = Array.from({ length: 6 }, (_, day) => NOON - day * DAY);
  for (const day of days) {
    await trial.win('ada', 5, day);
    await trial.win('bob', 3, day);
  }
  await trial.boards.players.setVisibility('ada', { state: 'hidden' });
  // After a restart only orders of current periods are loaded.
  await trial.open();
  expect(await trial.day(days[1]!)).toEqual(['bob 3']);
  const looks = days.slice(2).map((day) => trial.day(day));
  await trial.boards.players.setVisibility('ada', { state: 'shown' });
  await Promise.all(looks);
  for (const day of days) expect(await trial.day(day)).toEqual(['ada 5', 'bob 3']);
});

test('points received while a player is hidden count when they are shown again', async () => {
  await trial.win('ada', 5);
  await trial.win('bob', 6);
  await trial.boards.players.setVisibility('ada', { state: 'removed', reason: 'used a bot' });
  await trial.win('ada', 2);
  expect(await trial.day(NOON)).toEqual(['bob 6']);
  await trial.boards.players.setVisibility('ada', { state: 'shown' });
  expect(await trial.day(NOON)).toEqual(['ada 7', 'bob 6']);
});

test('setting the current visibility changes nothing', async () => {
  await trial.win('ada', 5);
  await trial.boards.players.setVisibility('ada', { state: 'removed', reason: 'used a bot' });
  const mark = trial.boards.changes.mark();
  await trial.boards.players.setVisibility('ada', { state: 'removed', reason: 'used a bot' });
  expect(trial.boards.changes.mark()).toBe(mark);
  await trial.boards.players.setVisibility('ada', { state: 'removed', reason: 'used two bots' });
  expect(trial.boards.changes.mark()).not.toBe(mark);
});
