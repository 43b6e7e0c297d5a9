import { lookOf } from './look-of.ts';

/** Words in the names of people who speak for a site. */
const SITE_WORDS = ['admin', 'administrator', 'laurels', 'mod', 'moderator', 'official', 'operator', 'owner', 'staff', 'support', 'system'];

/** Words that count only beside those or "team", in a name without any other word. "Team Rocket" is a player. */
const WORDS_BESIDE = ['dev', 'game', 'real', 'server', 'site', 'the'];

/** Names that pages use themselves. */
const SITE_NAMES = ['Erased player'];

/** Digits and signs that read as letters, other than 0 and 1; and i, which can look like l in upper case. */
const READ_AS: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't', $: 's', '@': 'a', i: 'l' };

const [OF_SITE, BESIDE] = [SITE_WORDS, WORDS_BESIDE].map((words) => words.map(folded).join('|'));
const SITE_WORD = new RegExp(`^(?:${OF_SITE})s?$`);
const ONLY_SITE_WORDS = new RegExp(`^(?:${BESIDE})*(?:${OF_SITE}|team)s?(?:(?:${OF_SITE}|${BESIDE}|team)s?)*$`);

/** Whether a name could be mistaken for the site: it contains a site word, consists of such words, or begins with `siteName`. */
export function speaksForSite(name: string, siteName: string): boolean {
  const words = wordsOf(name);
  const withoutDigits = wordsOf(name.normalize('NFKC').replaceAll(/\p{N}/gu, ' '));
  const together = words.join('');
  if ([...words, ...withoutDigits].some((word) => SITE_WORD.test(word))) return true;
  const isOwn = [...SITE_NAMES, siteName].map(wordsOf).some((own) => {
    const rest = together.replace(own.join(''), '');
    return rest === '' || ONLY_SITE_WORDS.test(rest) || own.every((word, i) => word === words[i]);
  });
  return isOwn || ONLY_SITE_WORDS.test(together) || ONLY_SITE_WORDS.test(withoutDigits.join(''));
}

function wordsOf(name: string): readonly string[] {
  // Digits at the end of a word are not part of its letters.
  const text = folded(name.normalize('NFKC').replaceAll(/(?<=[\p{L}\p{M}])(?=\p{N}+(?![\p{L}\p{M}\p{N}]))/gu, ' '));
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [text];
}

/** The look of a text in which lookalike digits and signs are replaced by letters. */
function folded(text: string): string {
  return lookOf(text).replaceAll(/[3457$@i]/g, (sign) => READ_AS[sign]!);
}
