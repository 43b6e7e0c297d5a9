// A database that does not respond, as a shared one sometimes may: cached data is shown.
import { expect, test } from 'vitest';

import { failingStore, type FailingStore } from '../store/failing-store.suite.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { closePast } from '../boards/boards-under-test.suite.ts';
import { DAY, NOON, useTrialApi } from './trial-api.suite.ts';

let database: FailingStore;
const trial = useTrialApi({
  async openStore() {
    database = failingStore(await openMemoryStore());
    return database.store;
  },
});

const VIEWS = ['daily', 'weekly', 'monthly', 'all-time'].flatMap((period) => [
  `/api/v1/boards/main/view?period=${period}`,
  `/api/v1/boards/main/rankings?period=${period}&around=ada`,
]);

async function shown(): Promise<readonly unknown[]> {
  return Promise.all(
    VIEWS.map(async (target) => {
      const { status, body } = await trial.ask(target);
      expect([target, status]).toEqual([target, 200]);
      // The end of the replayable time follows the clock.
      return JSON.parse(JSON.stringify(body).replaceAll(/"until":"[^"]*"/g, '"until":""')) as unknown;
    }),
  );
}

async function play(): Promise<void> {
  const sent = ['ada', 'bob', 'cleo'].flatMap((username, i) => [
    { id: `${username} before`, username, points: 9 - i, at: new Date(NOON - DAY).toISOString() },
    { id: `${username} now`, username, points: 1 + i, at: new Date(NOON).toISOString() },
  ]);
  expect((await trial.post({ events: sent })).status).toBe(200);
  await closePast(trial.boards);
}

test('boards are shown from memory, including movement since the day before', async () => {
  await play();
  const before = await shown();
  database.goAway(true);
  trial.now += 60_000;
  expect(await shown()).toEqual(before);
});

test('a board that has not been read yet is shown, except for how long the leader has led', async () => {
  await play();
  const target = '/api/v1/boards/main/view?period=all-time';
  database.goAway(true);
  const away = await trial.ask(target);
  expect([away.status, (away.body as { leadsSince: string | null }).leadsSince]).toEqual([200, null]);
  database.goAway(false);
  trial.now += 60_000;
  expect((await trial.ask(target)).body).toMatchObject({ leadsSince: new Date(NOON - DAY).toISOString() });
});

test('posted points get 503 and appear nowhere, and count once when sent again', async () => {
  await play();
  const before = await shown();
  const event = { id: 'new', username: 'cleo', points: 100 };
  database.goAway(true);
  for (const body of [event, { events: [event, { ...event, id: 'newer' }] }]) {
    const { status, headers } = await trial.post(body);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  }
  expect(await shown()).toEqual(before);
  database.goAway(false);
  expect((await trial.post(event)).status).toBe(201);
  expect((await trial.post(event)).status).toBe(200);
  expect((await trial.rankings({ period: 'all-time' })).standings[0]).toMatchObject({ points: 110, player: { username: 'cleo' } });
});

test('answers that need the database get 503, and work once it is back', async () => {
  await play();
  const targets = [
    '/api/v1/players/ada/receipt',
    '/api/v1/boards/main/winners?period=daily',
    '/api/v1/boards/main/rankings?period=daily&at=2026-11-20',
  ];
  database.goAway(true);
  for (const target of targets) {
    const problem = await trial.problemOf(trial.ask(target));
    expect([target, problem.status]).toEqual([target, 503]);
  }
  // Each failure is logged, and the response reveals nothing about the database.
  expect(trial.logged).toHaveLength(targets.length);
  database.goAway(false);
  for (const target of targets) expect([target, (await trial.ask(target)).status]).toEqual([target, 200]);
});

test('operators’ changes are refused, and nothing changes', async () => {
  await play();
  database.goAway(true);
  const refused = [
    trial.send('setPlayerVisibility', { username: 'ada', body: { state: 'hidden' } }, trial.tokens.owner),
    trial.send('makeBoard', { body: { name: 'new', title: 'New' } }, trial.tokens.owner),
    trial.send('reviseEvent', { board: 'main', body: { event: 'ada now', does: 'void', reason: 'a bot' } }, trial.tokens.owner),
  ];
  for (const answer of refused) expect((await answer).status).toBe(503);
  database.goAway(false);
  expect(trial.boards.boards()).toHaveLength(1);
  expect([...trial.boards.players.absences]).toEqual([]);
});
