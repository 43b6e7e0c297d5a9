/** Most names match this and need no further checks, which would run for every event. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

const EMOJI = /\p{RGI_Emoji}/gv;

/** Rejected characters, by rule. Emoji are removed first: some need invisible parts. */
const REFUSED: readonly (readonly [pattern: RegExp, rule: string])[] = [
  [/\p{Surrogate}/u, 'must be well-formed Unicode text'],
  [/[\p{Control}\u2028\u2029]/u, 'must be one line without control characters'],
  [/\p{Bidi_Control}/u, 'must not contain characters that change the direction of text'],
  [/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u, 'must not contain invisible characters, except inside an emoji'],
  [/[\p{Private_Use}\p{Unassigned}]/u, 'must not contain private-use or unassigned characters'],
  [/^\p{White_Space}|\p{White_Space}$/u, 'must not begin or end with a space'],
];

/** A visible character; excludes letters and symbols without ink: blank Braille, a note without a head, and blank hieroglyphs. */
const VISIBLE = /(?![\u2800\u{1d159}\u{13441}\u{13442}])[\p{Letter}\p{Number}\p{Punctuation}\p{Symbol}]/u;

/** More than four nonspacing marks (Unicode Technical Standard 39, section 5.4); spacing marks may come between. */
const TOO_MANY_MARKS = /(?:[\p{Mn}\p{Me}]\p{Mc}*){5}/u;

/** A name as it is stored, counted and shown: composed (NFC). */
export function normalName(text: string): string {
  return text.normalize('NFC');
}

/**
 * The first rule for names that a text breaks, worded as the end of a sentence; `undefined` for a valid name. Follows RFC 8266; see
 * docs/decisions/ranking.md.
 * @param longest the most characters (Unicode code points) of the composed form.
 */
export function brokenNameRule(text: string, longest: number): string | undefined {
  const name = normalName(text);
  // A code point has one or two units, so only names in between need counting.
  if (name.length > longest && (name.length > 2 * longest || [...name].length > longest)) return `must have at most ${longest} characters`;
  if (PLAIN.test(name)) return undefined;
  const rest = name.replace(EMOJI, 'e');
  const refused = REFUSED.find(([pattern]) => pattern.test(rest));
  if (refused !== undefined) return refused[1];
  if (!VISIBLE.test(rest)) return 'must have at least one visible character';
  // Decomposed, so that marks count regardless of how they are encoded.
  return TOO_MANY_MARKS.test(rest.normalize('NFD')) ? 'must have at most 4 combining marks on one letter' : undefined;
}
