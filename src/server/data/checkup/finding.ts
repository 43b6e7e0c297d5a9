import { join } from 'node:path';

import { KEYS_FILE } from '../backups/backing-up.ts';

/** A problem, and its fix as a command or a sentence. */
export interface Finding {
  readonly what: string;
  readonly mend: string;
}

/** Quotes a text for the shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The fix for missing or damaged keys. */
export function keysFrom(folder: string): string {
  const file = quoted(join(folder, KEYS_FILE));
  return (
    `Take them from a backup: LAURELS_DATA=/tmp/look laurels restore FILE && mv /tmp/look/${KEYS_FILE} ${file}. ` +
    `Or create new ones: rm -f ${file}, restart the server, then laurels keys add NAME.`
  );
}
