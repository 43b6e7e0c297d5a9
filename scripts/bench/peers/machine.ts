import { type ChildProcess, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

import { NODE } from '../../tools/child-process.ts';
import { type Figure, shownOnly } from '../figure.ts';

/** A process is quiet if it uses at most this share of a processor. `mostMs` limits the wait for that. */
const QUIET = { share: 0.1, overMs: 50, mostMs: 1000 };

/** System programs, and how to get and parse their versions. */
const PROGRAMS = {
  'redis-server': { args: ['--version'], version: /v=(\S+)/ },
  wrk: { args: ['--version'], version: /^wrk (\S+)/ },
} as const;

function versionOf(program: keyof typeof PROGRAMS): string | undefined {
  const { args, version } = PROGRAMS[program];
  const { stdout, error } = spawnSync(program, args, { encoding: 'utf8' });
  return error === undefined ? (version.exec(stdout)?.[1] ?? 'unknown') : undefined;
}

/** System programs that this bench needs and that are missing. */
export function missingPrograms(): string[] {
  return Object.keys(PROGRAMS).filter((program) => versionOf(program as keyof typeof PROGRAMS) === undefined);
}

/** The machine: processors, their load before the start, the file system of the data (in memory nothing is durable), and versions. */
export function machineFigure(): Figure {
  const node = spawnSync(NODE, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const fileSystem = spawnSync('stat', ['--file-system', '--format=%T', tmpdir()], { encoding: 'utf8' }).stdout.trim();
  return shownOnly(
    'machine',
    [
      `${availableParallelism()} processors (${cpus()[0]?.model.trim() ?? 'unknown'})`,
      `load before ${loadavg()[0]!.toFixed(2)}`,
      `data on ${fileSystem}`,
      `Node.js ${node.slice(1)}`,
      `Redis ${versionOf('redis-server')}`,
      `wrk ${versionOf('wrk')}`,
      `LAURELS_THREADS ${process.env['LAURELS_THREADS'] ?? 'as by default'}`,
    ].join(', '),
  );
}

/** A process's resident memory (VmRSS), in megabytes. */
export function residentMegabytes({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** CPU time of each thread of a process so far, in milliseconds, by thread id. */
export function threadTimes({ pid }: ChildProcess): Map<string, number> {
  const times = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    // The first number is nanoseconds on a processor. A thread may have ended since.
    try {
      times.set(thread, Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10) / 1e6);
    } catch {}
  }
  return times;
}

/** Waits for processes to finish their work after a load, so that it does not slow the next turn. */
export async function quiet(...processes: readonly ChildProcess[]): Promise<void> {
  for (let waited = 0; waited < QUIET.mostMs; waited += QUIET.overMs) {
    const before = processorTime(processes);
    await wait(QUIET.overMs);
    if (processorTime(processes) - before <= QUIET.share * QUIET.overMs) return;
  }
}

function processorTime(processes: readonly ChildProcess[]): number {
  let sum = 0;
  for (const child of processes) for (const time of threadTimes(child).values()) sum += time;
  return sum;
}
