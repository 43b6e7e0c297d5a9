import type { PointsEvent } from '../points-event.ts';
import { jsonIn } from '../read-text.ts';
import { checkedEvent, type Epoch, eventContent } from './checked-event.ts';
import { CsvError, csvRecords } from './csv.ts';

/** `author` is in exports, and ignored: the author of imported events is the importer. */
export const COLUMNS = ['id', 'at', 'username', 'display_name', 'points', 'activity', 'avatar', 'author'] as const;

type Column = (typeof COLUMNS)[number];

/** The API's name for a column: `displayName` for `display_name`. */
export function fieldOf(column: string): string {
  return column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** How many unknown columns an error names, and how many characters of each. */
const NAMED = 5;
const NAME_LENGTH = 40;

/** Advice about files from other services. */
export const MAP_ADVICE = '"laurels import --map MAPPING" imports a file of any columns: see docs/moving.md.';

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

/** A file that cannot be imported at all; `line` is where it is broken, if known. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

/** The text of a file, without a byte order mark. @throws {UnreadableFile} for the first line that is not UTF-8. */
export function decodedFile(bytes: Uint8Array): string {
  try {
    return utf8(bytes);
  } catch {
    let line = 1;
    for (let start = 0; start < bytes.length; line += 1) {
      const end = bytes.indexOf(10, start);
      try {
        utf8(bytes.subarray(start, end === -1 ? undefined : end));
      } catch {
        break;
      }
      start = end + 1;
    }
    throw new UnreadableFile('the line is not UTF-8. Save the file as UTF-8 and try again.', line);
  }
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** A file's columns, and its rows as they are read: each valid, or with its fault. */
export interface PointsFile {
  readonly columns: readonly string[];
  /** @throws {UnreadableFile} from the iterator, if row boundaries are lost. */
  readonly rows: Generator<PointsRow | RowFault>;
  /** The unit of a row's `line`. */
  readonly counts: 'line' | 'entry';
}

/**
 * Reads a CSV file with the columns `id,at,username,display_name,points,activity,avatar,author` in any order; id, username and
 * points are required, and empty fields count as missing. A file called `.jsonl` has an event of the API on each line. Rows are read
 * lazily, so that a reader can pause between them.
 *
 * @param now epoch milliseconds: events must not be in the future.
 * @param epoch how to treat rows at the Unix epoch.
 * @throws {UnreadableFile} for an empty file, or wrong columns.
 */
export function pointsFile(text: string, name: string, now: number, epoch: Epoch): PointsFile {
  if (name.toLowerCase().endsWith('.json')) throw new UnreadableFile(`is one JSON document. ${MAP_ADVICE}`);
  const isJson = name.toLowerCase().endsWith('.jsonl');
  const { columns, sent } = isJson ? { columns: COLUMNS.map(fieldOf), sent: jsonLines(text) } : csvRows(text);
  return { columns, rows: checkedRows(sent, isJson ? String : columnOf, now, epoch, 'line'), counts: 'line' };
}

/** Validates rows as they are read. `nameOf`: the name of a field in faults. */
export function* checkedRows(
  sent: Iterable<SentRow>,
  nameOf: (field: string) => string,
  now: number,
  epoch: Epoch,
  counts: PointsFile['counts'],
): Generator<PointsRow | RowFault> {
  const seen = new Map<string, PointsRow & { readonly at: number | null }>();
  for (const row of sent) {
    const { line } = row;
    if ('fault' in row) {
      yield row;
      continue;
    }
    const { author: _, ...fields } = row.fields;
    const checked = checkedEvent(fields, now, '', epoch);
    if ('refused' in checked) {
      yield {
        line,
        fault: checked.faults.map(({ field, rule }) => `${nameOf(field)} ${field in row.fields ? rule : 'is missing'}`).join(', '),
      };
      continue;
    }
    const { event, at } = checked;
    const before = seen.get(event.id);
    if (before === undefined) seen.set(event.id, { line, event, at });
    if (before === undefined || eventContent(before.event, before.at) === eventContent(event, at)) yield { line, event };
    else yield { line, fault: `has the same id "${event.id}" as ${counts} ${before.line}, but different content` };
  }
}

/** A row keyed by the API's field names, or its fault. */
export type SentRow = { readonly line: number; readonly fields: Readonly<Record<string, unknown>> } | RowFault;

/** The objects of a JSON Lines file. */
export function* jsonLines(text: string): Generator<SentRow> {
  let line = 0;
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\n', start);
    const row = text.slice(start, end === -1 ? undefined : end);
    line += 1;
    start = end === -1 ? Infinity : end + 1;
    if (row.trim() === '') continue;
    const value = jsonIn(row);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    yield isObject ? { line, fields: value as Record<string, unknown> } : { line, fault: 'is not a JSON object' };
  }
}

function csvRows(text: string) {
  const records = csvRecordsOf(text);
  const first = records.next();
  if (first.done === true) throw new UnreadableFile('is empty.');
  const columns = columnsOf(first.value.fields);
  return { columns, sent: rowsOf(columns, records) };
}

/** The records of a CSV file. @throws {UnreadableFile} from the iterator, for a misplaced or unclosed quote. */
export function* csvRecordsOf(text: string, delimiter?: string): ReturnType<typeof csvRecords> {
  try {
    yield* csvRecords(text, delimiter);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(`the line ${error.message}.`, error.line);
  }
}

function* rowsOf(columns: readonly Column[], records: ReturnType<typeof csvRecords>): Generator<SentRow> {
  for (const { line, fields } of records) {
    if (fields.length === columns.length) yield { line, fields: sentFields(columns, fields) };
    else yield { line, fault: `has ${counted(fields.length, 'field')}, but the first line names ${counted(columns.length, 'column')}` };
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
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

function columnOf(field: string): string {
  return COLUMNS.find((column) => fieldOf(column) === field) ?? field;
}

function columnsOf(names: readonly string[]): readonly Column[] {
  const known: readonly string[] = COLUMNS;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const which = unknown.slice(0, NAMED).map((name) => `"${name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name}"`);
    throw new UnreadableFile(
      `unknown column ${which.join(', ')}${unknown.length > NAMED ? ', …' : ''}. The columns are ${known.join(', ')}; remove or rename the others. ${MAP_ADVICE}`,
      1,
    );
  }
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new UnreadableFile(`the column "${twice}" appears twice.`, 1);
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new UnreadableFile(`the column ${missing.map((name) => `"${name}"`).join(', ')} is missing.`, 1);
  return names as readonly Column[];
}
