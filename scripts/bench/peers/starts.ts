import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { ended, type Scratch } from '../scratch.ts';
import { type SpawnedServer, spawnLive } from '../spawned-server.ts';
import { type Load, startWrk } from './wrk.ts';

const STARTS = 3;

/** How long a server gets posts before it is killed, in milliseconds. */
const UNDER_LOAD_MS = 700;

/** Milliseconds from spawning the live server until it is first ready, and a running one. */
export interface Starts {
  readonly afterStopMs: readonly number[];
  readonly afterKillMs: readonly number[];
  readonly server: SpawnedServer;
}

/** Restarts the live server repeatedly on a data folder: after stopping it, and after killing it under load. */
export async function startAgainAndAgain(scratch: Scratch, data: string, key: string, load: Omit<Load, 'url'>): Promise<Starts> {
  // The first start creates the files of a folder, so it does not count.
  let server = await spawnLive(scratch, data, key);
  const afterStopMs: number[] = [];
  for (let i = 0; i < STARTS; i += 1) {
    await ended(server.child, 'SIGTERM');
    server = await spawnLive(scratch, data, key);
    afterStopMs.push(server.startMs);
  }
  const afterKillMs: number[] = [];
  for (let i = 0; i < STARTS; i += 1) {
    const wrk = startWrk(scratch, { ...load, url: server.url });
    wrk.stdout!.resume();
    await Promise.race([wait(UNDER_LOAD_MS), once(wrk, 'exit')]);
    if (wrk.exitCode !== null) throw new Error('wrk ended before the server was killed.');
    await ended(server.child, 'SIGKILL');
    await ended(wrk, 'SIGKILL');
    server = await spawnLive(scratch, data, key);
    afterKillMs.push(server.startMs);
  }
  return { afterStopMs, afterKillMs, server };
}
