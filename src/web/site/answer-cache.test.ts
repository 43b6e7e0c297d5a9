import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createAnswerCache, DATA_CACHE, type Question, retryDelay } from './answer-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

/** A question that the test answers by hand: one `Promise` per request. */
function byHand(kind = 'live', retries = 0) {
  const asked: { readonly answer: (value: unknown) => void; readonly fail: () => void; readonly at: number }[] = [];
  const start = Date.now();
  const question: Question<unknown> = {
    key: [kind, 'rankings'],
    retries,
    ask: () =>
      new Promise((resolve, reject) => {
        asked.push({ answer: resolve, fail: () => reject(new Error('no answer')), at: Date.now() - start });
      }),
  };
  return { asked, question };
}

/** Lets all answers arrive. */
const arrive = () => vi.advanceTimersByTimeAsync(0);
const nobody = () => undefined;

describe('the data cache of the specification', () => {
  test('an unused answer is dropped after exactly five minutes', async () => {
    const cache = createAnswerCache([{ key: ['stat-cards'], data: 'cards', answeredAt: 1 }]);
    const question = { key: ['stat-cards'], ask: () => Promise.resolve('others') };
    await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
    expect(cache.known(question).data).toBe('cards');
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(cache.known(question).data).toBeUndefined();
  });

  test('a followed answer is kept, and dropped five minutes after its last follower left', async () => {
    const { question } = byHand();
    const cache = createAnswerCache([{ ...question, data: 1, answeredAt: 1 }]);
    const leave = cache.follow(question, true, nobody);
    await vi.advanceTimersByTimeAsync(9 * MINUTE);
    leave();
    await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
    expect(cache.kept()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    cache.known({ ...question, key: ['another'] });
    expect(cache.kept()).toEqual([]);
  });

  test('a failed question is retried three times, after 1, 2 and 4 seconds', async () => {
    const start = Date.now();
    const asked: number[] = [];
    const ask = () => {
      asked.push(Date.now() - start);
      return Promise.reject(new Error('no answer'));
    };
    const answer = createAnswerCache().ensure({ key: ['stat-cards'], ask });
    await Promise.all([expect(answer).rejects.toThrow('no answer'), vi.advanceTimersByTimeAsync(MINUTE)]);
    expect(asked).toEqual([0, 1000, 3000, 7000]);
  });

  test('the retry delay doubles and is capped at 30 seconds', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 50].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(DATA_CACHE.retries).toBe(3);
  });
});

test('concurrent and later callers get the same promise, which exposes its value', async () => {
  const { asked, question } = byHand();
  const cache = createAnswerCache();
  const answer = cache.ensure(question);
  expect(cache.ensure({ ...question })).toBe(answer);
  asked[0]!.answer('first');
  await arrive();
  expect(cache.ensure(question)).toBe(answer);
  expect(answer).toMatchObject({ status: 'fulfilled', value: 'first' });
  expect(asked).toHaveLength(1);
});

test('keys are equal regardless of the order of property names', async () => {
  const cache = createAnswerCache([{ key: ['live', { page: 1, q: 'ada' }], data: 'kept', answeredAt: 1 }]);
  expect(await cache.ensure({ key: ['live', { q: 'ada', page: 1 }], ask: () => Promise.reject(new Error('asked')) })).toBe('kept');
});

test('a stale answer is available at once, and a caller that needs a fresh one triggers a request', async () => {
  const { asked, question } = byHand();
  const cache = createAnswerCache([{ ...question, data: 'old', answeredAt: 1 }]);
  expect(await cache.fresh(question)).toBe('old');
  cache.outdate('another kind');
  expect(await cache.fresh(question)).toBe('old');
  cache.outdate('live');
  expect(await cache.ensure(question)).toBe('old');
  const fresh = cache.fresh(question);
  asked[0]!.answer('new');
  expect(await fresh).toBe('new');
  expect(asked).toHaveLength(1);
});

test('a follower that does not ask never triggers a request', async () => {
  const { asked, question } = byHand();
  const cache = createAnswerCache();
  cache.follow(question, false, nobody);
  cache.outdate('live');
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(asked).toEqual([]);
});

test('changes during a request trigger one more request after it', async () => {
  const { asked, question } = byHand();
  const cache = createAnswerCache();
  cache.follow(question, true, nobody);
  for (let changes = 0; changes < 5; changes += 1) cache.outdate('live');
  expect(asked).toHaveLength(1);
  asked[0]!.answer('first');
  await arrive();
  expect(cache.known(question).data).toBe('first');
  expect(asked).toHaveLength(2);
  asked[1]!.answer('second');
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(asked).toHaveLength(2);
});

test('a request that never ends does not block a refresh, and a late answer does not replace a newer one', async () => {
  const { asked, question } = byHand();
  const cache = createAnswerCache();
  cache.follow(question, true, nobody);
  await vi.advanceTimersByTimeAsync(9_999);
  cache.outdate('live');
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  cache.outdate('live');
  expect(asked).toHaveLength(2);
  asked[1]!.answer('newer');
  await arrive();
  asked[0]!.answer('older');
  await arrive();
  expect(cache.known(question).data).toBe('newer');
});

test('a failure of a superseded request is not reported', async () => {
  const { asked, question } = byHand();
  const cache = createAnswerCache();
  cache.follow(question, true, nobody);
  await vi.advanceTimersByTimeAsync(10_000);
  cache.outdate('live');
  asked[0]!.fail();
  await arrive();
  expect(cache.known(question).error).toBeNull();
});

test('a failure keeps the answer, is reported until there is a new one, and is not retried by itself', async () => {
  const { asked, question } = byHand();
  const cache = createAnswerCache([{ ...question, data: 'kept', answeredAt: 1 }]);
  cache.follow(question, true, nobody);
  cache.outdate('live');
  asked[0]!.fail();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(cache.known(question)).toMatchObject({ data: 'kept', error: new Error('no answer') });
  expect(asked).toHaveLength(1);
  cache.outdate('live');
  expect(cache.known(question).error).not.toBeNull();
  asked[1]!.answer('new');
  await arrive();
  expect(cache.known(question)).toEqual({ data: 'new', answeredAt: Date.now(), error: null });
});

test('a question without an answer reports no failure while it is asked again', async () => {
  const { asked, question } = byHand();
  const cache = createAnswerCache();
  cache.follow(question, true, nobody);
  asked[0]!.fail();
  await arrive();
  expect(cache.known(question).error).not.toBeNull();
  cache.outdate('live');
  expect(cache.known(question).error).toBeNull();
});

test('a refresh does not wait for the pending retry', async () => {
  const { asked, question } = byHand('live', 3);
  const cache = createAnswerCache();
  cache.follow(question, true, nobody);
  asked[0]!.fail();
  await arrive();
  cache.outdate('live');
  expect(asked).toHaveLength(2);
  asked[1]!.answer('there');
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(cache.known(question).data).toBe('there');
  expect(asked).toHaveLength(2);
});

test('unchanged parts keep their identity, and followers are notified of changes', async () => {
  const { asked, question } = byHand();
  const first = {
    rows: [
      { id: 'ada', points: 3 },
      { id: 'bob', points: 2 },
    ],
    tie: null,
  };
  const cache = createAnswerCache([{ ...question, data: first, answeredAt: 1 }]);
  const heard: unknown[] = [];
  cache.follow(question, true, () => heard.push(cache.known(question).data));
  cache.outdate('live');
  asked[0]!.answer(structuredClone(first));
  await arrive();
  expect(heard).toHaveLength(1);
  expect(heard[0]).toBe(first);
  cache.outdate('live');
  asked[1]!.answer({
    rows: [
      { id: 'ada', points: 3 },
      { id: 'bob', points: 4 },
    ],
    tie: null,
  });
  await arrive();
  const second = cache.known(question as Question<typeof first>).data!;
  expect(second).toEqual({
    rows: [
      { id: 'ada', points: 3 },
      { id: 'bob', points: 4 },
    ],
    tie: null,
  });
  expect(second.rows[0]).toBe(first.rows[0]);
  expect(second.rows[1]).not.toBe(first.rows[1]);
});

test('law: an answer shares all equal parts with the previous one, and equals the response', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (before, now) => {
      fc.pre(before !== undefined && now !== undefined);
      const { asked, question } = byHand();
      const cache = createAnswerCache([{ ...question, data: before, answeredAt: 1 }]);
      cache.follow(question, true, nobody);
      cache.outdate('live');
      asked[0]!.answer(structuredClone(now));
      await arrive();
      const { data } = cache.known(question);
      expect(data).toEqual(now);
      if (JSON.stringify(before) === JSON.stringify(now)) expect(data).toBe(before);
    }),
    { examples: [[{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }]] },
  );
});

/** An event in a cache's life: a follower arrives or leaves, something changes, time passes, a request succeeds or fails. */
type Happening =
  | { readonly kind: 'come' }
  | { readonly kind: 'go' }
  | { readonly kind: 'change' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'end'; readonly which: number; readonly how: 'answer' | 'fail' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<Happening>(
      { kind: 'come' },
      { kind: 'come' },
      { kind: 'go' },
      { kind: 'change' },
      { kind: 'change' },
      { kind: 'change' },
    ),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(100, 1_000, 10_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(5), how: fc.constantFrom('answer' as const, 'fail' as const) }),
  },
);

test('law: for any order of events, answers shown never go back in time, and the last one is current', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 10, maxLength: 60 }), fc.integer({ min: 0, max: 2 }), async (happenings, retries) => {
      let position = 0;
      const open: { readonly answer: () => void; readonly fail: () => void }[] = [];
      const question: Question<number> = {
        key: ['live', 'position'],
        retries,
        // Like a server, it answers with the state at the time of the request.
        ask: () => {
          const asked = position;
          return new Promise((resolve, reject) => open.push({ answer: () => resolve(asked), fail: () => reject(new Error('no answer')) }));
        },
      };
      const cache = createAnswerCache();
      const followers: (() => void)[] = [];
      const shown: number[] = [];
      const look = () => void shown.push(cache.known(question).data ?? -1);
      for (const event of happenings) {
        if (event.kind === 'come') followers.push(cache.follow(question, true, () => look()));
        else if (event.kind === 'go') followers.pop()?.();
        else if (event.kind === 'change') {
          position += 1;
          cache.outdate('live');
        } else if (event.kind === 'wait') await vi.advanceTimersByTimeAsync(event.ms);
        else open.splice(event.which % Math.max(open.length, 1), 1)[0]?.[event.how]();
        await arrive();
      }
      // The server is back: all pending responses arrive, and one more change is announced.
      followers.push(cache.follow(question, true, () => look()));
      position += 1;
      cache.outdate('live');
      for (let rounds = 0; rounds < 20 && (open.length > 0 || rounds < 5); rounds += 1) {
        for (const { answer } of open.splice(0)) answer();
        await vi.advanceTimersByTimeAsync(5_000);
      }
      expect(open).toEqual([]);
      expect(shown).toEqual(shown.toSorted((a, b) => a - b));
      expect(cache.known(question)).toMatchObject({ data: position, error: null });
    }),
  );
});
