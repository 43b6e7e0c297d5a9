// Makes test conditions harder than a quiet machine at noon: a busy machine, a slow one, another time.
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { NODE, ROOT } from './child-process.ts';
import { CLOCK_SHIFT } from './shifted-date.ts';

/** Burns a core until its parent is gone. */
const BURN = 'const { ppid } = process; while (process.ppid === ppid) for (const end = Date.now() + 100; Date.now() < end; );';

/** How long processes are stopped, and then continued, in milliseconds. */
const TURN_MS = 40;

/** How often to look for new processes, in turns. */
const LOOK_EVERY_TURNS = 5;

/** Keeps every core busy until this process ends. */
export function keepBusy(): void {
  for (let core = 0; core < availableParallelism(); core += 1) {
    const child = spawn(NODE, ['-e', BURN], { stdio: 'ignore' });
    process.once('exit', () => child.kill());
    child.unref();
  }
}

/**
 * Halves the speed of all descendants of this process by stopping them half of the time. Quotas would need more rights.
 * @throws {Error} if the machine has no `ps` to find processes with, as on Windows.
 */
export function slowDown(): void {
  let turn = 0;
  let started = descendants();
  const toAll = (signal: NodeJS.Signals) => {
    for (const pid of started) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
  };
  setInterval(() => {
    if (turn % 2 === 1) toAll('SIGCONT');
    else {
      if (turn % LOOK_EVERY_TURNS === 0) started = descendants();
      toAll('SIGSTOP');
    }
    turn += 1;
  }, TURN_MS).unref();
  process.once('exit', () => toAll('SIGCONT'));
}

/** All descendants of this process. */
function descendants(): number[] {
  const { stdout, error } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  if (error !== undefined) throw new Error('--slow needs the program ps, and signals that stop a process.', { cause: error });
  const children = Map.groupBy(
    stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number)),
    ([, parent]) => parent,
  );
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap(([child]) => [child!].concat(below(child!)));
  return below(process.pid);
}

/** Makes every Node.js process started from now on, and every page under test, see this moment as the current time. */
export function startClockAt(moment: string): void {
  const at = Date.parse(moment);
  if (Number.isNaN(at)) throw new Error(`--clock ${moment} is not a moment such as 2026-11-30T23:58:30Z.`);
  process.env[CLOCK_SHIFT] = String(at - Date.now());
  const preload = pathToFileURL(join(ROOT, 'scripts/tools/shift-clock.ts')).href;
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import ${preload}`.trim();
}
