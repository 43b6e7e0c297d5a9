import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, DatabaseSync } from 'node:sqlite';

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
  commits.onFailure(() => (forgotten += 1));
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
])('a database that is %s reports it, stores nothing, resets all caches, and recovers', (trouble, hurt, heal) => {
  database.exec(hurt);
  expect(() => write('x'.repeat(50_000))).toThrow(expect.objectContaining({ name: 'StorageFailure', trouble }) as Error);
  expect([kept(), forgotten, database.isTransaction]).toEqual([0, 1, false]);
  database.exec(heal);
  write('x'.repeat(50_000));
  expect([kept(), forgotten]).toEqual([1, 1]);
});

test('errors thrown by the work are rethrown, and nothing is stored', () => {
  const planned = new Error('planned');
  const failing = () =>
    commits.run(() => {
      database.exec("INSERT INTO texts VALUES ('a')");
      throw planned;
    });
  expect(failing).toThrow(planned);
  expect([kept(), forgotten]).toEqual([0, 1]);
});

test('a commit that cannot be rolled back is reported, and commits work again once it can', () => {
  const planned = new Error('planned');
  const deny = (does: string) => (code: number, what: string | null) =>
    code === constants.SQLITE_TRANSACTION && what === does ? constants.SQLITE_DENY : constants.SQLITE_OK;
  const failing = () =>
    commits.run(() => {
      database.exec("INSERT INTO texts VALUES ('a')");
      database.setAuthorizer(deny('ROLLBACK'));
      throw planned;
    });
  const failure = expect.objectContaining({ name: 'StorageFailure', trouble: 'failed' }) as Error;
  expect(failing).toThrow(failure);
  expect(() => write('b')).toThrow(failure);
  database.setAuthorizer(null);
  write('c');
  expect(kept()).toBe(1);
});

test('after a commit to a file that has been moved, no further commit is possible, even if the file comes back', () => {
  const file = join(folder, 'laurels.db');
  const place = filePlace(file);
  let looks = 0;
  // The file disappears right after the first check of the second commit.
  const leaving = {
    file,
    isKept() {
      const isKept = place.isKept();
      looks += 1;
      if (looks === 3) renameSync(file, `${file}.away`);
      return isKept;
    },
  };
  commits = new Commits(database, leaving);
  write('a');
  const failure = expect.objectContaining({ trouble: 'missing', message: expect.stringContaining('start it again') as string }) as Error;
  expect(() => write('b')).toThrow(failure);
  renameSync(`${file}.away`, file);
  expect(kept()).toBe(2);
  for (const refused of [() => write('c'), () => commits.expectInPlace()]) expect(refused).toThrow(failure);
  expect(kept()).toBe(2);
});
