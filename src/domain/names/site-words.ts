import { lookOf } from './look-of.ts';

/** Words in the name of somebody who speaks for a site. */
const SITE_WORDS = ['admin', 'administrator', 'laurels', 'mod', 'moderator', 'official', 'operator', 'owner', 'staff', 'support', 'system'];

/** Words that do so alone, or beside the others. "Team Rocket" is a player. */
const WORDS_BESIDE = ['dev', 'game', 'server', 'site', 'the'];

/** Names that pages use themselves. */
const SITE_NAMES = ['Erased player'];

/** Digits and signs that are read as letters, besides 0 and 1. */
const READ_AS: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't', $: 's', '@': 'a' };

const [OF_SITE, BESIDE] = [SITE_WORDS, WORDS_BESIDE].map((words) => words.map(folded).join('|'));
const SITE_WORD = new RegExp(`^(?:${OF_SITE})s?$`);
const ONLY_SITE_WORDS = new RegExp(`^(?:${BESIDE})*(?:${OF_SITE}|team)s?(?:(?:${OF_SITE}|${BESIDE}|team)s?)*$`);

/** Whether a name looks as if the site itself had it: by one of its words, by consisting of them, or by beginning with `siteName`. */
export function speaksForSite(name: string, siteName: string): boolean {
  const readings = readingsOf(name);
  const all = [...readings, ...readingsOf(name.normalize('NFKC').replaceAll(/\p{Number}/gu, ' '))];
  if (all.some((words) => words.some((word) => SITE_WORD.test(word)) || ONLY_SITE_WORDS.test(words.join('')))) return true;
  return [...SITE_NAMES, siteName].some((own) =>
    readingsOf(own).some((owns, i) => {
      const [words, together, ownTogether] = [readings[i]!, readings[i]!.join(''), owns.join('')];
      const isIts = together === ownTogether || owns.every((word, at) => word === words[at]);
      return isIts || ONLY_SITE_WORDS.test(together.replace(ownTogether, ''));
    }),
  );
}

/** The words of a name, with words that begin with a capital as part of others, and as words of their own. At least one each. */
function readingsOf(name: string): readonly (readonly string[])[] {
  // Digits at the end of a word are none of its letters.
  const text = name.normalize('NFKC').replaceAll(/(?<=[\p{Letter}\p{Mark}])(?=\p{Number}+(?![\p{Letter}\p{Mark}\p{Number}]))/gu, ' ');
  return [text, text.replaceAll(/(?<=\p{Lowercase_Letter})(?=\p{Uppercase_Letter})/gu, ' ')].map(
    (each) => folded(each).match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [folded(each)],
  );
}

/** A look without the difference between letters and signs for them, and between I, which looks like l, and i. */
function folded(text: string): string {
  return Array.from(lookOf(text), (letter) => READ_AS[letter] ?? letter)
    .join('')
    .replaceAll('i', 'l');
}
