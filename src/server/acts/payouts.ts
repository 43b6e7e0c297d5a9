import type { AnswerTo, BodyOf, QueryOf } from '../../contract/api.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { PayoutState } from '../../contract/operation/settlement.ts';
import { namesAnswer } from '../answers/parts/any-player.ts';
import { dayOf } from '../answers/parts/board-days.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { type KeptPayout, PAYOUT, payoutFrom } from '../boards/settling/payouts.ts';
import { Problem } from '../http/problem.ts';
import { countRecords, pageOfRecords, type StoredRecord } from '../store/records.ts';
import { canBecome, payoutsMatching } from './many/payouts.ts';
import { setBack, type Undos } from './parts/opposite.ts';

/**
 * Payouts, newest first, filtered by board, player or state.
 * @throws {Problem} not-found for an unknown board or player; bad-request for an invalid `before`.
 */
export async function payoutsAnswer(
  boards: LiveBoards,
  { board, player, state, before, limit }: QueryOf<'payouts'>,
): Promise<AnswerTo<'payouts'>> {
  const isAsked = await payoutsMatching(boards, { board, player });
  const last = before === undefined ? undefined : (await boards.store.record(PAYOUT, before))?.number;
  if (before !== undefined && last === undefined)
    throw new Problem('bad-request', 'There is no such page of payouts.', [{ field: 'before', rule: 'must be the "next" of a page' }]);
  const { found, next } = await pageOfRecords(boards.store, PAYOUT, { state, before: last, limit }, isAsked);
  const isCounted = board === undefined && player === undefined;
  return {
    payouts: [...(await answersOf(boards, found))],
    next: next?.id ?? null,
    total: isCounted ? await countRecords(boards.store, PAYOUT, state) : null,
  };
}

/** @throws {Problem} not-found for an unknown payout. */
export async function payoutAnswer(boards: LiveBoards, id: string): Promise<AnswerTo<'payout'>> {
  const kept = await boards.store.record(PAYOUT, id);
  if (kept === undefined) throw unknownPayout(id);
  const [payout] = await answersOf(boards, [kept]);
  return payout!;
}

/** The part of a payout that operators set. */
export function payoutMark({ state, at, note }: Pick<AnswerTo<'payout'>, 'state' | 'at' | 'note'>): object {
  return { state, at, note };
}

function unknownPayout(id: string): Problem {
  return new Problem('not-found', `There is no payout ${JSON.stringify(id)}.`, [{ field: 'payout', rule: 'must be the id of a payout' }]);
}

/**
 * Marks a payout. Of concurrent requests one succeeds, and its caller sends the prize. `still` is called inside the commit with the current
 * mark.
 * @throws {Problem} as `still`; not-found; conflict if it is already in that state, or if neither state is due.
 */
export async function markPayout(
  boards: LiveBoards,
  id: string,
  { state, note }: BodyOf<'markPayout'>,
  now: number,
  still: (mark: object) => void = () => {},
): Promise<AnswerTo<'payout'>> {
  await boards.store.changeRecords({
    of: [{ kind: PAYOUT, id }],
    change([kept]) {
      if (kept === undefined) throw unknownPayout(id);
      const is = kept.state as PayoutState;
      still(payoutMark({ state: is, at: timeText(kept.at), note: payoutFrom(kept).note }));
      if (!canBecome(is, state))
        throw new Problem('conflict', `The payout is already ${is}. Nothing was changed.`, [
          { field: 'state', rule: is === state ? 'must differ from the current state' : 'must be set to "due" first' },
        ]);
      const payout = payoutFrom(kept);
      const act = {
        act: 'mark-payout',
        board: payout.board,
        player: payout.player,
        subject: id,
        before: { state: kept.state, note: payout.note },
        after: { state, note: note ?? null },
      } as const;
      return [
        auditEntry(act, now),
        { ...kept, at: now, state, text: JSON.stringify({ ...payout, note: note ?? null } satisfies KeptPayout) },
      ];
    },
  });
  return payoutAnswer(boards, id);
}

async function answersOf(boards: LiveBoards, records: readonly StoredRecord[]): Promise<readonly AnswerTo<'payout'>[]> {
  const won = records.map(payoutFrom);
  const players = await boards.store.players(won.map(({ player }) => player));
  return records.map(({ id, at, state }, i) => {
    const { board, kind, start, rank, prize, note } = won[i]!;
    const from = dayOf(start, boards.board(board).calendar);
    return {
      id,
      board,
      kind,
      from,
      rank,
      prize,
      player: namesAnswer(players[i]!),
      state: state as PayoutState,
      at: timeText(at),
      note,
    };
  });
}

export const PAYOUT_UNDOS = {
  'mark-payout': setBack(
    'mark-payout',
    'markPayout',
    async ({ boards }, { kept: { subject: id = '' } }) => {
      const record = await boards.store.record(PAYOUT, id);
      return { state: record?.state as PayoutState, note: record === undefined ? null : payoutFrom(record).note };
    },
    ({ state, note }, { boards, clock }, { kept: { subject: id = '' } }) =>
      markPayout(boards, id, { state, note: note ?? undefined }, clock()),
  ),
} satisfies Undos;
