import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A process's changes to the files of a folder, and its acknowledgements. Names are paths inside the folder, `.` is the folder itself.
 * Flushing a file makes its bytes durable, flushing a folder its names.
 */
export type Step =
  | { readonly does: 'make' | 'make folder' | 'remove' | 'flush'; readonly name: string }
  | { readonly does: 'rename'; readonly name: string; readonly to: string }
  | { readonly does: 'write'; readonly name: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly does: 'resize'; readonly name: string; readonly size: number }
  | { readonly does: 'acknowledge'; readonly facts: readonly string[] };

/** Unknown system calls on this machine are left out. */
const CALLS = 'openat pwrite64 write ftruncate fsync fdatasync rename renameat renameat2 unlink unlinkat mkdir mkdirat';
const TRACE = ['-f', '--seccomp-bpf', '-y', '-xx', '-s', '10000000', '-e', `trace=${CALLS.replaceAll(/\w+/g, '?$&').replaceAll(' ', ',')}`];

/** The reason why nothing can be traced here; `undefined` if it can. */
export function whyNotTraceable(): string | undefined {
  const { error, status, stderr } = spawnSync('strace', [...TRACE, '-o', '/dev/null', 'true'], { encoding: 'utf8' });
  if (error === undefined && status === 0) return undefined;
  return `strace cannot be used here (${(error?.message ?? stderr).trim()})`;
}

/**
 * Runs Node.js with `args` and records, in order, what it does to the files below `folder` whose path `isKept` accepts. Each write to its
 * output is an acknowledgement: lines with one fact each.
 * @throws {Error} if the process fails, or changes a file in a way that cannot be followed.
 */
export async function traceWrites(args: readonly string[], folder: string, isKept: (name: string) => boolean): Promise<readonly Step[]> {
  const file = join(dirname(folder), 'trace');
  const child = spawn('strace', [...TRACE, '-o', file, process.execPath, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The traced process ended with ${code}`);

  const steps: Step[] = [];
  const names = new Set<string>();
  const unfinished = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
    const [, thread = '', said = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (said.endsWith(' <unfinished ...>')) {
      unfinished.set(thread, said.slice(0, -' <unfinished ...>'.length));
      continue;
    }
    const call = said.replace(/^<\.\.\. \w+ resumed>/, () => unfinished.get(thread) ?? '');
    for (const step of stepsOf(call, folder)) {
      if (step.does !== 'acknowledge' && step.name !== '.' && (step.name.startsWith('..') || !isKept(step.name))) continue;
      // Opened with O_CREAT, but already existing.
      if (step.does === 'make' && names.has(step.name)) continue;
      if (step.does === 'make') names.add(step.name);
      if (step.does === 'remove' || step.does === 'rename') names.delete(step.name);
      if (step.does === 'rename') names.add(step.to);
      steps.push(step);
    }
  }
  return steps;
}

/** The effect of one system call, in strace's format with all text in hexadecimal. Failed calls have none. */
function stepsOf(call: string, folder: string): readonly Step[] {
  const [, does = '', given = '', result = '-1'] = /^(\w+)\((.*)\) += (-?\d+)/.exec(call) ?? [];
  if (Number(result) < 0) return [];
  const texts = [...given.matchAll(/"([^"]*)"/g)].map(([, text = '']) => fromHex(text));
  const named = (path: Buffer | undefined) => relative(folder, String(path)) || '.';
  const [, descriptor, path = '', isDeleted] = /^(\d+)<([^>]*)>(\(deleted\))?/.exec(given) ?? [];
  const opened = named(fromHex(path));
  const last = Number(given.slice(given.lastIndexOf(' ')));
  switch (does) {
    case 'openat': {
      const name = named(texts[0]);
      return [
        ...(given.includes('O_CREAT') ? [{ does: 'make', name } as const] : []),
        ...(given.includes('O_TRUNC') ? [{ does: 'resize', name, size: 0 } as const] : []),
      ];
    }
    case 'mkdir':
    case 'mkdirat':
      return [{ does: 'make folder', name: named(texts[0]) }];
    case 'unlink':
    case 'unlinkat':
      return [{ does: 'remove', name: named(texts[0]) }];
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return [{ does: 'rename', name: named(texts[0]), to: named(texts[1]) }];
  }
  if (does === 'write' && descriptor === '1') return [{ does: 'acknowledge', facts: String(texts[0]).trimEnd().split('\n') }];
  if (isDeleted !== undefined) return [];
  switch (does) {
    case 'fsync':
    case 'fdatasync':
      return [{ does: 'flush', name: opened }];
    case 'ftruncate':
      return [{ does: 'resize', name: opened, size: last }];
    case 'pwrite64':
      return [{ does: 'write', name: opened, offset: last, bytes: texts[0]!.subarray(0, Number(result)) }];
  }
  // The trace lacks the offset of plain writes. Only files beside the database are written that way.
  return [];
}

function fromHex(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}
