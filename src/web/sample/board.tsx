import { useDeferredValue } from 'react';

import type { BoardName } from '../../contract/leaderboard-source.ts';
import { shownPlayers } from '../../domain/board.ts';
import { countedWords } from '../../domain/units/counted-words.ts';
import { useNumberFormat } from '../ui/number-format.ts';
import { useRankings } from './questions.ts';
import { useView } from '../address/view-context.ts';
import { BoardFrame } from '../board/board-frame.tsx';

/** A board of the sample edition. Follows typing one render behind, so keys are never late. */
export function Board({ board }: { readonly board: BoardName }) {
  'use memo';
  const { view } = useView();
  const format = useNumberFormat();
  const period = useDeferredValue(view.period);
  const q = useDeferredValue(view.q);
  const page = useDeferredValue(view.page);
  const shown = useRankings({ board, period, q, page });
  return (
    <>
      <BoardFrame view={shown} words={countedWords('high', format)} period={period} filter={q} />
      <MatchCount q={q} shown={shownPlayers(shown)} />
    </>
  );
}

/** Tells a screen reader how many players a filter left; silent while nothing is filtered. */
function MatchCount({ q, shown }: { readonly q: string; readonly shown: number }) {
  const format = useNumberFormat();
  return (
    <p role="status" className="visually-hidden">
      {q === '' ? '' : `${format.count(shown)} ${shown === 1 ? 'player matches' : 'players match'} “${q}”`}
    </p>
  );
}
