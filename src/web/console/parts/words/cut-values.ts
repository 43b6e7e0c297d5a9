/** A base64 file. */
const LONG_VALUE = /([A-Za-z0-9+/=]{120})[A-Za-z0-9+/=]{120,}/g;

/** A text with base64 files shortened. */
export function cutValues(text: string): string {
  return text.replaceAll(LONG_VALUE, '$1…');
}
