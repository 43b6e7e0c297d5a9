import { once } from 'node:events';
import { join } from 'node:path';

import type { Scratch } from '../scratch.ts';

/** A load for wrk: posts with unique ids, or gets. `USER` in the path becomes a random player. */
export interface Load {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly path: string;
  readonly connections: number;
  readonly key: string;
  /** How many players there are, from `player-0` on. */
  readonly players: number;
}

/** The result of a load. */
export interface Measured {
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

/** Starts wrk for whole seconds with one thread, which leaves the other processors to the servers. */
export function startWrk(scratch: Scratch, { method, url, path, connections, key, players }: Load, seconds: number) {
  return scratch.spawn(
    'wrk',
    ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', join(import.meta.dirname, 'load.lua'), url],
    {
      env: {
        ...process.env,
        BENCH_METHOD: method,
        BENCH_PATH: path,
        BENCH_KEY: key,
        BENCH_PLAYERS: String(players),
        BENCH_RUN: crypto.randomUUID(),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
}

/** Runs a load for whole seconds. @throws {Error} if any answer was wrong, which makes the rate meaningless. */
export async function loaded(scratch: Scratch, load: Load, seconds: number): Promise<Measured> {
  const wrk = startWrk(scratch, load, seconds);
  let said = '';
  wrk.stdout!.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(wrk, 'close');
  const found = /^RESULT (\{.*\})$/m.exec(said)?.[1];
  if (found === undefined) throw new Error(`wrk said no result for ${load.url}${load.path}: ${said}`);
  const { requests, micros, p99Micros, bad } = JSON.parse(found) as Result;
  if (bad > 0 || requests === 0) throw new Error(`${bad} of ${requests} requests to ${load.url}${load.path} failed.`);
  return { rate: requests / (micros / 1e6), p99Ms: p99Micros / 1000 };
}
