import type { AnswerTo, BodyOf, QueryOf } from '../../../contract/api.ts';
import type { PayoutState } from '../../../contract/operation/settlement.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { PAYOUT, payoutFrom } from '../../boards/settling/payouts.ts';
import type { StoredRecord } from '../../store/records.ts';
import type { Undos } from '../parts/opposite.ts';
import type { PreviewedAct } from '../parts/previewed.ts';
import { type Decidable, deciding, decisionsBack, selectedTurns } from './decisions.ts';

const PRIZES: Decidable = {
  kind: PAYOUT,
  unit: 'payouts',
  words: 'prizes',
  done: 'marked',
  playerOf: (_, record) => payoutFrom(record).player,
};

/** A filter for payouts. @throws {Problem} not-found for an unknown board or player. */
export async function payoutsMatching(
  boards: LiveBoards,
  { board, player: username }: Pick<QueryOf<'payouts'>, 'board' | 'player'>,
): Promise<(record: StoredRecord) => boolean> {
  if (board !== undefined) boards.board(board);
  const player = username === undefined ? undefined : (await boards.players.existing(username, 'player')).number;
  return (record) => {
    const won = payoutFrom(record);
    return (board === undefined || won.board === board) && (player === undefined || won.player === player);
  };
}

/**
 * Marks payouts together. Of concurrent requests for the same one, only one succeeds.
 * @throws {Problem} not-found for an unknown board, player or id; as `selectedTurns`.
 */
export function markingPayouts(
  boards: LiveBoards,
  { state, note, payouts }: BodyOf<'markPayouts'>,
): PreviewedAct<Exclude<AnswerTo<'markPayouts'>, { preview: true }>> {
  const turns = async () =>
    selectedTurns(
      boards,
      PRIZES,
      'match' in payouts && state !== 'due' ? { match: { state: 'due', ...payouts.match } } : payouts,
      await payoutsMatching(boards, 'match' in payouts ? payouts.match : {}),
      (record) => (canBecome(record.state as PayoutState, state) ? { state, note: note ?? null } : undefined),
    );
  return deciding(boards, PRIZES, turns, { act: 'mark-payouts' }, (count, entry) => ({ state, payouts: count, entry }));
}

/** Whether a payout can be marked with another state: only from due, or back to due. */
export function canBecome(is: PayoutState, state: PayoutState): boolean {
  return is !== state && (is === 'due' || state === 'due');
}

export const PAYOUTS_UNDOS = { 'mark-payouts': decisionsBack(PRIZES, 'markPayouts', 'mark-payouts') } satisfies Undos;
