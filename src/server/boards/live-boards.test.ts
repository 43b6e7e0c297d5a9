import { expect, test } from 'vitest';

import type { PeriodKey } from '../store/stored-values.ts';
import { DAY, NOON, useBoards } from './boards-under-test.suite.ts';

/** Awaited by reads of the standings of a matching period. */
let held: { readonly period: (period: PeriodKey) => boolean; readonly reading: () => void; readonly released: Promise<void> } | undefined;

const trial = useBoards({
  graceMs: Infinity,
  around: (store) =>
    new Proxy(store, {
      get: (whole, name) =>
        name === 'standings'
          ? async function* standings(period: PeriodKey) {
              const rows = [];
              for await (const row of whole.standings(period)) rows.push(row);
              if (held?.period(period) === true) {
                held.reading();
                await held.released;
              }
              yield* rows;
            }
          : (Reflect.get(whole, name) as unknown),
    }),
});

/** Delays the reading of a period’s standings: they are read but not delivered yet. */
function holdReading(period: (period: PeriodKey) => boolean) {
  const reading = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  held = { period, reading: reading.resolve, released: released.promise };
  return { reading: reading.promise, release: released.resolve };
}

test('a board’s position rises with each of its changes, and only then', async () => {
  const { changes } = trial.boards;
  const before = changes.position('main');
  await trial.send({ id: 'x', username: 'player 0', points: 5 });
  const recorded = changes.position('main');
  expect(recorded).toBeGreaterThan(before);
  await trial.send({ id: 'x', username: 'player 0', points: 5 });
  expect(changes.position('main')).toBe(recorded);
  await trial.boards.editing.change('main', { title: 'Another' });
  expect(changes.position('main')).toBeGreaterThan(recorded);
  expect(changes.isAt(await trial.store.positions())).toBe(true);
});

test('values read together are consistent, even if events never pause', async () => {
  await trial.win('ada', 1);
  const total = async () => (await trial.boards.reading.places(trial.boards.board('main'), 'daily', NOON, 1, () => [])).total;
  let attempts = 0;
  const [before, after] = await trial.boards.commits.atOneInstant(async () => {
    attempts += 1;
    const first = await total();
    const next = trial.win(`newcomer ${attempts}`, 1);
    // In the end the event waits for the read, not the other way round.
    if (attempts <= 3) await next;
    return [first, await total()];
  });
  expect([attempts, before, after]).toEqual([4, 4, 4]);
  await trial.boards.commits.settled();
  expect(await total()).toBe(5);
});

test('a page counts players as of the instant it was read, even if a commit intervenes while the previous period is read', async () => {
  await trial.win('ada', 1);
  await trial.win('ada', 1, NOON - DAY);
  // As after a restart: yesterday is not in memory.
  await trial.open();
  const { reading, release } = holdReading(({ kind, start }) => kind === 'daily' && start < NOON - DAY);
  const page = trial.boards.reading.page(trial.boards.board('main'), 'daily', NOON, { after: 0 }, 50);
  await reading;
  await trial.win('bob', 5);
  release();
  const { standings, total } = await page;
  expect([standings.map(({ player }) => player.username), total]).toEqual([['ada'], 1]);
});

test('an order being loaded includes events and visibility changes that arrive meanwhile', async () => {
  for (const name of ['ada', 'bob', 'cleo']) await trial.win(name, 3, NOON - DAY);
  await trial.send({ id: 'wrong', username: 'dora', points: 9, at: new Date(NOON - DAY).toISOString() });
  await trial.open();
  const { reading, release } = holdReading(({ kind, start }) => kind === 'daily' && start < NOON - DAY);
  const yesterday = trial.day(NOON - DAY);
  await reading;
  const later = trial.win('bob', 5, NOON - DAY);
  const hidden = trial.boards.players.setVisibility('cleo', { state: 'hidden' });
  const voided = trial.boards.revisions.revise(trial.boards.board('main'), 'wrong', 'void', 'sent twice');
  release();
  await Promise.all([later, hidden, voided, yesterday]);
  expect(await trial.day(NOON - DAY)).toEqual(['bob 8', 'ada 3']);
});
