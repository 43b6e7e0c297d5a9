import { isSamePlayer } from './username-key.ts';

/** The text that replaces an erased name. */
const ERASED_NAME = 'Erased player';

/** Properties whose values never name a player. */
const STRUCTURE: ReadonlySet<string> = new Set(['board', 'kind', 'state', 'scope', 'act', 'does', 'period', 'role']);

/** The properties of an audit entry that describe its player, as opposed to who did what and when. */
const SAID: ReadonlySet<string> = new Set(['before', 'after', 'subject', 'reason']);

/**
 * Removes a person from a JSON text: each of their names that is a whole word in a string becomes "Erased player", and an entry about that
 * player number loses its description of them. `chosen`: names that may be ordinary words, and refer to them only in a string with one of
 * `names`. A text that is not JSON is treated as one string.
 */
export function withoutPerson(text: string, player: number, names: readonly string[], chosen: readonly string[] = []): string {
  const withoutNames = (each: string) => {
    const without = withoutWords(each, names);
    return without === each ? each : withoutWords(without, chosen);
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return withoutNames(text);
  }
  const isAbout = (value as { readonly player?: unknown } | null)?.player === player;
  const without = JSON.stringify(value, function replaced(this: unknown, key, each: unknown) {
    if (isAbout && this === value && SAID.has(key)) return undefined;
    return typeof each === 'string' && !STRUCTURE.has(key) ? withoutNames(each) : each;
  });
  // A text without the person keeps its formatting.
  return without === JSON.stringify(value) ? text : without;
}

function withoutWords(text: string, names: readonly string[]): string {
  if (names.some((name) => isSamePlayer(text, name))) return ERASED_NAME;
  let without = text.normalize('NFC');
  // Longest first, since one name may contain another.
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    const word = name.normalize('NFC').replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    without = without.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${word}(?![\p{L}\p{N}])`, 'giu'), ERASED_NAME);
  }
  return without === text.normalize('NFC') ? text : without;
}
