import type { Log } from './log.ts';

/**
 * Does what is done again a moment later if it fails: a failure is told, and once for as long as it is the same. `what` is said of it, as
 * the beginning of a line.
 */
export function triedAgain(log: Log): (what: string, work: () => Promise<unknown>) => Promise<void> {
  const said = new Map<string, string>();
  return async (what, work) => {
    try {
      await work();
      said.delete(what);
    } catch (error) {
      const text = `${what}: ${error instanceof Error ? error.message : String(error)}`;
      // The times in it go on.
      const same = text.replaceAll(/\d+/g, '#');
      if (same !== said.get(what)) log(text);
      said.set(what, same);
    }
  };
}
