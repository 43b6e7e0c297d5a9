import type { LiveRankingsQuestion, LiveSource } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { View } from '../../../contract/view.ts';
import { UnknownMoment, whenOf } from '../../../contract/when.ts';
import type { PageContext, PageHead } from '../../site/page.ts';
import { boardHead } from '../words/board-head.ts';
import { liveRankingsOf } from '../asking/live-questions.ts';
import { type Loaded, loadedForPeriod, loadedHead } from '../asking/loaded-page.ts';
import { loadTimeMachine } from './loaded-time-machine.ts';

/** What the loader of a page with a board gives. */
export type LoadedBoard = Loaded<LiveBoardView>;

/** Loads a board for a page. */
export function loadBoard({ source, queryClient, url }: PageContext<LiveSource>, question: LiveRankingsQuestion): Promise<LoadedBoard> {
  return loadedForPeriod(url, async () => {
    // What no server could answer is not asked.
    const when = whenOf(question.at);
    const asked = liveRankingsOf(source, question);
    // A moment that was there and is none any more: what was answered then says nothing.
    const isGone = queryClient.getQueryState(asked.queryKey)?.error instanceof UnknownMoment;
    const [board] = await Promise.all([
      isGone ? queryClient.fetchQuery(asked) : queryClient.ensureQueryData(asked),
      when.kind === 'moment' ? loadTimeMachine() : undefined,
    ]);
    return board;
  });
}

/** The head of a page with a board, whatever came of loading it. */
export function loadedBoardHead(view: View, loaded: LoadedBoard): PageHead {
  return loadedHead(view, loaded, { title: 'Leaderboard', description: 'The board could not be loaded.' }, boardHead);
}
