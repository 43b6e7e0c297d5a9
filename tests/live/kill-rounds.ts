import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { seeded } from '../seeded.ts';

const CHILD = fileURLToPath(new URL('record-until-killed.ts', import.meta.url));

/** The results of several rounds of recording and killing. Times are in milliseconds. */
export interface KillFigures {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly stored: number;
  /** Acknowledged but not stored: the one figure that must be 0. */
  readonly lost: number;
  readonly duplicates: number;
  /** The time from starting a process to a store that accepts events, after a kill. */
  readonly slowestStart: number;
  readonly differences: readonly string[];
}

/** Starts a process that records in `folder`, kills it (SIGKILL) at a moment that `seed` decides, and again, `rounds` times. */
export async function killRounds(folder: string, rounds: number, seed: number): Promise<KillFigures> {
  const chance = seeded(seed);
  const acknowledged = new Set<string>();
  let slowestStart = 0;
  for (let round = 0; round < rounds; round += 1) {
    const child = spawn(process.execPath, [CHILD, folder, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    let output = '';
    // Measured in work done, so that on a slow machine it is in the middle of it, too.
    const lines = 2 + Math.floor(chance() * 400);
    const busy = new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.split('\n').length > lines) resolve();
      });
      child.once('exit', () => reject(new Error('The recording process ended by itself')));
    });
    await busy;
    await wait(chance() * 20);
    child.kill('SIGKILL');
    await ended;
    // The last line may be incomplete.
    for (const line of output.split('\n').slice(0, -1)) {
      const [what, value = ''] = line.split(' ');
      if (what === 'ready') slowestStart = Math.max(slowestStart, Number(value));
      else acknowledged.add(value);
    }
  }

  const store = await openSqliteStore(folder);
  const { differences } = await store.verify();
  await store.close();
  const database = new DatabaseSync(join(folder, 'laurels.db'), { readOnly: true });
  const ids = database
    .prepare('SELECT id FROM events')
    .all()
    .map(({ id }) => String(id));
  database.close();
  const stored = new Set(ids);
  return {
    rounds,
    acknowledged: acknowledged.size,
    stored: stored.size,
    lost: [...acknowledged].filter((id) => !stored.has(id)).length,
    duplicates: ids.length - stored.size,
    slowestStart,
    differences,
  };
}
