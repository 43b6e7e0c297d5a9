import { hash, randomBytes } from 'node:crypto';

/** Crockford’s alphabet, in which no letter looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 bits. */
const CODE_LENGTH = 16;

/** The stored form of a token: SHA-256, which suffices for random tokens. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}

/** A random code that is easy to type: "7K3M-Q9TX-04RB-VZ2E". */
export function newCode(): string {
  return inGroups(Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]!).join(''));
}

/** Normalises a typed code to the form of {@link newCode}: any case, spaces and hyphens, O for 0, I and L for 1. Keeps other text as is. */
export function codeIn(text: string): string {
  const plain = text.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const isCode = plain.length === CODE_LENGTH && [...plain].every((letter) => ALPHABET.includes(letter));
  return isCode ? inGroups(plain) : text;
}

function inGroups(code: string): string {
  return code.match(/.{4}/g)!.join('-');
}
