import { expect, test } from 'vitest';

import { ENDPOINTS } from '../../../contract/api.ts';
import { targetOf } from '../../../contract/endpoint.ts';
import { DAY, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();
const { ask, post, problemOf, read } = trial;

test('search and statistics match the contract, and change with every change and at midnight', async () => {
  const search = async () => (await read('search', { query: { text: 'ad', category: 'players' } })).entries;
  const logins = async () => {
    const { cards } = await read('statistics');
    return cards.find(({ label }) => label === 'Daily Logins')!;
  };
  expect([await search(), (await logins()).value]).toEqual([[], 0]);
  await post({ id: 'a', username: 'ada', points: 5 });
  expect(await search()).toMatchObject([{ id: 'player-ada', title: 'ada', extra: '5 points' }]);
  expect(await logins()).toMatchObject({ value: 1, change: null });
  trial.now += DAY;
  expect(await logins()).toMatchObject({ value: 0, change: -1 });
  expect(await problemOf(ask(`${targetOf(ENDPOINTS.search, {})}?category=teams`))).toMatchObject({
    status: 400,
    errors: [{ field: 'category' }],
  });
});
