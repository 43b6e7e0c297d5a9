import { setTimeout as wait } from 'node:timers/promises';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import type { ApiRankings } from '../../src/contract/game-answers.ts';
import { openStore } from '../../src/server/data/open-data.ts';
import { readDatabaseAddress } from '../../src/server/store/postgres/database/database-address.ts';
import { Caller } from './caller.ts';
import type { TrialCluster } from './trial-cluster.ts';

/** Polling interval, in milliseconds. */
const LOOK_EVERY_MS = 20;

/** A difference that remains for this long is an error, in milliseconds. */
const NEVER_MS = 60_000;

/** The points of every player according to a process; `undefined` if it does not answer. */
async function pointsAt(origin: string, key: string): Promise<Map<string, number> | undefined> {
  const answer = await new Caller(key).ask(
    origin + targetOf(ENDPOINTS.rankings, { board: 'main', query: { period: 'all-time', limit: 1000 } }),
  );
  if (answer?.status !== 200) return undefined;
  return new Map((answer.body as ApiRankings).standings.map(({ player, points }) => [player.username, points]));
}

/** Waits until a process accepts points and reports at least these. Resolves to how long that took, in milliseconds. */
export async function untilRight(origin: string, key: string, atLeast: ReadonlyMap<string, number>, began: number): Promise<number> {
  for (const limit = performance.now() + NEVER_MS; ;) {
    const ready = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.ok;
      },
      () => false,
    );
    const points = ready ? await pointsAt(origin, key) : undefined;
    if (points !== undefined && [...atLeast].every(([username, least]) => (points.get(username) ?? 0) >= least))
      return performance.now() - began;
    if (performance.now() > limit) throw new Error(`${origin} is not right again after ${NEVER_MS / 1000} seconds`);
    await wait(LOOK_EVERY_MS);
  }
}

/** Errors once all is quiet: each process must report the exact totals, all the same, and the database must pass its audit. */
export async function differencesIn(cluster: TrialCluster, totals: ReadonlyMap<string, number>): Promise<readonly string[]> {
  const differences: string[] = [];
  const said = new Set<string>();
  for (const { url } of cluster.processes) {
    await untilRight(url, cluster.key, totals, 0);
    const points = (await pointsAt(url, cluster.key))!;
    for (const username of new Set([...points.keys(), ...totals.keys()])) {
      const [found, expected] = [points.get(username), totals.get(username)];
      if (found !== expected) differences.push(`${url}: ${username} has ${found} points; acknowledged were ${expected}`);
    }
    said.add(JSON.stringify([...points]));
  }
  if (said.size > 1) differences.push(`${cluster.processes.length} processes tell ${said.size} different rankings`);

  const store = await openStore({ kind: 'postgres', address: readDatabaseAddress(cluster.address) });
  try {
    differences.push(...(await store.verify()).differences);
  } finally {
    await store.close();
  }
  return differences;
}
