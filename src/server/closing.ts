import type { ImportHolds } from './import-holds.ts';
import type { LiveBoards } from './live-boards.ts';

/** How long an ended period must have received nothing before it closes, in milliseconds: what arrives late seldom comes alone. */
export const QUIET = 30_000;

/** A period that late events keep coming for closes all the same, this long after the first of them, in milliseconds. */
export const LONGEST_WAIT = 3_600_000;

const EVERY = 1000;

/**
 * Closes ended periods, looking every second, until `stop`. A period waits while an import that began after its
 * end is not finished, and while late events are still arriving for it; see docs/decisions/0011.
 */
export function startClosing(
  boards: LiveBoards,
  imports: ImportHolds,
  clock: () => number,
  log: (text: string) => void,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  let said = '';
  let stopping = false;

  async function run(): Promise<void> {
    try {
      await closeOnce(boards, imports, clock, log, () => stopping);
      said = '';
    } catch (error) {
      // The next second tries again; one line is enough for as long as it is the same.
      const text = `Periods cannot be closed: ${error instanceof Error ? error.message : String(error)}`;
      if (text !== said) log(text);
      said = text;
    }
  }

  const timer = setInterval(() => {
    running ??= run().finally(() => (running = undefined));
  }, EVERY);
  return {
    async stop() {
      clearInterval(timer);
      stopping = true;
      await running;
    },
  };
}

/** One look at what has ended. With `isStopping`, the rest is left for the next start. */
export async function closeOnce(
  boards: LiveBoards,
  imports: ImportHolds,
  clock: () => number,
  log: (text: string) => void,
  isStopping: () => boolean = () => false,
): Promise<void> {
  await boards.closeEnded((period) => {
    // Asked for each period, between two commits: an import may have begun meanwhile.
    const { held, givenUp } = imports.current();
    for (const { file, board } of givenUp)
      log(`The import of ${file} into "${board}" was not finished within a day; its periods close now.`);
    if (held.some(({ board, startedAt }) => board === period.board && period.end <= startedAt)) return true;
    const late = boards.lateArrivals(period);
    return late !== undefined && clock() < Math.min(late.last + QUIET, late.first + LONGEST_WAIT);
  }, isStopping);
}
