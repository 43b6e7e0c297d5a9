import fc from 'fast-check';
import { expect, test } from 'vitest';

import { periodContaining } from '../../../domain/calendar.ts';
import { compareTotals } from '../../../domain/ordering.ts';
import { score, type Score } from '../../../domain/scoring.ts';
import type { PlayedEvents } from '../../store/stored-values.ts';
import { DAY, MAIN, MINUTE, NOON, useBoards } from '../boards-under-test.suite.ts';

/** Held back before the ledger is read. */
let reading = Promise.resolve();

const trial = useBoards({
  graceMs: Infinity,
  around: (store) => ({
    ...store,
    async *countedEvents(...asked) {
      // Read before, and told later.
      const read: (PlayedEvents & { readonly reached: number })[] = [];
      for await (const events of store.countedEvents(...asked)) read.push(events);
      await reading;
      yield* read;
    },
  }),
});

/** Since when somebody leads today, in minutes before noon; `undefined` where it is not known. */
async function ledFor(): Promise<number | undefined> {
  const since = await trial.boards.leads.since(MAIN, periodContaining('daily', trial.now, MAIN.calendar));
  return since === undefined ? undefined : (NOON - since) / MINUTE;
}

const win = (username: string, points: number, minutesAgo: number) => trial.win(username, points, NOON - minutesAgo * MINUTE);

test('nobody leads a day without points', async () => expect(await ledFor()).toBeUndefined());

test('whoever leads does so since they passed the one before, not since their latest points', async () => {
  await win('ann', 10, 60);
  await win('bob', 15, 50);
  await win('ann', 20, 40);
  await win('ann', 5, 10);
  expect(await ledFor()).toBe(40);
});

test('drawing level takes no lead: the first to reach a total is in front', async () => {
  await win('ann', 10, 60);
  await win('bob', 10, 50);
  expect(await ledFor()).toBe(60);
});

test('two who reach a total at one moment: whoever joined first leads, and did from then on', async () => {
  await win('ann', 1, 70);
  await win('bob', 1, 60);
  await win('bob', 9, 30);
  await win('ann', 9, 30);
  expect(await ledFor()).toBe(70);
});

test('a change of lead is followed as it comes', async () => {
  await win('ann', 10, 60);
  expect(await ledFor()).toBe(60);
  await win('bob', 20, 0);
  expect(await ledFor()).toBe(0);
  await win('bob', 20, 0);
  trial.now = NOON + 5 * MINUTE;
  await trial.win('ann', 100);
  expect(await ledFor()).toBe(-5);
});

test('who falls leaves the lead at that moment', async () => {
  await win('ann', 30, 60);
  await win('bob', 20, 50);
  expect(await ledFor()).toBe(60);
  await win('ann', -15, 0);
  expect(await ledFor()).toBe(0);
});

test('what comes late counts from when it happened', async () => {
  await win('ann', 10, 60);
  expect(await ledFor()).toBe(60);
  await win('bob', 20, 45);
  expect(await ledFor()).toBe(45);
});

test('an event that is voided while the lead is looked up: everybody who asks hears of the lead there is now', async () => {
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

test('whoever is hidden has never led, and whoever comes back has', async () => {
  await win('ann', 10, 60);
  await win('bob', 20, 50);
  await win('ann', 20, 40);
  await trial.boards.players.setVisibility('bob', { state: 'hidden' });
  expect(await ledFor()).toBe(60);
  await trial.boards.players.setVisibility('bob', { state: 'shown' });
  expect(await ledFor()).toBe(40);
});

test('law: after a start it is the moment from which on the same player is first at every moment', async () => {
  const event = fc.record({ player: fc.constantFrom('ann', 'bob', 'cat', 'dan'), points: fc.integer({ min: -6, max: 9 }), ago: fc.nat(9) });
  let days = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (events) => {
      // A day of its own for each.
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
