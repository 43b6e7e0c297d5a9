import { isDeepStrictEqual } from 'node:util';

import { usernameKey } from '../../../domain/names/username-key.ts';
import { erasedId, erasedPlayer } from '../erased-player.ts';
import type { Players } from '../points-store.ts';
import { kindsOf, type StoredRecord } from '../records.ts';
import type { StoredPlayer } from '../stored-values.ts';
import { type Commit, type Commits, keepChange, type Statement } from './commits.ts';
import type { Asking } from './database/connections.ts';
import { ERASING } from './database/schema.ts';
import { ERASED_DETAIL } from './memory/log.ts';
import type { LoggedChange, Memory } from './memory/memory.ts';
import { recordStatements } from './records.ts';

/** How long the room of what was erased is made free, in milliseconds; what is left then, the database frees by itself. */
const VACUUM_MS = 60_000;

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

    async erasePlayer(number, rewrite, records) {
      await commits.run(async (commit) => {
        if (number !== undefined) memory.players.numbered(number);
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
        const rewritten = [...(await rewritingWords(commit, rewrite)), ...(await rewritingDocuments(commit, memory, rewrite))];
        if (number === undefined) {
          const change: LoggedChange = { kind: 'records', board: undefined, records: kinds };
          return {
            result: undefined,
            write: () => keepChange(commit, change, [[ERASING], ...rewritten, ...kept]),
            follow: () => commits.changed(commit, change),
          };
        }
        const erased = erasedPlayer(number);
        const logged: LoggedChange = { kind: 'player', ...erased };
        const ledger = memory.boards().flatMap((board) => {
          const latest = memory.latestEvent(board, number);
          return latest === undefined ? [] : erasingEvents(erased, latest);
        });
        return {
          result: undefined,
          write: () =>
            keepChange(commit, logged, [[ERASING], calling(erased), ...rewritten, ...ledger, erasingLog(erased), ...kept], 'all'),
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
}

function calling({ number, username, displayName, avatar }: StoredPlayer): Statement {
  const sql = 'UPDATE players SET username = $1, fold = $2, display_name = $3, avatar = $4 WHERE number = $5';
  return [sql, username, usernameKey(username), displayName, avatar, number];
}

/** Every event of a player on a board, of which `latest` is the last one. */
const CHAIN = `
  WITH RECURSIVE chain (seq, previous) AS (
    SELECT seq, previous FROM events WHERE seq = $1
    UNION ALL
    SELECT events.seq, events.previous FROM chain JOIN events ON events.seq = chain.previous
  )`;

function erasingEvents(erased: StoredPlayer, latest: number): readonly Statement[] {
  const { username, displayName, avatar } = erased;
  const prefix = erasedId(erased.number, 0).slice(0, -1);
  return [
    [
      `${CHAIN}, placed AS (SELECT seq, row_number() OVER (ORDER BY seq) AS place FROM chain)
       UPDATE events SET id = $2::text || place, digest = '', answer = '', naming = CASE WHEN naming IS NULL THEN NULL ELSE $3 END
       FROM placed WHERE events.seq = placed.seq`,
      latest,
      prefix,
      JSON.stringify({ username, displayName, avatar }),
    ],
    [`${CHAIN} UPDATE revisions SET reason = '' FROM chain WHERE revisions.event = chain.seq`, latest],
  ];
}

/** What the log says of earlier names: processes that follow it from before read the last one. */
function erasingLog(erased: StoredPlayer): Statement {
  return [
    `UPDATE changes SET detail = $1 WHERE kind = 'player' AND (detail::json ->> 'number')::integer = $2`,
    ERASED_DETAIL + JSON.stringify(erased).slice(1),
    erased.number,
  ];
}

/** Whatever is kept in somebody's words, with the record of which it is. */
async function rewritingWords(commit: Commit, rewrite: Rewrite): Promise<readonly Statement[]> {
  const records = await commit.rows<StoredRecord>('SELECT number, kind, id, at, state, text FROM records ORDER BY number');
  const reasonsIn = (table: string) =>
    commit.rows<{ readonly number: number; readonly text: string }>(`SELECT number, reason AS text FROM ${table}`);
  return [
    ...rewriting(
      'records',
      'text',
      records.map((record) => [record, rewrite(record.text, record)]),
    ),
    ...rewriting(
      'revisions',
      'reason',
      (await reasonsIn('revisions')).map((row) => [row, rewrite(row.text)]),
    ),
    ...rewriting(
      'reopenings',
      'reason',
      (await reasonsIn('reopenings')).map((row) => [row, rewrite(row.text)]),
    ),
  ];
}

type Rewrite = (text: string, record?: StoredRecord) => string;

function rewriting(
  table: string,
  column: string,
  rewritten: readonly (readonly [row: { readonly number: number; readonly text: string }, without: string])[],
): readonly Statement[] {
  const changed = rewritten.filter(([{ text }, without]) => without !== text);
  if (changed.length === 0) return [];
  return [
    [
      `UPDATE ${table} SET ${column} = new.text FROM unnest($1::bigint[], $2::text[]) AS new (number, text) WHERE ${table}.number = new.number`,
      changed.map(([{ number }]) => number),
      changed.map(([, without]) => without),
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
