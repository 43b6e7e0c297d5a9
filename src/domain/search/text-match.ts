/** Makes two spellings of one word comparable: one Unicode form, one case. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * A matcher for the case-insensitive substring rule (specification, section 5). An empty query matches
 * everything. The query is text, never a pattern: `.*` looks for a full stop and an asterisk.
 */
export function textMatcher(query: string): (text: string) => boolean {
  const wanted = fold(query);
  return (text) => fold(text).includes(wanted);
}
