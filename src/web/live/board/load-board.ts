import type { LiveRankingsQuestion, LiveSource } from '../../../contract/live-source.ts';
import { momentText } from '../../../contract/moment-text.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { UnknownMoment, whenOf } from '../../../contract/when.ts';
import { shownPlayers } from '../../../domain/board.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { ordinal } from '../../../domain/ordinal.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import type { PageContext, PageHead } from '../../site/page.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { askForPage } from '../asking/ask-for-page.ts';
import { hasRoomBeside } from '../asking/in-browser.ts';
import { periodQuestion, liveQuestion, playersCalled } from '../asking/live-questions.ts';
import { BOARD_CARD_PATH, boardInAddress, kindSearch } from '../links/addresses.ts';
import { isEmpty, isPresent, boardTitle, onPodium, settledAt } from '../words/board-view.ts';
import { SETTLED } from '../words/rank-words.ts';
import { dateAndTime, periodName } from '../words/time-words.ts';
import { loadBoardChoice } from './board-choice.tsx';
import { PastPeriod, RankJump, Suggestions, TimeMachine, WayToPoints } from './loaded-parts.ts';
import { prefetchPlayed } from './use-time-machine.ts';
import { BOARD, BOARD_NOT_LOADED } from '../words/live-board-words.ts';

/** The loader's result for a page with a board: `null` if it is currently unavailable. */
export type LoadedBoard = LiveBoardView | null;

/** Loads a board for a page. */
export function loadBoard(context: PageContext<LiveSource>, question: LiveRankingsQuestion): Promise<LoadedBoard> {
  const { source, answers } = context;
  return askForPage(context, async () => {
    // Throws for an invalid `at`, which no server needs to check.
    const when = whenOf(question.at);
    const isReplayed = when.kind === 'moment' || context.view.view === 'race';
    const asked = liveQuestion(source, 'rankings', question);
    // The moment existed earlier but no longer does: the cached answer must not be used.
    const isGone = answers.known(asked).error instanceof UnknownMoment;
    const [board] = await Promise.all([
      isGone ? answers.fresh(asked) : answers.ensure(asked),
      isReplayed ? TimeMachine.load() : undefined,
      // If this fails, the page is shown without the sections beside the board.
      when.kind !== 'moment' && context.view.view === 'page' && hasRoomBeside()
        ? answers.ensure(liveQuestion(source, 'highlights', periodQuestion(question))).catch(() => undefined)
        : undefined,
    ]);
    // A replay stops at the times of events, if they are known.
    if (isReplayed) await prefetchPlayed(answers, source, question.board, board);
    // A board without matches suggests other players; if this fails, the page is shown without suggestions.
    const isNobody = question.q !== '' && isEmpty(board);
    await Promise.all([
      isNobody
        ? answers.fresh(liveQuestion(source, 'search', playersCalled(question.q, question.board))).catch(() => undefined)
        : undefined,
      isNobody ? Suggestions.load() : undefined,
      isReplayed || !isPresent(board) ? PastPeriod.load() : undefined,
      isEmpty(board) ? WayToPoints.load() : undefined,
      board.rows.pages > 2 ? RankJump.load() : undefined,
      loadBoardChoice(board),
    ]);
    return board;
  });
}

/** The title of a board outside its page: in a tab, a bookmark or a shared link. */
export function boardHead(view: LoadedBoard, format: NumberFormat): PageHead {
  if (view === null) return { title: BOARD, description: BOARD_NOT_LOADED };
  const { board, period, moment } = view;
  const at = moment === null ? settledAt(view) : momentText(Date.parse(moment));
  const search = kindSearch(period.kind, { period: 'daily', board: boardInAddress(board.name), at });
  const head = headOf(view, format);
  return { ...head, picture: { path: BOARD_CARD_PATH + search, alt: head.description } };
}

function headOf(view: LiveBoardView, format: NumberFormat): PageHead {
  const { board, period, later, moment, last } = view;
  const { words, several } = unitWords(board, format);
  const leadersOf = (shown: Pick<LiveBoardView, 'podium'>) =>
    onPodium(shown).map(({ rank, player, points }) => `${ordinal(rank)} ${isolated(player.name)}, ${words(points)}`);
  const leaders = leadersOf(view);
  const then = moment === null ? undefined : `s it stood on ${dateAndTime(Date.parse(moment), board.timeZone)}`;
  const name = later === null || then !== undefined ? period.kind : periodName(period, board.timeZone);
  const title = `${boardTitle(board)}, ${name}${then === undefined ? '' : `, a${then}`}`;
  if (last !== null)
    return {
      title,
      description: `${title}: no ${several} yet. Last results, ${periodName(last.period, board.timeZone)}${SETTLED[last.period.state]}: ${leadersOf(last).join('; ')}.`,
    };
  if (leaders.length === 0) return { title, description: `${title}: nobody ${then === undefined ? 'has any' : 'had'} ${several} yet.` };
  const settled = { open: '', provisional: 'Provisional: ', final: 'Final: ' }[period.state];
  const when = then === undefined ? settled : `A${then} (${board.timeZone}): `;
  return { title, description: `${when}${leaders.join('; ')}. ${format.count(shownPlayers(view))} ranked.` };
}
