import { actAs, SERVER } from '../store/acting.ts';
import type { ClockWatch } from '../operation/clock-watch.ts';
import type { Log } from '../watching/log.ts';
import { triedAgain } from '../watching/tried-again.ts';
import type { LiveBoards } from './live-boards.ts';
import { UnusedGuests } from './unused-guests.ts';

const EVERY_MS = 1000;

/** Maintenance steps per run, after a large import: some tenths of a second. */
const STEPS = 32;

/** Closes ended periods, deletes unused guests and maintains the store every second until `stop`; not with an untrusted clock (docs/decisions/periods.md). */
export function startClosing(boards: LiveBoards, watch: ClockWatch, log: Log): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const tried = triedAgain(log);
  const guests = new UnusedGuests(boards);
  let stopping = false;

  async function run(): Promise<void> {
    let isTrusted = false;
    await tried('Periods cannot be closed', async () => {
      const trouble = watch.trouble(await boards.store.newestReceivedAt());
      if (trouble !== undefined) throw new Error(trouble);
      isTrusted = true;
      await closeOnce(boards, log, () => stopping);
    });
    if (isTrusted) await tried('Guests without points cannot be deleted', () => guests.look(() => stopping));
    let left = STEPS;
    await tried('The database cannot be maintained', () => boards.store.maintain(() => stopping || (left -= 1) < 0));
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

/** Closes ended periods, after resuming interrupted work. If `isStopping` turns true, the rest is left for the next start. */
export async function closeOnce(boards: LiveBoards, log: Log, isStopping: () => boolean = () => false): Promise<void> {
  // Closing is logged as the server's action, even if a request triggered it.
  await actAs(SERVER, async () => {
    for (const { file, board } of await boards.imports.giveUp())
      log(`The import of ${JSON.stringify(file)} into "${board}" was not finished within a day. The periods it kept open close now.`);
    await boards.identities.finish(isStopping);
    await boards.closing.closeEnded(({ period: { board, kind, start }, total }) => {
      log(`Closed on "${board}": the ${kind} period from ${new Date(start).toISOString()}, ${total} ranked.`, { level: 'info' });
    }, isStopping);
  });
}
