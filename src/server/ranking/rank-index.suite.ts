import { GatheredTotals } from './gathered-totals.ts';
import { RankIndex } from './rank-index.ts';

/** An index with these totals. */
export function indexOf(totals: readonly (readonly [player: number, points: number, reachedAt: number])[]): RankIndex {
  const gathered = new GatheredTotals(totals.length);
  for (const total of totals) gathered.add(...total);
  return RankIndex.from(gathered.columns);
}
