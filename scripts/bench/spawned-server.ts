import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

import { NODE, ROOT } from '../tools/child-process.ts';
import { freePort } from '../tools/free-port.ts';
import type { Scratch } from './scratch.ts';

/** How often a starting server is polled, in milliseconds, which is the precision of its start time. */
const ASK_EVERY_MS = 5;

/** A running server process. */
export interface SpawnedServer {
  readonly child: ChildProcess;
  /** Without a trailing slash. */
  readonly url: string;
  /** From spawning it to its first response with 200, in milliseconds. */
  readonly startMs: number;
}

/** Starts the built live edition on a data folder, on loopback, without rate limits, with the environment's number of threads. */
export function spawnLive(
  scratch: Scratch,
  data: string,
  key: string,
  more: { readonly LAURELS_THREADS?: string } = {},
): Promise<SpawnedServer> {
  // Without request logs, like the peer. Their cost is in docs/decisions/outgoing.md.
  const env = { LAURELS_DATA: data, LAURELS_API_KEY: key, LAURELS_RATE_LIMIT: 'off', LAURELS_LOG: 'info', ...more };
  return spawnServer(scratch, ['src/laurels.mjs', 'serve'], env, '/readyz');
}

/**
 * Runs an HTTP server at the `HOST` and `PORT` of its environment, until `path` responds with 200.
 * @throws {Error} if it ends before that.
 */
export async function spawnServer(
  scratch: Scratch,
  program: readonly string[],
  env: Readonly<Record<string, string>>,
  path: string,
): Promise<SpawnedServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = scratch.spawn(NODE, program, {
    cwd: ROOT,
    env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await answers(url + path))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${program.join(' ')} ended before it answered.`);
    await wait(ASK_EVERY_MS);
  }
  return { child, url, startMs: performance.now() - started };
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
