import { hash } from 'node:crypto';

/** The stored form of a token: SHA-256, which suffices for random tokens. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}
