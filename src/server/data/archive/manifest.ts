import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { jsonIn } from '../../../contract/read-text.ts';
import type { KeptTable } from '../../store/kept-rows.ts';

/** Raised when the columns of `KEPT_TABLES` or the files below `rows` change. */
const FORMAT = 1;

/** The top folder of an archive. */
export const TOP = 'laurels/';
export const MANIFEST = 'manifest.json';

export function rowsFile(table: KeptTable): string {
  return `rows/${table}.jsonl`;
}

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  /** The version of Laurels that wrote it. */
  program: z.string(),
  madeAt: z.iso.datetime(),
  /** By name: the number of lines (records and header in a CSV file), and the SHA-256 of the contents in hexadecimal. */
  files: z.record(z.string(), z.strictObject({ lines: z.int(), sha256: z.string() })),
  /** The SHA-256 of the rest as JSON without spaces. */
  sha256: z.string(),
});

export type Manifest = Omit<z.infer<typeof manifestSchema>, 'sha256' | 'format'>;

export function manifestText({ program, madeAt, files }: Manifest): string {
  const content = { format: FORMAT, program, madeAt, files };
  return `${JSON.stringify({ ...content, sha256: hash('sha256', JSON.stringify(content)) }, null, 2)}\n`;
}

const writtenBySchema = z.object({ format: z.int(), program: z.string() });

/** The inverse of {@link manifestText}. @throws {Error} with a predicate, for another version or an altered manifest. */
export function manifestIn(text: string): Manifest {
  const value = jsonIn(text);
  const by = writtenBySchema.safeParse(value).data;
  if (by !== undefined && by.format > FORMAT)
    throw new Error(`was written by a newer version, Laurels ${by.program}, and has format ${by.format}. Use that version or a newer one`);
  const manifest = manifestSchema.safeParse(value).data;
  if (manifest === undefined || manifestText(manifest) !== text) throw new Error('has a manifest that was altered or is damaged');
  return manifest;
}
