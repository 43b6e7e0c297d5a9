// Long-running work, over a socket: the caller may leave, and others see its progress.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { ENDPOINTS } from '../src/contract/api.ts';
import { targetOf } from '../src/contract/endpoint.ts';
import type { ApiWork } from '../src/contract/running-server.ts';
import { startTrialServer, trialClock, type TrialServer } from './live/trial-server.ts';

const EVENTS = 300;

async function started(env: Readonly<Record<string, string>> = {}): Promise<TrialServer> {
  const server = await startTrialServer(env);
  onTestFinished(() => server.discard());
  const events = Array.from({ length: EVENTS }, (_, i) => ({ id: `a${i}`, username: 'ada', points: 1 }));
  for (const batch of [events, [{ id: 'b', username: 'bob', points: 1 }]]) expect((await server.post({ events: batch })).status).toBe(200);
  return server;
}

async function workOf({ url, keys }: TrialServer): Promise<readonly ApiWork[]> {
  const answer = await fetch(url + ENDPOINTS.work.path, { headers: { authorization: `Bearer ${keys.viewer}` } });
  return ENDPOINTS.work.answers[200].schema.parse(await answer.json()).work;
}

/** The first work for which `isSo` is true, once there is any. */
async function workOnce(server: TrialServer, isSo: (work: ApiWork) => boolean): Promise<ApiWork> {
  for (;;) {
    const found = (await workOf(server)).find(isSo);
    if (found !== undefined) return found;
  }
}

test('a merge completes if its caller leaves, and is visible to the next caller', async () => {
  const server = await started();
  const leaving = new AbortController();
  const asked = fetch(server.url + targetOf(ENDPOINTS.mergePlayers, { username: 'ada' }), {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys.operator}`, 'content-type': 'application/json' },
    body: JSON.stringify({ into: 'bob' }),
    signal: leaving.signal,
  }).catch(() => undefined);
  await workOnce(server, ({ what }) => what === 'merge');
  leaving.abort();
  await asked;
  const ended = await workOnce(server, ({ what, state }) => what === 'merge' && state !== 'under-way');
  expect(ended).toMatchObject({ state: 'done', done: EVENTS, total: EVENTS, by: { name: 'operator' } });
  const bob = await fetch(server.url + targetOf(ENDPOINTS.player, { username: 'bob' }));
  expect(await bob.json()).toMatchObject({ periods: expect.arrayContaining([expect.objectContaining({ points: EVENTS + 1 })]) as unknown });
});

test('a backup continues if its caller leaves', async () => {
  const backups = mkdtempSync(join(tmpdir(), 'laurels-backups-'));
  onTestFinished(() => rmSync(backups, { recursive: true }));
  const server = await started({ LAURELS_BACKUP_FOLDER: backups });
  // The first backup is scheduled, before anyone requests one.
  const first = await workOnce(server, ({ what, state, by }) => what === 'backup' && state === 'done' && by?.kind === 'server');
  // Backups are named by second, and none replaces another.
  const secondOf = (at: number) => Math.floor(at / 1000);
  await expect.poll(() => secondOf(trialClock())).toBeGreaterThan(secondOf(Date.parse(first.startedAt)));
  const leaving = new AbortController();
  const asked = fetch(server.url + ENDPOINTS.makeBackup.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys.operator}` },
    signal: leaving.signal,
  });
  const seen = await workOnce(server, ({ what, by }) => what === 'backup' && by?.name === 'operator');
  leaving.abort();
  await asked.catch(() => undefined);
  expect(await workOnce(server, ({ id, state }) => id === seen.id && state !== 'under-way')).toMatchObject({
    state: 'done',
    failure: null,
  });
  const listed = await fetch(server.url + ENDPOINTS.backups.path, { headers: { authorization: `Bearer ${server.keys.viewer}` } });
  expect(await listed.json()).toMatchObject({ backups: [{ name: seen.subject }, {}] });
});
