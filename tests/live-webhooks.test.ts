// Webhooks as receivers see them: from one server, from several processes on one database, and from one that is killed repeatedly.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { ENDPOINTS } from '../src/contract/api.ts';
import { type LiveServer, startLive } from '../src/main/serve/start-live.ts';
import { createApiClient } from '../src/remote/api-client.ts';
import { LiveBoards } from '../src/server/boards/live-boards.ts';
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { isGenuine, useReceiver } from '../src/server/outgoing/receiver-under-test.suite.ts';
import { Sending } from '../src/server/outgoing/sending.ts';
import { readDatabaseAddress } from '../src/server/store/postgres/database/database-address.ts';
import { openPostgresStore, type PostgresStore } from '../src/server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../src/server/store/sqlite/sqlite-store.ts';
import { deliveryKind } from '../src/server/outgoing/webhooks/delivery.ts';
import { reachable } from '../src/server/outgoing/webhooks/receiver-address.ts';
import { freshDatabase } from './fresh-database.ts';
import { startTrialServer, TRIAL_NOW } from './live/trial-server.ts';
import { seeded } from './seeded.ts';

const HOUR = 3_600_000;
const KEY = 'a-key-of-twenty-two-or-more';
const INWARD = { LAURELS_WEBHOOK_ALLOW: '127.0.0.1' };

/** The number of times a process is killed. */
const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 3);

const receiver = useReceiver();

/** The messages a receiver got, by type and period, with counts: `period.closed daily 2026-12-16`. */
function told(): readonly string[] {
  return receiver.messages().flatMap(({ type, data }) => ('period' in data ? [`${type} ${data.period.kind} ${data.period.from}`] : []));
}

test('a server sends a receiver the signed end of a day, and can stop while a receiver hangs', async () => {
  let now = TRIAL_NOW;
  const server = await startTrialServer(INWARD, undefined, () => now);
  try {
    const call = createApiClient(ENDPOINTS, { origin: server.url, key: server.keys.owner });
    const { publicKeys } = await call('addWebhook', { body: { name: 'results', url: `${receiver.url}/hook`, periods: ['daily'] } });
    const { delivery } = await call('testWebhook', { webhook: 'results' });
    await vi.waitUntil(() => receiver.received.length === 1, 300_000);
    expect(receiver.received[0]!.headers['webhook-id']).toBe(delivery);
    await server.post({ id: 'a', username: 'ada', points: 5 });
    now = Date.parse('2026-12-16T23:30:00Z');
    await vi.waitUntil(() => told().length === 1, 300_000);
    now = Date.parse('2026-12-17T00:02:00Z');
    await vi.waitUntil(() => told().length === 3, 300_000);
    expect(told().toSorted()).toEqual([
      'period.closed daily 2026-12-16',
      'period.closing_soon daily 2026-12-16',
      'period.final daily 2026-12-16',
    ]);
    for (const received of receiver.received) expect(isGenuine(received, publicKeys[0]!)).toBe(true);
    receiver.answer = () => 'hang';
    await call('testWebhook', { webhook: 'results' });
    const before = receiver.received.length;
    await vi.waitUntil(() => receiver.received.length > before, 300_000);
    const began = performance.now();
    await server.stop();
    expect(performance.now() - began).toBeLessThan(5000);
    expect(server.logged).toEqual([]);
  } finally {
    await server.discard();
  }
}, 60_000);

test('several processes on one database send each message once', async () => {
  const database = freshDatabase();
  const servers: LiveServer[] = [];
  let now = TRIAL_NOW;
  try {
    const env = { PORT: '0', LAURELS_RATE_LIMIT: 'off', LAURELS_API_KEY: KEY, LAURELS_DATABASE: await database.url(), ...INWARD };
    for (let i = 0; i < 3; i += 1) {
      const clock = () => now;
      const pages = () => () => Promise.reject(new Error('no pages are asked for'));
      servers.push(await startLive({ settings: parseLiveSettings(env), pages, headers: [], clock, steady: clock, log: () => {} }));
    }
    const calls = servers.map(({ url }) => createApiClient(ENDPOINTS, { origin: url, key: KEY }));
    await calls[0]!('addWebhook', {
      body: { name: 'results', url: `${receiver.url}/hook`, events: ['period.closing_soon', 'period.closed', 'period.final'] },
    });
    const tests = await Promise.all(calls.map((call) => call('testWebhook', { webhook: 'results' })));
    // Each is a separate message, unless requested in the same millisecond.
    const asked = new Set(tests.map(({ delivery }) => delivery)).size;
    await vi.waitUntil(() => receiver.received.length >= asked, 300_000);
    for (const [i, call] of calls.entries()) await call('submitPoints', { body: { id: `e${i}`, username: `p${i}`, points: i } });
    // A delivery that is not recorded yet would be repeated by another process once the clock has moved on.
    const isWrittenDown = async () =>
      (await calls[0]!('deliveries', { webhook: 'results', query: { state: 'waiting' } })).deliveries.length === 0;
    for (const day of [17, 18, 19]) {
      await vi.waitUntil(isWrittenDown, 300_000);
      now = Date.parse(`2026-12-${day}T00:00:00Z`) - HOUR / 2;
      await vi.waitUntil(() => told().includes(`period.closing_soon daily 2026-12-${day - 1}`), 300_000);
      await vi.waitUntil(isWrittenDown, 300_000);
      now += HOUR;
      await vi.waitUntil(() => told().includes(`period.final daily 2026-12-${day - 1}`), 300_000);
      await calls[day % 3]!('submitPoints', { body: { id: `day ${day}`, username: 'ada', points: day } });
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      told()
        .filter((text) => text.includes('daily'))
        .toSorted(),
    ).toEqual(
      [16, 17, 18].flatMap((day) => ['closed', 'closing_soon', 'final'].map((what) => `period.${what} daily 2026-12-${day}`)).toSorted(),
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    database.drop();
  }
}, 90_000);

test(`nothing is lost over ${KILLS} kills: every closed day is sent, with one id`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-webhooks-'));
  const random = seeded();
  try {
    // Some requests fail. None hangs: days pass here meanwhile, and the message would be abandoned.
    receiver.answer = () => (random() < 0.15 ? { status: 503 } : { status: 204 });
    let begins = TRIAL_NOW;
    for (let round = 0; round < KILLS; round += 1) {
      const program = join(import.meta.dirname, 'live/tell-until-killed.ts');
      const child = spawn(process.execPath, [program, folder, `${receiver.url}/hook`, `${begins}`, `${round}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let clock = begins;
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        clock = Number(/(?:^|\n)(\d+)\n$/.exec(text)?.[1] ?? clock);
      });
      const until = begins + (1.2 + random()) * 24 * HOUR;
      await vi.waitUntil(() => clock > until, { timeout: 300_000, interval: 5 });
      child.kill('SIGKILL');
      await once(child, 'close');
      // A little later than the child's clock can have been.
      begins = clock + HOUR;
    }
    receiver.answer = () => ({ status: 204 });
    let now = begins + 24 * HOUR;
    const store = await openSqliteStore(folder);
    const boards = await LiveBoards.open(store, { clock: () => now, graceMs: 0 });
    const sending = new Sending({
      boards,
      mayReach: reachable('127.0.0.1')!,
      site: () => ({ site: undefined, points: undefined }),
      clock: () => now,
      chance: () => 0,
      log: () => {},
    });
    const webhook = boards.webhooks.named('results');
    for (const end = now + 3 * 24 * HOUR; now < end; now += HOUR) await sending.sendDue(webhook);
    const results = await store.results('main', 'daily', { from: -Infinity, before: Infinity, most: 1000 }, 1);
    const closed = results.map(({ start }) => new Date(start).toISOString().slice(0, 10)).toSorted();
    expect(closed.length).toBeGreaterThan(KILLS);
    const byId = new Map(receiver.received.map(({ headers, body }) => [headers['webhook-id'] as string, body]));
    for (const type of ['period.closed', 'period.final']) {
      const days = [...byId.values()].flatMap((body) => {
        const { type: got, data } = JSON.parse(body) as { type: string; data: { period: { kind: string; from: string } } };
        return got === type && data.period.kind === 'daily' ? [data.period.from] : [];
      });
      expect(days.toSorted()).toEqual(closed);
    }
    expect(await store.recordCounts(deliveryKind(webhook))).toEqual(new Map([['delivered', byId.size]]));
    await store.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);

test('two processes on PostgreSQL lose no message when killed, and only repeat one that was being sent', async () => {
  const database = freshDatabase();
  const random = seeded();
  const kills = 3;
  const opened: PostgresStore[] = [];
  const children: Teller[] = [];
  try {
    const url = await database.url();
    const open = async (clock: () => number) => {
      const store = await openPostgresStore(readDatabaseAddress(url));
      opened.push(store);
      return { store, boards: await LiveBoards.open(store, { clock, graceMs: 0 }) };
    };
    const settings = { url: `${receiver.url}/hook`, form: 'standard', boards: null, periods: null } as const;
    await (await open(Date.now)).boards.webhooks.add('results', { ...settings, events: ['backup.failed'] });
    const start = () => {
      const child = startTelling(url, `process ${children.length}`);
      children.push(child);
      return child;
    };
    const ids = () => receiver.received.map(({ headers }) => headers['webhook-id'] as string);
    start();
    for (let kill = 0; kill < kills; kill += 1) {
      start();
      const [old, young] = children.slice(-2) as [Teller, Teller];
      // Both create messages, and either may deliver them.
      await vi.waitUntil(() => old.told().length > 5 && young.told().length > 5, { timeout: 300_000, interval: 10 });
      const before = receiver.received.length;
      await vi.waitUntil(() => receiver.received.length > before + 5 + random() * 20, { timeout: 300_000, interval: 1 });
      await old.kill();
    }
    await children.at(-1)!.kill();
    // An interrupted delivery is released after a while.
    let now = Date.now();
    const { store, boards } = await open(() => now);
    const site = () => ({ site: undefined, points: undefined });
    const sending = new Sending({ boards, mayReach: reachable('127.0.0.1')!, site, clock: () => now, chance: () => 0, log: () => {} });
    const webhook = boards.webhooks.named('results');
    for (let looks = 0; looks < 5; looks += 1) {
      await sending.sendDue(webhook);
      now += 3 * 60_000;
    }
    const arrived = new Set(receiver.messages().map(({ data }) => ('reason' in data ? data.reason : '')));
    const told = children.flatMap((child) => child.told());
    expect(told.length).toBeGreaterThan(20);
    expect(told.filter((reason) => !arrived.has(reason))).toEqual([]);
    expect(await store.recordCounts(deliveryKind(webhook))).toEqual(new Map([['delivered', arrived.size]]));
    // Each killed process was sending one message.
    expect(ids().length - new Set(ids()).size).toBeLessThanOrEqual(kills + 1);
  } finally {
    await Promise.all(children.map((child) => child.kill()));
    await Promise.all(opened.map((store) => store.close()));
    database.drop();
  }
}, 120_000);

/** A process that sends one message after the other. */
interface Teller {
  /** The messages it reported as stored. */
  told(): readonly string[];
  kill(): Promise<void>;
}

function startTelling(url: string, name: string): Teller {
  const program = join(import.meta.dirname, 'live/tell-over-postgres.ts');
  const child = spawn(process.execPath, [program, url, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  return {
    told: () => [...said.matchAll(/^told (.+)$/gm)].map(([, reason]) => reason!),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
