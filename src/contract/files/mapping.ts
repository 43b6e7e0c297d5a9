import * as z from 'zod/mini';

import { faultsOf } from '../parts/schema-faults.ts';
import { jsonIn } from '../read-text.ts';
import type { Epoch } from './checked-event.ts';
import {
  checkedRows,
  csvRecordsOf,
  fieldOf,
  jsonLines,
  type PointsFile,
  type RowFault,
  type SentRow,
  UnreadableFile,
} from './points-rows.ts';

const PLACE = /\{([^{}]+)\}/g;

/** Text with columns in braces: `{leaderboard}-{player}`. Without braces, every row gets the same text. */
const template = z.string('must be text, such as "{score}"').check(
  z.minLength(1),
  z.refine((text) => !/[{}]/.test(text.replaceAll(PLACE, '')), 'must have column names between braces, such as "{score}"'),
);

const mappingSchema = z.strictObject({
  /** JSON: the path of the array of entries; by default the file is the array. */
  rows: z.optional(z.string()),
  /** CSV: the field delimiter; by default a comma. */
  delimiter: z.optional(z.enum([',', ';', '\t', '|'])),
  /** The format of a time; by default ISO 8601 with its UTC offset. */
  time: z.optional(z.enum(['iso', 'seconds', 'milliseconds'])),
  /** Multiplies points, which are then rounded to a whole number. */
  scale: z.optional(z.number().check(z.positive())),
  /** Only rows with these texts in these columns are imported. */
  only: z.optional(z.record(z.string(), z.string())),
  /** A template for each field, by its name in a CSV file. */
  fields: z.strictObject({
    id: template,
    username: template,
    points: template,
    at: z.optional(template),
    display_name: z.optional(template),
    activity: z.optional(template),
    avatar: z.optional(template),
  }),
});

/** How the rows of any CSV or JSON file map to rows of points. */
export type Mapping = z.infer<typeof mappingSchema>;

/** Parses a mapping. @throws {UnreadableFile} naming every invalid field. */
export function mappingIn(value: unknown): Mapping {
  const { data, error } = mappingSchema.safeParse(value);
  if (error === undefined) return data;
  const faults = faultsOf(error).map(({ field, rule }) => `${field === 'body' ? 'the mapping' : field} ${rule}`);
  throw new UnreadableFile(`is not a mapping: ${faults.join(', ')}. See docs/moving.md.`);
}

/** A row or entry of a foreign file, as a lookup by column name; `undefined` for a missing column. */
type Entry = { readonly line: number; readonly valueOf: (column: string) => unknown } | RowFault;

/**
 * Reads any CSV, `.json` or `.jsonl` file by a mapping. Otherwise like `pointsFile`; faults also name the columns of the file.
 * @throws {UnreadableFile} for a column or path that the file does not have.
 */
export function mappedFile(text: string, name: string, mapping: Mapping, now: number, epoch: Epoch): PointsFile {
  const isJson = /\.json$/i.test(name);
  const { fields } = mapping;
  const isLines = /\.(?:jsonl|ndjson)$/i.test(name);
  const entries = isJson ? jsonEntries(text, mapping.rows) : isLines ? lineEntries(text) : csvEntries(text, mapping);
  const counts = isJson ? 'entry' : 'line';
  const nameOf = (field: string) => {
    const [column, pattern] = patternsOf(fields).find(([each]) => fieldOf(each) === field) ?? [field, ''];
    return hasColumns(pattern) ? `${column} (from ${pattern})` : column;
  };
  return { columns: Object.keys(fields).map(fieldOf), rows: checkedRows(sentRows(entries, mapping), nameOf, now, epoch, counts), counts };
}

function* sentRows(entries: Iterable<Entry>, { fields, only = {}, time = 'iso', scale }: Mapping): Generator<SentRow> {
  const absent = new Set(columnsOf({ fields, only }));
  const patterns = patternsOf(fields);
  let isEmpty = true;
  for (const entry of entries) {
    if ('fault' in entry) {
      yield entry;
      continue;
    }
    isEmpty = false;
    for (const column of absent) if (entry.valueOf(column) !== undefined) absent.delete(column);
    if (Object.entries(only).some(([column, wanted]) => textOf(entry.valueOf(column)) !== wanted)) continue;
    const sent: Record<string, unknown> = {};
    for (const [column, pattern] of patterns) {
      const value = filled(pattern, entry.valueOf);
      if (value === '') continue;
      if (column === 'points') sent[column] = pointsOf(value, scale);
      else sent[fieldOf(column)] = column === 'at' && hasColumns(pattern) ? timeOf(value, time) : value;
    }
    yield { line: entry.line, fields: sent };
  }
  const [first] = absent;
  if (first !== undefined && !isEmpty) throw new UnreadableFile(`has no "${first}" in any entry, but the mapping names it.`);
}

function patternsOf(fields: Mapping['fields']): readonly (readonly [column: string, pattern: string])[] {
  return Object.entries(fields as Readonly<Record<string, string>>);
}

/** The columns that a mapping names. */
function columnsOf({ fields, only = {} }: Pick<Mapping, 'fields' | 'only'>): readonly string[] {
  return [
    ...patternsOf(fields).flatMap(([, pattern]) => Array.from(pattern.matchAll(PLACE), ([, column]) => column!)),
    ...Object.keys(only),
  ];
}

function hasColumns(pattern: string): boolean {
  return pattern.search(PLACE) !== -1;
}

/** The filled-in template; `''` if any of its columns is empty. */
function filled(pattern: string, valueOf: (column: string) => unknown): string {
  let isEmpty = false;
  const text = pattern.replaceAll(PLACE, (_, column: string) => {
    const value = textOf(valueOf(column));
    isEmpty ||= value === '';
    return value;
  });
  return isEmpty ? '' : text;
}

/** The value as text. Objects and arrays become JSON, so that a fault shows them recognizably. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Text that is not a number is returned unchanged; validation then rejects it with its rule. */
function pointsOf(text: string, scale: number | undefined): number | string {
  if (!/^-?\d{1,17}(?:\.\d{1,20})?$/.test(text)) return text;
  return scale === undefined ? Number(text) : Math.round(Number(text) * scale);
}

function timeOf(text: string, time: NonNullable<Mapping['time']>): string {
  if (time === 'iso') return text;
  const at = new Date(/^\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Math.floor(Number(text) * (time === 'seconds' ? 1000 : 1)) : NaN);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

function* csvEntries(text: string, mapping: Mapping): Generator<Entry> {
  const records = csvRecordsOf(text, mapping.delimiter);
  const first = records.next();
  if (first.done === true) throw new UnreadableFile('is empty.');
  const names = first.value.fields;
  const missing = columnsOf(mapping).find((column) => !names.includes(column));
  if (missing !== undefined) throw new UnreadableFile(`the column "${missing}" is missing, but the mapping names it.`, 1);
  for (const { line, fields } of records) {
    if (fields.length === names.length) yield { line, valueOf: (column) => fields[names.indexOf(column)] };
    else yield { line, fault: `has ${fields.length} fields, but the first line names ${names.length} columns` };
  }
}

function* lineEntries(text: string): Generator<Entry> {
  for (const row of jsonLines(text)) yield 'fault' in row ? row : { line: row.line, valueOf: (path) => at(row.fields, path) };
}

function* jsonEntries(text: string, path: string | undefined): Generator<Entry> {
  const whole = jsonIn(text);
  if (whole === undefined) throw new UnreadableFile('is not valid JSON.');
  const rows = path === undefined ? whole : at(whole, path);
  if (!Array.isArray(rows)) {
    const where = path === undefined ? 'is not an array of entries' : `has no array of entries at "${path}"`;
    throw new UnreadableFile(`${where}. "rows" in the mapping is its path, such as "data.entries".`);
  }
  for (const [i, row] of (rows as readonly unknown[]).entries()) yield { line: i + 1, valueOf: (column) => at(row, column) };
}

/** The value at a path, such as `player.name` or `scores.0`. A property whose name contains the dots takes precedence. */
function at(value: unknown, path: string): unknown {
  const step = (within: unknown, name: string) =>
    typeof within === 'object' && within !== null && Object.hasOwn(within, name)
      ? (within as Readonly<Record<string, unknown>>)[name]
      : undefined;
  return step(value, path) ?? path.split('.').reduce(step, value);
}
