import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { backupName } from '../server/backups/kept-backups.ts';
import { backUp } from '../server/backups/backing-up.ts';
import { type Command, fileCalled, type Operation, parsed, UsageError } from './command.ts';
import { countOf } from './words/count-of.ts';

/** `backup`: everything of the data folder in one file, also while a server runs. */
export const backup: Command = async (args, operation) => {
  const { place, settings, say, clock } = operation;
  const { positionals } = parsedPlace(args);
  if (place.kind === 'postgres')
    throw new Error('A PostgreSQL database is backed up by PostgreSQL: with pg_dump, or with pgBackRest for every moment of the past.');
  const made = await backUp(place.folder, fileFor(positionals, operation, clock(), settings.backup.folder), clock());
  say(
    `${made.file}: ${countOf(made.events, 'event')}, ${countOf(made.standings, 'standing')}, ${Math.ceil(made.bytes / 1024)} KiB. It was folded anew and adds up.`,
  );
  return true;
};

function parsedPlace(args: readonly string[]): { readonly positionals: string | undefined } {
  if (args.length === 0) return { positionals: undefined };
  return { positionals: parsed(args, ['TO']).named[0] };
}

/** A folder gets a file of its own name for each moment. @throws {UsageError} if nobody said where. */
function fileFor(to: string | undefined, operation: Operation, now: number, folder: string | undefined): string {
  const named = to ?? folder;
  if (named === undefined) throw new UsageError('Say where: "laurels backup TO", or set LAURELS_BACKUP_FOLDER.');
  const path = to === undefined ? resolve(operation.cwd, named) : fileCalled(named, operation);
  const isFolder = to === undefined || to.endsWith('/') || (existsSync(path) && statSync(path).isDirectory());
  return isFolder ? join(path, backupName(now)) : path;
}
