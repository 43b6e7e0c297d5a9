import { ENDPOINTS } from '../../contract/api.ts';
import { PERIOD_KINDS, periodContaining, type PeriodSpan } from '../../domain/calendar.ts';
import type { ToldAct } from '../audit/told-act.ts';
import { Problem } from '../http/problem.ts';
import { imaginedReopening } from '../previews/imagined-reopening.ts';
import type { BoardSettings, PeriodKey } from '../store/stored-values.ts';
import type { Opposite, UndoParts } from './opposite.ts';

/** A period that was closed is open again, if it is the latest one. */
export const reopenPeriod: Opposite = {
  role: ENDPOINTS.reopenPeriod.role,
  does: ['reopen-period'],
  async why(told, parts) {
    const period = periodOf(parts, told);
    if (period === undefined) return 'The board is not there any more.';
    const { store } = parts.boards;
    if ((await store.latestClosed(period.key.board, period.key.kind)) !== period.key.start)
      return 'Only the latest closed period of its kind can be opened again.';
    return undefined;
  },
  plan(parts, told) {
    const { boards } = parts;
    const { board, span, key } = periodOf(parts, told)!;
    return {
      act: 'reopen-period',
      left: { closed: true },
      now: { closed: true },
      wanted: { closed: false },
      imagine: () => imaginedReopening(boards, board, span),
      carryOut: (agreed) => boards.closing.reopen(key, 'Closing it was taken back.', agreed),
    };
  },
};

/** A period that was opened again is closed at once. */
export const closePeriod: Opposite = {
  role: ENDPOINTS.reopenPeriod.role,
  does: ['close-period'],
  async plan(parts, told) {
    const { closing } = parts.boards;
    const key = periodOf(parts, told)?.key;
    const isOpen = key !== undefined && (await closing.isOpenAgain(key));
    return {
      act: 'close-period',
      left: { closed: false },
      now: { closed: !isOpen },
      wanted: { closed: true },
      async carryOut() {
        const troubles = await parts.readiness();
        if (troubles.length > 0) throw new Problem('unavailable', `Nothing can be closed now. ${troubles.join(' ')}`);
        await closing.closeAgain(key!);
      },
    };
  },
};

/** The period of an entry about one, which names it as `daily from 2026-11-20T23:00:00.000Z`. */
function periodOf(
  { boards }: UndoParts,
  { kept }: ToldAct,
): { readonly board: BoardSettings; readonly span: PeriodSpan; readonly key: PeriodKey } | undefined {
  const board = boards.boards().find(({ name }) => name === kept.board);
  const [name, , from] = (kept.subject ?? '').split(' ');
  const kind = PERIOD_KINDS.find((each) => each === name);
  if (board === undefined || kind === undefined) return undefined;
  const span = periodContaining(kind, Date.parse(from ?? ''), board.calendar);
  return { board, span, key: { board: board.name, kind, start: span.start } };
}
