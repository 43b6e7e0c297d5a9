/** A value that is a file, and longer than anybody reads. */
const LONG_VALUE = /([A-Za-z0-9+/=]{120})[A-Za-z0-9+/=]{120,}/g;

/** A text to be read, in which files are cut to their beginnings. */
export function cutValues(text: string): string {
  return text.replaceAll(LONG_VALUE, '$1…');
}
