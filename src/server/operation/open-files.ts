import { readFileSync } from 'node:fs';

/** The assumption if the system does not say: Windows has no limit, and Node.js raises that of macOS to about this. */
const SENSIBLE = 10_000;

/** The process's limit of open files and connections (`ulimit -n`). */
export function mostOpenFiles(): number {
  try {
    return openFilesIn(readFileSync('/proc/self/limits', 'utf8')) ?? SENSIBLE;
  } catch {
    return SENSIBLE;
  }
}

/** Parses the limit of open files from `/proc/self/limits`. */
export function openFilesIn(limits: string): number | undefined {
  const found = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  return found === undefined ? undefined : found === 'unlimited' ? Infinity : Number(found);
}
