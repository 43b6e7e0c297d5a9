import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { DAY_MS } from '../../domain/durations.ts';
import { backUp } from '../backups/backing-up.ts';
import { backupName } from '../backups/kept-backups.ts';
import { always, board, event, NOON, saveBoard, silently } from '../store/store-under-test.suite.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { checkFolder } from './folder-checkup.ts';

const NOW = NOON + DAY_MS;

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
const found = (now = NOW) =>
  checkFolder(data, { now, backup: { folder: kept, everyMs: DAY_MS } }).filter(({ what }) => !/MiB are free|may open/.test(what));
const tamper = (sql: string) => {
  const database = new DatabaseSync(join(data, 'laurels.db'));
  database.exec(sql);
  database.close();
};

test('nothing is found in a folder that is well, and nothing is changed', () => {
  const before = readFileSync(join(data, 'laurels.db'));
  expect(found()).toEqual([]);
  expect(readFileSync(join(data, 'laurels.db')).equals(before)).toBe(true);
});

test.each<[what: RegExp, mend: RegExp, hurt: () => void]>([
  [/There is no folder/, /LAURELS_DATA/, () => rmSync(data, { recursive: true })],
  [/Other users may read laurels\.db\./, /^chmod go= '.*laurels\.db'$/, () => chmodSync(join(data, 'laurels.db'), 0o644)],
  [/A move into this folder/, /^laurels move --to/, () => writeFileSync(join(data, 'laurels.db.moving'), '', { mode: 0o600 })],
  [/Restoring a backup was cut off/, /^laurels restore FILE$/, () => mkdirSync(join(data, 'restoring'))],
  [/A change of the keys/, /^rm '.*keys\.json\.new'$/, () => writeFileSync(join(data, 'keys.json.new'), '', { mode: 0o600 })],
  [/server\.json is of a server that was killed/, /^rm/, () => writeFileSync(join(data, 'server.json'), '{}', { mode: 0o600 })],
  [/There is no database/, /^laurels restore FILE/, () => rmSync(join(data, 'laurels.db'))],
  [/is damaged \(it is empty\)/, /laurels restore FILE$/, () => truncateSync(join(data, 'laurels.db'), 0)],
  [/is damaged \(/, /laurels restore FILE$/, () => truncateSync(join(data, 'laurels.db'), 40_960)],
  [/is damaged \(/, /laurels restore FILE$/, () => writeFileSync(join(data, 'laurels.db'), 'dear diary'.repeat(1000))],
  [/another program's/, /LAURELS_DATA/, () => tamper('PRAGMA application_id = 1')],
  [/of a later Laurels/, /version of Laurels that wrote it/, () => tamper('PRAGMA user_version = 99')],
  [/the next start makes it/, /^laurels backup/, () => tamper('PRAGMA user_version = 1')],
  [/There is no backup in/, /^laurels backup$/, () => rmSync(kept, { recursive: true })],
])('%s is found, with what mends it', (what, mend, hurt) => {
  hurt();
  const [finding, ...others] = found();
  expect(others).toEqual([]);
  expect(finding).toEqual({ what: expect.stringMatching(what) as string, mend: expect.stringMatching(mend) as string });
});

test('an old backup, and a clock that is behind, are found', () => {
  expect(found(NOW + 3 * DAY_MS)).toMatchObject([{ what: expect.stringMatching(/^The newest backup in .* is of/) as string }]);
  expect(found(NOON - DAY_MS).map(({ mend }) => mend)).toContain('timedatectl set-ntp true');
  expect(readdirSync(kept)).toHaveLength(1);
});
