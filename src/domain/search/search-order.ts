import { fold } from './text-match.ts';

/** At most `most` items with a name containing `text`: exact matches, then prefixes, then the rest, each in the given order. */
export function nearestFirst<Item>(
  items: Iterable<Item>,
  text: string,
  namesOf: (item: Item) => readonly string[],
  most: number,
): readonly Item[] {
  const nearness = nearnessTo(text);
  const found: readonly [Item[], Item[], Item[]] = [[], [], []];
  for (const item of items) {
    const nearest = Math.min(...namesOf(item).map(nearness));
    found[nearest]?.push(item);
  }
  return found.flat().slice(0, most);
}

/** Compares by rank, unranked last; 0 for two unranked. For `Array.prototype.sort`. */
export function compareRanks(a: number | undefined, b: number | undefined): number {
  if (a === b) return 0;
  return (a ?? Infinity) - (b ?? Infinity);
}

/** How near a name is to a text, compared as by `textMatcher`: 0 if equal, 1 if it begins with it, 2 if it contains it, else Infinity. */
function nearnessTo(text: string): (name: string) => number {
  const wanted = fold(text);
  return (name) => {
    const folded = fold(name);
    if (folded === wanted) return 0;
    if (folded.startsWith(wanted)) return 1;
    return folded.includes(wanted) ? 2 : Infinity;
  };
}
