import { fold } from './text-match.ts';

/**
 * The items of which any name contains `text`, at most `most` of them. Nearest first: those with a name that is
 * the text, then those with one that begins with it, then the rest; within each, in the order given.
 */
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

/** Whoever has the better rank first, those without one last; 0 for two without. For `Array.prototype.sort`. */
export function compareRanks(a: number | undefined, b: number | undefined): number {
  if (a === b) return 0;
  return (a ?? Infinity) - (b ?? Infinity);
}

/**
 * How near a name is to a text: 0 if it is the text itself, 1 if it begins with it, 2 if it has it elsewhere, Infinity if it does
 * not contain it by the rule of `textMatcher`.
 */
function nearnessTo(text: string): (name: string) => number {
  const wanted = fold(text);
  return (name) => {
    const folded = fold(name);
    if (folded === wanted) return 0;
    if (folded.startsWith(wanted)) return 1;
    return folded.includes(wanted) ? 2 : Infinity;
  };
}
