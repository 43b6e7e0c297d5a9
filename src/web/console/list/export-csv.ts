import * as z from 'zod/mini';

import { ENDPOINTS } from '../../../contract/api.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { spreadsheetLine } from '../../../contract/files/csv.ts';
import type { QuestionId } from '../asking/use-question.ts';
import { kindsOf, type PartSchema, valueAt } from '../parts/form-body.ts';

/** The list's name in an endpoint's answer, and the columns of its rows: the path of each value, such as `event.id`. */
export function csvColumns(id: QuestionId): { readonly list: string; readonly columns: readonly string[] } {
  const { answers }: Endpoint = ENDPOINTS[id];
  const schema = z.toJSONSchema(answers[200]!.schema, { io: 'output', unrepresentable: 'any' }) as PartSchema;
  const [list, { items }] = Object.entries(schema.properties!).find(([, part]) => part.type === 'array')!;
  return { list, columns: [...new Set(pathsIn(items!, ''))] };
}

function pathsIn(part: PartSchema, path: string): readonly string[] {
  const kinds = kindsOf(part);
  return kinds
    .filter(({ type }) => type !== 'null' || kinds.length === 1)
    .flatMap((kind) =>
      kind.properties === undefined
        ? [path]
        : Object.entries(kind.properties).flatMap(([name, inner]) => pathsIn(inner, path === '' ? name : `${path}.${name}`)),
    );
}

/** A line of a CSV file: a row's values at the paths of its columns. Names that look like formulas are escaped. */
export function csvRow(row: unknown, columns: readonly string[]): string {
  return spreadsheetLine(columns.map((path) => cellOf(valueAt(row, path))));
}

function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join('; ');
  return JSON.stringify(value);
}

/** The maximum number of rows that an endpoint returns at once. */
export function mostRows(id: QuestionId): number | undefined {
  const { query }: Endpoint = ENDPOINTS[id];
  if (query === undefined) return undefined;
  return (z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as LimitSchema).properties?.limit?.maximum;
}

interface LimitSchema {
  readonly properties?: { readonly limit?: { readonly maximum?: number } };
}
