import { chosen, cleanText, MODES } from '../../../contract/view.ts';
import { PERIODS } from '../../../domain/period.ts';

/** What an address calls a period in, and what there is under that name. */
const NAMED = { mode: MODES, period: PERIODS } as const;

/**
 * The word in a query that should name a period and names none, as it is written there: `yearly` of `?period=yearly`.
 * An empty one says nothing. `periodIn` is what of a query names a period on the page that is asked for.
 */
export function unknownPeriod(search: string, periodIn: readonly (keyof typeof NAMED)[] = []): string | undefined {
  const params = new URLSearchParams(search);
  for (const key of periodIn) {
    const word = cleanText(params.get(key) ?? '').trim();
    if (word !== '' && chosen(NAMED[key], word) === undefined) return word;
  }
  return undefined;
}
