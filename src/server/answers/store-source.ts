import { DEFAULT_BOARD, UnknownBoard, UnknownPlayer, type LiveSource, type PlayerQuestion } from '../../contract/live-source.ts';
import { UnknownMoment, type When, whenOf } from '../../contract/when.ts';
import { boardViewAnswer, boardViewAsked } from './board-view-answer.ts';
import type { PointsWords } from '../../domain/units/unit.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { publicBoards } from '../boards/public-boards.ts';
import { highlightsAnswer } from './highlights-answer.ts';
import { searchAnswer } from './live-search.ts';
import { statisticsAnswer } from './live-statistics.ts';
import { pathAnswer } from './path-answer.ts';
import { playerHistoryAnswer, playerPageAnswer } from './player-page-answer.ts';
import { boardAsked, type Dated } from './parts/board-asked.ts';
import { playerAsked, type PlayerAsked } from './parts/player-place.ts';
import { Problem } from '../http/problem.ts';
import { receiptAnswer } from './receipt-answer.ts';
import { recordsAnswer } from './records-answer.ts';
import { playedAnswer, trendsAnswer } from './trends-answer.ts';
import { hallAnswer, hallQuestion } from './winners-answer.ts';

const NOW = { kind: 'now' } as const;

/** @throws {UnknownMoment} for an `at` that means nothing. */
function dated<Question extends { readonly at: string }>(question: Question): Dated<Question> {
  return { ...question, at: whenOf(question.at) };
}

/**
 * Answers pages from the boards themselves, where they are rendered: no request is made. Pages are for everybody, and show what
 * everybody may read. `points` gives what the site calls its points now, if not points.
 */
export function createStoreSource(live: LiveBoards, points: () => PointsWords | undefined = () => undefined): LiveSource {
  const boards = publicBoards(live);
  const { clock } = live;

  /** A player of a board that is not there is as unknown as one nobody is called. */
  async function ofPlayer<T>(question: PlayerQuestion, at: When, answer: (asked: PlayerAsked, now: number) => Promise<T>): Promise<T> {
    const now = clock();
    try {
      return await answer(playerAsked(boards, { ...question, at }, now), now);
    } catch (error) {
      throw unknown(error, UnknownPlayer);
    }
  }

  async function ofBoard<T>(answer: (now: number) => Promise<T>): Promise<T> {
    try {
      return await answer(clock());
    } catch (error) {
      throw unknown(error, UnknownBoard);
    }
  }

  return {
    rankings: (question) => ofBoard(async (now) => boardViewAnswer(boards, boardViewAsked(boards, dated(question), now), now)),
    highlights: (question) => ofBoard(async (now) => highlightsAnswer(boards, boardAsked(boards, dated(question), now))),
    activities: async () => boards.catalogue.value.activities,
    search: (question) => ofBoard((now) => searchAnswer(boards, question, now, points())),
    statCards: () => statisticsAnswer(boards, clock()),
    records: (board) => ofBoard(() => recordsAnswer(boards, board === '' ? DEFAULT_BOARD : board)),
    trends: (board) => ofBoard((now) => trendsAnswer(boards, board === '' ? DEFAULT_BOARD : board, now)),
    played: (question) => ofBoard(async (now) => playedAnswer(boards, boardAsked(boards, dated(question), now))),
    hallOfFame: (question) => ofBoard(async (now) => hallAnswer(boards, hallQuestion(boards, dated(question), now))),
    player: (question) => ofPlayer(question, NOW, (asked, now) => playerPageAnswer(boards, asked, now)),
    history: (question, within) => ofPlayer(question, NOW, (asked) => playerHistoryAnswer(boards, asked, within)),
    receipt: async (question, before) => ofPlayer(question, whenOf(question.at), (asked) => receiptAnswer(boards, asked, before)),
    path: (question) => ofPlayer(question, NOW, (asked, now) => pathAnswer(boards, asked, now)),
  };
}

/** What is not there, as pages know it: the moment where that is at fault, and else `What` was asked for. Anything else as it is. */
function unknown(error: unknown, What: typeof UnknownBoard | typeof UnknownPlayer): unknown {
  if (!(error instanceof Problem)) return error;
  if (error.faults.some(({ field }) => field === 'at')) return new UnknownMoment(error.message);
  return error.code === 'not-found' ? new What(error.message) : error;
}
