// `node tests/live/kill.ts [rounds]`: kills a recording process at 100 random moments and counts the losses.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { killRounds } from './kill-rounds.ts';

const rounds = Number(process.argv[2] ?? 100);
const seed = Date.now() % 2 ** 31;
const folder = mkdtempSync(join(tmpdir(), 'laurels-kill-'));
try {
  const figures = await killRounds(folder, rounds, seed);
  console.log(`seed ${seed}: ${figures.rounds} kills, ${figures.acknowledged} events acknowledged, ${figures.stored} stored`);
  console.log(`${figures.lost} lost, ${figures.duplicates} twice, slowest start after a kill ${figures.slowestStart.toFixed(0)} ms`);
  for (const difference of figures.differences) console.log(`DIFFERENCE ${difference}`);
  process.exitCode =
    figures.lost === 0 && figures.duplicates === 0 && figures.differences.length === 0 && figures.slowestStart <= 5000 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
