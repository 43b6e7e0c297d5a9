import { Suspense, useDeferredValue } from 'react';

import type { BoardName } from '../../contract/leaderboard-source.ts';
import { type Standing, standingsOf } from '../../domain/board.ts';
import { closestFight } from '../../domain/highlights/closest-fight.ts';
import { prizeGroups } from '../../domain/highlights/prize-groups.ts';
import { countedWords } from '../../domain/units/counted-words.ts';
import { ClosestFight } from '../beside/closest-fight.tsx';
import { PrizeList } from '../beside/prize-list.tsx';
import { WaysUp } from '../beside/ways-up.tsx';
import { useNumberFormat } from '../ui/number-format.ts';
import { useView } from '../address/view-context.ts';
import { useAnswer } from './questions.ts';

/** What stands beside a sample board: of everybody on it, whoever is looked for. */
export function Beside({ board }: { readonly board: BoardName }) {
  'use memo';
  const standings = useStandings(board);
  return <PrizeList prizes={prizeGroups(standings.map(({ rank, prize }) => ({ from: rank, prize })))} />;
}

/** What stands further from it. Comes by itself: the board waits for none of it. */
export function Further({ board }: { readonly board: BoardName }) {
  return (
    <Suspense fallback={null}>
      <FightAndWays board={board} />
    </Suspense>
  );
}

function FightAndWays({ board }: { readonly board: BoardName }) {
  'use memo';
  const fight = closestFight(useStandings(board));
  const ways = useAnswer('activities');
  const format = useNumberFormat();
  return (
    <>
      <ClosestFight fight={fight ?? null} words={countedWords('high', format)} name={({ name }) => name} />
      <WaysUp ways={ways.slice(0, 3)} />
    </>
  );
}

function useStandings(board: BoardName): readonly Standing[] {
  const { view } = useView();
  const period = useDeferredValue(view.period);
  return standingsOf(useAnswer('rankings', { board, period, q: '', page: 1 }));
}
