import { expect, test } from 'vitest';

import {
  type ApiWebhook,
  deliveriesSchema,
  WEBHOOK_EVENT_TYPES,
  webhookMessageSchema,
  webhookSchema,
} from '../../../contract/operation/webhooks.ts';
import { discordThread } from '../../outgoing/discord-message.ts';
import { sentBody } from '../../outgoing/message-body.ts';
import { replacedBy } from '../../outgoing/webhooks/message.ts';
import { reachable } from '../../outgoing/webhooks/receiver-address.ts';
import type { Role } from '../../../contract/role.ts';
import { NOON, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

const DISCORD = 'https://discord.com/api/webhooks/42/token';

const RESULTS = { name: 'results', url: 'https://play.example/laurels' } as const;

async function add(body: object = RESULTS): Promise<ApiWebhook> {
  const { status, body: answer, text } = await trial.send('addWebhook', { body }, trial.tokens.owner);
  expect(`${status} ${status === 201 ? '' : text}`).toBe('201 ');
  return webhookSchema.parse(answer);
}

function ask(method: string, path: string, body?: object, role: Role = 'owner') {
  const headers = { authorization: `Bearer ${trial.tokens[role]}`, ...(body && { 'content-type': 'application/json' }) };
  return trial.ask(`/api/v1/webhooks${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

async function deliveries(query = '') {
  return deliveriesSchema.parse((await ask('GET', `/results/deliveries${query}`)).body);
}

test('a new webhook has its own key, whose private half is never shown', async () => {
  const webhook = await add();
  expect(webhook).toMatchObject({ name: 'results', form: 'standard', boards: null, periods: null, state: 'on', reason: null });
  expect(webhook.events).toContain('period.final');
  expect(webhook.publicKeys).toEqual([expect.stringMatching(/^whpk_[\w+/]{43}=$/)]);
  const other = await add({ ...RESULTS, name: 'other' });
  expect(other.publicKeys).not.toEqual(webhook.publicKeys);
  const list = await ask('GET', '');
  expect(list.body).toEqual({ webhooks: [webhook, other] });
  expect(list.text).not.toContain('whsk_');
});

test('full URLs are shown to roles that can change them, and the audit log has hosts only', async () => {
  const url = 'https://play.example/secretpath?token=HOOKSECRET';
  await add({ name: 'results', url });
  await ask('PUT', '/results', { url: `${url}2` });
  for (const path of ['', '/results']) {
    expect((await ask('GET', path)).text).toContain(`"url":"${url}2"`);
    for (const role of ['viewer', 'moderator'] as const) {
      const { text } = await ask('GET', path, undefined, role);
      expect(text).toContain('"url":"https://play.example/…"');
      expect(text).not.toMatch(/secretpath|HOOKSECRET/);
    }
  }
  const { entries } = (await trial.ask('/api/v1/audit', { headers: { authorization: `Bearer ${trial.tokens.viewer}` } })).body as {
    readonly entries: readonly { readonly act: string }[];
  };
  const told = expect.stringMatching(/^https:\/\/play\.example\/… \(SHA-256 [0-9a-f]{10}\)$/) as string;
  expect(entries.filter(({ act }) => act.endsWith('webhook'))).toMatchObject([
    { act: 'change-webhook', before: { url: told }, after: { url: told } },
    { act: 'add-webhook', after: { url: told } },
  ]);
});

test('by default, a channel receives no points on hold and no failed backups', async () => {
  const channel = { name: 'channel', url: 'https://discord.com/api/webhooks/42/token', form: 'discord' };
  expect((await add(channel)).events).toEqual(['period.closing_soon', 'period.closed', 'period.final', 'podium.changed']);
  expect((await add({ ...channel, name: 'staff', events: ['points.held'] })).events).toEqual(['points.held']);
  expect((await add()).events).toContain('backup.failed');
});

test('the secret part of a Discord webhook’s URL is never shown', async () => {
  const url = 'https://discord.com/api/webhooks/42/veryS3cret-token';
  const webhook = await add({ name: 'channel', url, form: 'discord' });
  expect(webhook.url).toBe('https://discord.com/api/webhooks/42/…');
  expect(webhook.publicKeys).toEqual([]);
  expect((await ask('GET', '')).text).not.toContain('veryS3cret');
});

test.each([
  ['https://me:pw@play.example/', 'must not contain a username, a password or an @ before its path'],
  ['https://me@play.example/', 'must not contain a username, a password or an @ before its path'],
  ['https://@play.example/', 'must not contain a username, a password or an @ before its path'],
  ['ftp://play.example/', 'must be a URL that begins with https:// or http://'],
  ['https://play.example/#x', 'must not contain #'],
  ['http://play.example/', 'must be an allowed destination (not sent: public URLs must use https://)'],
  [
    'https://127.0.0.1/',
    'must be an allowed destination (not sent: the host resolves to 127.0.0.1, which is not on the internet; LAURELS_WEBHOOK_ALLOW can allow it)',
  ],
  [
    'https://2130706433/',
    'must be an allowed destination (not sent: the host resolves to 127.0.0.1, which is not on the internet; LAURELS_WEBHOOK_ALLOW can allow it)',
  ],
  [
    'http://169.254.169.254/latest',
    'must be an allowed destination (not sent: the host resolves to 169.254.169.254, which is not on the internet; LAURELS_WEBHOOK_ALLOW can allow it)',
  ],
  [
    'https://[::1]/',
    'must be an allowed destination (not sent: the host resolves to ::1, which is not on the internet; LAURELS_WEBHOOK_ALLOW can allow it)',
  ],
  [
    'https://inside.example/',
    'must be an allowed destination (not sent: the host resolves to a private address, which is not on the internet; LAURELS_WEBHOOK_ALLOW can allow it)',
  ],
])('%s is refused, and nothing is stored', async (url, rule) => {
  const hosts: Readonly<Record<string, string>> = { 'inside.example': '10.0.0.1' };
  trial.open({ network: { mayReach: reachable('')!, resolve: async (host) => [hosts[host] ?? '1.1.1.1'] } });
  const problem = await trial.problemOf(trial.send('addWebhook', { body: { ...RESULTS, url } }, trial.tokens.owner));
  expect(problem).toMatchObject({ status: 400, errors: [{ field: 'url', rule }] });
  await add();
  expect((await trial.problemOf(ask('PUT', '/results', { url }))).status).toBe(400);
  expect((await ask('GET', '')).body).toMatchObject({ webhooks: [{ url: RESULTS.url }] });
});

test('names are unique, and a Discord webhook needs a Discord URL', async () => {
  await add();
  expect((await trial.problemOf(trial.send('addWebhook', { body: RESULTS }, trial.tokens.owner))).status).toBe(409);
  const body = { ...RESULTS, name: 'channel', form: 'discord' } as const;
  expect((await trial.problemOf(trial.send('addWebhook', { body }, trial.tokens.owner))).errors).toEqual([
    { field: 'url', rule: 'must be a Discord webhook URL, as shown by Discord' },
  ]);
});

test('a change keeps the other fields', async () => {
  const made = await add({ ...RESULTS, boards: ['main'], events: ['period.closed'] });
  const off = { ...made, state: 'off', boards: null };
  expect((await ask('PUT', '/results', { state: 'off', boards: null })).body).toEqual(off);
  expect((await ask('PUT', '/results', { events: ['period.final'] })).body).toEqual({ ...off, events: ['period.final'] });
  expect((await ask('PUT', '/results', {})).status).toBe(400);
  expect((await ask('PUT', '/nobody', { state: 'on' })).status).toBe(404);
});

test('a new key is listed before the old one, which expires after a day', async () => {
  const {
    publicKeys: [old],
  } = await add();
  const { publicKeys } = webhookSchema.parse((await ask('POST', '/results/keys')).body);
  expect(publicKeys).toEqual([expect.not.stringContaining(old!), old]);
  trial.now = NOON + 86_400_000;
  expect((await ask('GET', '')).body).toMatchObject({ webhooks: [{ publicKeys: [publicKeys[0]] }] });
});

test('a test message is queued and listed, and can be sent again', async () => {
  await add();
  const { status, body } = await ask('POST', '/results/tests');
  expect(status).toBe(202);
  const { delivery } = body as { delivery: string };
  const waiting = {
    id: delivery,
    type: 'webhook.test',
    at: '2026-11-21T12:00:00.000Z',
    state: 'waiting',
    attempts: [],
    dueAt: '2026-11-21T12:00:00.000Z',
  };
  expect(await deliveries()).toEqual({ deliveries: [waiting], next: null });
  expect((await ask('GET', '')).body).toMatchObject({ webhooks: [{ deliveries: { waiting: 1, delivered: 0, failed: 0 } }] });
  trial.now += 1000;
  expect((await ask('POST', '/results/redeliveries', { delivery })).body).toEqual({ again: 1 });
  expect((await deliveries()).deliveries).toMatchObject([{ id: delivery, dueAt: '2026-11-21T12:00:01.000Z' }]);
  expect((await ask('POST', '/results/redeliveries', { delivery: delivery.replace(/..$/, 'zz') })).status).toBe(400);
  expect((await ask('POST', '/results/redeliveries', { delivery: `msg_${'0'.repeat(32)}` })).status).toBe(404);
  expect((await ask('POST', '/results/redeliveries', {})).body).toEqual({ again: 0 });
  await ask('PUT', '/results', { state: 'off' });
  expect((await ask('POST', '/results/tests')).status).toBe(409);
});

test.each(WEBHOOK_EVENT_TYPES)('a sample of %s matches its preview, is marked as a sample, and stands for no real event', async (type) => {
  await trial.post({ id: 'a', username: 'ada', displayName: 'Ada', points: 5 });
  for (const form of ['standard', 'discord'] as const) {
    await add({ name: form, form, url: form === 'discord' ? DISCORD : 'https://play.example/hook' });
    const path = `/${form}/tests?message=${type}`;
    const { body } = (await ask('GET', path)).body as { body: string };
    if (form === 'standard') expect(webhookMessageSchema.parse(JSON.parse(body))).toMatchObject({ type, sample: true });
    else expect(body).toContain('"title":"Sample: ');
    if (type.startsWith('p') && type !== 'points.held') expect(body).toContain('Ada');
    expect((await ask('POST', path)).status).toBe(202);
    const webhook = trial.boards.webhooks.named(form);
    const [sent] = await trial.boards.webhooks.deliveries(webhook, { limit: 1 });
    expect(await sentBody(trial.boards, sent!.message, webhook, { site: undefined, points: undefined })).toBe(body);
    // It neither edits a message in the channel, nor replaces a queued one.
    expect([discordThread(sent!.message), replacedBy(sent!.message)]).toEqual([undefined, undefined]);
  }
});

test('a sample contains nothing about a private board unless the webhook selects it', async () => {
  await trial.boards.editing.make({ ...trial.boards.board('main'), name: 'a-staff', title: 'Staff' }, { visibility: 'private' });
  await trial.send('submitPoints', { query: { board: 'a-staff' }, body: { id: 'a', username: 'ada', displayName: 'Ada', points: 5 } });
  await add();
  const sampleOf = async (type: string) => ((await ask('GET', `/results/tests?message=${type}`)).body as { body: string }).body;
  for (const type of WEBHOOK_EVENT_TYPES) expect(await sampleOf(type)).not.toMatch(/Ada|Staff/);
  await ask('PUT', '/results', { boards: ['a-staff'] });
  expect(await sampleOf('podium.changed')).toContain('Ada');
});

test('deliveries are paged, newest first', async () => {
  await add();
  for (let i = 0; i < 5; i += 1) {
    trial.now += 1000;
    await ask('POST', '/results/tests');
  }
  const first = await deliveries('?limit=2');
  const second = await deliveries(`?limit=2&before=${first.next}`);
  const third = await deliveries(`?limit=2&before=${second.next}`);
  const times = [first, second, third].map((page) => page.deliveries.map(({ at }) => at.slice(17, 19)));
  expect(times).toEqual([['05', '04'], ['03', '02'], ['01']]);
  expect(third.next).toBeNull();
  expect((await deliveries('?state=failed')).deliveries).toEqual([]);
});

test('a removed webhook’s deliveries are deleted, and its name is free', async () => {
  await add();
  await ask('POST', '/results/tests');
  expect((await ask('DELETE', '/results')).body).toMatchObject({ name: 'results', deliveries: { waiting: 1 } });
  expect((await ask('GET', '/results/deliveries')).status).toBe(404);
  await add();
  expect((await deliveries()).deliveries).toEqual([]);
});

test('every action on webhooks is in the audit log, without secrets', async () => {
  await add({ name: 'results', url: 'https://discord.com/api/webhooks/42/veryS3cret-token', form: 'discord' });
  await ask('PUT', '/results', { state: 'off' });
  await ask('PUT', '/results', { state: 'on' });
  await ask('PUT', '/results', { state: 'on' });
  await ask('POST', '/results/keys');
  const { delivery } = (await ask('POST', '/results/tests')).body as { delivery: string };
  await ask('POST', '/results/redeliveries', { delivery });
  await ask('POST', '/results/redeliveries', {});
  await ask('DELETE', '/results');
  const acts = ['add-webhook', 'change-webhook', 'change-webhook', 'change-webhook-key', 'test-webhook', 'redeliver', 'remove-webhook'];
  const entries = (await trial.boards.store.records('audit', { limit: 100 })).toReversed().filter(({ text }) => text.includes('"results"'));
  expect(entries.map(({ state }) => state)).toEqual(acts);
  expect(JSON.parse(entries[1]!.text)).toMatchObject({ subject: 'results', before: { state: 'on' }, after: { state: 'off' } });
  for (const { text } of entries) expect(text).not.toMatch(/whsk_|veryS3cret/);
});
