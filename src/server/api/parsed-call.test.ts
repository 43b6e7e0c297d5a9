import { expect, test } from 'vitest';

import { ENDPOINTS } from '../../contract/api.ts';
import { targetOf } from '../../contract/endpoint.ts';
import { useTrialApi } from './trial-api.suite.ts';

const { ask, problemOf, send, tokens } = useTrialApi();

const RANKINGS = targetOf(ENDPOINTS.rankings, { board: 'main' });

test.each([
  'period=hourly',
  'limit=0',
  'limit=1001',
  'limit=1.5',
  'limit=x',
  'at=now',
  'at=2026-13-01',
  'q=',
  'around=',
  'foo=1',
  '__proto__=1',
  'limit=1&limit=2',
])('rejects a query: %s', async (query) => {
  const problem = await problemOf(ask(`${RANKINGS}?${query}`));
  expect(problem).toMatchObject({ status: 400, errors: [{ field: query.split('=')[0] }] });
});

test.each([
  [{ name: 'X', title: 'x' }, 'name'],
  [{ name: 'x' }, 'title'],
  [{ name: 'x', title: ' x' }, 'title'],
  [{ name: 'x', title: 'x', timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ name: 'x', title: 'x', timeZone: '+02:00' }, 'timeZone'],
  [{ name: 'x', title: 'x', weekStart: 8 }, 'weekStart'],
  [{ name: 'x', title: 'x', scoring: 'most' }, 'scoring'],
  [{ name: 'x', title: 'x', colour: 'red' }, 'colour'],
])('rejects a body: %j', async (body, field) => {
  expect(await problemOf(send('makeBoard', { body }, tokens.owner))).toMatchObject({ status: 400, errors: [{ field }] });
});

test('a name that nothing can have is not found, for reads and writes', async () => {
  expect(await problemOf(ask(targetOf(ENDPOINTS.trends, { board: 'No board' })))).toMatchObject({
    status: 404,
    errors: [{ field: 'board' }],
  });
  const hide = send('setPlayerVisibility', { username: ' ', body: { state: 'hidden' } }, tokens.owner);
  expect(await problemOf(hide)).toMatchObject({ status: 404, errors: [{ field: 'username' }] });
});

test('an "at" means the same everywhere: impossible times are rejected, and future ones are not found', async () => {
  const statuses = ['2026-02-30', '2026-11-20T18:00', '2026-11-22', '2026-11-21T12:01Z', '2026-11-21', '2026-11-21T12:00Z'].map(
    async (at) => {
      const targets = [
        targetOf(ENDPOINTS.rankings, { board: 'main', query: { at } }),
        targetOf(ENDPOINTS.boardView, { board: 'main', query: { at } }),
      ];
      return Promise.all(targets.map(async (target) => (await ask(target)).status));
    },
  );
  expect(await Promise.all(statuses)).toEqual([400, 400, 404, 404, 200, 200].map((status) => [status, status]));
});
