import { isDeepStrictEqual } from 'node:util';

import { usernameKey } from '../../../domain/names/username-key.ts';
import { erasedId, erasedPlayer } from '../erased-player.ts';
import type { Players } from '../points-store.ts';
import { kindsOf, type RecordsOfState, type StoredRecord } from '../records.ts';
import type { StoredPlayer } from '../stored-values.ts';
import { type Commit, type Commits, keepChange, type Statement, type Written } from './commits.ts';
import type { Asking } from './database/connections.ts';
import { ERASING } from './database/schema.ts';
import { ERASED_DETAIL } from './memory/log.ts';
import type { LoggedChange, Memory } from './memory/memory.ts';
import { recordStatements } from './records.ts';

/** How long the room of what was erased is made free, in milliseconds; what is left then, the database frees by itself. */
const VACUUM_MS = 60_000;

/** Rows that one commit of an erasure looks at: what waits for it waits some milliseconds. */
const ROWS_PER_STEP = 100;

const EVERYTHING = Number.MAX_SAFE_INTEGER;

/** Changes of who somebody is. */
export function postgresPeople(asking: Asking, commits: Commits, memory: Memory): Pick<Players, 'renamePlayer' | 'erasePlayer'> {
  return {
    renamePlayer: (number, change, records) =>
      commits.run(async (commit) => {
        const before = memory.players.numbered(number);
        const after = { ...change(before), number };
        if (isDeepStrictEqual(before, after)) return { result: undefined };
        if ((memory.players.named(after.username)?.number ?? number) !== number)
          throw new RangeError(`Somebody else is called ${after.username}`);
        const kept = await recordStatements(commit, records, { before, after });
        const logged: LoggedChange = { kind: 'player', ...after };
        return {
          result: undefined,
          write: () => keepChange(commit, logged, [calling(after), ...kept], 'all'),
          follow: () => commits.changed(commit, logged),
        };
      }),

    async erasePlayer(number, rewrite, records, last) {
      if (number !== undefined) memory.players.numbered(number);
      const sweeps = [...rewritingWords(rewrite, last), ...(number === undefined ? [] : [erasingLedger(memory, number)])];
      for (const sweep of sweeps) while (await commits.run((commit) => step(commit, sweep)));
      await commits.run(async (commit) => {
        let kinds: readonly string[] = [];
        const noting = records && {
          ...records,
          change(...of: Parameters<typeof records.change>) {
            const changes = records.change(...of);
            kinds = kindsOf(changes);
            return changes;
          },
        };
        const kept = await recordStatements(commit, noting, undefined);
        // What came meanwhile, too.
        const rest: Statement[] = [[ERASING]];
        for (const sweep of sweeps) rest.push(...(await sweep(commit, EVERYTHING)).statements);
        if (last !== undefined) rest.push(...rewriting('records', 'text', await recordsOf(commit, last), rewrite));
        rest.push(...(await rewritingDocuments(commit, memory, rewrite)));
        if (number === undefined) {
          const change: LoggedChange = { kind: 'records', board: undefined, records: kinds };
          return {
            result: undefined,
            write: () => keepChange(commit, change, [...rest, ...kept]),
            follow: () => commits.changed(commit, change),
          };
        }
        const erased = erasedPlayer(number);
        const logged: LoggedChange = { kind: 'player', ...erased };
        return {
          result: undefined,
          write: () => keepChange(commit, logged, [...rest, calling(erased), erasingLog(erased), ...kept], 'all'),
          follow: () => commits.changed(commit, logged),
        };
      });
      try {
        await asking.rows('VACUUM players, events, revisions, reopenings, records, documents, changes', [], VACUUM_MS);
      } catch {
        // It was only to be sooner.
      }
      // What lies in free space of its files, and in its log, is the database's own affair.
      return false;
    },
  };

  async function step(commit: Commit, sweep: Sweep): Promise<Written<boolean>> {
    const { statements, isMore } = await sweep(commit, ROWS_PER_STEP);
    if (statements.length === 0) return { result: isMore };
    const change: LoggedChange = { kind: 'records', board: undefined, records: [] };
    return {
      result: isMore,
      write: () => keepChange(commit, change, [[ERASING], ...statements]),
      follow: () => commits.changed(commit, change),
    };
  }
}

/** Some of what an erasure has to go through, those that come next: what changes of them, and whether there is more. */
type Sweep = (commit: Commit, most: number) => Promise<{ readonly statements: readonly Statement[]; readonly isMore: boolean }>;

function calling({ number, username, displayName, avatar }: StoredPlayer): Statement {
  const sql = 'UPDATE players SET username = $1, fold = $2, display_name = $3, avatar = $4 WHERE number = $5';
  return [sql, username, usernameKey(username), displayName, avatar, number];
}

/** Every event of a player, board by board, each in the order of recording. */
function erasingLedger(memory: Memory, player: number): Sweep {
  const { username, displayName, avatar } = erasedPlayer(player);
  const naming = JSON.stringify({ username, displayName, avatar });
  const reached = new Map<number, { readonly seq: number; readonly place: number }>();
  let ahead: { readonly board: number; readonly seq: number; readonly place: number }[] | undefined;
  async function notReached(commit: Commit) {
    const found: NonNullable<typeof ahead> = [];
    for (const board of memory.boards()) {
      const latest = memory.latestEvent(board, player);
      const last = reached.get(board.number) ?? { seq: 0, place: 0 };
      if (latest === undefined || latest === last.seq) continue;
      const seqs = await commit.columns<readonly [seq: number]>(CHAIN, [latest, last.seq]);
      found.push(...seqs.map(([seq], i) => ({ board: board.number, seq, place: last.place + i + 1 })));
    }
    return found;
  }
  return async (commit, most) => {
    ahead = most === EVERYTHING ? await notReached(commit) : (ahead ?? (await notReached(commit)));
    const some = ahead.splice(0, most);
    for (const { board, seq, place } of some) reached.set(board, { seq, place });
    const seqs = some.map(({ seq }) => seq);
    const ids = some.map(({ place }) => erasedId(player, place));
    return {
      statements:
        some.length === 0
          ? []
          : [
              [ERASE_EVENTS, seqs, ids, naming],
              [FORGET_REASONS, seqs],
            ],
      isMore: ahead.length > 0,
    };
  };
}

/** The events of a player on a board from `$1` back to the one after `$2`, oldest first. */
const CHAIN = `
  WITH RECURSIVE chain (seq, previous) AS (
    SELECT seq, previous FROM events WHERE seq = $1
    UNION ALL
    SELECT events.seq, events.previous FROM chain JOIN events ON events.seq = chain.previous WHERE events.seq > $2
  )
  SELECT seq FROM chain ORDER BY seq`;

const ERASE_EVENTS = `
  UPDATE events SET id = erased.id, digest = '', answer = '', naming = CASE WHEN naming IS NULL THEN NULL ELSE $3 END
  FROM unnest($1::bigint[], $2::text[]) AS erased (seq, id) WHERE events.seq = erased.seq`;

const FORGET_REASONS = `UPDATE revisions SET reason = '' WHERE event = ANY($1::bigint[])`;

/** What the log says of earlier names: processes that follow it from before read the last one. */
function erasingLog(erased: StoredPlayer): Statement {
  return [
    `UPDATE changes SET detail = $1 WHERE kind = 'player' AND (detail::json ->> 'number')::integer = $2`,
    ERASED_DETAIL + JSON.stringify(erased).slice(1),
    erased.number,
  ];
}

/** Whatever is kept in somebody's words, with the record of which it is. */
function rewritingWords(rewrite: Rewrite, last: RecordsOfState | undefined): readonly Sweep[] {
  return [
    inOrder('records', 'text', 'SELECT number, kind, id, at, state, text FROM records', (text, row) => {
      const record = row as StoredRecord;
      return last?.kind === record.kind && last.state === record.state ? text : rewrite(text, record);
    }),
    inOrder('revisions', 'reason', 'SELECT number, reason AS text FROM revisions', (text) => rewrite(text)),
    inOrder('reopenings', 'reason', 'SELECT number, reason AS text FROM reopenings', (text) => rewrite(text)),
  ];
}

type Rewrite = (text: string, record?: StoredRecord) => string;

interface Words {
  readonly number: number;
  readonly text: string;
}

/** Goes through the rows of a table by their numbers. */
function inOrder(table: string, column: string, select: string, rewrite: (text: string, row: Words) => string): Sweep {
  let after = -1;
  return async (commit, most) => {
    const rows = await commit.rows<Words>(`${select} WHERE number > $1 ORDER BY number LIMIT $2`, [after, most]);
    after = rows.at(-1)?.number ?? after;
    return { statements: rewriting(table, column, rows, rewrite), isMore: rows.length === most };
  };
}

function recordsOf(commit: Commit, { kind, state }: RecordsOfState): Promise<readonly StoredRecord[]> {
  return commit.rows('SELECT number, kind, id, at, state, text FROM records WHERE kind = $1 AND state = $2', [kind, state]);
}

function rewriting<Row extends Words>(
  table: string,
  column: string,
  rows: readonly Row[],
  rewrite: (text: string, row: Row) => string,
): readonly Statement[] {
  const changed = rows.map((row) => ({ ...row, without: rewrite(row.text, row) })).filter(({ text, without }) => without !== text);
  if (changed.length === 0) return [];
  return [
    [
      `UPDATE ${table} SET ${column} = new.text FROM unnest($1::bigint[], $2::text[]) AS new (number, text) WHERE ${table}.number = new.number`,
      changed.map(({ number }) => number),
      changed.map(({ without }) => without),
    ],
  ];
}

/**
 * What the log says of documents as they were: where that names the player, processes that follow it from before read the
 * document as it is. One that names them still is its owner's affair.
 */
async function rewritingDocuments(commit: Commit, memory: Memory, rewrite: Rewrite): Promise<readonly Statement[]> {
  const logged = await commit.rows<{ readonly position: number; readonly detail: string }>(
    "SELECT position, detail FROM changes WHERE kind = 'document' ORDER BY position",
  );
  return logged.flatMap(({ position, detail }): readonly Statement[] => {
    const { name, text } = JSON.parse(detail) as { readonly name: string; readonly text: string };
    const now = memory.documents.get(name);
    if (now === undefined || text === now || rewrite(text) === text) return [];
    return [['UPDATE changes SET detail = $1 WHERE position = $2', ERASED_DETAIL + JSON.stringify({ name, text: now }).slice(1), position]];
  });
}
