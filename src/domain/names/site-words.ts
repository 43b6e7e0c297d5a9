import { lookOf } from './look-of.ts';

/** Words in the name of somebody who speaks for a site. */
const SITE_WORDS = ['admin', 'administrator', 'laurels', 'mod', 'moderator', 'official', 'operator', 'staff', 'system'];

/** Names that pages use themselves. */
const SITE_NAMES = ['Erased player'];

/** Whether a name looks as if the site itself had it: by one of its words, or by looking like `siteName`. */
export function speaksForSite(name: string, siteName: string): boolean {
  const words = name.normalize('NFKC').split(/[^\p{Letter}\p{Mark}]+/u);
  const looks = new Set(words.map((word) => anyCase(word)));
  return SITE_WORDS.some((word) => looks.has(anyCase(word))) || [...SITE_NAMES, siteName].some((own) => anyCase(own) === anyCase(name));
}

/** A look without the difference between I, which looks like l, and i. */
function anyCase(text: string): string {
  return lookOf(text).replaceAll('i', 'l');
}
