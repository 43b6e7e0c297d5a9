import type { BodyOf } from '../../contract/api.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { ApiReopened } from '../../contract/operation/ledger.ts';
import { firstPlaceAwaited } from '../../domain/ascending.ts';
import { PERIOD_KINDS, periodContaining, type PeriodSpan } from '../../domain/calendar.ts';
import { compareKeys } from '../../domain/ordering.ts';
import { dayOf, periodOfDay } from '../answers/parts/board-days.ts';
import { periodAnswer } from '../answers/parts/rankings-answer.ts';
import type { ToldAct } from '../audit/told-act.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { keyOf } from '../ranking/period-key.ts';
import { orderKey } from '../ranking/player-order.ts';
import type { BoardSettings, ClosedPlace } from '../store/stored-values.ts';
import { refuseUnlessClosing } from './parts/act-parts.ts';
import { askedAt, turned, type UndoParts, type Undos } from './parts/opposite.ts';
import type { Imagined, PreviewedAct } from './parts/previewed.ts';

/**
 * Reopens the closed period that contains the board's day `date`.
 * @throws {Problem} not-found for an unknown board; bad-request for a day skipped in its zone; conflict as `PeriodClosing.reopen`.
 */
export function reopeningPeriod(
  boards: LiveBoards,
  boardName: string,
  { period: kind, date, reason }: BodyOf<'reopenPeriod'>,
): PreviewedAct<ApiReopened> {
  const board = boards.board(boardName);
  const period = periodOfDay(kind, date, board.calendar, 'date');
  return {
    imagine: () => imaginedReopening(boards, board, period),
    async carryOut(agreed) {
      await boards.closing.reopen(keyOf(board.name, period), reason, agreed);
      return {
        board: board.name,
        period: periodAnswer(boards, board.name, period, false),
        from: dayOf(period.start, board.calendar),
        reason,
        finalAt: timeText(await boards.closing.finalTimeOf(board.name, period)),
      };
    },
  };
}

/**
 * Previews reopening: players hidden since leave the ranks, and players shown again return.
 * @throws {Problem} conflict as `PeriodClosing.refuseReopening`.
 */
async function imaginedReopening(boards: LiveBoards, board: BoardSettings, period: PeriodSpan): Promise<Imagined> {
  const key = keyOf(board.name, period);
  await boards.closing.refuseReopening(key);
  const { total, unshown } = (await boards.store.finalStandings(key, 1, 0))!;
  const shown = total - unshown;
  const behind = (await boards.store.finalStandings(key, shown + 1, unshown))?.standings ?? [];
  const gone = await boards.store.finalRanks(key, [...boards.players.absences.keys()]);
  const back = behind.filter(({ player }) => boards.players.isShown(player.number));

  const totalOf = ({ player, score }: ClosedPlace) => [orderKey(board, score.points), score.reachedAt, player.number] as const;
  const come = [];
  for (const place of back) {
    const own = totalOf(place);
    const isInFront = async (rank: number) => {
      const at = (await boards.store.finalStandings(key, rank, 1))!.standings[0]!;
      return compareKeys(...totalOf(at), ...own) < 0;
    };
    come.push({ own, before: (await firstPlaceAwaited(1, shown + 1, isInFront)) - 1 });
  }
  return {
    subject: [`${board.name} ${period.kind}`, [period.start, total, unshown]],
    changes: [
      {
        board,
        period,
        order: await boards.reading.orderOf(board, period, []),
        left: [
          ...Array.from(gone, ([player, rank]) => ({ player, rank })),
          ...back.map(({ player, rank }) => ({ player: player.number, rank })),
        ],
        come: come
          .toSorted((a, b) => compareKeys(...a.own, ...b.own))
          .map(({ own: [points, , player], before }) => ({ player, points, before })),
      },
    ],
  };
}

/** Parses the period of an entry: `daily from 2026-11-20T23:00:00.000Z`. */
function periodOf({ boards }: UndoParts, { kept }: ToldAct) {
  const board = boards.boards().find(({ name }) => name === kept.board);
  const [name, , from] = (kept.subject ?? '').split(' ');
  const kind = PERIOD_KINDS.find((each) => each === name);
  if (board === undefined || kind === undefined) return undefined;
  const span = periodContaining(kind, Date.parse(from ?? ''), board.calendar);
  return { board, span, key: { board: board.name, kind, start: span.start } };
}

export const PERIOD_UNDOS = {
  'close-period': {
    ...askedAt('reopenPeriod', 'reopen-period'),
    async why(told, parts) {
      const period = periodOf(parts, told);
      if (period === undefined) return 'The board no longer exists.';
      const { board, kind, start } = period.key;
      const isLatest = (await parts.boards.store.latestClosed(board, kind)) === start;
      return isLatest ? undefined : 'Only the latest closed period of its kind can be reopened.';
    },
    plan(parts, told) {
      const { boards } = parts;
      const { board, span, key } = periodOf(parts, told)!;
      return {
        ...turned('closed', true, false),
        refuse: () => boards.closing.refuseReopening(key),
        imagine: () => imaginedReopening(boards, board, span),
        carryOut: (agreed) => boards.closing.reopen(key, 'Closing it was undone.', agreed),
      };
    },
  },
  'reopen-period': {
    ...askedAt('reopenPeriod', 'close-period'),
    async plan(parts, told) {
      const { closing } = parts.boards;
      const key = periodOf(parts, told)?.key;
      const isOpen = key !== undefined && (await closing.isOpenAgain(key));
      return {
        ...turned('closed', !isOpen, true),
        async carryOut() {
          await refuseUnlessClosing(parts, 'No period can be closed now.');
          await closing.closeAgain(key!);
        },
      };
    },
  },
} satisfies Undos;
