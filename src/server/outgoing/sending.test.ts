import { beforeEach, expect, test } from 'vitest';

import { DAY, MAIN, MINUTE, NOON, useBoards } from '../boards/boards-under-test.suite.ts';
import type { Message } from './webhooks/message.ts';
import { reachable } from './webhooks/receiver-address.ts';
import { publicKeyOf } from './webhooks/webhook-signature.ts';
import type { Webhook } from './webhooks/webhook-list.ts';
import type { WebhookSettings } from './webhooks/webhooks.ts';
import { isGenuine, useReceiver } from './receiver-under-test.suite.ts';
import { Sending, type SendingParts } from './sending.ts';

const HOUR = 60 * MINUTE;

const trial = useBoards();
const receiver = useReceiver();
let logged: string[];
let sending: Sending;
let failures = 0;

beforeEach(() => {
  logged = [];
  sending = sendingOn({});
});

function sendingOn(parts: Partial<SendingParts>): Sending {
  return new Sending({
    boards: trial.boards,
    mayReach: reachable('127.0.0.1')!,
    patienceMs: 200,
    site: () => ({ site: 'https://play.example', points: undefined }),
    clock: () => trial.now,
    chance: () => 0.5,
    log: (text) => logged.push(text),
    ...parts,
  });
}

function addWebhook(settings: Partial<WebhookSettings> = {}, name = 'results'): Promise<Webhook> {
  const all = {
    form: 'standard',
    events: ['backup.failed', 'period.closed', 'podium.changed', 'points.held'],
    boards: null,
    periods: null,
  } as const;
  return trial.boards.webhooks.add(name, { url: `${receiver.url}/hook`, ...all, events: [...all.events], ...settings });
}

function failure(): Message {
  failures += 1;
  return { type: 'backup.failed', at: trial.now, subject: `${failures}`, reason: `no room (${failures})` };
}

/** The current state of the webhook. */
function now({ name }: Webhook): Webhook {
  return trial.boards.webhooks.named(name);
}

async function states(webhook: Webhook): Promise<readonly string[]> {
  const deliveries = await trial.boards.webhooks.deliveries(webhook, { limit: 100 });
  return deliveries.map(({ state, attempts }) => `${state}: ${attempts.map(({ result }) => result).join(', ')}`);
}

test('a message arrives once, signed, and describes the event', async () => {
  const webhook = await addWebhook();
  await trial.boards.webhooks.tell({ type: 'backup.failed', at: NOON, subject: 'a', reason: 'no room' });
  await sending.sendDue(webhook);
  await sending.sendDue(webhook);
  expect(receiver.messages()).toEqual([{ type: 'backup.failed', timestamp: '2026-11-21T12:00:00.000Z', data: { reason: 'no room' } }]);
  const [received] = receiver.received;
  expect(received).toMatchObject({
    method: 'POST',
    path: '/hook',
    headers: { 'content-type': 'application/json', 'user-agent': 'Laurels' },
  });
  expect(received!.headers['webhook-timestamp']).toBe(String(NOON / 1000));
  expect(isGenuine(received!, publicKeyOf(webhook.keys[0]!.key))).toBe(true);
  expect(await states(webhook)).toEqual(['delivered: 204']);
});

test('a webhook receives only the events it subscribed to', async () => {
  const held = await addWebhook({ events: ['points.held'], boards: ['speedrun'] });
  await trial.boards.webhooks.tell(failure());
  for (const board of ['main', 'speedrun'])
    await trial.boards.webhooks.tell({ type: 'points.held', at: NOON, subject: board, board, held: 'h1', reason: 'too many' });
  await sending.sendDue(held);
  expect(receiver.messages()).toMatchObject([{ type: 'points.held', data: { board: { name: 'speedrun' } } }]);
});

test('a message queued twice is sent once', async () => {
  const webhook = await addWebhook();
  const message = failure();
  await trial.boards.webhooks.tell(message);
  await sending.sendDue(webhook);
  await trial.boards.webhooks.tell(message);
  await sending.sendDue(webhook);
  expect(receiver.received).toHaveLength(1);
});

test('concurrent processes send each message once, and another takes over from a process that died', async () => {
  const webhook = await addWebhook();
  for (let i = 0; i < 5; i += 1) await trial.boards.webhooks.tell(failure());
  await Promise.all([sending, sendingOn({}), sendingOn({})].map((each) => each.sendDue(webhook)));
  expect(receiver.received).toHaveLength(5);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
  // A process that dies in the middle of an attempt.
  await trial.boards.webhooks.tell(failure());
  const [left] = await trial.boards.webhooks.deliveries(webhook, { state: 'waiting', limit: 1 });
  await trial.boards.webhooks.changeDeliveries(webhook, [left!.id], ([kept]) => [{ ...kept!, takenUntil: trial.now + 2 * MINUTE }]);
  trial.now = await sending.sendDue(webhook);
  expect(receiver.received).toHaveLength(5);
  await sending.sendDue(webhook);
  expect(receiver.received).toHaveLength(6);
});

test('a failed message is retried with growing delays for three days, with the same id, and then given up', async () => {
  const webhook = await addWebhook();
  receiver.answer = () => ({ status: 500 });
  await trial.boards.webhooks.tell(failure());
  const pauses: number[] = [];
  for (let last = trial.now; (await states(webhook))[0]!.startsWith('waiting');) {
    trial.now = Math.max(trial.now, Math.min(trial.now + DAY * 2, await sending.sendDue(webhook)));
    if (receiver.received.length > pauses.length + 1) {
      pauses.push(Math.round(((trial.now - last) / MINUTE) * 10) / 10);
      last = trial.now;
    }
    if (pauses.length > 20) break;
  }
  expect(receiver.received).toHaveLength(10);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(trial.now - NOON).toBeGreaterThan(3 * DAY);
  expect(trial.now - NOON).toBeLessThan(4 * DAY);
  expect(await states(webhook)).toEqual([`failed: ${Array.from({ length: 10 }, () => '500').join(', ')}`]);
  expect(logged).toEqual(['Webhook "results" fails: 500. Its deliveries are queued.', 'Webhook "results": gave up on backup.failed: 500.']);
});

test('no messages are lost while a receiver fails: all arrive once it recovers', async () => {
  const webhook = await addWebhook();
  receiver.answer = () => ({ status: 503 });
  for (let i = 0; i < 20; i += 1) {
    await trial.boards.webhooks.tell(failure());
    await sending.sendDue(webhook);
    trial.now += 7 * MINUTE;
  }
  const tried = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect(tried.size).toBeGreaterThan(1);
  receiver.answer = () => ({ status: 200 });
  receiver.received = [];
  for (let end = trial.now + DAY; trial.now < end; trial.now += 10 * MINUTE) await sending.sendDue(webhook);
  expect(new Set(receiver.messages().map((message) => JSON.stringify(message.data))).size).toBe(20);
  expect(receiver.received).toHaveLength(20);
});

test('a hanging receiver times out, and delays no other', async () => {
  const slow = await addWebhook({}, 'slow');
  const quick = await addWebhook({ url: `${receiver.url}/quick` }, 'quick');
  receiver.answer = ({ path }) => (path === '/hook' ? 'hang' : { status: 200 });
  await trial.boards.webhooks.tell(failure());
  const hanging = sending.sendDue(slow);
  await sending.sendDue(quick);
  expect(await states(quick)).toEqual(['delivered: 200']);
  await hanging;
  expect(await states(slow)).toEqual(['waiting: no answer within 0.2 seconds']);
});

test('410 turns a webhook off, and nothing more is sent to it', async () => {
  const webhook = await addWebhook();
  receiver.answer = () => ({ status: 410 });
  await trial.boards.webhooks.tell(failure());
  await trial.boards.webhooks.tell(failure());
  await sending.sendDue(webhook);
  expect(now(webhook)).toMatchObject({ state: 'off', reason: 'the receiver answered 410 Gone' });
  await trial.boards.webhooks.tell(failure());
  await sending.sendDue(now(webhook));
  expect(receiver.received).toHaveLength(1);
  expect((await states(webhook)).toSorted()).toEqual(['failed: the receiver answered 410 Gone', 'waiting: ']);
});

test('a redirect is a failure, and is not followed', async () => {
  const webhook = await addWebhook();
  receiver.answer = ({ path }) => (path === '/hook' ? { status: 307, headers: { location: '/inside' } } : { status: 200 });
  await trial.boards.webhooks.tell(failure());
  await sending.sendDue(webhook);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  expect(await states(webhook)).toEqual(['waiting: 307, redirects are not followed']);
});

test('nothing is sent to an address inside the network, by any name', async () => {
  const port = new URL(receiver.url).port;
  const inward = sendingOn({ mayReach: reachable('')!, resolve: async () => ['198.51.100.1', '127.0.0.1'] });
  for (const [name, url] of [
    ['literal', `http://127.0.0.1:${port}/`],
    ['number', `http://2130706433:${port}/`],
    ['mapped', `http://[::ffff:127.0.0.1]:${port}/`],
    ['name', `https://receiver.example:${port}/`],
  ] as const) {
    const webhook = await addWebhook({ url }, name);
    await trial.boards.webhooks.tell(failure());
    await inward.sendDue(webhook);
    expect((await states(webhook))[0]).toMatch(
      /^waiting: not sent: the host resolves to .*, which is not on the internet; LAURELS_WEBHOOK_ALLOW can allow it$/,
    );
  }
  expect(receiver.received).toEqual([]);
});

test('connects to the address that the name was first resolved to, even if it changes a moment later', async () => {
  const { port } = new URL(receiver.url);
  const webhook = await addWebhook({ url: `http://receiver.example:${port}/hook` });
  let asked = 0;
  // A second answer would be refused, but the name is only resolved once.
  const rebinding = sendingOn({ resolve: async () => [(asked += 1) === 1 ? '127.0.0.1' : '10.0.0.1'] });
  await trial.boards.webhooks.tell(failure());
  await rebinding.sendDue(webhook);
  expect(asked).toBe(1);
  expect(receiver.received).toMatchObject([{ headers: { host: `receiver.example:${port}` } }]);
});

test('Retry-After is respected', async () => {
  const webhook = await addWebhook();
  receiver.answer = () => ({ status: 429, headers: { 'retry-after': '3600' } });
  await trial.boards.webhooks.tell(failure());
  await trial.boards.webhooks.tell(failure());
  expect(await sending.sendDue(webhook)).toBe(NOON + HOUR);
  trial.now += HOUR - 1;
  await sending.sendDue(webhook);
  expect(receiver.received).toHaveLength(1);
  trial.now += 1;
  await sending.sendDue(webhook);
  expect(receiver.received).toHaveLength(2);
});

test('after a key rotation, messages are signed with both keys for a day', async () => {
  const {
    keys: [old],
  } = await addWebhook();
  const webhook = await trial.boards.webhooks.changeKey('results');
  await trial.boards.webhooks.tell(failure());
  await sending.sendDue(webhook);
  expect(isGenuine(receiver.received[0]!, publicKeyOf(old!.key))).toBe(true);
  expect(isGenuine(receiver.received[0]!, publicKeyOf(webhook.keys[0]!.key))).toBe(true);
  trial.now += DAY;
  await trial.boards.webhooks.tell(failure());
  await sending.sendDue(webhook);
  expect(isGenuine(receiver.received[1]!, publicKeyOf(old!.key))).toBe(false);
  expect(isGenuine(receiver.received[1]!, publicKeyOf(webhook.keys[0]!.key))).toBe(true);
});

test('a message that was given up is resent on request', async () => {
  const webhook = await addWebhook();
  receiver.answer = () => ({ status: 400 });
  await trial.boards.webhooks.tell(failure());
  for (let i = 0; i < 30; i += 1) trial.now = Math.min(trial.now + DAY, Math.max(trial.now, await sending.sendDue(webhook)));
  expect((await states(webhook))[0]).toMatch(/^failed/);
  receiver.answer = () => ({ status: 200 });
  expect(await trial.boards.webhooks.redeliver(webhook, undefined)).toBe(1);
  expect(await sending.sendDue(webhook)).toBe(Infinity);
  expect((await states(webhook))[0]).toMatch(/^delivered.*200$/);
});

test('the commit that closes a day queues a message with the podium', async () => {
  const webhook = await addWebhook({ events: ['period.closed'], periods: ['daily'] });
  const final = await addWebhook({ events: ['period.final'], periods: ['daily'] }, 'final');
  for (const [name, points] of [
    ['ada', 30],
    ['bob', 20],
    ['cyd', 10],
    ['dan', 5],
  ] as const)
    await trial.win(name, points);
  await trial.boards.players.setVisibility('bob', { state: 'hidden' });
  trial.now = Date.parse('2026-11-22T00:02:00Z');
  await trial.boards.closing.closeEnded();
  await trial.boards.players.setVisibility('cyd', { state: 'hidden' });
  await sending.sendDue(webhook);
  expect(receiver.messages()).toEqual([
    {
      type: 'period.closed',
      timestamp: '2026-11-22T00:02:00.000Z',
      data: {
        board: { name: 'main', title: MAIN.title },
        period: { kind: 'daily', from: '2026-11-21', start: '2026-11-21T00:00:00.000Z', end: '2026-11-22T00:00:00.000Z' },
        podium: [
          { rank: 1, player: { username: 'ada', displayName: 'ada' }, points: 30 },
          { rank: 2, player: null, points: 10 },
          { rank: 3, player: { username: 'dan', displayName: 'dan' }, points: 5 },
        ],
        total: 3,
        finalAt: null,
      },
    },
  ]);
  const [closed] = receiver.messages();
  receiver.received = [];
  await sending.sendDue(final);
  const { finalAt: _, ...data } = closed!.data as { readonly finalAt: null };
  expect(receiver.messages()).toEqual([{ ...closed, type: 'period.final', data }]);
});

test('the newest thousand settled deliveries are kept, and all that are queued', async () => {
  const webhook = await addWebhook();
  const told = async (count: number) => {
    for (let i = 0; i < count; i += 1) await trial.boards.webhooks.tell(failure());
  };
  await told(1005);
  // With so many, a connection may be closed during a request: the rest then waits until the webhook is retried.
  for (let next = await sending.sendDue(webhook); Number.isFinite(next); next = await sending.sendDue(webhook)) trial.now = next;
  await told(3);
  await trial.boards.webhooks.forgetOld();
  expect(await trial.boards.webhooks.deliveryCounts(webhook)).toEqual(
    new Map([
      ['delivered', 1000],
      ['waiting', 3],
    ]),
  );
  const [oldest] = (await trial.boards.webhooks.deliveries(webhook, { state: 'delivered', limit: 1000 })).slice(-1);
  expect(oldest!.message).toMatchObject({ reason: receiver.messages().map(({ data }) => (data as { reason: string }).reason)[5] });
});

test('a period that ended long ago is not announced as closed', async () => {
  const webhook = await addWebhook({ events: ['period.closed'] });
  await trial.win('ada', 30, NOON);
  trial.now = NOON + 400 * DAY;
  await trial.boards.closing.closeEnded();
  await sending.sendDue(webhook);
  expect(receiver.received).toEqual([]);
});
