import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { erasedId, erasedPlayer } from '../erased-player.ts';
import type { Players } from '../points-store.ts';
import { kindsOf, type RecordsOfState, type StoredRecord } from '../records.ts';
import type { BoardTable } from './board-table.ts';
import type { Changes } from './changes.ts';
import type { Commits } from './file/commits.ts';
import { madeAnew } from './file/made-anew.ts';
import { refusalOf } from './file/schema.ts';
import type { OpenTotals } from './open-totals.ts';
import type { PlayerTable } from './player-table.ts';
import type { RecordTable } from './records.ts';
import { checksumOf } from './rows/checksum.ts';
import type { EventColumns } from './rows/ledger-write.ts';
import { MetaTable } from './rows/meta-table.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** What is kept in `meta` while the free space of the files may still have what was erased. */
const ERASING = 'erasing';

/** Makes the files anew before anybody writes, if they may have what was erased; where that fails, it is tried again later. */
export function finishErasing(database: DatabaseSync): void {
  const meta = new MetaTable(database);
  try {
    if ((meta.get(ERASING) ?? '') !== '' && madeAnew(database)) meta.set(ERASING, '');
  } catch {
    // The disk may be full. Maintenance goes on with it.
  }
}

/** Rows that one commit of an erasure looks at: what waits for it waits some milliseconds. */
const ROWS_PER_STEP = 100;

const EVERYTHING = Number.MAX_SAFE_INTEGER;

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

  function eraseEvent(player: number, place: number, event: number): void {
    const [seq, board, , owner, points, at, activity, receivedAt, , counted, , previous] = sql.event.get(event)!;
    const id = erasedId(player, place);
    sql.eraseEvent.run(id, '', '', checksumOf([seq, board, id, owner, points, at, activity, receivedAt, '', counted, '', previous]), seq);
    for (const revision of sql.revisionsOf.all(seq)) reviseReason(revision, '');
  }

  function reviseReason([number, event, does, at, , counted]: RevisionColumns, reason: string): void {
    sql.reviseReason.run(reason, checksumOf([number, event, does, at, reason, counted]), number);
  }

  /** Every event of a player, board by board, each in the order of recording. */
  function erasingLedger(player: number): Sweep {
    const reached = new Map<number, { readonly seq: number; readonly place: number }>();
    let ahead: { readonly board: number; readonly seq: number; readonly place: number }[] | undefined;
    const notReached = () =>
      boards.all().flatMap(({ number: board }) => {
        const latest = totals.latestEvent(board, player);
        const last = reached.get(board) ?? { seq: 0, place: 0 };
        if (latest === undefined || latest === last.seq) return [];
        return sql.chain
          .all(latest, last.seq)
          .toReversed()
          .map(([seq], i) => ({ board, seq, place: last.place + i + 1 }));
      });
    return (most) => {
      ahead = most === EVERYTHING ? notReached() : (ahead ?? notReached());
      const some = ahead.splice(0, most);
      for (const { board, seq, place } of some) reached.set(board, { seq, place });
      return {
        writes: some.map(
          ({ seq, place }) =>
            () =>
              eraseEvent(player, place, seq),
        ),
        isMore: ahead.length > 0,
      };
    };
  }

  /** Whatever is said of others, too, may name them. */
  function rewritingWords(rewrite: Rewrite, last: RecordsOfState | undefined): readonly Sweep[] {
    const rewriteRecord = (record: StoredRecord) => {
      const { number, kind, id, at, state, text } = record;
      const without = rewrite(text, record);
      if (without === text) return undefined;
      return () => sql.rewriteRecord.run(without, checksumOf([number, kind, id, at, state, without]), number);
    };
    return [
      inOrder(
        sql.records,
        ({ number }) => number,
        (record) => (last?.kind === record.kind && last.state === record.state ? undefined : rewriteRecord(record)),
      ),
      inOrder(
        sql.revisions,
        ([number]) => number,
        (revision) => {
          const without = rewrite(revision[4]);
          return without === revision[4] ? undefined : () => reviseReason(revision, without);
        },
      ),
      inOrder(
        sql.reopenings,
        ([number]) => number,
        ([number, period, at, reason, closedAt]) => {
          const without = rewrite(reason);
          if (without === reason) return undefined;
          return () => sql.reopenedReason.run(without, checksumOf([number, period, at, without, closedAt]), number);
        },
      ),
      (most) => ({
        writes:
          most === EVERYTHING && last !== undefined
            ? sql.ofState.all(last.kind, last.state).flatMap((record) => rewriteRecord(record) ?? [])
            : [],
        isMore: false,
      }),
    ];
  }

  /** Inside a commit. */
  function write(writes: readonly (() => void)[]): void {
    // They come back with this very commit, or with the failure of it.
    for (const refusing of REFUSING) database.exec(`DROP TRIGGER ${refusing}`);
    for (const each of writes) each();
    for (const refusing of REFUSING) database.exec(refusalOf(refusing));
    meta.set(ERASING, 'yes');
  }

  function step(sweep: Sweep): boolean {
    const { writes, isMore } = sweep(ROWS_PER_STEP);
    if (writes.length > 0) commits.run(() => write(writes));
    return isMore;
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
    async erasePlayer(number, rewrite, records, last) {
      if (number !== undefined) players.numbered([number]);
      const sweeps = [...rewritingWords(rewrite, last), ...(number === undefined ? [] : [erasingLedger(number)])];
      for (const sweep of sweeps) while (await commits.alone(() => step(sweep))) await nextTurn();
      await commits.alone(() => {
        const rows = table.decided(records, undefined);
        const erased = number === undefined ? undefined : erasedPlayer(number);
        // What came meanwhile, too.
        const writes = sweeps.flatMap((sweep) => sweep(EVERYTHING).writes);
        commits.run(() => {
          write(writes);
          if (erased !== undefined) players.call(erased);
          table.write(rows);
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

/** Some of what an erasure has to go through, those that come next: what changes of them, and whether there is more. */
type Sweep = (most: number) => { readonly writes: readonly (() => void)[]; readonly isMore: boolean };

type Rewrite = (text: string, record?: StoredRecord) => string;

/** Goes through rows by their numbers. */
function inOrder<Row>(
  rows: { all(after: number, most: number): readonly Row[] },
  numberOf: (row: Row) => number,
  changeOf: (row: Row) => (() => void) | undefined,
): Sweep {
  let after = -1;
  return (most) => {
    const some = rows.all(after, most);
    if (some.length > 0) after = numberOf(some.at(-1)!);
    return { writes: some.flatMap((row) => changeOf(row) ?? []), isMore: some.length === most };
  };
}

type RevisionColumns = readonly [number: number, event: number, does: string, at: number, reason: string, counted: number];

type ReopeningColumns = readonly [number: number, period: number, at: number, reason: string, closedAt: number | null];

type Stretch = [after: number, most: number];

const STRETCH = 'WHERE number > ? ORDER BY number LIMIT ?';

function statements(prepare: Prepare, columns: Prepare) {
  return {
    event: columns<EventColumns, [seq: number]>(
      'SELECT seq, board, id, player, points, at, activity, received_at, digest, counted, answer, previous FROM events WHERE seq = ?',
    ),
    chain: columns<readonly [seq: number], [latest: number, after: number]>(
      `WITH RECURSIVE chain (seq, previous) AS (
         SELECT seq, previous FROM events WHERE seq = ?1
         UNION ALL
         SELECT events.seq, events.previous FROM chain JOIN events ON events.seq = chain.previous WHERE events.seq > ?2
       )
       SELECT seq FROM chain`,
    ),
    eraseEvent: prepare<never, [id: string, digest: string, answer: string, checksum: number, seq: number]>(
      'UPDATE events SET id = ?, digest = ?, answer = ?, checksum = ? WHERE seq = ?',
    ),
    revisionsOf: columns<RevisionColumns, [event: number]>(
      'SELECT number, event, does, at, reason, counted FROM revisions WHERE event = ? ORDER BY number',
    ),
    revisions: columns<RevisionColumns, Stretch>(`SELECT number, event, does, at, reason, counted FROM revisions ${STRETCH}`),
    reopenings: columns<ReopeningColumns, Stretch>(`SELECT number, period, at, reason, closed_at FROM reopenings ${STRETCH}`),
    reopenedReason: prepare<never, [reason: string, checksum: number, number: number]>(
      'UPDATE reopenings SET reason = ?, checksum = ? WHERE number = ?',
    ),
    reviseReason: prepare<never, [reason: string, checksum: number, number: number]>(
      'UPDATE revisions SET reason = ?, checksum = ? WHERE number = ?',
    ),
    records: prepare<StoredRecord, Stretch>(`SELECT number, kind, id, at, state, text FROM records ${STRETCH}`),
    ofState: prepare<StoredRecord, [kind: string, state: string]>(
      'SELECT number, kind, id, at, state, text FROM records WHERE kind = ? AND state = ?',
    ),
    rewriteRecord: prepare<never, [text: string, checksum: number, number: number]>(
      'UPDATE records SET text = ?, checksum = ? WHERE number = ?',
    ),
  };
}
