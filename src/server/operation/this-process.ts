import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { jsonIn } from '../../contract/read-text.ts';

/** What a process says of itself. */
const factsSchema = z.object({ version: z.string(), startedAt: z.iso.datetime(), memoryBytes: z.int() });

export type ProcessFacts = z.infer<typeof factsSchema>;

/** Of this program. */
export function programVersion(): string {
  const manifest = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** What this process says of itself from now on, having started at `startedAt` (epoch milliseconds). */
export function thisProcess(startedAt: number): () => ProcessFacts {
  const version = programVersion();
  const since = new Date(startedAt).toISOString();
  return () => ({ version, startedAt: since, memoryBytes: process.memoryUsage.rss() });
}

/** What another process said of itself; `undefined` if it is of another version, which says something else. */
export function saidFacts(text: string): ProcessFacts | undefined {
  return factsSchema.safeParse(jsonIn(text)).data;
}
