import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

import { startLiveProcess } from '../../scripts/tools/cluster/live-process.ts';
import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import { createApiClient } from '../../src/remote/api-client.ts';
import { seeded } from '../seeded.ts';
import { standInBuild } from './shutdown.ts';

const KEY = 'a-key-of-twenty-two-or-more';

/** The number of plays that end when the process is killed. */
const AT_ONCE = 12;

export interface PlayKills {
  readonly kills: number;
  readonly plays: number;
  /** Finished plays that got no answer because of the kill; and those among them that counted nevertheless. */
  readonly unanswered: number;
  readonly counted: number;
  /** Plays that do not count exactly once, and unexpected answers. */
  readonly wrong: readonly string[];
}

/** Kills a live server (SIGKILL) while plays end, `kills` times. After each start, the game retries unanswered plays. */
export async function playKills(folder: string, kills: number, seed: number): Promise<PlayKills> {
  const chance = seeded(seed);
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const server = await startLiveProcess({
    BUILD_DIR: standInBuild(folder),
    LAURELS_DATA: data,
    LAURELS_DATABASE: '',
    LAURELS_API_KEY: KEY,
    LAURELS_RATE_LIMIT: 'off',
  });
  const wrong: string[] = [];
  const expected = new Map<string, number>();
  let [unanswered, counted] = [0, 0];
  try {
    // One address plays all of them, within the clock hours that budgets cover.
    const body = { name: 'game', role: 'play', bounds: { plays: 1_000_000 } } as const;
    const made = await createApiClient(ENDPOINTS, { origin: server.url, key: KEY })('addKey', { body });
    const ask = createApiClient(ENDPOINTS, { origin: server.url, key: made.key });
    const { secret: guest } = await ask('createGuest', { body: { name: 'Ada' } });
    /** The status; `undefined` without an answer. */
    const finish = async (play: string, points: number): Promise<number | undefined> => {
      try {
        const answer = await fetch(server.url + targetOf(ENDPOINTS.finishPlay, { play }), {
          method: 'POST',
          headers: { authorization: `Bearer ${made.key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ points }),
        });
        await answer.text();
        return answer.status;
      } catch {
        return undefined;
      }
    };
    for (let round = 0; round < kills; round += 1) {
      const plays = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, i) => {
          const { play, id } = await ask('beginPlay', { body: { board: 'main', guest } });
          const points = 1 + ((round * AT_ONCE + i) % 97);
          expected.set(id, points);
          return { play, id, points };
        }),
      );
      const half = AT_ONCE / 2;
      const ends = plays.slice(0, half).map(({ play, points }) => finish(play, points));
      // Some are in the middle of a commit or answered when others arrive and the process ends.
      if (chance() < 0.5) await Promise.race(ends);
      ends.push(...plays.slice(half).map(({ play, points }) => finish(play, points)));
      await wait(chance() * 4);
      await server.end('SIGKILL');
      const statuses = await Promise.all(ends);
      await server.start();
      for (const [i, { play, id, points }] of plays.entries()) {
        const [first, again] = [statuses[i], await finish(play, points)];
        if (first === undefined) unanswered += 1;
        if (first === undefined && again === 200) counted += 1;
        if ((first !== undefined && first !== 201) || (again !== 200 && (first !== undefined || again !== 201)))
          wrong.push(`${id} was answered with ${first}, and then with ${again}`);
      }
    }
  } finally {
    await server.end('SIGKILL');
  }
  const database = new DatabaseSync(join(data, 'laurels.db'));
  const stored = database.prepare('SELECT id, points FROM events').all();
  database.close();
  const times = new Map<string, number>();
  for (const { id } of stored) times.set(String(id), (times.get(String(id)) ?? 0) + 1);
  for (const id of new Set([...expected.keys(), ...times.keys()]))
    if (times.get(id) !== 1 || !expected.has(id)) wrong.push(`${id} counts ${times.get(id) ?? 0} times`);
  for (const { id, points } of stored)
    if (expected.get(String(id)) !== Number(points)) wrong.push(`${String(id)} has ${String(points)} points`);
  return { kills, plays: expected.size, unanswered, counted, wrong };
}
