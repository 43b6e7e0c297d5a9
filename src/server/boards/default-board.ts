import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import type { Calendar } from '../../domain/calendar.ts';
import type { LiveBoards } from './live-boards.ts';

/** Makes the first board where there is none, counting its days by `calendar`. */
export async function ensureBoard(boards: LiveBoards, calendar: Calendar): Promise<void> {
  if (boards.boards().length > 0) return;
  await boards.makeBoard({ name: DEFAULT_BOARD, title: 'Leaderboard', scoring: 'sum', direction: 'high', calendar });
}
