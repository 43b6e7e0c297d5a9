import { chosen, cleanText, MODES } from '../../../contract/view.ts';
import { PERIODS } from '../../../domain/period.ts';
import { parsePlayerPath } from './player-address.ts';

/** What an address calls a period in, and what there is under that name. */
const NAMED = { mode: MODES, period: PERIODS } as const;

/**
 * The word in an address that should name a period and names none, as it is written there: `yearly` of `/?period=yearly`.
 * An empty one says nothing, and neither does a mode on the home page, or anything on a page that has no period.
 */
export function unknownPeriod({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | undefined {
  const params = new URLSearchParams(search);
  for (const key of namedOn(pathname)) {
    const word = cleanText(params.get(key) ?? '').trim();
    if (word !== '' && chosen(NAMED[key], word) === undefined) return word;
  }
  return undefined;
}

function namedOn(pathname: string): readonly (keyof typeof NAMED)[] {
  if (pathname === '/') return ['period'];
  return pathname === '/leaderboard' || parsePlayerPath(pathname) !== undefined ? ['mode', 'period'] : [];
}
