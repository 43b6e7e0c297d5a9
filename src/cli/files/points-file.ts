import type { PointsEvent } from '../../contract/points-event.ts';
import { jsonIn } from '../../contract/read-text.ts';
import { type Epoch, parseEvent } from '../../server/boards/points/points-intake.ts';
import { Problem } from '../../server/http/problem.ts';
import { countOf } from '../words/count-of.ts';
import { CsvError, csvRecords } from './csv.ts';
import { readText } from './text-file.ts';

/** `author` is in exports, and ignored: the author of imported events is the importer. */
const COLUMNS = ['id', 'at', 'username', 'display_name', 'points', 'activity', 'avatar', 'author'] as const;

type Column = (typeof COLUMNS)[number];

/** The API's name for a column: `displayName` for `display_name`. */
export function fieldOf(column: string): string {
  return column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** How many unknown columns an error names, and how many characters of each. */
const NAMED = 5;
const NAME_LENGTH = 40;

const NEEDED = ['id', 'username', 'points'] as const;

/** A valid row, and the line it begins on. */
export interface PointsRow {
  readonly line: number;
  readonly event: PointsEvent;
}

export interface RowFault {
  readonly line: number;
  readonly fault: string;
}

/**
 * Reads a CSV file with the columns `id,at,username,display_name,points,activity,avatar,author` in any order; id, username and
 * points are required, and empty fields count as missing. A `.jsonl` file has an event of the API on each line.
 *
 * @param now epoch milliseconds: events must not be in the future.
 * @param epoch how to treat rows at the Unix epoch.
 * @throws {Error} if the file cannot be read, is not UTF-8, or has wrong columns.
 */
export function readPointsFile(file: string, now: number, epoch: Epoch) {
  const text = readText(file);
  const isJson = file.toLowerCase().endsWith('.jsonl');
  const rows: PointsRow[] = [];
  const faults: RowFault[] = [];
  const seen = new Map<string, { readonly line: number; readonly digest: string }>();
  for (const sent of isJson ? jsonRows(text) : csvRows(text, file)) {
    const { line } = sent;
    const result = 'fault' in sent ? sent.fault : eventIn(sent.fields, isJson ? String : columnOf, now, epoch);
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
  return { rows, faults };
}

/** A row by the API's field names, or its fault. */
type SentRow = { readonly line: number; readonly fields: Readonly<Record<string, unknown>> } | RowFault;

function* jsonRows(text: string): Generator<SentRow> {
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = jsonIn(line);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    yield isObject ? { line: i + 1, fields: value as Record<string, unknown> } : { line: i + 1, fault: 'is not a JSON object' };
  }
}

/** @throws {Error} as {@link readPointsFile} says. */
function* csvRows(text: string, file: string): Generator<SentRow> {
  let columns: readonly Column[] | undefined;
  try {
    for (const { line, fields } of csvRecords(text)) {
      if (columns === undefined) {
        columns = columnsOf(fields, file);
        continue;
      }
      if (fields.length === columns.length) yield { line, fields: sentFields(columns, fields) };
      else yield { line, fault: `has ${countOf(fields.length, 'field')}, but the first line names ${countOf(columns.length, 'column')}` };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Unrecoverable: row boundaries are unknown from here on.
    throw new Error(`${file}:${error.line}: the line ${error.message}.`, { cause: error });
  }
  if (columns === undefined) throw new Error(`${file} is empty.`);
}

function sentFields(columns: readonly Column[], fields: readonly string[]): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const [i, column] of columns.entries()) {
    const text = fields[i]!;
    if (text === '') continue;
    sent[fieldOf(column)] = column === 'points' && /^-?\d{1,17}$/.test(text) ? Number(text) : text;
  }
  return sent;
}

/** The event of a row, or its faults; `nameOf` gives the file's name for a field. */
function eventIn(row: Readonly<Record<string, unknown>>, nameOf: (field: string) => string, now: number, epoch: Epoch) {
  const { author: _, ...sent } = row;
  try {
    return parseEvent(sent, now, '', epoch);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.faults.map(({ field, rule }) => `${nameOf(field)} ${field in sent ? rule : 'is missing'}`).join(', ');
  }
}

function columnOf(field: string): string {
  return COLUMNS.find((column) => fieldOf(column) === field) ?? field;
}

function columnsOf(names: readonly string[], file: string): readonly Column[] {
  const known: readonly string[] = COLUMNS;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const which = unknown.slice(0, NAMED).map((name) => `"${name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name}"`);
    throw new Error(
      `${file}:1: unknown column ${which.join(', ')}${unknown.length > NAMED ? ', …' : ''}. The columns are ${known.join(', ')}; remove or rename the others.`,
    );
  }
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`${file}:1: the column "${twice}" appears twice.`);
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`${file}:1: the column ${missing.map((name) => `"${name}"`).join(', ')} is missing.`);
  return names as readonly Column[];
}
