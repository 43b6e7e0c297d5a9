import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { Problem } from '../http/problem.ts';
import { type BoardSettings, PLAIN_BOARD } from '../store/stored-values.ts';
import type { LiveBoards } from './live-boards.ts';

/** Creates the default board if there are no boards. */
export async function ensureBoard(boards: LiveBoards, { title, calendar }: Pick<BoardSettings, 'title' | 'calendar'>): Promise<void> {
  if (boards.boards().length > 0) return;
  try {
    await boards.editing.make({ name: DEFAULT_BOARD, title, ...PLAIN_BOARD, calendar });
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof Problem) || error.code !== 'name-taken') throw error;
  }
}
