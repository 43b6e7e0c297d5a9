import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { run } from '../src/cli/run.ts';
import { startLive } from '../src/main/serve/start-live.ts';
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { anyThreads } from './live/any-threads.ts';
import { describedIn, descriptionOf } from './live/described-requests.ts';
import { startTrialServer, trialClock } from './live/trial-server.ts';

const BLOCK_BYTES = 64 * 1024;
const PAGE_BYTES = 4096;

/** Operations that store something when called as described. */
const STORES: readonly string[] = [
  'POST /api/v1/points',
  'POST /api/v1/boards',
  'PUT /api/v1/catalogue',
  'PUT /api/v1/appearance',
  'POST /api/v1/imports',
  'POST /api/v1/backups',
  'POST /api/v1/keys',
  'POST /api/v1/webhooks',
  'POST /api/v1/invitations',
  'POST /api/v1/session/challenges',
  'POST /api/v1/players/{username}/merges',
  'PUT /api/v1/players/{username}/visibility',
];

/** A body for something not yet stored, since retries are recognised. */
function anotherOf(what: string, body: unknown, attempt: number): unknown {
  if (what === 'POST /api/v1/points') return { id: `another ${attempt}`, username: 'ada', points: 1 };
  if (what === 'PUT /api/v1/players/{username}/visibility') return { state: attempt % 2 === 0 ? 'hidden' : 'shown' };
  return body;
}

/** A 16 MB disk, or the reason why there is none. */
function mountSmallDisk(): { readonly folder: string } | { readonly missing: string } {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-full-'));
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { encoding: 'utf8' });
  if (status === 0) return { folder };
  rmdirSync(folder);
  return { missing: error?.message ?? stderr.trim() };
}

/** Threads may still be reading there. */
function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
  rmdirSync(folder);
}

const probed = mountSmallDisk();
if ('folder' in probed) unmount(probed.folder);
else console.log(`No small disk can be mounted here, so a full one is not tried: ${probed.missing}`);

test.runIf('folder' in probed)('on a full disk requests that need space return 507', async () => {
  const { folder } = mountSmallDisk() as { readonly folder: string };
  const { TMPDIR = '' } = process.env;
  process.env['TMPDIR'] = folder;
  const server = await startTrialServer({ ...anyThreads('disk full'), LAURELS_BACKUP_FOLDER: join(folder, 'backups') }).finally(() => {
    process.env['TMPDIR'] = TMPDIR;
  });
  onTestFinished(async () => {
    await server.discard();
    unmount(folder);
  });
  const described = describedIn(await descriptionOf(server.url));
  const ask = async (method: string, target: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${server.keys.owner}`, 'content-type': 'application/json' };
    const answer = await fetch(server.url + target, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    return { status: answer.status, text: await answer.text() };
  };
  await server.post({ events: ['ada', 'bob'].map((username) => ({ id: `first of ${username}`, username, points: 1 })) });

  let sent = 0;
  const refusesEvents = async () => {
    const events = Array.from({ length: 100 }, (_, i) => ({ id: `event ${(sent += 1)}`, username: `player ${i}`, points: 1 }));
    return (await server.post({ events })).status === 507;
  };
  let isHidden = false;
  const refusesChange = async () => {
    const { status } = await ask('PUT', '/api/v1/players/bob/visibility', { state: isHidden ? 'shown' : 'hidden' });
    if (status === 200) isHidden = !isHidden;
    return status === 507;
  };
  const hasRoom = (bytes: number) => {
    try {
      writeFileSync(join(folder, `ballast ${(sent += 1)}`), Buffer.alloc(bytes));
      return true;
    } catch {
      return false;
    }
  };
  // A large commit that fails halfway leaves its frames in the log, and small ones fit into them: the disk is full when the smallest
  // commits are refused, too, and no page was freed meanwhile.
  const fill = async () => {
    let isFull = false;
    while (!isFull) {
      while (hasRoom(BLOCK_BYTES) || hasRoom(PAGE_BYTES));
      isFull = (await refusesEvents()) && (await refusesChange()) && !hasRoom(PAGE_BYTES);
    }
  };

  const answers = new Map<string, number>();
  for (const { method, path, request } of described.filter((one) => one.method !== 'GET')) {
    const what = `${method} ${path}`;
    // A request that still finds space is stored, and repeated with a fuller disk: a backup is a separate file, and during it, the log may
    // be emptied.
    let answer = { status: 0, text: '' };
    for (let attempt = 0; attempt < 20 && answer.status < 300; attempt += 1) {
      await fill();
      answer = await ask(method, request.target, anotherOf(what, request.body, attempt));
    }
    const { status, text } = answer;
    answers.set(what, status);
    if (status >= 500) expect([method, path, status, text]).toEqual([method, path, 507, expect.stringContaining('disk is full')]);
  }
  // The others are refused before anything is stored.
  for (const what of STORES) expect([what, answers.get(what)]).toEqual([what, 507]);
  expect((await ask('GET', '/readyz')).status).toBe(503);
  expect((await ask('GET', '/api/v1/boards/main/rankings')).status).toBe(200);

  let said = '';
  const stream = { write: (text: string) => (said += text) };
  const io = { stdout: stream, stderr: stream, env: { LAURELS_DATA: server.folder }, cwd: folder, clock: trialClock };
  expect(await run(['keys', 'add', 'another'], io)).toBe(1);
  expect(said).toBe('The disk is full. Nothing from this request was stored. Reading still works.\n');
});

test.runIf('folder' in probed)('on a full disk a server does not start, says why in one line, and starts once there is room', async () => {
  const { folder: disk } = mountSmallDisk() as { readonly folder: string };
  onTestFinished(() => unmount(disk));
  const folder = join(disk, 'data');
  const settings = parseLiveSettings({ PORT: '0', LAURELS_DATA: folder, LAURELS_THREADS: '1' });
  const started = (kilobytes: number) => {
    spawnSync('mount', ['-o', `remount,size=${kilobytes}k`, disk]);
    return startLive({
      settings,
      pages: () => () => Promise.reject(new Error('none')),
      headers: [],
      clock: trialClock,
      steady: trialClock,
      log: () => {},
    });
  };
  const problems: string[] = [];
  // From a disk too small for the database to one that lacks room only for the last file.
  for (let kilobytes = 132; ; kilobytes += 12) {
    rmSync(folder, { recursive: true, force: true });
    const server = await started(kilobytes).catch((error: Error) => error);
    if (!(server instanceof Error)) {
      await server.stop();
      break;
    }
    problems.push(server.message);
    await (await started(16_384)).stop();
  }
  const full = /^\S+ cannot be used: the disk is full\. Make room on it; nothing that was stored is lost\. .*$/;
  expect(problems.filter((problem) => !full.test(problem))).toEqual([]);
  expect(problems.length).toBeGreaterThan(5);
});
