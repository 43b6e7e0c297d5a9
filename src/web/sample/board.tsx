import { useDeferredValue } from 'react';

import type { BoardName, LeaderboardSource, RankingsQuestion } from '../../contract/leaderboard-source.ts';
import { shownPlayers } from '../../domain/board.ts';
import { countedWords } from '../../domain/units/counted-words.ts';
import { useNumberFormat } from '../ui/number-format.ts';
import { useAnswer } from './questions.ts';
import { useView } from '../address/view-context.ts';
import { BoardFrame } from '../board/board-frame.tsx';

/** Loads a board for a page, and all its players for the sections beside it. */
export function loadBoard(source: LeaderboardSource, question: RankingsQuestion): Promise<unknown> {
  return Promise.all([
    source.rankings(question),
    source.rankings({ ...question, q: '', page: 1 }),
    // Prerendered HTML contains the whole page; a browser does not wait for the sections furthest from the board.
    import.meta.env.SSR ? source.activities() : undefined,
  ]);
}

/** A board of the sample edition. Follows typing one render later, so that keystrokes are never delayed. */
export function Board({ board }: { readonly board: BoardName }) {
  'use memo';
  const { view } = useView();
  const format = useNumberFormat();
  const period = useDeferredValue(view.period);
  const { q } = view;
  const page = useDeferredValue(view.page);
  const shown = useAnswer('rankings', { board, period, q, page });
  return (
    <>
      <BoardFrame view={shown} words={countedWords('high', format)} period={period} filter={q} />
      <MatchCount q={q} shown={shownPlayers(shown)} />
    </>
  );
}

function MatchCount({ q, shown }: { readonly q: string; readonly shown: number }) {
  const format = useNumberFormat();
  return (
    <p role="status" className="visually-hidden">
      {q === '' ? '' : `${format.count(shown)} ${shown === 1 ? 'player matches' : 'players match'} “${q}”`}
    </p>
  );
}
