import { join } from 'node:path';

import { KEYS_FILE } from '../backups/backing-up.ts';

/** What is wrong, and what mends it: a command, or a sentence. */
export interface Finding {
  readonly what: string;
  readonly mend: string;
}

/** A text as a shell takes it for one word. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** How keys come back: those of a backup, or new ones. */
export function keysFrom(folder: string): string {
  const file = quoted(join(folder, KEYS_FILE));
  return (
    `Take them from a backup: LAURELS_DATA=/tmp/look laurels restore FILE && mv /tmp/look/${KEYS_FILE} ${file}. ` +
    `Or make new ones: rm -f ${file}, then laurels keys add NAME.`
  );
}
