import type { ImportHolds } from '../operation/import-holds.ts';
import type { LiveBoards } from './live-boards.ts';

/** How long an ended period must have received nothing before it closes, in milliseconds: what arrives late seldom comes alone. */
export const QUIET_MS = 30_000;

/** A period that late events keep coming for closes all the same, this long after the first of them, in milliseconds. */
export const LONGEST_WAIT_MS = 3_600_000;

const EVERY_MS = 1000;

/** How many blocks of the ledger are packed in one go, after a large import or an upgrade: some tenths of a second. */
const BLOCKS = 32;

/**
 * Closes ended periods, looking every second, until `stop`; and packs what was recorded, for looking back. A period
 * waits while an import that began after its end is not finished, and while late events are still arriving for it; see
 * docs/decisions/0011.
 */
export function startClosing(
  boards: LiveBoards,
  imports: ImportHolds,
  clock: () => number,
  log: (text: string) => void,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const said = new Map<string, string>();
  let stopping = false;

  /** What fails is tried again a second later; one line is enough for as long as it is the same. */
  async function tried(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      said.delete(what);
    } catch (error) {
      const text = `${what}: ${error instanceof Error ? error.message : String(error)}`;
      if (text !== said.get(what)) log(text);
      said.set(what, text);
    }
  }

  async function run(): Promise<void> {
    await tried('Periods cannot be closed', () => closeOnce(boards, imports, clock, log, () => stopping));
    let left = BLOCKS;
    await tried('The ledger cannot be packed for looking back', () => boards.store.packLedger(() => stopping || (left -= 1) < 0));
  }

  const timer = setInterval(() => {
    running ??= run().finally(() => (running = undefined));
  }, EVERY_MS);
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
  await boards.closing.closeEnded((period) => {
    // Asked for each period, between two commits: an import may have begun meanwhile.
    const { held, givenUp } = imports.current();
    for (const { file, board } of givenUp)
      log(`The import of ${file} into "${board}" was not finished within a day. The periods it kept open close now.`);
    if (held.some(({ board, startedAt }) => board === period.board && period.end <= startedAt)) return true;
    const late = boards.closing.lateArrivals(period);
    return late !== undefined && clock() < Math.min(late.last + QUIET_MS, late.first + LONGEST_WAIT_MS);
  }, isStopping);
}
