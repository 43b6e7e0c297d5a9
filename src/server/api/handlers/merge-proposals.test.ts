import { expect, test } from 'vitest';

import type { AnswerTo } from '../../../contract/api.ts';
import { UnusedGuests } from '../../boards/unused-guests.ts';
import { keptGuest } from '../../guests/kept-guest.ts';
import { DAY, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

/** Names of the guests with open proposals, as the game's server sees them. */
async function open(): Promise<readonly string[]> {
  const { body } = await trial.ask('/api/v1/merge-proposals', { headers: { authorization: `Bearer ${trial.tokens.write}` } });
  return (body as AnswerTo<'mergeProposals'>).proposals.map(({ guest }) => guest.name);
}

const counts = () => trial.boards.store.recordCounts('guest');

test('expired proposals do not hide open ones, and the daily cleanup drops them', async () => {
  await trial.post({ id: 'b1', username: 'bob', points: 1 });
  const guest = (until: number, name: string) => {
    const own = { username: name, name, state: 'merging', proposal: { into: 1, until } } as const;
    return keptGuest({ ...own, secret: '', code: '', key: 'web', createdAt: trial.now, renamedAt: [], leftAt: [] }, trial.now);
  };
  const { store } = trial.boards;
  await store.changeRecords({ change: () => [guest(trial.now + DAY + 1, 'Ada')] });
  await store.changeRecords({ change: () => Array.from({ length: 600 }, (_, i) => guest(trial.now + DAY, `x${i}`)) });
  expect(await open()).toHaveLength(500);
  trial.now += DAY;
  expect(await open()).toEqual(['Ada']);
  const unused = new UnusedGuests(trial.boards);
  await unused.look(() => false);
  expect(await counts()).toEqual(
    new Map([
      ['merging', 1],
      ['playing', 600],
    ]),
  );
  expect(await open()).toEqual(['Ada']);
});
