/** How many grounds a bib may have; `bib.module.css` has one rule for each. */
export const BIB_HUES = 8;

/** The ground of a player's bib, 0..7: the same on every page and every visit (FNV-1a over the id). */
export function bibHue(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % BIB_HUES;
}
