import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { Commits } from './commits.ts';
import { filePlace } from './file-place.ts';

let folder: string;
let database: DatabaseSync;
let commits: Commits;
let forgotten: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-commits-'));
  const file = join(folder, 'laurels.db');
  database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE texts (text TEXT)');
  commits = new Commits(database, filePlace(file));
  forgotten = 0;
  commits.whenOneFails(() => (forgotten += 1));
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const write = (text: string) => commits.run(() => database.prepare('INSERT INTO texts VALUES (?)').run(text));
const kept = () => database.prepare('SELECT count(*) AS texts FROM texts').get()!['texts'];

test.each([
  ['full', 'PRAGMA max_page_count = 3', 'PRAGMA max_page_count = 1000'],
  ['read-only', 'PRAGMA query_only = ON', 'PRAGMA query_only = OFF'],
])('a database that is %s says so, keeps nothing, has all forgotten, and heals', (trouble, hurt, heal) => {
  database.exec(hurt);
  expect(() => write('x'.repeat(50_000))).toThrow(expect.objectContaining({ name: 'StorageFailure', trouble }) as Error);
  expect([kept(), forgotten, database.isTransaction]).toEqual([0, 1, false]);
  database.exec(heal);
  write('x'.repeat(50_000));
  expect([kept(), forgotten]).toEqual([1, 1]);
});

test('what the work itself throws is thrown as it is, and nothing of it is kept', () => {
  const planned = new Error('planned');
  const failing = () =>
    commits.run(() => {
      database.exec("INSERT INTO texts VALUES ('a')");
      throw planned;
    });
  expect(failing).toThrow(planned);
  expect([kept(), forgotten]).toEqual([0, 1]);
});
