import { type ChildProcess, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';

import { NODE } from '../../tools/child-process.ts';
import { type Figure, shownOnly } from '../figure.ts';

/** System programs, and how to get and parse their version. */
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
    ].join(', '),
  );
}

/** A process's resident memory (VmRSS), in megabytes. */
export function residentMegabytes({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}
