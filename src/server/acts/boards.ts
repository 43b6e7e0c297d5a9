import { ENDPOINTS } from '../../contract/api.ts';
import { keptBeside } from '../audit/beside-entry.ts';
import { Problem } from '../http/problem.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { fieldsOf, fieldsPlan, type Opposite, type Undos } from './parts/opposite.ts';

/** A board that was made is removed or, if it has points by then, archived. */
const unmakeBoard: Opposite = {
  role: ENDPOINTS.removeBoard.role,
  does: ['remove-board', 'change-board'],
  async plan({ boards }, { kept: { board: name = '', after } }) {
    const now = boards.boards().find((board) => board.name === name);
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
};

/** A board is called what it was called, and seen by whom it was. */
const changeBoardBack: Opposite = {
  role: ENDPOINTS.changeBoard.role,
  does: ['change-board'],
  plan({ boards }, told) {
    const name = told.kept.board!;
    const settings = boards.boards().find((board) => board.name === name);
    if ('visibility' in fieldsOf(told.kept.before))
      return fieldsPlan(told, 'change-board', { visibility: boards.visibility.of(name) }, ({ visibility }) =>
        boards.editing.change(name, { visibility }),
      );
    return fieldsPlan(told, 'change-board', settings ?? ({} as BoardSettings), ({ title, unit, state }) =>
      boards.editing.change(name, { title, unit, state }),
    );
  },
};

/** A board that was removed is made again: it never had points. */
const makeBoardAgain: Opposite = {
  role: ENDPOINTS.makeBoard.role,
  does: ['make-board'],
  async plan({ boards }, told) {
    const { board: name = '', before } = told.kept;
    const { reviewMs } = (await keptBeside(boards.store, told)) as { readonly reviewMs: number };
    return {
      act: 'make-board',
      left: null,
      now: boards.boards().find((board) => board.name === name) ?? null,
      wanted: before,
      async carryOut() {
        await boards.editing.make(before as BoardSettings, boards.visibility.of(name));
        if (reviewMs !== boards.reviews.reviewMs(name)) await boards.reviews.setReviewMs(name, reviewMs);
      },
    };
  },
};

/** What takes acts about boards back. */
export const BOARD_UNDOS = { 'make-board': unmakeBoard, 'change-board': changeBoardBack, 'remove-board': makeBoardAgain } satisfies Undos;
