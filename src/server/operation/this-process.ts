import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { jsonIn } from '../../contract/read-text.ts';

/** A process's status. */
const factsSchema = z.object({ version: z.string(), startedAt: z.iso.datetime(), memoryBytes: z.int() });

export type ProcessFacts = z.infer<typeof factsSchema>;

/** The version of Laurels. */
export function programVersion(): string {
  const manifest = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Reports this process's status; `startedAt` is in epoch milliseconds. */
export function thisProcess(startedAt: number): () => ProcessFacts {
  const version = programVersion();
  const since = new Date(startedAt).toISOString();
  return () => ({ version, startedAt: since, memoryBytes: process.memoryUsage.rss() });
}

/** Parses another process's status; `undefined` for an incompatible version. */
export function saidFacts(text: string): ProcessFacts | undefined {
  return factsSchema.safeParse(jsonIn(text)).data;
}
