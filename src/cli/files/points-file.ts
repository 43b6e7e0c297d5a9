import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

import type { PointsEvent } from '../../contract/points-event.ts';
import { type Epoch, parseEvent } from '../../server/boards/points-intake.ts';
import { Problem } from '../../server/http/problem.ts';
import { countOf } from '../words/count-of.ts';
import { CsvError, csvRecords } from './csv.ts';

/** The columns of a points file, and the field of an event each one is. */
const COLUMNS = {
  id: 'id',
  at: 'at',
  username: 'username',
  display_name: 'displayName',
  points: 'points',
  activity: 'activity',
  avatar: 'avatar',
} as const satisfies Record<string, keyof PointsEvent>;

const NEEDED = ['id', 'username', 'points'] as const;

/** A row that can be imported, and the line it begins on. */
export interface PointsRow {
  readonly line: number;
  readonly event: PointsEvent;
}

/** What is wrong with a line of a file. */
export interface RowFault {
  readonly line: number;
  readonly fault: string;
}

/** Why a file cannot be imported at all, skipping bad rows or not. */
class PointsFileError extends Error {
  override readonly name = 'PointsFileError';
}

/**
 * The rows of a CSV file with the columns `id,at,username,display_name,points,activity,avatar` in any order, of
 * which id, username and points are needed. An empty field is the same as none.
 *
 * @param now the clock, epoch milliseconds: nothing may lie in its future.
 * @param epoch what a row at the Unix epoch is.
 * @throws {PointsFileError} if the file cannot be read or is not UTF-8, or its columns are wrong.
 */
export function readPointsFile(
  file: string,
  now: number,
  epoch: Epoch,
): { readonly rows: readonly PointsRow[]; readonly faults: readonly RowFault[] } {
  const records = csvRecords(textOf(file));
  const rows: PointsRow[] = [];
  const faults: RowFault[] = [];
  const seen = new Map<string, { readonly line: number; readonly digest: string }>();
  let columns: readonly (keyof typeof COLUMNS)[] | undefined;
  try {
    for (const { line, fields } of records) {
      if (columns === undefined) {
        columns = columnsOf(fields, file);
        continue;
      }
      if (fields.length !== columns.length) {
        faults.push({
          line,
          fault: `has ${countOf(fields.length, 'field')}, but the first line names ${countOf(columns.length, 'column')}`,
        });
        continue;
      }
      const result = rowOf(columns, fields, now, epoch);
      if (typeof result === 'string') {
        faults.push({ line, fault: result });
        continue;
      }
      const { digest, ...event } = result;
      const before = seen.get(event.id);
      if (before !== undefined && before.digest !== digest) {
        faults.push({ line, fault: `has the same id "${event.id}" as line ${before.line}, but different content` });
        continue;
      }
      seen.set(event.id, { line, digest });
      rows.push({ line, event });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // From here on nobody can say where a row begins.
    throw new PointsFileError(`${file}:${error.line}: the line ${error.message}.`, { cause: error });
  }
  if (columns === undefined) throw new PointsFileError(`${file} is empty.`);
  return { rows, faults };
}

function rowOf(columns: readonly (keyof typeof COLUMNS)[], fields: readonly string[], now: number, epoch: Epoch) {
  const sent: Record<string, unknown> = {};
  for (const [i, column] of columns.entries()) {
    const text = fields[i]!;
    if (text === '') continue;
    sent[COLUMNS[column]] = column === 'points' && /^-?\d{1,17}$/.test(text) ? Number(text) : text;
  }
  try {
    return parseEvent(sent, now, '', epoch);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.faults.map(({ field, rule }) => `${columnOf(field)} ${field in sent ? rule : 'is missing'}`).join(', ');
  }
}

function columnOf(field: string): string {
  return Object.entries(COLUMNS).find(([, name]) => name === field)?.[0] ?? field;
}

function columnsOf(names: readonly string[], file: string): readonly (keyof typeof COLUMNS)[] {
  const known = Object.keys(COLUMNS);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const which = unknown.map((name) => `"${name}"`).join(', ');
    throw new PointsFileError(`${file}:1: unknown column ${which}. The columns are ${known.join(', ')}; remove or rename the others.`);
  }
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new PointsFileError(`${file}:1: the column "${twice}" appears twice.`);
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new PointsFileError(`${file}:1: the column ${missing.map((name) => `"${name}"`).join(', ')} is missing.`);
  return names as readonly (keyof typeof COLUMNS)[];
}

function textOf(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new PointsFileError(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}`, { cause: error });
  }
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(10, start);
    if (!isUtf8(bytes.subarray(start, end === -1 ? undefined : end))) break;
    start = end + 1;
  }
  throw new PointsFileError(`${file}:${line}: the line is not UTF-8. Save the file as UTF-8 and try again.`);
}
