import type { Log } from './log.ts';

/** Runs recurring work and logs failures, each once until it changes. `what` begins the line. */
export function triedAgain(log: Log): (what: string, work: () => Promise<unknown>) => Promise<void> {
  const said = new Map<string, string>();
  return async (what, work) => {
    try {
      await work();
      said.delete(what);
    } catch (error) {
      const text = `${what}: ${error instanceof Error ? error.message : String(error)}`;
      // Numbers, such as times, may differ.
      const same = text.replaceAll(/\d+/g, '#');
      if (same !== said.get(what)) log(text);
      said.set(what, same);
    }
  };
}
