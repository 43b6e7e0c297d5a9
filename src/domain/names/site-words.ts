import { lookOf } from './look-of.ts';

/** Words in the name of somebody who speaks for a site. */
const SITE_WORDS = ['admin', 'administrator', 'laurels', 'mod', 'moderator', 'official', 'operator', 'staff', 'system'];

/** Names that pages use themselves. */
const SITE_NAMES = ['Erased player'];

/** Whether a name looks as if the site itself had it: by one of its words, or by looking like `siteName`. */
export function speaksForSite(name: string, siteName: string): boolean {
  const words = name.normalize('NFKC').split(/[^\p{Letter}\p{Mark}]+/u);
  const looks = new Set(words.map((word) => lookOf(word)));
  return SITE_WORDS.some((word) => looks.has(lookOf(word))) || [...SITE_NAMES, siteName].some((own) => lookOf(own) === lookOf(name));
}
