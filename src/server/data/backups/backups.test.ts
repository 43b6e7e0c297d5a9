import { hash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { keysText } from '../../operation/keys/key-list.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { allTime, always, event, saveBoard, board, silently, standingsOf } from '../../store/store-under-test.suite.ts';
import { trialOperators } from '../../api/trial-api.suite.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { backUp } from './backing-up.ts';
import { restore } from './restoring.ts';

const NOW = Date.parse('2026-11-23T01:28:00Z');

let folder: string;
let data: string;
let file: string;
let store: PointsStore;

/** A list of keys that has one key with a name. */
const KEYS = keysText([
  {
    name: 'of-then',
    role: 'owner',
    sha256: 'a'.repeat(64),
    created: '2026-11-20T00:00:00.000Z',
    revoked: null,
    expires: null,
    bounds: {},
    madeBy: null,
    revokedBy: null,
    acts: [],
  },
]);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-backups-'));
  data = join(folder, 'data');
  file = join(folder, 'kept', 'one.backup');
  store = await openSqliteStore(data, { onThread: true });
  await saveBoard(store, board);
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const events = (name: string, count = 20) => Array.from({ length: count }, (_, i) => event(`${name} ${i}`, `player ${i % 7}`, 1 + i));
const record = (name: string, count?: number) => store.append('main', events(name, count), always, silently);

/** The all-time standings in a restored folder. */
async function standingsIn(restored: string) {
  const opened = await openSqliteStore(restored, { ifNone: 'refuse' });
  try {
    expect((await opened.verify()).differences).toEqual([]);
    return await standingsOf(opened, allTime);
  } finally {
    await opened.close();
  }
}

test('sessions that ended and invitations that were used are not restored, but people are', async () => {
  const operators = trialOperators(store, () => NOW);
  const first = await operators.invitations.make({ role: 'owner', hours: 1 });
  const { token, person } = await operators.accept(first.invitation, { name: 'Ada', before: undefined, add: (each) => each });
  const open = await operators.invitations.make({ role: 'viewer', hours: 1 });
  await operators.passkeys.signInOptions();
  await backUp(data, file, NOW);
  expect(await operators.sessions.find(token)).toMatchObject({ person: { name: 'Ada' } });
  const restored = join(folder, 'restored');
  await restore(file, restored);
  const again = await openSqliteStore(restored, { ifNone: 'refuse' });
  const there = trialOperators(again, () => NOW);
  expect(await there.sessions.find(token)).toBe(undefined);
  await expect(there.invitations.ofToken(open.token)).rejects.toThrow('used or withdrawn');
  expect(await there.people.list()).toEqual([person]);
  expect((await again.verify()).differences).toEqual([]);
  await again.close();
});

test('a backup during writes is one private file with everything acknowledged before, and is restored unchanged', async () => {
  writeFileSync(join(data, 'keys.json'), KEYS);
  await record('before');
  const acknowledged = ['before'];
  const backup = { isMade: false };
  let mustBeThere: readonly string[] = [];
  let making: ReturnType<typeof backUp> | undefined;
  for (let i = 0; !backup.isMade; i += 1) {
    await record(`during ${i}`);
    acknowledged.push(`during ${i}`);
    if (i !== 3) continue;
    mustBeThere = [...acknowledged];
    making = backUp(data, file, NOW).finally(() => (backup.isMade = true));
  }
  const made = await making!;
  expect(readdirSync(join(folder, 'kept'))).toEqual(['one.backup']);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const back = join(folder, 'back');
  expect(await restore(file, back)).toEqual({ madeAt: '2026-11-23T01:28:00.000Z', events: made.events, standings: made.standings });
  expect(made.events).toBeGreaterThanOrEqual(20 * mustBeThere.length);
  expect(acknowledged.length).toBeGreaterThan(mustBeThere.length);
  expect(readdirSync(back).toSorted()).toEqual(['keys.json', 'laurels.db']);
  expect(readFileSync(join(back, 'keys.json'), 'utf8')).toBe(KEYS);
  const opened = await openSqliteStore(back);
  for (const name of mustBeThere) {
    const outcomes = await opened.append('main', events(name), always, silently);
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['repeated']));
  }
  await opened.close();
});

test('the standings are the same in a backup of an idle folder, with and without an open store', async () => {
  await record('one', 300);
  const before = await standingsOf(store, allTime);
  await backUp(data, file, NOW);
  await store.close();
  await backUp(data, `${file}.2`, NOW);
  for (const [name, from] of [
    ['a', file],
    ['b', `${file}.2`],
  ] as const) {
    await restore(from, join(folder, name));
    expect(await standingsIn(join(folder, name))).toEqual(before);
  }
});

test('an interrupted backup has no name, and does not block the next one', async () => {
  mkdirSync(`${file}.part`, { recursive: true });
  writeFileSync(join(`${file}.part`, 'laurels.db'), 'half');
  await backUp(data, file, NOW);
  expect(readdirSync(join(folder, 'kept'))).toEqual(['one.backup']);
  await expect(backUp(data, file, NOW)).rejects.toThrow('already exists');
});

test('a backup whose standings differ from its events is discarded', async () => {
  await record('one');
  const other = new DatabaseSync(join(data, 'laurels.db'));
  other.exec("UPDATE players SET username = 'somebody else' WHERE number = 3");
  other.close();
  await expect(backUp(data, file, NOW)).rejects.toThrow('its standings differ from its events');
  expect(readdirSync(join(folder, 'kept'))).toEqual([]);
});

test('an interrupted restore can be repeated', async () => {
  await record('one');
  writeFileSync(join(data, 'keys.json'), KEYS);
  await backUp(data, file, NOW);
  const back = join(folder, 'back');
  mkdirSync(join(back, 'restoring'), { recursive: true });
  for (const name of ['keys.json', 'restoring/laurels.db']) writeFileSync(join(back, name), 'half');
  await restore(file, back);
  expect(readFileSync(join(back, 'keys.json'), 'utf8')).toBe(KEYS);
  expect(await standingsIn(back)).toEqual(await standingsOf(store, allTime));
});

test('a backup omits damaged keys, and can be restored', async () => {
  await record('one');
  writeFileSync(join(data, 'keys.json'), '{bro');
  await backUp(data, file, NOW);
  await restore(file, join(folder, 'back'));
  expect(readdirSync(join(folder, 'back'))).toEqual(['laurels.db']);
});

describe('restoring is rejected with a one-line reason for', () => {
  const change = (work: (database: DatabaseSync) => void) => () => {
    const database = new DatabaseSync(file);
    work(database);
    database.close();
  };

  const keysAre = (keys: string) =>
    change((one) => {
      const sha256 = hash('sha256', JSON.stringify([['keys.json', keys]]));
      one
        .prepare('UPDATE backup SET beside = ?')
        .run(JSON.stringify({ madeAt: '2026-11-23T01:28:00Z', files: { 'keys.json': keys }, sha256 }));
    });

  test.each<[what: string, says: RegExp, damage: () => void]>([
    ['nothing', /No backup at/, () => rmSync(file)],
    ['half a backup', /is damaged \(.* bytes\)\. Nothing was restored\. Take another backup\.$/, () => truncateSync(file, 40_960)],
    ['a few bytes', /is damaged or not a database\. Nothing/, () => truncateSync(file, 50)],
    ['a text', /is damaged or not a database\. Nothing/, () => writeFileSync(file, 'dear diary'.repeat(1000))],
    ...[6, 99].map((version): [string, RegExp, () => void] => [
      `version ${version}`,
      new RegExp(`version ${version}.*Nothing was restored\\. Use the version of Laurels that wrote it\\.$`),
      change((one) => one.exec(`PRAGMA user_version = ${version}`)),
    ]),
    ['another program', /another program's/, change((one) => one.exec('PRAGMA application_id = 1'))],
    [
      'a changed total',
      /its standings differ from its events/,
      change((one) => one.exec("UPDATE players SET username = 'x' WHERE number = 2")),
    ],
    [
      'keys that were altered',
      /the keys in it were altered/,
      change((one) => one.exec(`UPDATE backup SET beside = replace(beside, 'of-then', 'another')`)),
    ],
    ['keys that no server starts with', /the keys in it are damaged/, keysAre('of then')],
    [
      'keys of another version',
      /the list of keys in it has version 3, and .* Nothing was restored\. Use the version of Laurels that wrote it\.$/,
      keysAre('{"version": 3, "keys": []}'),
    ],
    [
      'keys without their digest',
      /the keys in it were altered/,
      change((one) => one.exec(`UPDATE backup SET beside = json_remove(beside, '$.sha256')`)),
    ],
    [
      'no keys that can be read',
      /the keys in it were altered, or are damaged/,
      change((one) => one.exec(`UPDATE backup SET beside = '{}'`)),
    ],
    [
      'a foreign trigger',
      /the trigger evil is not part of Laurels/,
      change((one) => one.exec('CREATE TRIGGER evil AFTER INSERT ON events BEGIN DELETE FROM players; END')),
    ],
    ['a trigger that is missing', /the trigger events_keep is missing/, change((one) => one.exec('DROP TRIGGER events_keep'))],
    [
      'bytes that flipped',
      /Nothing was restored/,
      () => {
        const opened = openSync(file, 'r+');
        const { size } = statSync(file);
        for (let at = 8192; at < size; at += 4096) writeSync(opened, Buffer.alloc(64, 0x5a), 0, 64, at + 1000);
        closeSync(opened);
      },
    ],
  ])('%s', async (_, says, damage) => {
    await record('one', 300);
    writeFileSync(join(data, 'keys.json'), KEYS);
    await backUp(data, file, NOW);
    damage();
    const back = join(folder, 'back');
    const refused: unknown = await restore(file, back).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringMatching(says) as string });
    expect((refused as Error).message).not.toMatch(/\n|restoring/);
    expect(existsSync(back)).toBe(false);
  });

  test('a folder that already has data', async () => {
    await backUp(data, file, NOW);
    const back = join(folder, 'back');
    cpSync(data, back, { recursive: true });
    const before = readFileSync(join(back, 'laurels.db'));
    await expect(restore(file, back)).rejects.toThrow('Nothing was restored');
    expect(readFileSync(join(back, 'laurels.db')).equals(before)).toBe(true);
  });
});
