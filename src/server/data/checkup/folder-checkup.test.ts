import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { DAY_MS } from '../../../domain/durations.ts';
import { backUp } from '../backups/backing-up.ts';
import { backupName } from '../backups/kept-backups.ts';
import { keysText } from '../../operation/keys/key-list.ts';
import { always, board, event, NOON, saveBoard, silently, reviseOne } from '../../store/store-under-test.suite.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { checkFolder } from './folder-checkup.ts';

const NOW = NOON + DAY_MS;

const PROGRAM = join(import.meta.dirname, '../../../cli/laurels.ts');

/** A user that every system has. */
const NOBODY = 65_534;

const KEYS_BACK =
  /^Take them from a backup: LAURELS_DATA=\/tmp\/look laurels restore FILE && mv .* Or create new ones: rm -f '.*keys\.json', restart the server, then laurels keys add NAME\.$/;

let folder: string;
let data: string;
let kept: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-checkup-'));
  [data, kept] = [join(folder, 'data'), join(folder, 'kept')];
  const store = await openSqliteStore(data);
  await saveBoard(store, board);
  await store.append('main', [event('1', 'ann', 5)], always, silently);
  await store.close();
  await backUp(data, join(kept, backupName(NOW, 'scheduled')), NOW);
});

afterEach(() => rmSync(folder, { recursive: true }));

/** What is found, beside what the machine that tests run on may lack. */
const found = async (now = NOW) =>
  (await checkFolder(data, { now, backup: { folder: kept, everyMs: DAY_MS } })).filter(({ what }) => !/MiB are free|may open/.test(what));
const keep = (document: string, value: unknown) =>
  tamper(`INSERT INTO meta (key, value, checksum) VALUES ('document:${document}', '${JSON.stringify(value)}', 0)`);
const tamper = (sql: string) => {
  const database = new DatabaseSync(join(data, 'laurels.db'));
  database.exec(sql);
  database.close();
};

test('nothing is found in a folder that is well, and nothing is changed', async () => {
  const before = readFileSync(join(data, 'laurels.db'));
  expect(await found()).toEqual([]);
  expect(readFileSync(join(data, 'laurels.db')).equals(before)).toBe(true);
});

test.each<[what: RegExp, mend: RegExp, hurt: () => void]>([
  [/There is no folder/, /LAURELS_DATA/, () => rmSync(data, { recursive: true })],
  [/Other users can read laurels\.db\./, /^chmod go= '.*laurels\.db'$/, () => chmodSync(join(data, 'laurels.db'), 0o644)],
  [/A move to this folder/, /^laurels move --to/, () => writeFileSync(join(data, 'laurels.db.moving'), '', { mode: 0o600 })],
  [/Restoring a backup was interrupted/, /^laurels restore FILE$/, () => mkdirSync(join(data, 'restoring'))],
  [/A change of the keys/, /^rm '.*keys\.json\.new'$/, () => writeFileSync(join(data, 'keys.json.new'), '', { mode: 0o600 })],
  [/server\.json is left over from a killed server/, /^rm/, () => writeFileSync(join(data, 'server.json'), '{}', { mode: 0o600 })],
  [/There is no database/, /^laurels restore FILE/, () => rmSync(join(data, 'laurels.db'))],
  [/is damaged \(it is empty\)/, /laurels restore FILE$/, () => truncateSync(join(data, 'laurels.db'), 0)],
  [/is damaged \(/, /laurels restore FILE$/, () => truncateSync(join(data, 'laurels.db'), 40_960)],
  [/is damaged \(/, /laurels restore FILE$/, () => writeFileSync(join(data, 'laurels.db'), 'dear diary'.repeat(1000))],
  [/belongs to another program/, /LAURELS_DATA/, () => tamper('PRAGMA application_id = 1')],
  [/version 99, but this version of Laurels requires 7 or 8 /, /version of Laurels that wrote it/, () => tamper('PRAGMA user_version = 99')],
  [/version 6, but this version of Laurels requires 7 or 8 /, /version of Laurels that wrote it/, () => tamper('PRAGMA user_version = 6')],
  [
    /The database .*laurels\.db is missing/,
    /^Bring it back/,
    () => {
      rmSync(join(data, 'laurels.db'));
      writeFileSync(join(data, 'keys.json'), keysText([]), { mode: 0o600 });
    },
  ],
  [/keys\.json is empty/, KEYS_BACK, () => writeFileSync(join(data, 'keys.json'), '', { mode: 0o600 })],
  [
    /keys\.json has version 3, and this program reads only version 4, so the server does not start/,
    /^Use the version/,
    () => writeFileSync(join(data, 'keys.json'), '{"version": 3, "keys": []}', { mode: 0o600 }),
  ],
  [/keys\.json is damaged/, KEYS_BACK, () => writeFileSync(join(data, 'keys.json'), '{"version": 4, "keys": [{', { mode: 0o600 })],
  [
    /^keys\.json is missing, so all API keys are refused/,
    KEYS_BACK,
    () => tamper(`INSERT INTO records (kind, id, at, state, text, checksum) VALUES ('audit', 'add-key a', 0, 'add-key', '{}', 0)`),
  ],
  [
    /The import of "\/tmp\/old\.csv" into "main" is unfinished and holds past periods open/,
    /laurels import '\/tmp\/old\.csv' --board 'main' resumes it, laurels imports drop i7 cancels it/,
    () => keep('imports', [{ id: 'i7', board: 'main', file: '/tmp/old.csv', startedAt: NOON, seenAt: NOON }]),
  ],
  [/There are no backups in/, /^laurels backup$/, () => rmSync(kept, { recursive: true })],
])('%s is found, with what mends it', async (what, mend, hurt) => {
  hurt();
  const [finding, ...others] = await found();
  expect(others).toEqual([]);
  expect(finding).toEqual({ what: expect.stringMatching(what) as string, mend: expect.stringMatching(mend) as string });
});

test('an old backup, and a clock that is behind, are found', async () => {
  expect(await found(NOW + 3 * DAY_MS)).toMatchObject([{ what: expect.stringMatching(/^The newest backup in .* is from/) as string }]);
  const mends = (await found(NOON - DAY_MS)).map(({ mend }) => mend);
  expect(mends).toContainEqual(expect.stringMatching(/timedatectl set-ntp true\. .*laurels events void --future/));
  expect(readdirSync(kept)).toHaveLength(1);
});

test('foreign and altered triggers are found', async () => {
  tamper('CREATE TRIGGER mine AFTER INSERT ON events BEGIN UPDATE events SET points = 9 WHERE seq = new.seq; END');
  expect(await found()).toEqual([
    { what: expect.stringMatching(/^The trigger '?mine'? in the database is not part of Laurels\./), mend: expect.stringContaining('laurels rebuild') },
  ]);
});

test('events of a clock that was ahead are named until they are voided, also once others followed', async () => {
  const store = await openSqliteStore(data);
  const ahead = { at: NOW + 9 * 365 * DAY_MS, receivedAt: NOW + 9 * 365 * DAY_MS };
  const many = Array.from({ length: 7 }, (_, i) => event(`f${i}`, 'bob', 1, ahead));
  await store.append('main', many, always, silently);
  const [first, ...others] = await found();
  expect(others).toEqual([]);
  expect(first!.what).toMatch(
    /No period closes until a newer event arrives, or this one is voided\. .*: 7 on "main" \("f0", "f1", "f2", "f3", "f4", …\)\.$/,
  );
  await store.append('main', [event('2', 'ann', 5, { receivedAt: NOW })], always, silently);
  expect((await found()).map(({ what }) => what)).toEqual([
    expect.stringMatching(/^The clock says .*, but has been ahead before\. .*: 7 on "main"/),
  ]);
  for (const { id } of many) await reviseOne(store, 'main', id, { does: 'void', at: NOW, reason: 'a clock' }, () => false);
  await store.close();
  expect(await found()).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0).each(['laurels.db', 'laurels.lock', 'keys.json'])(
  '%s of another user is told from damage, by the owner of the folder and by root',
  async (name) => {
    writeFileSync(join(data, 'keys.json'), keysText([]), { mode: 0o600 });
    for (const path of [folder, data, kept, ...readdirSync(data).map((file) => join(data, file))]) chownSync(path, NOBODY, NOBODY);
    expect(await found()).toEqual([]);
    chownSync(join(data, name), 0, 0);
    const finding = {
      what: `${join(data, name)} belongs to user 0, but should belong to user ${NOBODY}.`,
      mend: `chown ${NOBODY}:${NOBODY} '${join(data, name)}'`,
    };
    expect(await found()).toEqual([finding]);
    // Who may pass through the folder of all tests, may not look into it.
    chmodSync(tmpdir(), statSync(tmpdir()).mode | 0o011);
    const { stdout } = spawnSync(process.execPath, [PROGRAM, 'doctor'], {
      uid: NOBODY,
      gid: NOBODY,
      cwd: data,
      env: { ...process.env, LAURELS_DATA: data, LAURELS_BACKUP_FOLDER: kept },
      encoding: 'utf8',
    });
    expect(stdout).toContain(`- ${finding.what}\n  ${finding.mend}\n`);
    expect(stdout).not.toContain('damaged');
  },
);
