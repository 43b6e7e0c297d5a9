import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { PAYOUT, payoutFrom } from '../../src/server/boards/settling/payouts.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { seeded } from '../seeded.ts';
import { settlementModel, settlementScript } from './settlement-script.ts';

const CHILD = fileURLToPath(new URL('settle-until-killed.ts', import.meta.url));

/** The time limit for a process, in milliseconds. */
const PATIENCE_MS = 60_000;

/** The results of a settlement killed repeatedly. */
export interface SettlementFigures {
  readonly kills: number;
  readonly due: number;
  /** Prizes that are due but should not be, should be due but are not, or are due twice. */
  readonly wrong: readonly string[];
  readonly differences: readonly string[];
}

/**
 * Lets processes settle some days in `folder`, one after the other, kills each of them (SIGKILL) while it closes, reviews or settles a day,
 * `kills` times, and lets the last one finish. Rejects if there are not enough days.
 */
export async function settlementKills(folder: string, kills: number, days: number, seed: number): Promise<SettlementFigures> {
  const chance = seeded(seed);
  const script = settlementScript(days, seed);
  const model = settlementModel(script);
  let next = 0;
  // The duration of a closing with something to do, in milliseconds: that of the last uninterrupted one.
  let lookMs = 20;
  for (let killed = 0; killed <= kills; killed += 1) {
    const child = spawn(process.execPath, [CHILD, folder, `${days}`, `${seed}`, `${next}`], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    let looks = 1 + Math.floor(chance() * 2);
    let output = '';
    const isThere = new Promise<void>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        lookMs = Number([...text.matchAll(/^took (\d+)$/gm)].at(-1)?.[1] ?? lookMs);
        looks -= [...text.matchAll(/^begins (\d+) look$/gm)].filter(([, step]) => model.busy.has(Number(step))).length;
        if (looks <= 0 && killed < kills) resolve();
      });
    });
    await Promise.race([isThere, ended]);
    if (killed < kills) {
      await wait(chance() * lookMs * 1.2);
      child.kill('SIGKILL');
    }
    await ended;
    clearTimeout(timer);
    const done = [...output.matchAll(/^done (\d+)$/gm)].at(-1);
    if (done !== undefined) next = Number(done[1]) + 1;
    if (killed < kills && output.includes('all\n')) throw new Error(`The days were over after ${killed} kills`);
  }
  if (next !== script.length) throw new Error(`Only ${next} of ${script.length} steps were done`);

  const store = await openSqliteStore(folder);
  try {
    const { differences } = await store.verify();
    const records = await store.records(PAYOUT, { limit: 1_000_000 });
    const won = records.map(payoutFrom);
    const players = await store.players(won.map(({ player }) => player));
    const due = won.map(
      ({ start, rank, prize }, i) => `${new Date(start).toISOString().slice(0, 10)} ${rank} ${players[i]!.username} ${prize}`,
    );
    const counts = new Map<string, number>();
    for (const each of due) counts.set(each, (counts.get(each) ?? 0) + 1);
    for (const each of model.due) counts.set(each, (counts.get(each) ?? 0) - 1);
    return {
      kills,
      due: due.length,
      wrong: [...counts].flatMap(([each, count]) => (count === 0 ? [] : [`${each}: ${count > 0 ? 'due' : 'missing'}`])),
      differences,
    };
  } finally {
    await store.close();
  }
}
