import { createHash } from 'node:crypto';

import type { DataPlace } from '../operation/data-place.ts';
import { keysFile } from '../operation/keys/keys-file.ts';
import { KEYS_DOCUMENT } from '../operation/keys/keys-document.ts';
import { AlreadyFilled, KEPT_TABLES, type KeptRow, type KeptSource, type KeptTable, type KeptTarget } from '../store/kept-rows.ts';
import { fillPostgres, readPostgres } from '../store/postgres/kept-rows.ts';
import { fillSqlite, readSqlite } from '../store/sqlite/kept-rows.ts';
import { openData, withStore } from './open-data.ts';

/** Progress of a move. */
export interface MoveNews {
  readonly say: (line: string) => void;
  /** Rows done and in total, of a table. */
  readonly progress: (table: string, done: number, all: number) => void;
}

/**
 * Copies all data to an empty place, verifies both, and compares them row by row. Calling it again resumes an interrupted move;
 * the target cannot be opened until it is complete.
 * @throws {Error} with the reason. The source never changes.
 */
export async function moveData(from: DataPlace, to: DataPlace, news: MoveNews): Promise<void> {
  await prove(from, 'Source', news);
  await reading(from, async (source) => {
    const refused = await fill(source, to, news);
    await reading(to, async (copied) => {
      for (const table of TABLES)
        if ((await digest(source, table)) !== (await digest(copied, table)))
          throw refused ?? new Error(`${table} differs between source and copy. Delete the copy and move again.`);
      news.say('All rows are identical.');
    });
  });
  await copyUses(from, to);
  await prove(to, 'Copy', news);
}

const TABLES = Object.keys(KEPT_TABLES) as KeptTable[];

async function prove(place: DataPlace, what: string, { say }: MoveNews): Promise<void> {
  const { events, standings, differences } = await withStore(place, (store) => store.verify());
  for (const difference of differences) say(difference);
  if (differences.length > 0) throw new Error(`${what}: the standings differ from the events.`);
  say(`${what} verified: ${events} events, ${standings} standings.`);
}

/** Copies all rows; returns an error instead if the target is complete, because it may be this game's copy. */
async function fill(source: KeptSource, to: DataPlace, news: MoveNews): Promise<AlreadyFilled | undefined> {
  try {
    await filling(to, async (target) => {
      for (const table of TABLES) await copy(table, source, target, news);
      await target.finish();
    });
    return undefined;
  } catch (error) {
    if (error instanceof AlreadyFilled) return error;
    throw error;
  }
}

async function copy(table: KeptTable, source: KeptSource, target: KeptTarget, { say, progress }: MoveNews): Promise<void> {
  const all = await source.count(table);
  const reached = await target.reached(table);
  let done = 0;
  for await (const rows of source.rows(table, reached)) {
    await target.add(table, rows);
    done += rows.length;
    progress(table, done, all);
  }
  say(`${table}: ${all}${done < all ? `, ${all - done} already copied` : ''}`);
}

async function digest(source: KeptSource, table: KeptTable): Promise<string> {
  const hash = createHash('sha256');
  for await (const rows of source.rows(table, undefined))
    for (const row of rows) hash.update(JSON.stringify(row.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value))));
  return hash.digest('hex');
}

/** Last uses of keys are informational. */
async function copyUses(from: DataPlace, to: DataPlace): Promise<void> {
  const quietly = { ifNone: 'refuse', log: () => {} } as const;
  const [source, target] = [await openData(from, quietly), await openData(to, quietly)];
  for (const [id, at] of await source.uses.known()) target.uses.note(id, at);
  await Promise.all([source.close(), target.close()]);
}

function reading<Result>(place: DataPlace, work: (source: KeptSource) => Promise<Result>): Promise<Result> {
  if (place.kind === 'postgres') return readPostgres(place.address, work);
  return readSqlite(place.folder, (source) => work(withKeys(source, place.folder)));
}

function filling(place: DataPlace, work: (target: KeptTarget) => Promise<void>): Promise<void> {
  if (place.kind === 'postgres') return fillPostgres(place.address, work);
  return fillSqlite(place.folder, (target) => work(withoutKeys(target, place.folder)));
}

/** Keys are a file in a folder, and a document elsewhere. */
function withKeys(source: KeptSource, folder: string): KeptSource {
  return {
    count: async (table) => (await source.count(table)) + (table === 'documents' && keysFile(folder).read() !== undefined ? 1 : 0),
    async *rows(table, after) {
      if (table !== 'documents') return yield* source.rows(table, after);
      const all: KeptRow[] = [];
      for await (const rows of source.rows(table, undefined)) all.push(...rows);
      const keys = keysFile(folder).read();
      if (keys !== undefined) all.push([KEYS_DOCUMENT, keys]);
      const left = all.toSorted(([a], [b]) => (a! < b! ? -1 : 1)).filter(([name]) => after === undefined || name! > after[0]!);
      if (left.length > 0) yield left;
    },
  };
}

function withoutKeys(target: KeptTarget, folder: string): KeptTarget {
  return {
    ...target,
    async add(table, rows) {
      if (table !== 'documents') return target.add(table, rows);
      for (const [name, text] of rows) if (name === KEYS_DOCUMENT) await keysFile(folder).change(() => text as string);
      return target.add(
        table,
        rows.filter(([name]) => name !== KEYS_DOCUMENT),
      );
    },
  };
}
