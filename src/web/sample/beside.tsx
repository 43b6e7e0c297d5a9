import { Suspense, useDeferredValue } from 'react';

import type { BoardName } from '../../contract/leaderboard-source.ts';
import { standingsOf } from '../../domain/board.ts';
import { closestFight } from '../../domain/highlights/closest-fight.ts';
import { countedWords } from '../../domain/units/counted-words.ts';
import { ClosestFight } from '../beside/closest-fight.tsx';
import { WaysUp } from '../beside/ways-up.tsx';
import { useNumberFormat } from '../ui/number-format.ts';
import { useView } from '../address/view-context.ts';
import { useAnswer } from './questions.ts';

/** Beside a sample board: about all of its players, regardless of the filter. The board does not wait for it. */
export function Further({ board }: { readonly board: BoardName }) {
  return (
    <Suspense fallback={null}>
      <FightAndWays board={board} />
    </Suspense>
  );
}

function FightAndWays({ board }: { readonly board: BoardName }) {
  'use memo';
  const { view } = useView();
  const period = useDeferredValue(view.period);
  const fight = closestFight(standingsOf(useAnswer('rankings', { board, period, q: '', page: 1 })));
  const ways = useAnswer('activities');
  const format = useNumberFormat();
  return (
    <>
      <ClosestFight fight={fight ?? null} words={countedWords('high', format)} name={({ name }) => name} />
      <WaysUp ways={ways.slice(0, 3)} />
    </>
  );
}
