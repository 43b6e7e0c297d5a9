import { hash } from 'node:crypto';

import { wordlist } from '@scure/bip39/wordlists/english.js';

/** 77 bits: eleven for each of 2,048 words. */
const WORDS = 7;

/** The first four letters identify a word of the list. */
const TELLING_LETTERS = 4;

const WORD_OF: ReadonlyMap<string, string> = new Map(wordlist.map((word) => [word.slice(0, TELLING_LETTERS), word]));

/** Words that are easy to write down and type, "abandon-ability-able-about-above-absent-absorb", from 32 random bytes. */
export function recoveryCode(bytes: Buffer): string {
  return Array.from({ length: WORDS }, (_, i) => wordlist[bytes.readUInt16BE(2 * i) % wordlist.length]!).join('-');
}

/** The stored form of a typed code, its SHA-256; `undefined` for other text. Ignores case, separators and letters after a word's fourth. */
export function recoveryHash(text: string): string | undefined {
  const typed =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const words = typed.map((word) => WORD_OF.get(word.slice(0, TELLING_LETTERS)));
  return words.length === WORDS && !words.includes(undefined) ? hash('sha256', words.join('-')) : undefined;
}
