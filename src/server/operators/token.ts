import { hash } from 'node:crypto';

/** What is kept of a token: its SHA-256 in hexadecimal digits. Tokens are random, so that nothing slower is needed. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}
