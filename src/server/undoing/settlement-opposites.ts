import { ENDPOINTS } from '../../contract/api.ts';
import type { PayoutState } from '../../contract/operation/settlement-answers.ts';
import { beginImport } from '../acts/imports.ts';
import type { ToldAct } from '../audit/told-act.ts';
import { PAYOUT, payoutFrom } from '../boards/settling/payouts.ts';
import { markPayout } from '../settlement/payouts.ts';
import { fieldsPlan, type Opposite, type UndoParts } from './opposite.ts';

/** A prize is due again, or was paid or declined after all. */
export const markPayoutBack: Opposite = {
  role: ENDPOINTS.markPayout.role,
  does: ['mark-payout'],
  async plan({ boards, clock }, told) {
    const id = told.kept.subject!;
    const record = await boards.store.record(PAYOUT, id);
    const now = { state: record?.state as PayoutState, note: record === undefined ? null : payoutFrom(record).note };
    return fieldsPlan(told, 'mark-payout', now, ({ state, note }) => markPayout(boards, id, { state, note: note ?? undefined }, clock()));
  },
};

/** An import that was begun is ended: what it held open becomes final. */
export const endImport: Opposite = {
  role: ENDPOINTS.endImport.role,
  does: ['end-import'],
  plan(parts, told) {
    const hold = holdOf(parts, told);
    return {
      act: 'end-import',
      left: { underWay: true },
      now: { underWay: hold !== undefined },
      wanted: { underWay: false },
      carryOut: () => parts.boards.imports.end(hold!.id),
    };
  },
};

/** An import that was ended goes on, for periods that did not become final meanwhile. */
export const beginImportAgain: Opposite = {
  role: ENDPOINTS.beginImport.role,
  does: ['begin-import'],
  plan(parts, told) {
    const { boards, readiness, log } = parts;
    const { board = '', subject: file = '' } = told.kept;
    return {
      act: 'begin-import',
      left: { underWay: false },
      now: { underWay: holdOf(parts, told) !== undefined },
      wanted: { underWay: true },
      carryOut: () => beginImport(boards, readiness, { board, file }, log),
    };
  },
};

function holdOf({ boards }: UndoParts, { kept }: ToldAct) {
  return boards.imports.list().find(({ board, file }) => board === kept.board && file === kept.subject);
}
