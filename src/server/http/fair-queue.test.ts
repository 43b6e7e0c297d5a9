import { setImmediate as turn } from 'node:timers/promises';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createFairQueue, type QueueBounds } from './fair-queue.ts';
import type { Problem } from './problem.ts';

const BOUNDS: QueueBounds = { atOnce: 1, perCaller: 5, inAll: 12 };

/** A queue whose jobs end on command, and their results. */
function trial(bounds: Partial<QueueBounds> = {}) {
  const queue = createFairQueue<string>({ ...BOUNDS, ...bounds });
  const begun: string[] = [];
  const settled: string[] = [];
  const ends: (() => void)[] = [];
  let most = 0;
  let underWay = 0;

  function ask(caller: string, what: string, isGone?: () => boolean): Promise<string> {
    const asked = queue.get({
      caller,
      what,
      isGone,
      work: async () => {
        begun.push(`${caller}:${what}`);
        most = Math.max(most, (underWay += 1));
        await new Promise<void>((end) => ends.push(end));
        underWay -= 1;
        return what;
      },
    });
    asked.then(
      () => settled.push(`${caller}:${what}`),
      (problem: Problem) => settled.push(`${caller}:${what} ${problem.status}`),
    );
    return asked;
  }

  /** Completes the running jobs, and all that are queued. */
  async function finish(): Promise<void> {
    while (queue.waiting() > 0 || ends.length > 0) {
      for (const end of ends.splice(0)) end();
      await turn();
    }
  }

  return { queue, ask, finish, begun, settled, most: () => most };
}

test('callers take turns, regardless of how many requests one of them has', async () => {
  const { ask, finish, begun } = trial();
  for (let i = 0; i < 5; i += 1) void ask('many', String(i));
  void ask('one', 'page');
  void ask('two', 'page 1');
  void ask('two', 'page 2');
  await finish();
  expect(begun).toEqual(['many:0', 'one:page', 'two:page 1', 'many:1', 'two:page 2', 'many:2', 'many:3', 'many:4']);
});

test('the event loop turns before every job, so that quick work goes first', async () => {
  const { queue } = trial({ atOnce: 2 });
  let order = '';
  const asked = ['a', 'b', 'c'].map((caller) => queue.get({ caller, what: caller, work: async () => (order += caller) }));
  while (queue.waiting() > 0) {
    order += '.';
    await turn();
  }
  await Promise.all(asked);
  expect(order).toMatch(/^\.+a\.+b\.+c$/);
});

test('identical requests share one job', async () => {
  const { ask, finish, begun, settled } = trial();
  const asked = [ask('a', 'other'), ask('a', 'page'), ask('b', 'page'), ask('b', 'page')];
  await finish();
  expect(await Promise.all(asked)).toEqual(['other', 'page', 'page', 'page']);
  expect(begun).toEqual(['a:other', 'b:page']);
  expect(settled).toHaveLength(4);
});

test('rejects a caller with too many requests, and no other', async () => {
  const { ask, finish, settled } = trial();
  for (let i = 0; i < 7; i += 1) void ask('many', String(i)).catch(() => {});
  await ask('many', 'late').catch((problem: Problem) => {
    expect(problem).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  });
  void ask('one', 'page');
  await finish();
  expect(settled.filter((each) => each.endsWith(' 429'))).toEqual(['many:5 429', 'many:6 429', 'many:late 429']);
  expect(settled).toContain('one:page');
});

test('in a full queue, the callers with the most waiting requests make room for one with few', async () => {
  const { ask, finish, begun, settled } = trial({ inAll: 6 });
  for (const caller of ['a', 'b']) for (let i = 0; i < 3; i += 1) void ask(caller, `${caller}${i}`).catch(() => {});
  void ask('one', 'page');
  void ask('one', 'another');
  while (begun.length === 0) await turn();
  // Two each, and one is running: there is room for one more, then none for callers with as many as the others.
  void ask('a', 'more').catch(() => {});
  void ask('b', 'more').catch(() => {});
  await finish();
  expect(settled.filter((each) => each.includes(' '))).toEqual(['a:a2 503', 'b:b2 503', 'b:more 503']);
});

test('slow jobs of one caller leave a slot to others', async () => {
  const { ask, finish, begun } = trial({ atOnce: 2 });
  for (let i = 0; i < 3; i += 1) void ask('slow', String(i));
  while (begun.length < 1) await turn();
  void ask('one', 'page');
  while (begun.length < 2) await turn();
  expect(begun).toEqual(['slow:0', 'one:page']);
  await finish();
  expect(begun).toHaveLength(4);
});

test('a failure rejects all requests that share the job, and does not block the next', async () => {
  const queue = createFairQueue<string>(BOUNDS);
  const fail = () => {
    throw new Error('broken');
  };
  const answers = await Promise.allSettled([
    queue.get({ caller: 'a', what: 'bad', work: fail }),
    queue.get({ caller: 'b', what: 'bad', work: fail }),
    queue.get({ caller: 'a', what: 'good', work: async () => 'good' }),
  ]);
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    'Error: broken',
    'Error: broken',
    'good',
  ]);
});

test('a disconnected caller frees its place, and its job is not run', async () => {
  const { ask, finish, begun } = trial({ perCaller: 2 });
  let left = false;
  const gone = ask('a', 'first', () => left);
  void ask('a', 'second');
  left = true;
  void ask('a', 'third');
  await expect(gone).rejects.toMatchObject({ status: 503 });
  await finish();
  expect(begun).toEqual(['a:second', 'a:third']);
});

test('law: while a request waits, its caller gets as many turns as any other; limits hold, and every request is settled', async () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.record({ caller: fc.constantFrom('a', 'b', 'c', 'd'), leaves: fc.boolean() }) },
      { weight: 1, arbitrary: fc.constant('finish' as const) },
      { weight: 2, arbitrary: fc.constant('round' as const) },
    ),
    { maxLength: 120 },
  );
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (all, atOnce) => {
      const { queue, ask, finish, begun, settled, most } = trial({ atOnce });
      const asked: { readonly caller: string; readonly name: string; readonly begunBefore: number }[] = [];
      let left = false;
      for (const step of all) {
        if (step === 'round') for (let i = 0; i < 40; i += 1) await turn();
        else if (step === 'finish') {
          left = true;
          await finish();
          left = false;
        } else {
          const what = String(asked.length);
          asked.push({ caller: step.caller, name: `${step.caller}:${what}`, begunBefore: begun.length });
          ask(step.caller, what, step.leaves ? () => left : undefined).catch(() => {});
        }
        expect(queue.waiting()).toBeLessThanOrEqual(BOUNDS.inAll);
      }
      await finish();
      expect(settled).toHaveLength(asked.length);
      expect(most()).toBeLessThanOrEqual(atOnce);
      for (const { caller, name, begunBefore } of asked) {
        const at = begun.indexOf(name);
        if (at === -1) continue;
        const turns = new Map<string, number>();
        for (const each of begun.slice(begunBefore, at)) {
          const whose = each.split(':')[0]!;
          turns.set(whose, (turns.get(whose) ?? 0) + 1);
        }
        const own = turns.get(caller) ?? 0;
        for (const [whose, count] of turns) expect([name, whose, Math.max(count, own + 1)]).toEqual([name, whose, own + 1]);
      }
    }),
  );
});
