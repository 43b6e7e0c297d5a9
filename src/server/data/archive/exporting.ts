import { createHash } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, existsSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import type { DataPlace } from '../../operation/data-place.ts';
import type { LastUses } from '../../operation/keys/key-uses.ts';
import { programVersion } from '../../operation/this-process.ts';
import type { Queryable } from '../../store/held/queryable.ts';
import { KEPT_TABLES, type KeptSource, type KeptTable } from '../../store/kept-rows.ts';
import { NOT_RESTORED } from '../../store/records.ts';
import { makePrivateFolder } from '../../store/sqlite/file/private-files.ts';
import { besideIn } from '../backups/backing-up.ts';
import { copyDatabase } from '../backups/backup-file.ts';
import { makeWholeFile } from '../backups/whole-file.ts';
import { replayed, reading, rowLine } from '../move-data.ts';
import { MANIFEST, type Manifest, manifestText, rowsFile, TOP } from './manifest.ts';
import { type LinesFile, readableFiles } from './readable-files.ts';
import { README, readme } from './readme.ts';
import { TAR_END, tarHeader, tarPadding } from './tar.ts';

/** The last uses of keys, as a file of an archive. */
export const KEY_USES = 'rows/key-uses.json';

/** A finished archive. */
export interface Exported {
  readonly file: string;
  readonly bytes: number;
  readonly events: number;
}

/**
 * Exports a snapshot of everything to one new private file, `.tar.gz`, even while servers run, after replaying all events. A folder is
 * copied next to the file first. `now` is in epoch milliseconds.
 * @throws {Error} with the reason; nothing is left behind.
 */
export async function exportEverything(place: DataPlace, to: string, now: number): Promise<Exported> {
  return makeWholeFile(to, async (part) => {
    const from = place.kind === 'folder' ? await copied(place.folder, join(part, 'data')) : place;
    const { events, uses } = await replayed(from, 'The data');
    const made = join(part, 'packed');
    await reading(from, (source, db) => pack(filesOf(source, db, uses, now), made, now), 'running');
    return { made, facts: { events } };
  });
}

/** A snapshot of a data folder. */
async function copied(folder: string, to: string): Promise<DataPlace> {
  const database = join(folder, 'laurels.db');
  if (!existsSync(database)) throw new Error(`No database in ${folder}. If it is in another folder, set LAURELS_DATA.`);
  makePrivateFolder(to);
  for (const [name, text] of Object.entries(besideIn(folder))) writeFileSync(join(to, name), text, { mode: 0o600 });
  await copyDatabase(database, join(to, 'laurels.db'));
  return { kind: 'folder', folder: to };
}

/** The files of an archive. The last is the manifest of those before it, whose digests are passed to `next`. */
async function* filesOf(source: KeptSource, db: Queryable, uses: LastUses, now: number): AsyncGenerator<LinesFile, void, Manifest['files']> {
  const about = { program: programVersion(), madeAt: new Date(now).toISOString() };
  yield { name: README, lines: [[readme(about)]] };
  yield* readableFiles(source, db);
  for (const table of Object.keys(KEPT_TABLES) as KeptTable[]) yield { name: rowsFile(table), lines: tableLines(source, table) };
  const files = yield { name: KEY_USES, lines: [[`${JSON.stringify(Object.fromEntries(uses))}\n`]] };
  yield { name: MANIFEST, lines: [[manifestText({ ...about, files })]] };
}

async function* tableLines(source: KeptSource, table: KeptTable): AsyncGenerator<readonly string[]> {
  const left = new Set<unknown>(NOT_RESTORED);
  for await (const rows of source.rows(table, undefined)) yield rows.filter((row) => table !== 'records' || !left.has(row[1])).map(rowLine);
}

/** Writes files to a compressed archive. Each is written to disk before it is packed, because its size precedes its contents. */
async function pack(files: ReturnType<typeof filesOf>, to: string, now: number): Promise<void> {
  const spool = `${to}.one`;
  const listed: Record<string, Manifest['files'][string]> = {};
  async function* tarred() {
    for (let next = await files.next(listed); next.done !== true; next = await files.next(listed)) {
      const { name, lines } = next.value;
      listed[name] = await writtenOut(spool, lines);
      const { size } = statSync(spool);
      yield tarHeader(`${TOP}${name}`, size, now);
      if (size > 0) yield* createReadStream(spool) as AsyncIterable<Buffer>;
      yield tarPadding(size);
    }
    yield TAR_END;
  }
  await pipeline(Readable.from(tarred(), { objectMode: false }), createGzip(), createWriteStream(to, { mode: 0o600, flush: true }));
}

async function writtenOut(file: string, batches: LinesFile['lines']): Promise<Manifest['files'][string]> {
  const hash = createHash('sha256');
  const opened = openSync(file, 'w', 0o600);
  let lines = 0;
  try {
    for await (const batch of batches) {
      const bytes = Buffer.from(batch.join(''));
      hash.update(bytes);
      for (let done = 0; done < bytes.length;) done += writeSync(opened, bytes, done);
      lines += batch.length;
    }
  } finally {
    closeSync(opened);
  }
  return { lines, sha256: hash.digest('hex') };
}
