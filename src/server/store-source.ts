import { UnknownBoard, type LiveSource } from '../contract/live-source.ts';
import { boardViewAnswer, boardViewQuestion } from './board-view-answer.ts';
import type { CurrentCatalogue } from './current-catalogue.ts';
import type { LiveBoards } from './live-boards.ts';
import { searchAnswer } from './live-search.ts';
import { statisticsAnswer } from './live-statistics.ts';
import { Problem } from './problem.ts';

/** Answers pages from the boards themselves, where they are rendered: no request is made. `clock` gives epoch milliseconds. */
export function createStoreSource(boards: LiveBoards, catalogue: CurrentCatalogue, clock: () => number): LiveSource {
  return {
    async rankings(question) {
      const now = clock();
      try {
        return await boardViewAnswer(boards, catalogue, boardViewQuestion(boards, question, now), now);
      } catch (error) {
        throw error instanceof Problem && error.code === 'not-found' ? new UnknownBoard(error.message) : error;
      }
    },
    activities: async () => catalogue.value.activities,
    search: (question) => searchAnswer(boards, catalogue, question, clock()),
    statCards: () => statisticsAnswer(boards, catalogue, clock()),
  };
}
