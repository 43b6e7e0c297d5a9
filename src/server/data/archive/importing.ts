import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { jsonIn } from '../../../contract/read-text.ts';
import type { DataPlace } from '../../operation/data-place.ts';
import { KEPT_TABLES, type KeptRow, type KeptSource, type KeptTable, rowsAtOnce } from '../../store/kept-rows.ts';
import { copyRows, type MoveNews, replayed, sayVerified } from '../move-data.ts';
import { KEY_USES } from './exporting.ts';
import { MANIFEST, type Manifest, manifestIn, rowsFile, TOP } from './manifest.ts';
import { README } from './readme.ts';
import { tarEntries } from './tar.ts';

/** The largest file that is read into memory as a whole, in bytes. */
const MOST_TEXT = 16 * 1024 * 1024;

/** Whether a file is compressed like an archive of everything. */
export function isCompressed(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const opened = openSync(file, 'r');
  const first = Buffer.alloc(2);
  readSync(opened, first);
  closeSync(opened);
  return first.readUInt16BE() === 0x1f8b;
}

/**
 * Imports an archive of everything into an empty place, after validating all of it, and verifies the result. Calling it again resumes an
 * interrupted import; the place cannot be opened until it is complete.
 * @throws {Error} with a one-line reason.
 */
export async function importEverything(file: string, to: DataPlace, news: MoveNews): Promise<Manifest> {
  const { manifest, uses } = await checked(file);
  news.say(`${file}: ${Object.keys(manifest.files).length} files, all as their checksums say.`);
  await copyRows(sourceOf(file, manifest), async (table) => manifest.files[rowsFile(table)]!.sha256, to, news);
  sayVerified(await replayed(to, 'The copy', uses), 'Copy', news);
  return manifest;
}

/** Reads an archive to its end. @throws {Error} saying what is wrong with it. */
async function checked(file: string): Promise<{ readonly manifest: Manifest; readonly uses: ReadonlyMap<string, number> }> {
  try {
    const hashes = new Map<string, string>();
    const texts = new Map<string, string>();
    for await (const { name, size, bytes } of entriesIn(file)) {
      if (hashes.size === 0 && name !== README) throw new Error('is not an archive of "laurels export everything"');
      const hash = createHash('sha256');
      const pieces: Buffer[] = [];
      for await (const piece of bytes) {
        hash.update(piece);
        if ([MANIFEST, KEY_USES].includes(name) && size <= MOST_TEXT) pieces.push(piece);
      }
      if (hashes.has(name)) throw new Error(`has ${name} twice`);
      hashes.set(name, hash.digest('hex'));
      texts.set(name, Buffer.concat(pieces).toString());
    }
    const manifest = manifestIn(texts.get(MANIFEST) ?? '');
    hashes.delete(MANIFEST);
    for (const name of new Set([...hashes.keys(), ...Object.keys(manifest.files), ...TABLE_FILES, KEY_USES]))
      if (hashes.get(name) === undefined || hashes.get(name) !== manifest.files[name]?.sha256)
        throw new Error(`has a ${name} that is missing, was altered or is damaged`);
    return { manifest, uses: new Map(Object.entries(jsonIn(texts.get(KEY_USES)!) as Record<string, number>)) };
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(`${file} ${code.startsWith('Z_') ? 'is damaged or cut short' : message}. Nothing was imported.`, { cause: error });
  }
}

const TABLE_FILES = (Object.keys(KEPT_TABLES) as KeptTable[]).map(rowsFile);

/** The files of an archive, without its top folder. */
async function* entriesIn(file: string): ReturnType<typeof tarEntries> {
  const unpacked = pipeline(createReadStream(file), createGunzip(), () => {});
  for await (const entry of tarEntries(unpacked)) yield { ...entry, name: entry.name.replace(TOP, '') };
}

function sourceOf(file: string, { files }: Manifest): KeptSource {
  return {
    count: async (table) => files[rowsFile(table)]!.lines,
    async *rows(table, after) {
      const keyOf = (row: KeptRow) => JSON.stringify(row.slice(0, KEPT_TABLES[table].key));
      let isBehind = after !== undefined;
      let batch: KeptRow[] = [];
      for await (const { name, bytes } of entriesIn(file)) {
        if (name !== rowsFile(table)) continue;
        for await (const line of linesOf(bytes)) {
          const row = rowIn(table, line);
          if (!isBehind) batch.push(row);
          else if (keyOf(row) === keyOf(after!)) isBehind = false;
          if (batch.length < rowsAtOnce(table)) continue;
          yield batch;
          batch = [];
        }
        break;
      }
      if (isBehind) throw new Error('The unfinished copy there is of other data. Delete it, and import again.');
      if (batch.length > 0) yield batch;
    },
  };
}

async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}

/** The inverse of `rowLine`. @throws {Error} for any other line. */
function rowIn(table: KeptTable, line: string): KeptRow {
  const row = jsonIn(line);
  const isRow = Array.isArray(row) && row.length === KEPT_TABLES[table].columns.length;
  if (!isRow || !row.every((value) => value === null || ['string', 'number'].includes(typeof value)))
    throw new Error(`A line of ${rowsFile(table)} is not a row of this table.`);
  const values = row as KeptRow;
  return table === 'totals' ? [...values.slice(0, 2), Buffer.from(String(values[2]), 'hex')] : values;
}
