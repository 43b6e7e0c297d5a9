import { erasedPlayer } from '../erased-player.ts';
import type { Players } from '../points-store.ts';
import { type Erasure, Erasing, WORDS } from '../rules/erasing.ts';
import type { StoredPlayer } from '../stored-values.ts';
import type { Commit, Commits, Statement } from './commits.ts';
import type { Queryable } from './database/connections.ts';
import { ERASING } from './database/schema.ts';
import { ERASED_DETAIL } from './following.ts';
import type { PostgresLog } from './log.ts';
import type { Memory } from './following.ts';

/** How long erased rows may be vacuumed, in milliseconds; autovacuum does the rest. */
const VACUUM_MS = 60_000;

export function postgresErasing(db: Queryable, log: PostgresLog, commits: Commits, memory: Memory): Pick<Players, 'erasePlayer'> {
  return {
    async erasePlayer(number, rewrite, records, last) {
      const erasing = new Erasing(memory, number, rewrite, last);
      const step = () =>
        commits.run(async (commit) => {
          const { isMore, ...erasure } = await erasing.next(commit);
          if (erasure.words.length + erasure.events.length === 0) return { result: isMore };
          return log.written(commit, { result: isMore, entries: [{ kind: 'records', board: undefined }] }, statementsOf(erasure, number));
        });
      while (await step());
      await commits.run(async (commit) => {
        const rest = [...statementsOf(await erasing.rest(commit), number), ...(await rewritingDocuments(commit, memory, rewrite))];
        const { entry } = erasing;
        if (entry.kind === 'player') rest.push(erasingLog(entry.player));
        return log.written(commit, { result: undefined, entries: [entry], records }, rest);
      });
      try {
        await db.rows('VACUUM players, events, revisions, reopenings, records, documents, changes', [], VACUUM_MS);
      } catch {
        // Autovacuum will do it later.
      }
      // The server manages the free space of its files and the write-ahead log.
      return false;
    },
  };
}

function statementsOf({ words, events }: Erasure, player: number | undefined): readonly Statement[] {
  const statements: Statement[] = [[ERASING]];
  for (const [table, rows] of Map.groupBy(words, ({ table }) => table)) {
    statements.push([
      `UPDATE ${table} SET ${WORDS[table]} = new.text FROM unnest($1::bigint[], $2::text[]) AS new (number, text) WHERE ${table}.number = new.number`,
      rows.map(({ number }) => number),
      rows.map(({ text }) => text),
    ]);
  }
  if (player !== undefined && events.length > 0) {
    const { username, displayName, avatar } = erasedPlayer(player);
    const seqs = events.map(({ seq }) => seq);
    statements.push(
      [ERASE_EVENTS, seqs, events.map(({ id }) => id), JSON.stringify({ username, displayName, avatar })],
      [FORGET_REASONS, seqs],
    );
  }
  return statements;
}

const ERASE_EVENTS = `
  UPDATE events SET id = erased.id, digest = '', answer = '', naming = CASE WHEN naming IS NULL THEN NULL ELSE $3 END
  FROM unnest($1::bigint[], $2::text[]) AS erased (seq, id) WHERE events.seq = erased.seq`;

const FORGET_REASONS = `UPDATE revisions SET reason = '' WHERE event = ANY($1::bigint[])`;

/** Replaces earlier names of the player in the log: processes that follow it from before read the last one. */
function erasingLog(erased: StoredPlayer): Statement {
  return [
    `UPDATE changes SET detail = $1 WHERE kind = 'player' AND (detail::json ->> 'number')::integer = $2`,
    ERASED_DETAIL + JSON.stringify(erased).slice(1),
    erased.number,
  ];
}

/** Replaces earlier documents in the log that name the player: processes that follow it from before read the current one. */
async function rewritingDocuments(commit: Commit, memory: Memory, rewrite = (text: string) => text): Promise<readonly Statement[]> {
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
