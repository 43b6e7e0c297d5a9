import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { keptBeside } from '../audit/beside-entry.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import type { BoardLimits } from '../boards/points/points-limits.ts';
import type { PlacedPrizes } from '../boards/settling/kept-catalogue.ts';
import { Problem } from '../http/problem.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { askedAt, setBack, type Undos } from './parts/opposite.ts';

export const BOARD_UNDOS = {
  // Deletes it, or archives it if it has points by now.
  'make-board': {
    ...askedAt('removeBoard', 'remove-board', 'change-board'),
    why: ({ kept }) => (kept.board === DEFAULT_BOARD ? 'The default board cannot be archived or removed.' : undefined),
    async plan({ boards }, { kept: { board: name = '', after } }) {
      const now = keptNow(boards, name);
      const hasPoints = now !== undefined && (await boards.store.firstPeriod(name, 'all-time')) !== undefined;
      return {
        act: hasPoints ? 'change-board' : 'remove-board',
        left: after,
        now,
        wanted: hasPoints ? { ...now, state: 'archived' } : null,
        async carryOut() {
          try {
            await boards.editing.remove(name);
          } catch (error) {
            if (!(error instanceof Problem) || error.faults[0]?.rule !== 'must never have had points') throw error;
            await boards.editing.change(name, { state: 'archived' });
          }
        },
      };
    },
  },
  // Restores title, unit, state, visibility, group and, until there are points, the calendar.
  'change-board': setBack(
    'change-board',
    'changeBoard',
    ({ boards }, { kept: { board: name = '' } }): Partial<NonNullable<ReturnType<typeof keptNow>>> => keptNow(boards, name) ?? {},
    ({ title, unit, state, visibility, group, calendar }, { boards }, { kept: { board: name = '' } }) =>
      boards.editing.change(name, { title, unit, state, visibility, group, ...calendar }),
  ),
  // Creates it again, because it never had points.
  'remove-board': {
    ...askedAt('makeBoard', 'make-board'),
    async plan({ boards }, told) {
      const { board: name = '', before } = told.kept;
      const { reviewMs, ...kept } = (await keptBeside(boards.store, told)) as {
        readonly reviewMs: number;
        readonly limits?: BoardLimits;
        readonly prizes?: PlacedPrizes;
      };
      return {
        left: null,
        now: boards.boards().find((board) => board.name === name) ?? null,
        wanted: before,
        async carryOut() {
          await boards.editing.make(before as BoardSettings, {
            visibility: boards.visibility.of(name),
            group: boards.groups.of(name),
            ...kept,
          });
          if (reviewMs !== boards.reviews.reviewMs(name)) await boards.reviews.setReviewMs(name, reviewMs);
        },
      };
    },
  },
} satisfies Undos;

/** A board with its settings, `undefined` if there is none. */
function keptNow(boards: LiveBoards, name: string) {
  const board = boards.boards().find((each) => each.name === name);
  return board && { ...board, visibility: boards.visibility.of(name), group: boards.groups.of(name) };
}
