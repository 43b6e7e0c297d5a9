import { fold } from '../../../domain/search/text-match.ts';
import type { FINDING } from './finding-words.ts';

/** A search result, and its path in the console. */
export interface Found {
  readonly kind: keyof typeof FINDING.kinds;
  readonly name: string;
  readonly more?: string | undefined;
  readonly to: string;
}

/** The maximum number of results per kind. */
const MOST = 6;

/** The first entries that contain every word of a text in their name or additional text; names that start with it come first. */
export function matching<Entry extends Pick<Found, 'name' | 'more'>>(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const rankOf = ({ name, more = '' }: Entry) => {
    const [inName, beside] = [fold(name), fold(`${name} ${more}`)];
    if (inName.startsWith(fold(text).trim())) return 0;
    return words.every((word) => inName.includes(word)) ? 1 : words.every((word) => beside.includes(word)) ? 2 : 3;
  };
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

/** Whether a text may be an event's id. */
export function isLikeId(text: string): boolean {
  return /^\S{3,128}$/.test(text);
}
