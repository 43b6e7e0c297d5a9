import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Scratch } from '../scratch.ts';

/** A load for wrk: posts with unique ids, or gets. `USER` in the path becomes a random player. */
export interface Load {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly path: string;
  readonly connections: number;
  readonly key: string;
  /** The number of players, named from `player-0` on. */
  readonly players: number;
  /** Requests per second over all connections; without it, each connection sends the next request once the last is answered. */
  readonly rate?: number | undefined;
}

/** The result of a load. */
export interface Measured {
  readonly requests: number;
  /** Answers per second. */
  readonly rate: number;
  /** The 99th percentile of answer times, in milliseconds. */
  readonly p99Ms: number;
}

interface Result {
  readonly requests: number;
  readonly micros: number;
  readonly p99Micros: number;
  /** Answers with status 400 and above, and failed connections. */
  readonly bad: number;
}

/** Longer than any load. wrk only accepts whole seconds, so SIGINT ends it, after which it still prints its result. */
const MOST_SECONDS = 60;

/** Starts wrk with one thread, which leaves the other processors to the servers. */
export function startWrk(scratch: Scratch, { method, url, path, connections, key, players, rate }: Load) {
  return scratch.spawn(
    'wrk',
    ['-t1', `-c${connections}`, `-d${MOST_SECONDS}s`, '--timeout', '10s', '-s', join(import.meta.dirname, 'load.lua'), url],
    {
      env: {
        ...process.env,
        BENCH_METHOD: method,
        BENCH_PATH: path,
        BENCH_KEY: key,
        BENCH_PLAYERS: String(players),
        BENCH_RUN: crypto.randomUUID(),
        ...(rate !== undefined && { BENCH_RATE: String(rate) }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
}

/** Runs a load for some milliseconds. @throws {Error} if any answer was wrong, which makes the rate meaningless. */
export async function loaded(scratch: Scratch, load: Load, turnMs: number): Promise<Measured> {
  const wrk = startWrk(scratch, load);
  let said = '';
  wrk.stdout!.setEncoding('utf8').on('data', (text: string) => (said += text));
  const closed = once(wrk, 'close');
  await Promise.race([wait(turnMs), closed]);
  wrk.kill('SIGINT');
  await closed;
  const found = /^RESULT (\{.*\})$/m.exec(said)?.[1];
  if (found === undefined) throw new Error(`wrk said no result for ${load.url}${load.path}: ${said}`);
  const { requests, micros, p99Micros, bad } = JSON.parse(found) as Result;
  if (bad > 0 || requests === 0) throw new Error(`${bad} of ${requests} requests to ${load.url}${load.path} failed.`);
  return { requests, rate: requests / (micros / 1e6), p99Ms: p99Micros / 1000 };
}
