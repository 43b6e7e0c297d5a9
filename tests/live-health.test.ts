// How a server behaves when its database disappears, or its clock is changed.
import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { problemSchema } from '../src/contract/parts/answer-parts.ts';
import { programVersion } from '../src/server/operation/this-process.ts';
import { anyThreads } from './live/any-threads.ts';
import { startTrialServer, TRIAL_NOW, type TrialServer } from './live/trial-server.ts';

let server: TrialServer;
afterEach(() => server.discard());

/** Readiness is cached for a second, which the test's clock skips. */
let steady: number;
let ahead: number;
async function start(): Promise<void> {
  steady = 0;
  ahead = 0;
  server = await startTrialServer(
    anyThreads('health'),
    undefined,
    () => TRIAL_NOW + ahead,
    () => (steady += 1000),
  );
}

const FILES = ['laurels.db', 'laurels.db-wal', 'laurels.db-shm'] as const;
const file = (name: string) => join(server.folder, name);
const event = (id: string) => ({ id, username: 'ada', points: 5 });

async function readiness(): Promise<readonly [status: number, detail: unknown]> {
  const response = await fetch(`${server.url}/readyz`);
  const body: unknown = await response.json();
  return [response.status, response.status === 200 ? body : problemSchema.parse(body).detail];
}

async function total(): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1/boards/main/rankings?period=all-time`);
  return ((await response.json()) as { readonly total: number }).total;
}

const TAKEN_AWAY: readonly (readonly [what: string, away: () => void, back: () => void])[] = [
  [
    'deleted',
    () => FILES.forEach((name) => renameSync(file(name), file(`${name}.kept`))),
    () => FILES.forEach((name) => renameSync(file(`${name}.kept`), file(name))),
  ],
  [
    'replaced',
    () => {
      renameSync(file('laurels.db'), file('kept'));
      copyFileSync(file('kept'), file('laurels.db'));
    },
    () => renameSync(file('kept'), file('laurels.db')),
  ],
  [
    'moved away with its folder',
    () => {
      mkdirSync(`${server.folder}.kept`);
      FILES.forEach((name) => renameSync(file(name), join(`${server.folder}.kept`, name)));
    },
    () => {
      FILES.forEach((name) => renameSync(join(`${server.folder}.kept`, name), file(name)));
      rmSync(`${server.folder}.kept`, { recursive: true });
    },
  ],
];

test.each(TAKEN_AWAY)('a server whose database was %s accepts no points, says so, and recovers when it is back', async (_, away, back) => {
  await start();
  expect((await server.post(event('a'))).status).toBe(201);
  expect(await readiness()).toEqual([200, { status: 'ok', version: programVersion() }]);
  away();
  const refused = await server.post(event('b'));
  expect(refused.status).toBe(503);
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
  expect(await readiness()).toEqual([
    503,
    'The database was deleted or replaced while the server was running. New points are being rejected.',
  ]);
  expect(server.logged.join('\n')).toMatch(/was deleted or replaced while the server was running\. Stop the server/);
  expect(await total()).toBe(1);
  back();
  expect(await readiness()).toEqual([200, { status: 'ok', version: programVersion() }]);
  // Whether or not the refused event was stored, it counts once.
  expect([200, 201]).toContain((await server.post(event('b'))).status);
  expect((await server.post(event('b'))).status).toBe(200);
  expect(await total()).toBe(1);
});

test('a changed clock is a warning, and closes nothing until it is right again', async () => {
  await start();
  await server.post(event('a'));
  ahead = 3 * 86_400_000;
  const [status, body] = await readiness();
  expect([status, body]).toEqual([
    200,
    { status: 'warning', version: programVersion(), warnings: [expect.stringMatching(/^The clock was set forward by 2591\d\d s/)] },
  ]);
  await expect.poll(() => server.logged).toContainEqual(expect.stringMatching(/^Periods cannot be closed: The clock was set forward/));
  ahead = 0;
  const day = await (await fetch(`${server.url}/api/v1/boards/main/rankings?period=daily`)).json();
  expect(day).toMatchObject({ total: 1, standings: [{ points: 5 }] });
});
