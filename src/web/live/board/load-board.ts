import type { LiveRankingsQuestion, LiveSource } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { UnknownMoment, whenOf } from '../../../contract/when.ts';
import type { PageContext, PageHead } from '../../site/page.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { boardHead } from '../words/board-head.ts';
import { Suggestions } from '../finding/suggestions.ts';
import { isEmpty, isPresent } from '../words/board-view.ts';
import { hasRoomBeside } from '../asking/in-browser.ts';
import { periodQuestion, liveQuestion, playersCalled } from '../asking/live-questions.ts';
import { askForPage } from '../asking/ask-for-page.ts';
import { loadBoardChoice } from './choice/board-choice.tsx';
import { WayToPoints } from './empty-board.ts';
import { prefetchPlayed, TimeMachine } from './loaded-time-machine.ts';
import { PastPeriod } from './period-bar.tsx';

/** What the loader of a page with a board gives: `null` if it could not be had just now. */
export type LoadedBoard = LiveBoardView | null;

/** Loads a board for a page. */
export function loadBoard(context: PageContext<LiveSource>, question: LiveRankingsQuestion): Promise<LoadedBoard> {
  const { source, answers } = context;
  return askForPage(context, async () => {
    // What no server could answer is not asked.
    const when = whenOf(question.at);
    const isReplayed = when.kind === 'moment' || context.view.view === 'race';
    const asked = liveQuestion(source, 'rankings', question);
    // A moment that was there and is none any more: what was answered then says nothing.
    const isGone = answers.known(asked).error instanceof UnknownMoment;
    const [board] = await Promise.all([
      isGone ? answers.fresh(asked) : answers.ensure(asked),
      isReplayed ? TimeMachine.load() : undefined,
      // The page goes without what stands beside the board rather than not at all.
      when.kind !== 'moment' && context.view.view === 'page' && hasRoomBeside()
        ? answers.ensure(liveQuestion(source, 'highlights', periodQuestion(question))).catch(() => undefined)
        : undefined,
    ]);
    // A replay stops where something happened, if that is known.
    if (isReplayed) await prefetchPlayed(answers, source, question.board, board);
    // A board with nobody of that name says who is meant; the page goes without it rather than not at all.
    const isNobody = question.q !== '' && isEmpty(board);
    await Promise.all([
      isNobody
        ? answers.fresh(liveQuestion(source, 'search', playersCalled(question.q, question.board))).catch(() => undefined)
        : undefined,
      isNobody ? Suggestions.load() : undefined,
      isReplayed || !isPresent(board) ? PastPeriod.load() : undefined,
      isEmpty(board) ? WayToPoints.load() : undefined,
      loadBoardChoice(board),
    ]);
    return board;
  });
}

/** The head of a page with a board, whatever came of loading it. */
export function loadedBoardHead(loaded: LoadedBoard, format: NumberFormat): PageHead {
  return loaded === null ? { title: 'Leaderboard', description: 'The board could not be loaded.' } : boardHead(loaded, format);
}
