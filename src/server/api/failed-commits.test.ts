// Commits that really fail, at each table they write to and without a database: none of their data is ever visible.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { beforeEach, expect, test } from 'vitest';

import { EMPTY_CATALOGUE } from '../../contract/catalogue.ts';
import { PERIOD_KINDS } from '../../domain/calendar.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { DAY, NOON, useTrialApi } from './trial-api.suite.ts';
import { PLAIN_BOARD } from '../store/stored-values.ts';

let file: string;
const trial = useTrialApi({
  openStore(folder) {
    file = join(folder, 'laurels.db');
    return openSqliteStore(folder);
  },
});
const { read, send, tokens } = trial;

const MAIN = {
  name: 'main',
  title: 'Leaderboard',
  ...PLAIN_BOARD,
  calendar: { timeZone: 'Europe/Berlin', weekStart: 1 },
} as const;
const YESTERDAY = { board: 'main', kind: 'daily', start: Date.parse('2026-11-20T00:00:00+01:00') } as const;
const main = () => trial.boards.board('main');

/** Rejects for a server error, and expects success otherwise. */
async function ok(answer: ReturnType<typeof send>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 500) throw new Error(text);
  expect(status).toBeLessThan(300);
}

/** Every kind of write, in an order in which each is possible. */
const WRITES: readonly (readonly [what: string, write: () => Promise<unknown>])[] = [
  ['an event', () => ok(trial.post({ id: 'new', username: 'ada', points: 100 }))],
  [
    'a batch with a newcomer',
    () =>
      ok(
        trial.post({
          events: [
            { id: 'b1', username: 'bob', points: 50, displayName: 'Robert' },
            { id: 'b2', username: 'eve', points: 500 },
          ],
        }),
      ),
  ],
  ['a voided event', () => trial.boards.revisions.revise(main(), 'new', 'void', 'sent twice')],
  ['a restored event', () => trial.boards.revisions.revise(main(), 'new', 'restore', 'it was right')],
  ['the last event of somebody voided', () => trial.boards.revisions.revise(main(), 'b2', 'void', 'a bot')],
  ['somebody hidden', () => trial.boards.players.setVisibility('bob', { state: 'hidden' })],
  ['somebody shown', () => trial.boards.players.setVisibility('bob', { state: 'shown' })],
  [
    'a catalogue',
    () =>
      ok(
        send(
          'replaceCatalogue',
          { body: { ...EMPTY_CATALOGUE, prizes: [{ period: 'weekly', from: 1, prize: '500 coins' }] } },
          tokens.owner,
        ),
      ),
  ],
  ['a new board', () => trial.boards.editing.make({ ...MAIN, name: 'other' })],
  ['a new title', () => trial.boards.editing.change('main', { title: 'Renamed' })],
  ['the end of an import', () => trial.boards.imports.end(trial.boards.imports.list()[0]!.id)],
  ['the first look at what can be won', () => trial.boards.reviews.begin()],
  ['periods that close', () => trial.boards.closing.closeEnded()],
  ['a period that is opened again', () => trial.boards.closing.reopen(YESTERDAY, 'a mistake')],
  ['the beginning of an import', () => trial.boards.imports.begin('main', 'more.csv')],
];

/** Everything that anyone can see, as text. */
async function seen(): Promise<string> {
  const answers: unknown[] = [trial.boards.changes.mark(), trial.boards.imports.list(), [...trial.boards.players.absences]];
  for (const { name: board } of trial.boards.boards()) {
    for (const period of PERIOD_KINDS) {
      answers.push(await read('rankings', { board, query: { period } }), await read('boardView', { board, query: { period } }));
      for (const username of ['ada', 'bob']) {
        const query = { board, period };
        if ((await trial.ask(`/api/v1/players/${username}`)).status !== 200) continue;
        answers.push(
          await read('playerPage', { username, query }),
          await read('receipt', { username, query }),
          await read('path', { username, query }),
        );
      }
    }
    answers.push(await read('rankings', { board, query: { period: 'daily', at: '2026-11-20' } as never }), await read('trends', { board }));
  }
  answers.push(await read('boards'), await read('catalogue'), await read('statistics'), await read('search', { query: { text: 'e' } }));
  return JSON.stringify(answers);
}

beforeEach(async () => {
  await ok(
    trial.post({
      events: ['ada', 'bob', 'cleo'].map((username, i) => ({
        id: username,
        username,
        points: 9 - i,
        at: new Date(NOON - DAY).toISOString(),
      })),
    }),
  );
});

/** Makes every write to these tables fail, through its own connection; returns how to stop that. */
function plant(tables: Iterable<string>): () => void {
  const planted = [...tables].flatMap((table) =>
    ['INSERT', 'UPDATE', 'DELETE'].map((does) => ({ name: `planned_${table}_${does}`, table, does })),
  );
  const change = (sql: readonly string[]) => {
    const database = new DatabaseSync(file, { timeout: 5000 });
    database.exec(sql.join(';\n'));
    database.close();
  };
  change(
    planted.map(
      ({ name, table, does }) => `CREATE TRIGGER ${name} BEFORE ${does} ON ${table} BEGIN SELECT RAISE (ABORT, 'planned: ${table}'); END`,
    ),
  );
  return () => change(planted.map(({ name }) => `DROP TRIGGER ${name}`));
}

function tablesOfFile(): readonly string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .all()
      .map(({ name }) => name as string);
  } finally {
    database.close();
  }
}

test('a commit that fails at any table leaves nothing visible, and succeeds when retried', async () => {
  for (const [what, write] of WRITES) {
    const left = new Set(tablesOfFile());
    const failedAt: string[] = [];
    const before = await seen();
    for (;;) {
      const unplant = plant(left);
      const failure = await write().then(
        () => undefined,
        (error: unknown) => error,
      );
      unplant();
      if (failure === undefined) break;
      const table = trial.logged
        .concat(failure instanceof Error ? failure.message : 'something else')
        .join('\n')
        .match(/planned: (\w+)(?![\s\S]*planned: )/)?.[1];
      trial.logged.length = 0;
      if (table === undefined) throw failure;
      failedAt.push(table);
      left.delete(table);
      expect(`${what}, failed at ${table}: ${await seen()}`).toBe(`${what}, failed at ${table}: ${before}`);
    }
    expect([what, failedAt.length]).not.toEqual([what, 0]);
    expect([what, await seen()]).not.toEqual([what, before]);
  }
  expect(await trial.boards.store.verify()).toMatchObject({ differences: [] });
});

test('while the database file is gone, writes are refused and leave nothing visible, and reads work', async () => {
  for (const [what, write] of WRITES) {
    const before = await seen();
    renameSync(file, `${file}.away`);
    await expect(write()).rejects.toThrow(/deleted or replaced|503|Storing|unavailable/);
    expect([what, await seen()]).toEqual([what, before]);
    renameSync(`${file}.away`, file);
    await write();
    expect([what, await seen()]).not.toEqual([what, before]);
  }
});
