import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { Problem } from '../http/problem.ts';
import { type BoardSettings, PLAIN_BOARD } from '../store/stored-values.ts';
import type { LiveBoards } from './live-boards.ts';

/** Makes the first board where there is none, called `title` and counting its days by `calendar`. */
export async function ensureBoard(boards: LiveBoards, { title, calendar }: Pick<BoardSettings, 'title' | 'calendar'>): Promise<void> {
  if (boards.boards().length > 0) return;
  try {
    await boards.editing.make({ name: DEFAULT_BOARD, title, ...PLAIN_BOARD, calendar });
  } catch (error) {
    // Another process was first.
    if (!(error instanceof Problem) || error.code !== 'name-taken') throw error;
  }
}
