import { useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

import type { BoardName } from '../../contract/leaderboard-source.ts';
import { standingsOf } from '../../domain/board.ts';
import { prizeGroups } from '../../domain/highlights/prize-groups.ts';
import { PrizeList } from '../beside/prize-list.tsx';
import { useView } from '../address/view-context.ts';
import { rankingsOf } from './questions.ts';
import { useSource } from './source-context.ts';

/** What stands beside a sample board: of everybody on it, whoever is looked for. */
export function Beside({ board }: { readonly board: BoardName }) {
  'use memo';
  const { view } = useView();
  const source = useSource();
  const period = useDeferredValue(view.period);
  const { data } = useSuspenseQuery(rankingsOf(source, { board, period, q: '', page: 1 }));
  return <PrizeList prizes={prizeGroups(standingsOf(data).map(({ rank, prize }) => ({ from: rank, prize })))} />;
}
