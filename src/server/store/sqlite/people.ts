import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';

import { erasedId, erasedPlayer } from '../erased-player.ts';
import type { Players } from '../points-store.ts';
import { kindsOf, type StoredRecord } from '../records.ts';
import type { BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import { refusalOf } from './file/schema.ts';
import type { OpenTotals } from './open-totals.ts';
import type { PlayerTable } from './player-table.ts';
import type { RecordTable } from './records.ts';
import { checksumOf } from './rows/checksum.ts';
import type { EventColumns } from './rows/ledger-write.ts';
import type { MetaTable } from './rows/meta-table.ts';
import { playerChain } from './rows/player-chain.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** What is kept in `meta` while the free space of the files may still have what was erased. */
const ERASING = 'erasing';

/** What refuses changes of rows, but for this one. */
const REFUSING = ['events_keep', 'revisions_keep', 'reopenings_keep', 'records_keep'];

/** Changes of who somebody is. */
export function sqlitePeople(
  database: DatabaseSync,
  commits: Commits,
  changes: Changes,
  boards: BoardTable,
  players: PlayerTable,
  totals: OpenTotals,
  table: RecordTable,
  meta: MetaTable,
): Pick<Players, 'renamePlayer' | 'erasePlayer'> & { readonly cleanUp: () => Promise<boolean> } {
  const sql = statements(preparing(database), preparing(database, 'arrays'));
  const chain = playerChain(database);

  /** Every event of a player, board by board, each in the order of recording. */
  function* eventsOf(player: number): Iterable<readonly [place: number, event: EventColumns]> {
    for (const { number } of boards.all()) {
      const latest = totals.latestEvent(number, player);
      if (latest === undefined) continue;
      const found = chain(latest, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).toReversed();
      for (const [i, [seq]] of found.entries()) yield [i + 1, sql.event.get(seq)!];
    }
  }

  function eraseLedger(player: number): void {
    for (const [place, [seq, board, , owner, points, at, activity, receivedAt, , counted, , previous]] of eventsOf(player)) {
      const id = erasedId(player, place);
      const row: EventColumns = [seq, board, id, owner, points, at, activity, receivedAt, '', counted, '', previous];
      sql.eraseEvent.run(id, '', '', checksumOf(row), seq);
      for (const revision of sql.revisionsOf.all(seq)) reviseReason(revision, '');
    }
  }

  function reviseReason([number, event, does, at, , counted]: RevisionColumns, reason: string): void {
    sql.reviseReason.run(reason, checksumOf([number, event, does, at, reason, counted]), number);
  }

  /** Whatever is said of others, too, may name them. */
  function rewriteWords(rewrite: (text: string, record?: StoredRecord) => string): void {
    for (const record of sql.records.all()) {
      const { number, kind, id, at, state, text } = record;
      const without = rewrite(text, record);
      if (without !== text) sql.rewriteRecord.run(without, checksumOf([number, kind, id, at, state, without]), number);
    }
    for (const revision of sql.revisions.all()) {
      const without = rewrite(revision[4]);
      if (without !== revision[4]) reviseReason(revision, without);
    }
    for (const [number, period, at, reason, closedAt] of sql.reopenings.all()) {
      const without = rewrite(reason);
      if (without !== reason) sql.reopenedReason.run(without, checksumOf([number, period, at, without, closedAt]), number);
    }
  }

  /** Makes the files anew without what was erased. Resolves to whether nothing of it is left. */
  async function cleanUp(): Promise<boolean> {
    if ((meta.get(ERASING) ?? '') === '') return true;
    if (!(await commits.makeAnew())) return false;
    await commits.commit(() => meta.set(ERASING, ''));
    return true;
  }

  return {
    renamePlayer: (number, change, records) =>
      commits.alone(() => {
        const [before] = players.numbered([number]);
        const after = { ...change(before!), number };
        if (isDeepStrictEqual(before, after)) return;
        const rows = table.decided(records, { before: before!, after });
        commits.run(() => {
          players.call(after);
          table.write(rows);
          changes.count();
        });
        changes.tell({ kind: 'player', player: after });
      }),
    async erasePlayer(number, rewrite, records) {
      await commits.alone(() => {
        if (number !== undefined) players.numbered([number]);
        const rows = table.decided(records, undefined);
        const erased = number === undefined ? undefined : erasedPlayer(number);
        commits.run(() => {
          // They come back with this very commit, or with the failure of it.
          for (const refusing of REFUSING) database.exec(`DROP TRIGGER ${refusing}`);
          if (number !== undefined) eraseLedger(number);
          rewriteWords(rewrite);
          for (const refusing of REFUSING) database.exec(refusalOf(refusing));
          if (erased !== undefined) players.call(erased);
          table.write(rows);
          meta.set(ERASING, 'yes');
          changes.count();
        });
        const kinds = kindsOf(rows.map(([, kind, id]) => ({ kind, id })));
        changes.tell(erased === undefined ? { kind: 'records', board: undefined, records: kinds } : { kind: 'player', player: erased });
      });
      return cleanUp();
    },
    cleanUp,
  };
}

type RevisionColumns = readonly [number: number, event: number, does: string, at: number, reason: string, counted: number];

type ReopeningColumns = readonly [number: number, period: number, at: number, reason: string, closedAt: number | null];

function statements(prepare: Prepare, columns: Prepare) {
  return {
    event: columns<EventColumns, [seq: number]>(
      'SELECT seq, board, id, player, points, at, activity, received_at, digest, counted, answer, previous FROM events WHERE seq = ?',
    ),
    eraseEvent: prepare<never, [id: string, digest: string, answer: string, checksum: number, seq: number]>(
      'UPDATE events SET id = ?, digest = ?, answer = ?, checksum = ? WHERE seq = ?',
    ),
    revisionsOf: columns<RevisionColumns, [event: number]>(
      'SELECT number, event, does, at, reason, counted FROM revisions WHERE event = ? ORDER BY number',
    ),
    revisions: columns<RevisionColumns>('SELECT number, event, does, at, reason, counted FROM revisions'),
    reopenings: columns<ReopeningColumns>('SELECT number, period, at, reason, closed_at FROM reopenings'),
    reopenedReason: prepare<never, [reason: string, checksum: number, number: number]>(
      'UPDATE reopenings SET reason = ?, checksum = ? WHERE number = ?',
    ),
    reviseReason: prepare<never, [reason: string, checksum: number, number: number]>(
      'UPDATE revisions SET reason = ?, checksum = ? WHERE number = ?',
    ),
    records: prepare<StoredRecord>('SELECT number, kind, id, at, state, text FROM records ORDER BY number'),
    rewriteRecord: prepare<never, [text: string, checksum: number, number: number]>(
      'UPDATE records SET text = ?, checksum = ? WHERE number = ?',
    ),
  };
}
