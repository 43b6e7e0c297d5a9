import fc from 'fast-check';
import { expect, test } from 'vitest';

import { periodContaining } from '../../../domain/calendar.ts';
import { compareTotals } from '../../../domain/ordering.ts';
import { score, type Score } from '../../../domain/scoring.ts';
import type { PlayedEvents } from '../../store/stored-values.ts';
import { DAY, MAIN, MINUTE, NOON, useBoards } from '../boards-under-test.suite.ts';

/** Delays reading the ledger. */
let reading = Promise.resolve();

const trial = useBoards({
  graceMs: Infinity,
  around: (store) => ({
    ...store,
    async *countedEvents(...args) {
      // Read before, but delivered later.
      const read: (PlayedEvents & { readonly reached: number })[] = [];
      for await (const events of store.countedEvents(...args)) read.push(events);
      await reading;
      yield* read;
    },
  }),
});

/** Since when the leader has led today, in minutes before noon; `undefined` if unknown. */
async function ledFor(): Promise<number | undefined> {
  const since = await trial.boards.leads.since(MAIN, periodContaining('daily', trial.now, MAIN.calendar));
  return since === undefined ? undefined : (NOON - since) / MINUTE;
}

const win = (username: string, points: number, minutesAgo: number) => trial.win(username, points, NOON - minutesAgo * MINUTE);

test('a day without points has no leader', async () => expect(await ledFor()).toBeUndefined());

test('a lead starts when the leader passes the one before, not with their latest points', async () => {
  await win('ann', 10, 60);
  await win('bob', 15, 50);
  await win('ann', 20, 40);
  await win('ann', 5, 10);
  expect(await ledFor()).toBe(40);
});

test('a tie does not change the lead: the first to reach a total is ahead', async () => {
  await win('ann', 10, 60);
  await win('bob', 10, 50);
  expect(await ledFor()).toBe(60);
});

test('if two players reach a total at one moment, the one who joined first leads', async () => {
  await win('ann', 1, 70);
  await win('bob', 1, 60);
  await win('bob', 9, 30);
  await win('ann', 9, 30);
  expect(await ledFor()).toBe(70);
});

test('a change of lead takes effect immediately', async () => {
  await win('ann', 10, 60);
  expect(await ledFor()).toBe(60);
  await win('bob', 20, 0);
  expect(await ledFor()).toBe(0);
  await win('bob', 20, 0);
  trial.now = NOON + 5 * MINUTE;
  await trial.win('ann', 100);
  expect(await ledFor()).toBe(-5);
});

test('a falling leader loses the lead at that moment', async () => {
  await win('ann', 30, 60);
  await win('bob', 20, 50);
  expect(await ledFor()).toBe(60);
  await win('ann', -15, 0);
  expect(await ledFor()).toBe(0);
});

test('a late event counts from when it happened', async () => {
  await win('ann', 10, 60);
  expect(await ledFor()).toBe(60);
  await win('bob', 20, 45);
  expect(await ledFor()).toBe(45);
});

test('if an event is voided during the lookup, every request gets the current lead', async () => {
  await win('ann', 10, 60);
  await win('bob', 20, 50);
  await win('bob', 5, 40);
  const { promise, resolve } = Promise.withResolvers<void>();
  reading = promise;
  const before = ledFor();
  const all = await trial.store.eventsOf('main', 2, { limit: 1 });
  await trial.boards.revisions.revise(trial.boards.board('main'), all[0]!.id, 'void', 'Sent twice');
  const after = ledFor();
  resolve();
  expect(await Promise.all([before, after])).toEqual([50, 50]);
});

test('a hidden player does not count as a former leader, and counts again when shown', async () => {
  await win('ann', 10, 60);
  await win('bob', 20, 50);
  await win('ann', 20, 40);
  await trial.boards.players.setVisibility('bob', { state: 'hidden' });
  expect(await ledFor()).toBe(60);
  await trial.boards.players.setVisibility('bob', { state: 'shown' });
  expect(await ledFor()).toBe(40);
});

test('law: after a restart, it is the time since which the leader has been first', async () => {
  const event = fc.record({ player: fc.constantFrom('ann', 'bob', 'cat', 'dan'), points: fc.integer({ min: -6, max: 9 }), ago: fc.nat(9) });
  let days = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (events) => {
      // A new day for each run.
      trial.now = NOON + (days += 1) * DAY;
      for (const { player, points, ago } of events) await trial.win(player, points, trial.now - ago * MINUTE);
      await trial.open();
      const since = await trial.boards.leads.since(MAIN, periodContaining('daily', trial.now, MAIN.calendar));
      const joined = await Promise.all(['ann', 'bob', 'cat', 'dan'].map((name) => trial.store.playerNamed(name)));
      const ids = new Map(joined.flatMap((player) => (player === undefined ? [] : [[player.username, String(player.number)]])));
      const leaderAt = (moment: number) => {
        const totals = new Map<string, Score>();
        for (const { player, points, ago } of events)
          if (trial.now - ago * MINUTE <= moment)
            totals.set(player, score('sum', 'high', totals.get(player), { points, at: trial.now - ago * MINUTE }));
        return [...totals].map(([player, total]) => Object.assign(total, { playerId: ids.get(player)! })).toSorted(compareTotals)[0]
          ?.playerId;
      };
      const minutes = Array.from({ length: 10 }, (_, ago) => trial.now - ago * MINUTE);
      const changed = minutes.find((moment) => leaderAt(moment) !== leaderAt(moment - MINUTE));
      expect(since).toBe(changed);
    }),
    { numRuns: 60 },
  );
});
