import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Log } from '../watching/log.ts';

/** A code, and the milliseconds for which it is valid. */
export interface TimedCode {
  readonly code: string;
  readonly validMs: number;
}

/**
 * The file `setup-code` of a data folder, which only its owner can read. Removes one from an earlier start. The returned function writes a
 * code, for as long as it is valid, or removes it.
 */
export function setupCodeFile(folder: string, log: Log): (timed: TimedCode | undefined) => void {
  const file = join(folder, 'setup-code');
  let expiring: NodeJS.Timeout | undefined;
  const remove = () => {
    clearTimeout(expiring);
    try {
      rmSync(file, { force: true });
    } catch (error) {
      log(`Could not delete ${file}. Delete it: ${String(error)}`);
    }
  };
  remove();
  return (timed) => {
    remove();
    if (timed === undefined) return;
    try {
      writeFileSync(file, `${timed.code}\n`, { mode: 0o600, flag: 'wx' });
      expiring = setTimeout(remove, timed.validMs).unref();
    } catch (error) {
      log(`Could not write ${file}. Take the code from the log: ${String(error)}`);
    }
  };
}
