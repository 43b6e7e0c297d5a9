/** A base64 file. */
const LONG_VALUE = /([A-Za-z0-9+/=]{120})[A-Za-z0-9+/=]{120,}/g;

/** A text with its base64 files truncated. */
export function cutValues(text: string): string {
  return text.replaceAll(LONG_VALUE, '$1…');
}
