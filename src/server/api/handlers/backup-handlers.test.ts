// Backups over the API: only owners can download them; they are verified, and restored in a drill that changes nothing.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { ENDPOINTS } from '../../../contract/api.ts';
import { targetOf } from '../../../contract/endpoint.ts';
import { auditSchema } from '../../../contract/operation/audit.ts';
import { checkedBackupSchema } from '../../../contract/operation/backups.ts';
import { ScheduledBackups } from '../../data/backups/scheduled-backups.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { DAY, useTrialApi } from '../trial-api.suite.ts';

let folder: string;
const trial = useTrialApi({
  openStore(given) {
    folder = given;
    return openSqliteStore(given);
  },
});

let kept: string;
let backup: string;
let scheduled: ScheduledBackups;

beforeEach(async () => {
  kept = join(folder, 'backups');
  for (const [i, username] of ['ada', 'bob', 'cy'].entries()) await trial.post({ id: `e${i}`, username, points: 10 + i });
  await trial.boards.commits.settled();
  let at = trial.now;
  const schedule = { folder: kept, everyMs: DAY, keep: 3 };
  const backups = new ScheduledBackups({ folder, schedule, clock: () => (at += 1000), log: () => {}, onFailed: () => {} });
  onTestFinished(() => backups.stop());
  await backups.look();
  scheduled = backups;
  backup = backups.list()[0]!.name;
  trial.open({ backups });
});

const check = (does: string, name = backup, token = trial.tokens.operator) =>
  trial.send('checkBackup', { backup: name, body: { does } }, token);

const download = (name = backup, headers: Readonly<Record<string, string>> = {}, token = trial.tokens.owner, method = 'GET') =>
  trial.ask(targetOf(ENDPOINTS.downloadBackup, { backup: name }), { method, headers: { authorization: `Bearer ${token}`, ...headers } });

async function drilled() {
  const { status, text, body } = await check('drill');
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return Object.fromEntries(
    checkedBackupSchema.parse(body).compared!.map(({ what, same, newer, different }) => [what, [same, newer, different]]),
  );
}

test('a drill restores everything, and lists data since the backup as newer', async () => {
  expect(await drilled()).toEqual({ boards: [1, 0, 0], events: [3, 0, 0], revisions: [0, 0, 0], results: [0, 0, 0], totals: [3, 0, 0] });
  await trial.post({ id: 'e3', username: 'ada', points: 1 });
  await trial.send('reviseEvent', { board: 'main', body: { event: 'e1', does: 'void', reason: 'Sent twice' } }, trial.tokens.moderator);
  await trial.send('changeBoard', { board: 'main', body: { title: 'Another' } }, trial.tokens.operator);
  await trial.send('erasePlayer', { username: 'cy', body: undefined }, trial.tokens.owner);
  expect(await drilled()).toEqual({ boards: [0, 1, 0], events: [2, 2, 0], revisions: [0, 1, 0], results: [0, 0, 0], totals: [1, 2, 0] });
  expect(readdirSync(kept)).toEqual([backup]);
});

test('a drill reports differences that are not newer', async () => {
  using database = new DatabaseSync(join(folder, 'laurels.db'));
  database.exec(`DROP TRIGGER events_keep; UPDATE events SET points = 99 WHERE id = 'e0'; DROP TRIGGER events_stay`);
  expect(await drilled()).toMatchObject({ boards: [1, 0, 0], events: [2, 0, 1], totals: [3, 0, 0] });
});

test('an event voided during a drill is reported as newer, and an unknown board as a difference', async () => {
  const drilling = (after: () => Promise<unknown>) => {
    const check = scheduled.check.bind(scheduled);
    vi.spyOn(scheduled, 'check').mockImplementationOnce(async (...asked) => {
      const told = await check(...asked);
      if (told.state !== 'drilled') return told;
      await after();
      const compared = told.drilled.compared!;
      const totals = [...compared.totals, { board: 'gone', player: 1, points: 5, isNewer: false }];
      return { ...told, drilled: { ...told.drilled, compared: { ...compared, totals } } };
    });
    return drilled();
  };
  expect(await drilling(async () => {})).toMatchObject({ totals: [3, 0, 1] });
  const voided = { event: 'e1', does: 'void', reason: 'Sent twice' } as const;
  expect(await drilling(() => trial.send('reviseEvent', { board: 'main', body: voided }, trial.tokens.moderator))).toMatchObject({
    totals: [2, 2, 0],
  });
});

test('verification replays the backup, and rejects a damaged one with the reason', async () => {
  const { status, body } = await check('verify');
  expect([status, body]).toEqual([200, { name: backup, events: 3, standings: expect.any(Number) as number, compared: null }]);
  const file = join(kept, backup);
  const bytes = readFileSync(file);
  bytes.fill(0x41, bytes.length / 2);
  writeFileSync(file, bytes);
  for (const does of ['verify', 'drill'])
    expect(await trial.problemOf(check(does))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('can’t be restored') as string,
    });
  expect(readdirSync(kept)).toEqual([backup]);
});

test('only operators can check backups, one at a time, and only existing ones', async () => {
  const both = await Promise.all([check('verify'), check('verify')]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await check('verify', backup, trial.tokens.moderator)).status).toBe(403);
  expect((await check('everything')).status).toBe(400);
  const missing = 'laurels-20200101T000000Z.backup';
  for (const name of [missing, '..%2Fkeys.json', 'keys.json', `${backup}/../../keys.json`]) {
    expect((await check('verify', name)).status).toBe(404);
    expect((await download(name)).status).toBe(404);
  }
  trial.open({ backups: 'postgres' });
  expect(await trial.problemOf(check('drill'))).toMatchObject({ status: 409, detail: expect.stringContaining('pg_dump') as string });
  expect(await trial.problemOf(download())).toMatchObject({ status: 409 });
});

test('an owner can download a backup, whole or in part, and the audit log names them', async () => {
  const { size } = statSync(join(kept, backup));
  const whole = await download();
  expect([whole.status, whole.text.slice(0, 15)]).toEqual([200, 'SQLite format 3']);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="${backup}"`,
    'accept-ranges': 'bytes',
  });
  const etag = whole.headers.get('etag')!;
  const range = async (said: string, ifRange = etag) => {
    const { status, headers } = await download(backup, { range: said, 'if-range': ifRange });
    return [status, headers.get('content-range')];
  };
  expect(await range('bytes=4096-')).toEqual([206, `bytes 4096-${size - 1}/${size}`]);
  expect(await range('bytes=5-9')).toEqual([206, `bytes 5-9/${size}`]);
  expect(await range('bytes=-100')).toEqual([206, `bytes ${size - 100}-${size - 1}/${size}`]);
  expect(await range(`bytes=${size}-`)).toEqual([416, `bytes */${size}`]);
  for (const ignored of ['bytes=9-5', 'bytes=0-1,5-6', 'rows=0-1', 'bytes=-']) expect(await range(ignored)).toEqual([200, null]);
  expect(await range('bytes=4096-', '"another"')).toEqual([200, null]);
  expect((await download(backup, {}, trial.tokens.owner, 'HEAD')).text).toBe('');
  const { body } = await trial.ask('/api/v1/audit?act=download-backup', { headers: { authorization: `Bearer ${trial.tokens.owner}` } });
  // Includes partial downloads, which can be all but the first byte.
  expect(auditSchema.parse(body).entries.map(({ by, subject }) => [by.name, subject])).toEqual(
    Array.from({ length: 9 }, () => ['owner', backup]),
  );
});

test('others cannot download backups, with or without a session', async () => {
  for (const role of ['read', 'write', 'viewer', 'moderator', 'operator'] as const)
    expect((await download(backup, {}, trial.tokens[role])).status).toBe(403);
  const target = targetOf(ENDPOINTS.downloadBackup, { backup });
  const { headers } = await trial.enter('owner');
  expect((await trial.ask(target, { headers })).status).toBe(200);
  // A link on another site sends the cookie at most.
  expect((await trial.ask(target, { headers: { cookie: headers.cookie } })).status).toBe(401);
  expect((await trial.ask(target)).status).toBe(401);
});
