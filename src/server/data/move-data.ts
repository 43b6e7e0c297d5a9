import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { DataPlace } from '../operation/data-place.ts';
import { keysFile } from '../operation/keys/keys-file.ts';
import { KEYS_DOCUMENT } from '../operation/keys/keys-document.ts';
import type { LastUses } from '../operation/keys/key-uses.ts';
import type { Queryable } from '../store/held/queryable.ts';
import { AlreadyFilled, KEPT_TABLES, type KeptRow, type KeptSource, type KeptTable, type KeptTarget } from '../store/kept-rows.ts';
import { fillPostgres, readPostgres } from '../store/postgres/kept-rows.ts';
import { movingFile } from '../store/sqlite/file/making.ts';
import { fillSqlite, readSqlite } from '../store/sqlite/kept-rows.ts';
import { closingAfter, openData } from './open-data.ts';

/** The progress of a move. */
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
  const source = await replayed(from, 'Source');
  sayVerified(source, 'Source', news);
  await reading(from, (rows) => copyRows(rows, (table) => digest(rows, table), to, news), 'stopped');
  sayVerified(await replayed(to, 'Copy', source.uses), 'Copy', news);
}

const TABLES = Object.keys(KEPT_TABLES) as KeptTable[];

/** Figures of replayed data. */
interface Replayed {
  readonly events: number;
  readonly standings: number;
  readonly uses: LastUses;
}

/**
 * Replays all events of a place and compares the standings; copies the last uses of keys, which are informational.
 * @param what names the place in an error.
 * @throws {Error} with the first difference.
 */
export async function replayed(place: DataPlace, what: string, uses: LastUses = new Map()): Promise<Replayed> {
  const data = await openData(place, { ifNone: 'refuse', log: () => {} });
  return closingAfter(data, async () => {
    const { events, standings, differences } = await data.store.verify();
    const [first, ...others] = differences;
    if (first !== undefined)
      throw new Error(`${what}: the standings differ from the events: ${first}${others.length === 0 ? '' : `, and ${others.length} more`}.`);
    for (const [id, at] of uses) data.uses.note(id, at);
    return { events, standings, uses: await data.uses.known() };
  });
}

export function sayVerified({ events, standings }: Replayed, what: string, { say }: Pick<MoveNews, 'say'>): void {
  say(`${what} verified: ${events} events, ${standings} standings.`);
}

/**
 * Copies all rows to an empty place, and compares their digests.
 * @throws {Error} with the reason.
 */
export async function copyRows(
  source: KeptSource,
  digestOf: (table: KeptTable) => Promise<string>,
  to: DataPlace,
  news: MoveNews,
): Promise<void> {
  const refused = await fill(source, to, news);
  const compare = async (copied: KeptSource) => {
    for (const table of TABLES)
      if ((await digestOf(table)) !== (await digest(copied, table)))
        throw refused ?? new Error(`${table} differs between source and copy. Delete the copy and try again.`);
  };
  await reading(to, compare, 'stopped');
  news.say('All rows are identical.');
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
  for await (const rows of source.rows(table, undefined)) for (const row of rows) hash.update(rowLine(row));
  return hash.digest('hex');
}

/** A row as a line of JSON, with bytes in hexadecimal. */
export function rowLine(row: KeptRow): string {
  return `${JSON.stringify(row.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)))}\n`;
}

/** Reads a snapshot of a place. `servers`: of a database, whether any may be running; a folder is read when none is. */
export function reading<Result>(
  place: DataPlace,
  work: (source: KeptSource, db: Queryable) => Promise<Result>,
  servers: 'stopped' | 'running',
): Promise<Result> {
  if (place.kind === 'postgres') return readPostgres(place.address, work, servers);
  return readSqlite(place.folder, (source, db) => work(withKeys(source, place.folder), db));
}

function filling(place: DataPlace, work: (target: KeptTarget) => Promise<void>): Promise<void> {
  if (place.kind === 'postgres') return fillPostgres(place.address, work);
  const file = join(place.folder, 'laurels.db');
  if (keysFile(place.folder).read() !== undefined && ![file, movingFile(file)].some((each) => existsSync(each)))
    throw new Error(`There is a keys.json in ${place.folder} already. Choose another folder.`);
  return fillSqlite(place.folder, (target) => work(withoutKeys(target, place.folder)));
}

/** Keys are a file in a folder, and a document in a database. */
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
