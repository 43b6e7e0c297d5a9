// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * The key that usernames of one player share: canonical equivalence after full case folding (Unicode, section 3.13, D145). So "Straße" is
 * "STRASSE", but "¹" is not "1" and "ı" is not "i". Accepts any text.
 */
export function usernameKey(username: string): string {
  // Fast path, since this runs for every event: most names are ASCII and need no normalising.
  if (ASCII.test(username)) return username.toLowerCase();
  let folded = '';
  for (const character of username.normalize('NFD')) folded += caseFolded(character);
  return folded.normalize('NFC');
}

/** Whether two usernames belong to the same player. */
export function isSamePlayer(username: string, other: string): boolean {
  return usernameKey(username) === usernameKey(other);
}

/**
 * Equal for two characters exactly if their full case foldings are equal (CaseFolding.txt, C and F), without a table. One character at a
 * time, because small sigma depends on context. Lower case first, because "ẞ" has no other capital. Dotless i is the only letter whose
 * capital also belongs to another letter.
 */
function caseFolded(character: string): string {
  return character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();
}
