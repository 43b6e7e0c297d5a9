import { isSamePlayer } from './username-key.ts';

/** Stands where somebody's name was. */
const ERASED_NAME = 'Erased player';

/** Properties whose values name no player, whatever they are called. */
const STRUCTURE: ReadonlySet<string> = new Set(['board', 'kind', 'state', 'scope', 'act', 'does', 'period']);

/** What an entry about somebody says of them; the rest says who did what and when. */
const SAID: ReadonlySet<string> = new Set(['before', 'after', 'subject', 'reason']);

/**
 * A JSON text without a person: wherever one of their names stands as a word of its own in a string, "Erased player" stands
 * instead. Of an entry about the player of that number, what it says of them is gone. A text that is no JSON is one string.
 */
export function withoutPerson(text: string, player: number, names: readonly string[]): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return withoutWords(text, names);
  }
  const isAbout = (value as { readonly player?: unknown } | null)?.player === player;
  const without = JSON.stringify(value, function replaced(this: unknown, key, each: unknown) {
    if (isAbout && this === value && SAID.has(key)) return undefined;
    return typeof each === 'string' && !STRUCTURE.has(key) ? withoutWords(each, names) : each;
  });
  // What says nothing of them stays as it was written.
  return without === JSON.stringify(value) ? text : without;
}

function withoutWords(text: string, names: readonly string[]): string {
  if (names.some((name) => isSamePlayer(text, name))) return ERASED_NAME;
  let without = text.normalize('NFC');
  // The longest first: a name may be a part of another one.
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    const word = name.normalize('NFC').replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    without = without.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${word}(?![\p{L}\p{N}])`, 'giu'), ERASED_NAME);
  }
  return without === text.normalize('NFC') ? text : without;
}
