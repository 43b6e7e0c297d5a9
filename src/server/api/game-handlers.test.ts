import { expect, test } from 'vitest';

import { Problem } from '../http/problem.ts';
import { useTrialApi } from './trial-api.suite.ts';

const trial = useTrialApi();
const { ask, problemOf, rankings, read, send, tokens } = trial;

test('boards are made, listed, retitled and played on', async () => {
  const speedrun = { name: 'speedrun', title: 'Speedrun', scoring: 'best', direction: 'low', timeZone: 'Asia/Kathmandu', weekStart: 7 };
  expect(await send('makeBoard', { body: speedrun }, tokens.admin)).toMatchObject({ status: 201, body: speedrun });
  expect(await read('boards')).toMatchObject({ boards: [{ name: 'main' }, { name: 'speedrun', title: 'Speedrun' }] });
  expect(await problemOf(send('makeBoard', { body: speedrun }, tokens.admin))).toMatchObject({
    type: 'urn:laurels:problem:name-taken',
    title: 'This name is already in use',
    status: 409,
    errors: [{ field: 'name' }],
  });
  expect(await send('retitleBoard', { board: 'speedrun', body: { title: 'Any %' } }, tokens.admin)).toMatchObject({
    status: 200,
    body: { ...speedrun, title: 'Any %' },
  });
  expect(await read('boards')).toMatchObject({ boards: [{ name: 'main' }, { name: 'speedrun', title: 'Any %' }] });
  await send('submitPoints', { query: { board: 'speedrun' }, body: { id: 'a', username: 'ada', points: 90 } });
  await send('submitPoints', { query: { board: 'speedrun' }, body: { id: 'b', username: 'bob', points: 80 } });
  expect((await read('rankings', { board: 'speedrun' })).standings.map(({ points }) => points)).toEqual([80, 90]);
  expect((await rankings()).total).toBe(0);
});

test('health', async () => {
  expect(await read('livez')).toEqual({ status: 'ok' });
  expect(await read('readyz')).toEqual({ status: 'ok' });
  trial.open({ readiness: async () => ['The clock was set.'] });
  expect(await read('readyz')).toEqual({ status: 'warning', warnings: ['The clock was set.'] });
  trial.open({ readiness: () => Promise.reject(new Problem('unavailable', 'The database does not answer.')) });
  expect(await problemOf(ask('/readyz'))).toMatchObject({ status: 503 });
  expect((await ask('/livez')).status).toBe(200);
});
