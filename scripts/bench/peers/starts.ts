import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { ended, type Scratch } from '../scratch.ts';
import { type SpawnedServer, spawnLive } from '../spawned-server.ts';
import { type Load, startWrk } from './wrk.ts';

/** The number of restarts of each kind. */
const STARTS = 3;

/** How long a server receives posts before it ends, in milliseconds. */
const UNDER_LOAD_MS = 700;

/** Milliseconds from spawning the live server until it is first ready; and the running server. */
export interface Starts {
  readonly afterStopMs: readonly number[];
  readonly afterKillMs: readonly number[];
  readonly server: SpawnedServer;
}

/** Restarts the live server repeatedly on a data folder: after stopping it, and after killing it under load. */
export async function startAgainAndAgain(scratch: Scratch, data: string, key: string, load: Omit<Load, 'url'>): Promise<Starts> {
  // The first start creates the files of a folder, so it does not count.
  let server = await spawnLive(scratch, data, key);
  const times: Record<'SIGTERM' | 'SIGKILL', number[]> = { SIGTERM: [], SIGKILL: [] };
  for (let i = 0; i < STARTS; i += 1) {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const wrk = startWrk(scratch, { ...load, url: server.url });
      wrk.stdout!.resume();
      await Promise.race([wait(UNDER_LOAD_MS), once(wrk, 'exit')]);
      if (wrk.exitCode !== null) throw new Error('wrk ended before the server did.');
      if (signal === 'SIGTERM') await ended(wrk, 'SIGKILL');
      await ended(server.child, signal);
      await ended(wrk, 'SIGKILL');
      server = await spawnLive(scratch, data, key);
      times[signal].push(server.startMs);
    }
  }
  return { afterStopMs: times.SIGTERM, afterKillMs: times.SIGKILL, server };
}
