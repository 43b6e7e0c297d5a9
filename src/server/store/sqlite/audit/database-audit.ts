import type { DatabaseSync } from 'node:sqlite';

import type { BoardSettings } from '../../stored-values.ts';
import { differingBlocks } from '../rows/ledger-blocks.ts';
import { newestSeq } from '../rows/newest-seq.ts';
import { type Prepare, preparing } from '../rows/query.ts';
import { auditArchive } from './archive-audit.ts';
import { auditBoard } from './board-audit.ts';
import { auditChecksums } from './checksum-audit.ts';
import { auditTriggers } from './trigger-audit.ts';
import { Differences } from './differences.ts';
import { auditPlayers } from './player-audit.ts';

/**
 * Proves a database from its ledger and its checksums: `snapshot` is a connection that sees one moment, `schema` what makes a database. What is wrong in
 * one place does not keep the others from being looked at. `reached` is told as that of `PointsStore.verify`.
 */
export async function auditDatabase(
  snapshot: DatabaseSync,
  boards: Iterable<{ readonly number: number; readonly settings: BoardSettings }>,
  schema: string,
  reached: (done: number, total: number) => void = () => {},
): Promise<{ readonly events: number; readonly standings: number; readonly differences: readonly string[] }> {
  const differences = new Differences();
  const prepare = preparing(snapshot);
  auditFile(prepare, differences);
  auditTriggers(snapshot, schema, differences);
  await auditChecksums(snapshot, differences);
  auditPlayers(prepare, differences);
  const total = newestSeq(snapshot)();
  let events = 0;
  let standings = 0;
  const names = new Map<number, string>();
  for (const { number, settings } of boards) {
    names.set(number, settings.name);
    try {
      const board = await auditBoard(snapshot, number, settings, differences, (ofBoard) => reached(events + ofBoard, total));
      events += board.events;
      standings += board.standings;
      await auditArchive(snapshot, number, settings, board.standingsByPeriod, differences);
    } catch (error) {
      // A calendar that nobody has, or a start that is no time.
      differences.add(`board ${settings.name}: ${String(error)}`);
    }
  }
  for await (const { board, block, after } of differingBlocks(snapshot)) {
    differences.add(`board ${names.get(board) ?? board}, block ${block}: not what the events from ${after + 1} are`);
  }
  return { events, standings, differences: differences.inWords() };
}

function auditFile(prepare: Prepare, differences: Differences): void {
  for (const { quick_check: problem } of prepare<{ readonly quick_check: string }>('PRAGMA quick_check(10)').all()) {
    if (problem !== 'ok') differences.add(`database file: ${problem}`);
  }
  const orphans = prepare<{ readonly table: string; readonly parent: string; readonly rows: number }>(
    'SELECT "table", parent, count(*) AS rows FROM pragma_foreign_key_check GROUP BY "table", parent',
  );
  for (const { table, parent, rows } of orphans.all()) differences.add(`${table}: ${rows} rows name ${parent} that are missing`);
}
