import type { AnswerTo, QueryOf } from '../../contract/api.ts';
import type { ApiAuditEntry, ApiUndo } from '../../contract/operation/audit.ts';
import { timeText } from '../../contract/moment-text.ts';
import { textMatcher } from '../../domain/search/text-match.ts';
import { noSuchPlayer } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';
import { AUDIT, pageOfRecords, type StoredRecord } from '../store/records.ts';
import type { StoredPlayer } from '../store/stored-values.ts';
import { undoId } from './audit-entry.ts';
import { type ToldAct, toldActIn } from './told-act.ts';

export type AuditQuestion = Omit<QueryOf<'audit'>, 'from' | 'until'>;

/** Whether an act can be undone; `about`: its player. */
export type UndoOf = (told: ToldAct, about: StoredPlayer | undefined) => Promise<ApiUndo>;

/**
 * Audit entries in [from, to), in epoch milliseconds, newest first, with their undo states.
 * @throws {Problem} not-found for an unknown player.
 */
export async function auditAnswer(
  store: Pick<PointsStore, 'record' | 'records' | 'players' | 'playerNamed'>,
  { board, player: username, by, act, before, limit }: AuditQuestion,
  undoOf: UndoOf,
  { from, to }: { readonly from: number; readonly to: number } = { from: -Infinity, to: Infinity },
): Promise<AnswerTo<'audit'>> {
  const player = username === undefined ? undefined : (await store.playerNamed(username))?.number;
  if (username !== undefined && player === undefined) throw noSuchPlayer(username, 'player');

  const isNamed = textMatcher(by ?? '');
  const isAsked = (record: StoredRecord) => {
    const { kept } = toldActIn(record);
    const isTheirs = by === undefined || (kept.by.name !== null && isNamed(kept.by.name));
    const isAbout = (board === undefined || kept.board === board) && (player === undefined || kept.player === player);
    return isTheirs && isAbout && record.at >= from && record.at < to;
  };
  const { found, next } = await pageOfRecords(store, AUDIT, { state: act, before, limit }, isAsked);
  return { entries: [...(await entryAnswers(store, found.map(toldActIn), undoOf))], next: next?.number ?? null };
}

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
