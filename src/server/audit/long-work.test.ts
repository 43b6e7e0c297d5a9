import { expect, test } from 'vitest';

import { Problem } from '../http/problem.ts';
import { actAs } from '../store/acting.ts';
import { LongWork } from './long-work.ts';

const MINUTE = 60_000;

test('a job is listed with actor and progress, and for ten minutes after its end', () => {
  let now = 0;
  const all = new LongWork(() => now);
  const owner = { kind: 'key', name: 'owner', id: '1' } as const;
  const merge = actAs(owner, () => all.begin({ what: 'merge', players: [1, 2] }));
  const backup = all.begin({ what: 'backup', subject: 'a.backup' });
  merge.reached(1, 3);
  expect(all.list()).toMatchObject([
    { what: 'merge', by: owner, progress: { done: 1, total: 3 }, ended: undefined },
    { what: 'backup', by: { kind: 'server' }, progress: undefined },
  ]);
  now = MINUTE;
  merge.end();
  merge.reached(2, 3);
  merge.end('too late');
  now += MINUTE;
  expect(all.list()).toMatchObject([
    { what: 'backup' },
    { what: 'merge', progress: { done: 1 }, ended: { at: MINUTE, failure: undefined } },
  ]);
  now += 9 * MINUTE - 1;
  expect(all.list()).toHaveLength(2);
  now += 1;
  expect(all.list()).toMatchObject([{ what: 'backup' }]);
  backup.end('The disk is full.');
  expect(all.list()).toMatchObject([{ ended: { failure: 'The disk is full.' } }]);
});

test('unexpected errors are hidden and problems shown, and at most twenty ended jobs are kept', async () => {
  const all = new LongWork(() => 0);
  for (const error of [new Error('ENOSPC in /srv/secret'), new Problem('conflict', 'That is not there.')]) {
    const failing = all.during({ what: 'erasure' }, async () => {
      throw error;
    });
    await expect(failing).rejects.toBe(error);
  }
  expect(all.list().map(({ ended }) => ended!.failure)).toEqual(['Something went wrong. See the log for details.', 'That is not there.']);
  for (let i = 0; i < 30; i += 1) await all.during({ what: 'erasure' }, async () => {});
  expect(all.list()).toHaveLength(20);
});
