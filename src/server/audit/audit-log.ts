import type * as z from 'zod/mini';

import type { ApiAudit } from '../../contract/operation/audit.ts';
import type { AUDIT_ENDPOINTS } from '../../contract/audit-endpoints.ts';
import { timeText } from '../../contract/moment-text.ts';
import { Problem } from '../http/problem.ts';
import type { PointsStore } from '../store/points-store.ts';
import { AUDIT, type StoredRecord } from '../store/records.ts';
import type { KeptAct } from './audit-entry.ts';

/** Which entries are asked for. */
export type AuditQuestion = z.output<typeof AUDIT_ENDPOINTS.audit.query>;

/** Entries that are read at once, and those that are looked at for a page. */
const AT_ONCE = 500;
const MOST_LOOKED_AT = 20_000;

interface Entry {
  readonly record: StoredRecord;
  readonly kept: KeptAct;
}

/**
 * Entries of the audit log, newest first.
 * @throws {Problem} not-found for a player that nobody is.
 */
export async function auditAnswer(
  store: Pick<PointsStore, 'records' | 'players' | 'playerNamed'>,
  { board, player: username, act, before, limit }: AuditQuestion,
): Promise<ApiAudit> {
  const player = username === undefined ? undefined : (await store.playerNamed(username))?.number;
  if (username !== undefined && player === undefined)
    throw new Problem('not-found', `Nobody called "${username}" has any points yet.`, [
      { field: 'player', rule: 'must be the username of a player' },
    ]);

  const found: Entry[] = [];
  let last = before;
  let isEnd = false;
  for (let looked = 0; found.length <= limit && looked < MOST_LOOKED_AT && !isEnd; looked += AT_ONCE) {
    const records = await store.records(AUDIT, { state: act, before: last, limit: AT_ONCE });
    for (const record of records) {
      const kept = JSON.parse(record.text) as KeptAct;
      const isAsked = (board === undefined || kept.board === board) && (player === undefined || kept.player === player);
      if (isAsked) found.push({ record, kept });
    }
    last = records.at(-1)?.number ?? last;
    isEnd = records.length < AT_ONCE;
  }

  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)!.record.number : isEnd ? null : last!;
  const numbers = [...new Set(shown.flatMap(({ kept }) => kept.player ?? []))];
  const players = new Map((await store.players(numbers)).map((one) => [one.number, one]));
  return {
    entries: shown.map(({ record, kept }) => ({
      number: record.number,
      at: timeText(record.at),
      by: kept.by,
      act: record.state,
      board: kept.board ?? null,
      player: kept.player === undefined ? null : playerAnswer(players.get(kept.player)!),
      subject: kept.subject ?? null,
      before: kept.before ?? null,
      after: kept.after ?? null,
      reason: kept.reason ?? null,
    })),
    next,
  };
}

function playerAnswer({
  username,
  displayName,
  avatar,
}: {
  readonly username: string;
  readonly displayName: string;
  readonly avatar: string;
}) {
  return { username, displayName, avatar };
}
