import { describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../../contract/api.ts';
import { targetOf } from '../../contract/endpoint.ts';
import { useTrialApi } from './trial-api.suite.ts';

const trial = useTrialApi();
const { ask, post, problemOf } = trial;

describe('addresses and methods', () => {
  test('HEAD is GET without a body', async () => {
    expect(await ask(targetOf(ENDPOINTS.rankings, { board: 'main' }), { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect(await ask(targetOf(ENDPOINTS.rankings, { board: 'none' }), { method: 'HEAD' })).toMatchObject({ status: 404, text: '' });
  });

  test('a wrong method gets 405 with the allowed methods', async () => {
    const wrong = await ask(targetOf(ENDPOINTS.boards, {}), { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    const options = await ask(targetOf(ENDPOINTS.submitPoints, {}), { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
  });

  test.each(['/api/v1', '/api/v1/', '/api/v1/points/', '/api/v1/boards//rankings', '/api/v2/points'])('%s returns 404', async (target) => {
    expect(await problemOf(ask(target))).toMatchObject({ status: 404 });
  });

  test('an unexpected failure is logged and not revealed', async () => {
    const broken = {
      check: () => {
        throw new Error('secret detail');
      },
    };
    trial.open({ keys: broken });
    const problem = await problemOf(post({ id: 'a', username: 'ada', points: 1 }));
    expect(problem.status).toBe(500);
    expect(JSON.stringify(problem)).not.toContain('secret');
    expect(trial.logged.join('')).toContain('secret detail');
  });
});
