import { readFileSync } from 'node:fs';

/** Where the system does not say: Windows has no such limit, and Node.js raises that of macOS to about this or more. */
const SENSIBLE = 10_000;

/** How many files and connections this process may have open at once (`ulimit -n`, as far as Node.js could raise it). */
export function mostOpenFiles(): number {
  try {
    return openFilesIn(readFileSync('/proc/self/limits', 'utf8')) ?? SENSIBLE;
  } catch {
    return SENSIBLE;
  }
}

/** The limit of open files in the text of `/proc/self/limits`; `undefined` if it names none. */
export function openFilesIn(limits: string): number | undefined {
  const found = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  return found === undefined ? undefined : found === 'unlimited' ? Infinity : Number(found);
}
