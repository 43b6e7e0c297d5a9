import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { ApiRankings } from '../../../contract/game-answers.ts';
import { changeOf } from './rankings-answer.ts';
import { rankingsJson } from './rankings-json.ts';

/** Names are well-formed and in NFC, but otherwise arbitrary. */
const name = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('a "quoted" one', '日本語', 'Zoë', '\u2028\u007f\\'));

const standing = fc
  .record({
    rank: fc.nat(),
    points: fc.maxSafeInteger(),
    username: name,
    displayName: fc.option(name),
    avatar: fc.constantFrom('🎮', '🧑‍🚀', '#️⃣'),
  })
  .map(({ rank, points, username, displayName, avatar }) => ({
    rank,
    points,
    reachedAt: '2026-11-20T12:00:00.000Z',
    player: { username, displayName: displayName ?? username, avatar },
    change: changeOf(rank, rank % 3 === 0 ? undefined : 5),
  }));

const cursor = fc.option(fc.base64String().map((text) => Buffer.from(text).toString('base64url')));

test('law: a ranking’s JSON is what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.array(standing), cursor, cursor, fc.option(fc.boolean(), { nil: undefined }), (standings, next, previous, complete) => {
      const period = { kind: 'daily', start: '2026-11-20T00:00:00.000Z', end: null, closed: false, state: 'open' } as const;
      const answer: ApiRankings = {
        board: 'main',
        period,
        standings,
        total: standings.length,
        next,
        previous,
        ...(complete !== undefined && { complete }),
      };
      expect(rankingsJson(answer).toString()).toBe(JSON.stringify(answer));
    }),
  );
});
