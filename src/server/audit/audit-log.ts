import type * as z from 'zod/mini';

import type { ApiAudit, ApiAuditEntry, ApiUndo } from '../../contract/operation/audit.ts';
import type { AUDIT_ENDPOINTS } from '../../contract/audit-endpoints.ts';
import { timeText } from '../../contract/moment-text.ts';
import { Problem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';
import { AUDIT } from '../store/records.ts';
import type { StoredPlayer } from '../store/stored-values.ts';
import { undoId } from './audit-entry.ts';
import { type ToldAct, toldActIn } from './told-act.ts';

/** Which entries are asked for. */
export type AuditQuestion = z.output<typeof AUDIT_ENDPOINTS.audit.query>;

/** Entries that are read at once, and those that are looked at for a page. */
const AT_ONCE = 500;
const MOST_LOOKED_AT = 20_000;

/** Whether an act that was not taken back yet can be; `about`: the player it was about. */
export type UndoOf = (told: ToldAct, about: StoredPlayer | undefined) => Promise<ApiUndo>;

/**
 * Entries of the audit log, newest first, and which of them can be taken back.
 * @throws {Problem} not-found for a player that nobody is.
 */
export async function auditAnswer(
  store: Pick<PointsStore, 'record' | 'records' | 'players' | 'playerNamed'>,
  { board, player: username, act, before, limit }: AuditQuestion,
  undoOf: UndoOf,
): Promise<ApiAudit> {
  const player = username === undefined ? undefined : (await store.playerNamed(username))?.number;
  if (username !== undefined && player === undefined)
    throw new Problem('not-found', `Nobody called "${username}" has any points yet.`, [
      { field: 'player', rule: 'must be the username of a player' },
    ]);

  const found: ToldAct[] = [];
  let last = before;
  let isEnd = false;
  for (let looked = 0; found.length <= limit && looked < MOST_LOOKED_AT && !isEnd; looked += AT_ONCE) {
    const records = await store.records(AUDIT, { state: act, before: last, limit: AT_ONCE });
    for (const record of records) {
      const told = toldActIn(record);
      const isAsked = (board === undefined || told.kept.board === board) && (player === undefined || told.kept.player === player);
      if (isAsked) found.push(told);
    }
    last = records.at(-1)?.number ?? last;
    isEnd = records.length < AT_ONCE;
  }

  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)!.number : isEnd ? null : last!;
  return { entries: [...(await entryAnswers(store, shown, undoOf))], next };
}

/** Entries as the API tells them. */
export async function entryAnswers(
  store: Pick<PointsStore, 'record' | 'players'>,
  told: readonly ToldAct[],
  undoOf: UndoOf,
): Promise<readonly ApiAuditEntry[]> {
  const numbers = [...new Set(told.flatMap(({ kept }) => kept.player ?? []))];
  const players = new Map((await store.players(numbers)).map((one) => [one.number, one]));
  return Promise.all(
    told.map(async (each) => {
      const { number, at, act, kept } = each;
      const player = kept.player === undefined ? undefined : players.get(kept.player)!;
      const undoneBy = (await store.record(AUDIT, undoId(number)))?.number ?? null;
      return {
        number,
        at: timeText(at),
        by: kept.by,
        act,
        board: kept.board ?? null,
        player: player === undefined ? null : { username: player.username, displayName: player.displayName, avatar: player.avatar },
        subject: kept.subject ?? null,
        before: kept.before ?? null,
        after: kept.after ?? null,
        reason: kept.reason ?? null,
        undoes: kept.undoes ?? null,
        undoneBy,
        undo: undoneBy === null ? await undoOf(each, player) : { state: 'done', by: undoneBy },
      };
    }),
  );
}
