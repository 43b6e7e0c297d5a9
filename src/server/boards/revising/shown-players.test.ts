import { expect, test } from 'vitest';

import { DAY, NOON, useBoards } from '../boards-under-test.suite.ts';

const trial = useBoards({ graceMs: Infinity });

test('whoever is shown again stands in every period, also in those that somebody looks at for the first time just then', async () => {
  const days = Array.from({ length: 6 }, (_, day) => NOON - day * DAY);
  for (const day of days) {
    await trial.win('ada', 5, day);
    await trial.win('bob', 3, day);
  }
  await trial.boards.players.setVisibility('ada', { state: 'hidden' });
  // Started anew it has the orders of the present periods only.
  await trial.open();
  expect(await trial.day(days[1]!)).toEqual(['bob 3']);
  const looks = days.slice(2).map((day) => trial.day(day));
  await trial.boards.players.setVisibility('ada', { state: 'shown' });
  await Promise.all(looks);
  for (const day of days) expect(await trial.day(day)).toEqual(['ada 5', 'bob 3']);
});

test('points that come while somebody is hidden are theirs when they are shown again', async () => {
  await trial.win('ada', 5);
  await trial.win('bob', 6);
  await trial.boards.players.setVisibility('ada', { state: 'removed', reason: 'used a bot' });
  await trial.win('ada', 2);
  expect(await trial.day(NOON)).toEqual(['bob 6']);
  await trial.boards.players.setVisibility('ada', { state: 'shown' });
  expect(await trial.day(NOON)).toEqual(['ada 7', 'bob 6']);
});

test('what somebody is already is no change', async () => {
  await trial.win('ada', 5);
  await trial.boards.players.setVisibility('ada', { state: 'removed', reason: 'used a bot' });
  const mark = trial.boards.changes.mark();
  await trial.boards.players.setVisibility('ada', { state: 'removed', reason: 'used a bot' });
  expect(trial.boards.changes.mark()).toBe(mark);
  await trial.boards.players.setVisibility('ada', { state: 'removed', reason: 'used two bots' });
  expect(trial.boards.changes.mark()).not.toBe(mark);
});
