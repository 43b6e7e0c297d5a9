// An erased player's identity cannot be found out.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { askOnce } from '../scripts/tools/postgres/ask-once.ts';
import { freshDatabase } from './fresh-database.ts';
import { BARE_BUILD } from './live/bare-build.ts';
import { eraseAndSearch } from './live/erasure.ts';

/** The number of URLs checked here; `npm run soak -- erasure` checks all. */
const ADDRESSES = 400;

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-erasure-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('no trace of an erased player is left in any file, log, backup or answer, and everyone keeps points and ranks', async () => {
  const { before, ...after } = await eraseAndSearch({ folder: ownFolder(), build: BARE_BUILD, addresses: ADDRESSES });
  for (const place of ['/data/laurels.db', '/api/v1/boards/', '/leaderboard?']) expect(before.join('\n')).toContain(place);
  expect(after).toMatchObject({ traces: [], changed: [], addresses: ADDRESSES });
});

test('no trace of an erased player is left in any table of PostgreSQL, or in any answer', async () => {
  const database = freshDatabase();
  onTestFinished(() => database.drop());
  const url = await database.url();
  const dump = async () => {
    const tables = await askOnce(url, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
    const rows = tables.map(async (table) => {
      const name = String(table['name']);
      return [`table ${name}`, JSON.stringify(await askOnce(url, `SELECT * FROM ${name}`))] as const;
    });
    return new Map(await Promise.all(rows));
  };
  const { before, ...after } = await eraseAndSearch({
    folder: ownFolder(),
    build: BARE_BUILD,
    addresses: ADDRESSES,
    database: { url, dump },
  });
  for (const table of ['players', 'events', 'revisions', 'reopenings', 'records', 'documents', 'changes'])
    expect(before.join('\n')).toContain(`table ${table}:`);
  expect(after).toMatchObject({ traces: [], changed: [], addresses: ADDRESSES });
});
