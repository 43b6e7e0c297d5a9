import { beforeEach, expect, test } from 'vitest';

import { MAIN, MINUTE, NOON, useBoards } from '../boards/boards-under-test.suite.ts';
import { LiveBoards } from '../boards/live-boards.ts';
import { parseEvent } from '../boards/points/points-intake.ts';
import { SharedLine } from '../../../tests/oracle/several-stores.suite.ts';
import type { Message } from './webhooks/message.ts';
import type { WebhookSettings } from './webhooks/webhooks.ts';
import { Announcing, PODIUM_EVERY_MS, SOON_MS } from './announcing.ts';

const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');

const trial = useBoards();
let announcing: Announcing;

beforeEach(async () => {
  announcing = new Announcing({ boards: trial.boards, store: trial.store, clock: () => trial.now });
});

function settings(events: WebhookSettings['events'], periods: WebhookSettings['periods'] = ['daily']): WebhookSettings {
  return { url: 'https://play.example/hook', form: 'standard', events, boards: null, periods };
}

/** The messages of a webhook so far, oldest first. */
async function told(boards: LiveBoards = trial.boards): Promise<readonly Message[]> {
  return (await boards.webhooks.deliveries(boards.webhooks.named('all'), { limit: 100 })).map(({ message }) => message).toReversed();
}

/** The podiums of all messages, for example `daily ada bob`. */
async function podiums(): Promise<readonly string[]> {
  const messages = (await told()).flatMap((message) => ('podium' in message ? [message] : []));
  return Promise.all(
    messages.map(async ({ kind, podium }) => {
      const players = await trial.store.players(podium.map(({ player }) => player));
      return [kind, ...players.map(({ username }) => username)].join(' ');
    }),
  );
}

/** Looks again after the shortest interval. */
async function later(): Promise<void> {
  trial.now += PODIUM_EVERY_MS;
  await announcing.look();
}

test('announces a closing day once, an hour before its end, if it has a podium', async () => {
  await trial.boards.webhooks.add('all', settings(['period.closing_soon']));
  trial.now = MIDNIGHT - SOON_MS;
  await announcing.look();
  expect(await told()).toEqual([]);
  trial.now = NOON;
  await trial.win('ada', 30);
  trial.now = MIDNIGHT - SOON_MS - 1;
  await announcing.look();
  expect(await told()).toEqual([]);
  trial.now += 1;
  await announcing.look();
  await announcing.look();
  expect(await told()).toMatchObject([
    { type: 'period.closing_soon', at: MIDNIGHT - SOON_MS, board: 'main', kind: 'daily', podium: [{ rank: 1, player: 1, points: 30 }] },
  ]);
  // A process that starts later does not announce it again.
  await new Announcing({ boards: trial.boards, store: trial.store, clock: () => trial.now }).look();
  expect(await told()).toHaveLength(1);
});

test('announces a podium when its players or their order change, at most every ten seconds', async () => {
  await trial.boards.webhooks.add('all', settings(['podium.changed']));
  await trial.win('ada', 10);
  await announcing.look();
  // The day began before the first look, so its current leader is not news.
  expect(await podiums()).toEqual([]);
  await trial.win('bob', 20);
  await announcing.look();
  expect(await podiums()).toEqual([]);
  await later();
  expect(await podiums()).toEqual(['daily bob ada']);
  await trial.win('bob', 1);
  await later();
  expect(await podiums()).toEqual(['daily bob ada']);
  for (const [name, points] of [
    ['cyd', 50],
    ['dan', 5],
    ['ada', 100],
  ] as const)
    await trial.win(name, points);
  await later();
  await trial.win('eve', 1);
  await later();
  expect(await podiums()).toEqual(['daily bob ada', 'daily ada cyd bob']);
  await trial.boards.players.setVisibility('cyd', { state: 'hidden' });
  await later();
  expect(await podiums()).toEqual(['daily bob ada', 'daily ada cyd bob', 'daily ada bob dan']);
});

test('announces the first player on the podium of a new day', async () => {
  await trial.boards.webhooks.add('all', settings(['podium.changed']));
  trial.now = MIDNIGHT + MINUTE;
  await later();
  expect(await podiums()).toEqual([]);
  await trial.win('ada', 10);
  await later();
  expect(await podiums()).toEqual(['daily ada']);
});

test('announces results under review as provisional, then as final', async () => {
  const catalogue = trial.boards.catalogue;
  await catalogue.replace({
    activities: [],
    tournaments: [],
    achievements: [],
    prizes: [{ period: 'daily', from: 1, to: 2, prize: 'Cup' }],
  });
  await trial.boards.reviews.setReviewMs('main', 120 * MINUTE);
  await trial.boards.webhooks.add('all', settings(['period.closed', 'period.final']));
  for (const [name, points] of [
    ['ada', 30],
    ['bob', 20],
  ] as const)
    await trial.win(name, points);
  trial.now = MIDNIGHT + 2 * MINUTE;
  await trial.boards.closing.closeEnded();
  await announcing.look();
  await announcing.look();
  const finalAt = MIDNIGHT + 121 * MINUTE;
  const closed = {
    type: 'period.closed',
    at: MIDNIGHT + 2 * MINUTE,
    kind: 'daily',
    total: 2,
    finalAt,
    podium: [{ player: 1 }, { player: 2 }],
  };
  expect(await told()).toMatchObject([closed]);
  await trial.boards.players.setVisibility('ada', { state: 'hidden' });
  trial.now = finalAt;
  await trial.boards.closing.closeEnded();
  await new Announcing({ boards: trial.boards, store: trial.store, clock: () => trial.now }).look();
  expect(await told()).toMatchObject([closed, { type: 'period.final', at: finalAt, total: 1, podium: [{ player: 2, rank: 1 }] }]);
});

test('a held event is announced once, in its own commit, without a name', async () => {
  await trial.boards.webhooks.add('all', settings(['points.held']));
  await trial.boards.limits.replace(trial.boards.board('main'), { event: 10, hour: null, day: null, history: null });
  for (const id of ['a', 'b', 'a']) await trial.send({ id, username: 'ada', points: 11 });
  await trial.send({ id: 'c', username: 'ada', points: 10 });
  const held = await trial.store.records('held', { limit: 10 });
  const messages = await told();
  expect(messages).toMatchObject(
    held.toReversed().map(({ id }) => ({
      type: 'points.held',
      board: 'main',
      held: id,
      reason: '11 in one event, over the limit of 10.',
    })),
  );
  expect(messages).toHaveLength(2);
  expect(JSON.stringify(messages)).not.toContain('ada');
});

test('several processes announce everything once, in any order, and never an older podium after a newer one', async () => {
  const line = new SharedLine();
  let now = NOON;
  const clock = () => now;
  const processes = await Promise.all(
    [0, 1, 2].map(async () => {
      const store = await line.open();
      const boards = await LiveBoards.open(store, { clock, graceMs: 0 });
      return { store, boards, announcing: new Announcing({ boards, store, clock }) };
    }),
  );
  const [one] = processes as [(typeof processes)[0]];
  await one.boards.editing.make(MAIN);
  await one.boards.webhooks.add('all', settings(['podium.changed', 'period.closing_soon', 'period.closed']));
  for (const { store } of processes) await store.catchUp();
  now = MIDNIGHT + MINUTE;
  const players = ['ada', 'bob', 'cyd', 'dan'];
  for (let i = 0; i < 40; i += 1) {
    const { boards, store } = processes[i % 3]!;
    const event = { id: `e${i}`, username: players[(i * 7) % 4], points: (i * 13) % 17 };
    await boards.commits.submit(boards.board('main'), [parseEvent(event, now)]);
    // One process is always behind.
    if (i % 2 === 0) await store.catchUp();
    now += PODIUM_EVERY_MS;
    await Promise.all(processes.map((each) => each.announcing.look()));
  }
  now = MIDNIGHT + 23.5 * 60 * MINUTE;
  await Promise.all(processes.map((each) => each.announcing.look()));
  now = MIDNIGHT + 24 * 60 * MINUTE + MINUTE;
  await Promise.all(processes.map((each) => each.boards.closing.closeEnded()));
  for (const { store } of processes) await store.catchUp();
  const messages = await told(one.boards);
  expect(messages.filter(({ type }) => type === 'period.closing_soon')).toHaveLength(1);
  expect(messages.filter(({ type }) => type === 'period.closed')).toHaveLength(1);
  const orders = messages.flatMap((message) =>
    message.type === 'podium.changed' ? [message.podium.map(({ player }) => player).join(' ')] : [],
  );
  expect(orders.length).toBeGreaterThan(3);
  for (const [i, order] of orders.entries()) expect(order).not.toBe(orders[i - 1]);
  const { standings } = await one.boards.reading.page(one.boards.board('main'), 'daily', MIDNIGHT + MINUTE, { after: 0 }, 3);
  expect(orders.at(-1)).toBe(standings.map(({ player }) => player.number).join(' '));
  for (const { store } of processes) await store.close();
});
