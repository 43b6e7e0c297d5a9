import { UnknownBoard, type LiveRankingsQuestion, type LiveSource } from '../../contract/live-source.ts';
import type { LiveBoardView } from '../../contract/page-answers.ts';
import type { View } from '../../contract/view.ts';
import type { PageContext, PageHead, PageModule } from '../routes/page.ts';
import { boardHead } from './board-head.ts';
import { liveRankingsOf } from './live-questions.ts';

/** What the loader of a page with a board gives: the page for what is not found where there is no such board, null where it could not be had just now. */
export type LoadedBoard = LiveBoardView | PageModule<LiveSource> | null;

/**
 * Loads a board for a page. A server rejects with what the source rejects with, and answers accordingly; in a
 * browser the page itself says what is the matter and asks again.
 */
export async function loadBoard({ source, queryClient }: PageContext<LiveSource>, question: LiveRankingsQuestion): Promise<LoadedBoard> {
  try {
    return await queryClient.ensureQueryData(liveRankingsOf(source, question));
  } catch (error) {
    if (import.meta.env.SSR) throw error;
    return error instanceof UnknownBoard ? import('../routes/not-found.tsx') : null;
  }
}

/** The head of a page with a board, whatever came of loading it. */
export function loadedHead(view: View, loaded: LoadedBoard): PageHead {
  if (loaded === null) return { title: 'Leaderboard', description: 'The board could not be loaded.' };
  return isOtherPage(loaded) ? loaded.head(view, null) : boardHead(loaded);
}

/** Whether another page has to be shown in place of the one that asked. */
export function isOtherPage(loaded: LoadedBoard): loaded is PageModule<LiveSource> {
  return loaded !== null && 'Component' in loaded;
}
