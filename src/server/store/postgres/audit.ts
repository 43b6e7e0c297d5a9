import { type AuditedDatabase, auditLedger, Differences } from '../reading/audit.ts';
import type { PointsStore } from '../points-store.ts';
import type { Queryable } from './database/connections.ts';
import type { Memory } from './following.ts';
import { loadMemory } from './loading.ts';

/** Rows per query. */
const ROWS_AT_ONCE = 20_000;

/** A closing writes its final ranks in its own transaction; they are invisible until it commits. */
const PERIODS = '(SELECT *, true AS unfinished FROM periods) AS periods';

/** Audits a snapshot of a database: compares the ledger with the rows and with what a process starting now would load. */
export async function auditDatabase(db: Queryable, reached?: (done: number, total: number) => void): ReturnType<PointsStore['verify']> {
  const differences = new Differences();
  const memory = await loadMemory(db);
  await auditLog(db, memory, differences);
  const proved = await auditLedger(audited(db, memory), differences, reached);
  return { ...proved, differences: differences.inWords() };
}

function audited(db: Queryable, memory: Memory): AuditedDatabase {
  let cursors = 0;
  return {
    db,
    boards: memory.boards(),
    newest: memory.position,
    complete: memory.position,
    periods: PERIODS,
    async *stretches<Row extends readonly unknown[]>(sql: string) {
      const name = `audit_${(cursors += 1)}`;
      await db.rows(`DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`);
      for (let more = true; more;) {
        const rows = await db.columns<Row>(`FETCH ${ROWS_AT_ONCE} FROM ${name}`);
        yield rows;
        more = rows.length === ROWS_AT_ONCE;
      }
      await db.rows(`CLOSE ${name}`);
    },
    blocks: async (board) => memory.blocksOf(board).flatMap((block, number) => (block === undefined ? [] : [number])),
    async block(board, block) {
      const totals = memory.blocksOf(board)[block];
      return totals && { totals, through: memory.position };
    },
    activityPoints: { columns: 'points', ofEvent: 'points', sum: ([points]) => BigInt(points!) },
  };
}

/** Each log position is one event, revision or other change; a batch of revisions ends with its change. Player numbers have no gaps. */
async function auditLog(db: Queryable, { position }: Memory, differences: Differences): Promise<void> {
  const [log] = await db.rows<{ readonly entries: number; readonly last: number }>(
    `SELECT count(*) AS entries, coalesce(max(at), 0) AS last
     FROM (SELECT seq AS at FROM events UNION SELECT position FROM changes UNION SELECT number FROM revisions WHERE number > 0) AS log`,
  );
  const { entries, last } = log!;
  if (entries !== position || last !== position)
    differences.add(`the log has ${entries} entries up to ${last}, and its position is ${position}`);
  const [authors] = await db.rows<{ readonly missing: number }>(
    'SELECT count(*) AS missing FROM events LEFT JOIN authors ON number = events.author WHERE events.author IS NOT NULL AND number IS NULL',
  );
  if (authors!.missing > 0) differences.add(`events: ${authors!.missing} rows name authors that are missing`);
  const [players] = await db.rows<{ readonly count: number; readonly last: number }>(
    'SELECT count(*) AS count, coalesce(max(number), 0) AS last FROM players',
  );
  if (players!.count !== players!.last) differences.add(`there are ${players!.count} players, and the last one is number ${players!.last}`);
}
