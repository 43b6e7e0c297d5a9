import { type Queryable, BEGIN_BESIDE, type Connections } from './database/connections.ts';
import { expectSameLog } from './following.ts';
import type { Memory } from './following.ts';

/** The most changes that stored totals may lack; a starting process folds them. */
export const MOST_BEHIND = 262_144;

/** Blocks per statement: some megabytes. */
const BLOCKS_AT_ONCE = 256;

/** Writes blocks that are complete up to a position, unless newer ones are stored. */
export const WRITE_BLOCKS = `
  INSERT INTO totals (board, block, through, totals)
  SELECT $1, block, $2, totals FROM unnest($3::integer[], $4::bytea[]) AS new (block, totals)
  ON CONFLICT (board, block) DO UPDATE SET through = excluded.through, totals = excluded.totals WHERE totals.through < excluded.through`;

const TRY_TO_WRITE = 'SELECT pg_try_advisory_xact_lock($1, 0) AS "isMine"';

/** Distinguishes this lock from the locks of other programs in the database. */
const TOTALS_LOCK = 1_279_350_099;

/**
 * Writes the blocks that lack `mostBehind` changes or more, one process at a time, each with the position up to which it is complete. Needs
 * no commit lock: a block is correct for its position whatever is committed in the meantime, and the later position wins.
 */
export async function writeTotals(connections: Connections, memory: Memory, mostBehind: number, isStopping: () => boolean): Promise<void> {
  const isDue = () => oldestIn(memory) <= memory.position - mostBehind;
  if (!isDue()) return;
  await connections.transaction(BEGIN_BESIDE, async (transaction) => {
    const [lock] = await transaction.rows<{ readonly isMine: boolean }>(TRY_TO_WRITE, [TOTALS_LOCK]);
    if (!lock!.isMine) return;
    // Otherwise, processes that start later would fold events into totals that include changes the database has lost.
    await expectSameLog(transaction, memory);
    const written = await transaction.columns<Written>('SELECT board, block, through FROM totals');
    forget(memory, written);
    const due = [...memory.behind].filter(([, { since }]) => since <= memory.position - mostBehind);
    const now: Written[] = [];
    for (const [board, blocks] of Map.groupBy(due, ([, behind]) => behind.board)) {
      for (let from = 0; from < blocks.length && !isStopping(); from += BLOCKS_AT_ONCE) {
        const some = blocks.slice(from, from + BLOCKS_AT_ONCE);
        // Copied, since the blocks may change while they are written.
        const through = memory.position;
        const bytes = some.map(([block]) => Buffer.from(block.bytes.slice()));
        now.push(...some.map(([, { block }]): Written => [board, block, through]));
        await transaction.rows(WRITE_BLOCKS, [board, through, some.map(([, { block }]) => block), bytes]);
      }
    }
    await writeFolded(transaction, memory, now);
    await transaction.commit();
    forget(memory, now);
  });
}

/** A stored block of a board, complete up to a position. */
type Written = readonly [board: number, block: number, through: number];

/** Updates the position up to which all blocks are complete. */
async function writeFolded(db: Queryable, memory: Memory, written: readonly Written[]): Promise<void> {
  const { position } = memory;
  const throughs = new Map(written.map(([board, block, through]) => [`${board} ${block}`, through]));
  const lacking = [...memory.behind.values()].map(({ board, block, since, latest }) => {
    const through = throughs.get(`${board} ${block}`) ?? -1;
    if (through >= latest) return position;
    return Math.max(since - 1, through);
  });
  await db.rows('UPDATE folded SET through = $1 WHERE through < $1', [lacking.reduce((least, one) => Math.min(least, one), position)]);
}

/** Marks written blocks as up to date, unless they changed since. */
function forget(memory: Memory, written: Iterable<Written>): void {
  for (const [board, number, through] of written) {
    const block = memory.blocksOf(board)[number];
    const behind = block && memory.behind.get(block);
    if (behind === undefined || through < behind.since) continue;
    if (through >= behind.latest) memory.behind.delete(block!);
    else behind.since = through + 1;
  }
}

function oldestIn({ behind }: Memory): number {
  let oldest = Infinity;
  for (const { since } of behind.values()) oldest = Math.min(oldest, since);
  return oldest;
}
