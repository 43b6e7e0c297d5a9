import { statSync } from 'node:fs';

/** Whether the database that was opened is still the one at its path, and the log beside it too: what is written elsewhere is lost. */
export function filePlace(file: string): { readonly file: string; isKept(): boolean } {
  const paths = [file, `${file}-wal`];
  const opened = paths.map(identityOf);
  return { file, isKept: () => paths.every((path, i) => identityOf(path) === opened[i]) };
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
