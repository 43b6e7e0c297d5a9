import { beforeEach, expect, test } from 'vitest';

import { MINUTE, NOON, useBoards } from '../boards/boards-under-test.suite.ts';
import type { Message } from './webhooks/message.ts';
import { reachable } from './webhooks/receiver-address.ts';
import type { Webhook } from './webhooks/webhook-list.ts';
import { useReceiver } from './receiver-under-test.suite.ts';
import { Sending } from './sending.ts';

const DAY_START = Date.parse('2026-11-21T00:00:00Z');

const trial = useBoards();
const receiver = useReceiver();
let sending: Sending;
let webhook: Webhook;

beforeEach(async () => {
  sending = new Sending({
    boards: trial.boards,
    mayReach: reachable('127.0.0.1')!,
    site: () => ({ site: 'https://play.example', points: { one: 'coin', other: 'coins' } }),
    clock: () => trial.now,
    chance: () => 0.5,
    log: () => {},
  });
  let posted = 0;
  receiver.answer = ({ method }) => ({ status: 200, body: method === 'POST' ? JSON.stringify({ id: `10${(posted += 1)}` }) : '{}' });
  webhook = await trial.boards.webhooks.add('channel', {
    url: `${receiver.url}/api/webhooks/42/secret`,
    form: 'discord',
    events: ['podium.changed', 'period.closing_soon', 'period.closed', 'points.held', 'backup.failed'],
    boards: null,
    periods: null,
  });
  for (const [name, points] of [
    ['ada', 1200],
    ['@everyone', 20],
    ['[x](http://evil.example)', 10],
  ] as const)
    await trial.send({ username: name.replaceAll(/\W/g, '') || 'x', displayName: name, points });
});

function podium(type: 'podium.changed' | 'period.closing_soon', ...players: readonly number[]): Message {
  const places = players.map((player, i) => ({ rank: i + 1, player, points: 1200 - i }));
  return {
    type,
    at: trial.now,
    subject: `${type} ${players.join(' ')} ${trial.now}`,
    board: 'main',
    kind: 'daily',
    start: DAY_START,
    podium: places,
  };
}

function requests(): readonly string[] {
  return receiver.received.map(({ method, path }) => `${method} ${path}`);
}

function embed(i: number): { readonly title: string; readonly description: string; readonly url: string } {
  return (JSON.parse(receiver.received[i]!.body) as { embeds: [ReturnType<typeof embed>] }).embeds[0];
}

test('a day has one message in the channel, which is edited', async () => {
  await trial.boards.webhooks.tell(podium('podium.changed', 1, 2));
  await sending.sendDue(webhook);
  trial.now += MINUTE;
  await trial.boards.webhooks.tell(podium('podium.changed', 1, 2, 3));
  await sending.sendDue(webhook);
  trial.now += MINUTE;
  await trial.boards.webhooks.tell(podium('period.closing_soon', 1, 2, 3));
  await sending.sendDue(webhook);
  expect(requests()).toEqual([
    'POST /api/webhooks/42/secret?wait=true',
    'PATCH /api/webhooks/42/secret/messages/101',
    'PATCH /api/webhooks/42/secret/messages/101',
  ]);
  expect(embed(0)).toMatchObject({
    title: 'Main, 21 Nov 2026',
    url: 'https://play.example/leaderboard?mode=daily&at=2026-11-21T00%3A00%3A00.000Z',
  });
  expect(embed(0).description.split('\n')).toEqual(['🥇 **ada** 1,200 coins', '🥈 **\\@everyone** 1,199 coins', '', 'Current standings.']);
  expect(embed(2).description).toContain(`Ends <t:${(DAY_START + 86_400_000) / 1000}:R>.`);
  for (const { body, headers } of receiver.received) {
    expect(JSON.parse(body)).toMatchObject({ allowed_mentions: { parse: [] } });
    // Discord does not verify signatures.
    expect(headers).not.toHaveProperty('webhook-signature');
  }
});

test('a name cannot become a link or a mention in the channel', async () => {
  await trial.boards.webhooks.tell(podium('podium.changed', 3, 2));
  await sending.sendDue(webhook);
  expect(embed(0).description).toContain('**\\[x\\]\\(http\\://evil.example\\)**');
  expect(embed(0).description).toContain('**\\@everyone**');
});

test('of several queued changes, only the newest is sent', async () => {
  for (const players of [[1], [1, 2], [2, 1], [3, 2, 1]]) {
    await trial.boards.webhooks.tell(podium('podium.changed', ...players));
    trial.now += MINUTE;
  }
  await sending.sendDue(webhook);
  expect(requests()).toEqual(['POST /api/webhooks/42/secret?wait=true']);
  expect(embed(0).description).toMatch(/^🥇 \*\*\\\[x/);
  expect(await trial.boards.webhooks.deliveryCounts(webhook)).toEqual(
    new Map([
      ['superseded', 3],
      ['delivered', 1],
    ]),
  );
});

test('a deleted message is posted again', async () => {
  await trial.boards.webhooks.tell(podium('podium.changed', 1));
  await sending.sendDue(webhook);
  const { answer } = receiver;
  receiver.answer = (received) => (received.method === 'PATCH' ? { status: 404, body: '{"code":10008}' } : answer(received));
  trial.now += MINUTE;
  await trial.boards.webhooks.tell(podium('podium.changed', 2, 1));
  await sending.sendDue(webhook);
  trial.now += MINUTE;
  await trial.boards.webhooks.tell(podium('podium.changed', 1, 2));
  receiver.answer = answer;
  await sending.sendDue(webhook);
  expect(requests().map((text) => text.replace('/api/webhooks/42/secret', ''))).toEqual([
    'POST ?wait=true',
    'PATCH /messages/101',
    'POST ?wait=true',
    'PATCH /messages/102',
  ]);
});

test('respects Discord’s rate limit, and turns off a webhook that was deleted there', async () => {
  receiver.answer = () => ({ status: 429, body: '{"retry_after":90.5}' });
  await trial.boards.webhooks.tell(podium('podium.changed', 1));
  expect(await sending.sendDue(webhook)).toBe(NOON + 90_500);
  trial.now += 90_500;
  receiver.answer = () => ({ status: 404, body: '{"code":10015}' });
  await sending.sendDue(webhook);
  expect(trial.boards.webhooks.named('channel')).toMatchObject({ state: 'off', reason: 'the Discord webhook was deleted' });
});

test('points held on one day share a message, while each failed backup gets its own', async () => {
  for (const [i, type] of (['points.held', 'points.held', 'backup.failed', 'backup.failed'] as const).entries()) {
    const subject = `${i}`;
    await trial.boards.webhooks.tell(
      type === 'points.held'
        ? { type, at: trial.now, subject, board: 'main', held: 'h1', reason: 'too many points' }
        : { type, at: trial.now, subject, reason: 'no room' },
    );
    await sending.sendDue(webhook);
  }
  expect(requests().map((text) => text.split(' ')[0])).toEqual(['POST', 'PATCH', 'POST', 'POST']);
});
