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

/** Beside a sample board: its closest fight, whatever the search. Prizes stand on the podium and in the table. */
export function Beside({ board }: { readonly board: BoardName }) {
  'use memo';
  const { view } = useView();
  const period = useDeferredValue(view.period);
  const fight = closestFight(standingsOf(useAnswer('rankings', { board, period, q: '', page: 1 })));
  return <ClosestFight fight={fight ?? null} words={countedWords('high', useNumberFormat())} name={({ name }) => name} />;
}

/** Further from it, some ways to earn points. They come by themselves: the board does not wait for them. */
export function Further() {
  return (
    <Suspense fallback={null}>
      <Ways />
    </Suspense>
  );
}

function Ways() {
  return <WaysUp ways={useAnswer('activities').slice(0, 3)} />;
}
