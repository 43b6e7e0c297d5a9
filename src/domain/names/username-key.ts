// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * What makes two usernames one player: canonically equal after full case folding (Unicode, section 3.13, D145). So
 * "Straße" is "STRASSE", whereas "¹" is not "1" and "ı" is not "i". Takes any text and never refuses:
 * whatever is looked up has a key.
 */
export function usernameKey(username: string): string {
  // Most names are in ASCII, where there is nothing to normalise, and this is asked for every event.
  if (ASCII.test(username)) return username.toLowerCase();
  let folded = '';
  for (const character of username.normalize('NFD')) folded += caseFolded(character);
  return folded.normalize('NFC');
}

/** Whether two usernames are of one player. */
export function isSamePlayer(username: string, other: string): boolean {
  return usernameKey(username) === usernameKey(other);
}

/**
 * Equal for two characters exactly if their full case foldings are (CaseFolding.txt, C and F), without a table of our
 * own. One at a time, because small sigma depends on what is around it. In small letters first, because "ẞ" has no
 * other capitals. Dotless i is the one letter whose capital is another letter's too.
 */
function caseFolded(character: string): string {
  return character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();
}
