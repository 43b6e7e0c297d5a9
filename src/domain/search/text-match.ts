/** Normalises Unicode form and case for comparison. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** A matcher for case-insensitive substrings (specification, section 5). The query is literal text; an empty one matches everything. */
export function textMatcher(query: string): (text: string) => boolean {
  const wanted = fold(query);
  return (text) => fold(text).includes(wanted);
}
